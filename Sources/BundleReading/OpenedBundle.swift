package import ExtractionProtocol

/// A bundle whose directory and metadata have been read. Not for use from several threads at once.
package final class OpenedBundle {
    package let format: BundleFormat
    /// In the order of the bundle's directory.
    package let documents: [BundledDocument]
    /// Entries that were refused, each by name; the rest is usable.
    package let problems: [BundleError]
    private let file: BundleFile
    private let archive: ZipArchive?
    private let limits: ExtractionLimits

    init(
        format: BundleFormat, documents: [BundledDocument], problems: [BundleError] = [], file: BundleFile,
        archive: ZipArchive? = nil, limits: ExtractionLimits
    ) {
        self.format = format
        self.documents = documents
        self.problems = problems
        self.file = file
        self.archive = archive
        self.limits = limits
    }

    /// The bytes of one of ``documents``, decompressed and checked.
    ///
    /// Throws ``BundleError`` with the entry's name when the bytes are damaged, locked or over a limit, or when the
    /// document has none.
    package func content(of document: BundledDocument) throws -> DocumentContent {
        switch document.place {
        case .nowhere:
            throw BundleError(.empty, "there is metadata but no PDF", entry: document.entry)
        case .wholeFile:
            return try file.content(memoryBytes: limits.memoryBytes)
        case .tail(let offset):
            return try file.content(from: offset, limits: limits)
        case .zipEntry(let entry):
            guard let archive else {
                throw BundleError(.changed, "it belongs to another bundle", entry: document.entry)
            }
            return try archive.content(of: entry, named: document.entry)
        }
    }
}
