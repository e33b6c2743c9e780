package import ExtractionProtocol

/// Opens bundles of every known form. What a bundle is gets decided by its content, never by its name.
package struct BundleReader: Sendable {
    private let limits: ExtractionLimits
    private let keepsRawMetadata: Bool
    private let wantsFixity: Bool

    /// Without `keepsRawMetadata` documents may come without ``BundledDocument/rawMetadata``, which takes time to make;
    /// without `wantsFixity` there is no ``OpenedBundle/statedFixity``.
    package init(limits: ExtractionLimits, keepsRawMetadata: Bool = true, wantsFixity: Bool = false) {
        self.limits = limits
        self.keepsRawMetadata = keepsRawMetadata
        self.wantsFixity = wantsFixity
    }

    /// Reads the directory and the metadata of the bundle behind `descriptor`.
    ///
    /// The descriptor is borrowed: a duplicate is kept, and the file offset that both share is never used nor moved.
    /// `path` is for messages and for finding what belongs to the bundle among the files beside it; it is not opened.
    /// `openFile` opens the files of `access`.
    ///
    /// Throws ``BundleError`` when the bundle as a whole is unreadable.
    package func open(
        descriptor: Int32, path: String, access: BundleAccess = BundleAccess(),
        openFile: @escaping FileOpener = { _ in throw BundleError(.environment, "it cannot be asked for here") }
    ) throws -> OpenedBundle {
        let file = access.isFolder ? nil : try BundleFile(duplicating: descriptor)
        let session = try ReadingSession(
            file: file, access: access, limits: limits, keepsRawMetadata: keepsRawMetadata, wantsFixity: wantsFixity,
            openFile: openFile)
        guard let file else {
            guard let root = session.root else { throw BundleError(.changed, "it is not a folder") }
            let folder = BundleFolder(root)
            let findings = try BundleLayouts.findings(in: folder, session)
            return OpenedBundle(findings, session, isBundle: findings.isBundle(folder))
        }
        guard let form = BundleForms.form(for: try FileOpening(of: file)) else {
            throw BundleError(.unsupported, "this is neither a PDF, an image, a zip nor a mail")
        }
        switch try form.open(file, way: [], session: session) {
        case .document(let document, let format):
            let completed = Companions(path: path, session)?.complete(document)
            return OpenedBundle(
                LayoutFindings(
                    format: format, documents: [completed?.document ?? document],
                    problems: completed?.problems ?? []), session)
        case .container(let container, let format):
            session.setRoot(container)
            var findings = try BundleLayouts.findings(in: BundleFolder(container), session)
            if findings.format == .zip { findings.format = format }
            if findings.documents.count == 1,
                let found = Companions(path: path, session)?.complete(findings.documents[0])
            {
                findings.documents = [found.document]
                findings.problems += found.problems
            }
            return OpenedBundle(findings, session)
        }
    }

    /// SHA-256 of all that a bundle consists of: of a single file, its own; of a folder, or a file with others beside it,
    /// that of the names and bytes of all.
    ///
    /// Throws ``BundleError`` when the bundle's file cannot be read.
    package func contentHash(
        descriptor: Int32, access: BundleAccess, openFile: @escaping FileOpener
    ) throws -> String {
        guard access.isFolder || !access.files.isEmpty else { return try ContentHash.sha256(descriptor: descriptor) }
        var hash = RunningHash()
        if !access.isFolder { hash.update(Array(try ContentHash.sha256(descriptor: descriptor).utf8)) }
        let budget = ReadingBudget(limits: limits)
        try FolderContainer(access.files, path: "", budget: budget, open: openFile).updateHash(&hash)
        return hash.digest()
    }
}
