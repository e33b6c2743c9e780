package import ExtractionProtocol

/// Opens bundles of every known form. What a bundle is gets decided by its bytes, never by its name.
package struct BundleReader: Sendable {
    private let limits: ExtractionLimits

    package init(limits: ExtractionLimits) {
        self.limits = limits
    }

    /// Reads the directory and the metadata of the bundle behind `descriptor`.
    ///
    /// The descriptor is borrowed: a duplicate is kept, and the file offset that both share is never used nor moved.
    /// `path` is for messages only and is not opened.
    ///
    /// Throws ``BundleError`` when the bundle as a whole is unreadable.
    package func open(descriptor: Int32, path: String) throws -> OpenedBundle {
        let file = try BundleFile(duplicating: descriptor)
        let opening = try FileOpening(of: file)
        guard let form = BundleForms.form(for: opening) else {
            throw BundleError(.unsupported, "this is neither a PDF nor a zip")
        }
        return try form.open(file, limits: limits)
    }
}
