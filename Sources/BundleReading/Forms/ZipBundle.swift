internal import ExtractionProtocol

/// A zip that says so in its first bytes.
enum ZipBundle: BundleForm {
    /// A local file header, the end record of an empty zip, and the mark of a zip that was written in parts.
    private static let signatures = ["PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{7}\u{8}"].map { Array($0.utf8) }

    static func matches(_ opening: FileOpening) -> Bool {
        signatures.contains { opening.head.starts(with: $0) }
    }

    static func open(_ file: BundleFile, limits: ExtractionLimits) throws -> OpenedBundle {
        let contents = ZipContents(try ZipArchive(file, limits: limits))
        let found = try YianaZip.documents(in: contents) ?? PlainZip.documents(in: contents, limits: limits)
        return OpenedBundle(
            format: found.format, documents: found.documents, problems: found.problems, file: file,
            archive: contents.archive, limits: limits)
    }
}

/// A zip with something before it, such as a self-extracting program: only its end says that it is a zip.
enum PrefixedZipBundle: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool {
        opening.tail.firstIndex(ofSequence: Array("PK\u{5}\u{6}".utf8)) != nil
    }

    static func open(_ file: BundleFile, limits: ExtractionLimits) throws -> OpenedBundle {
        try ZipBundle.open(file, limits: limits)
    }
}

/// What a form of zip makes of one.
struct ZipFindings {
    let format: BundleFormat
    var documents: [BundledDocument]
    var problems: [BundleError]
}

/// An open zip and its entries without directories and litter.
struct ZipContents {
    let archive: ZipArchive
    let entries: [BundleEntry]
    /// `metadata.json` at the root, or in the one folder that holds everything.
    let metadataEntry: BundleEntry?

    init(_ archive: ZipArchive) {
        self.archive = archive
        entries = archive.entries.filter { !$0.isDirectory && !$0.isLitter }
        var metadataEntry = Self.entry("metadata.json", in: entries)
        if metadataEntry == nil, let folder = Self.topFolder(of: entries) {
            metadataEntry = Self.entry("\(folder)/metadata.json", in: entries)
        }
        self.metadataEntry = metadataEntry
    }

    func entry(_ path: String) -> BundleEntry? { Self.entry(path, in: entries) }

    private static func entry(_ path: String, in entries: [BundleEntry]) -> BundleEntry? {
        entries.first { $0.path == path }
    }

    private static func topFolder(of entries: [BundleEntry]) -> Substring? {
        guard let first = entries.first?.path, let slash = first.firstIndex(of: "/") else { return nil }
        let folder = first[..<slash]
        return entries.allSatisfy { $0.path.hasPrefix("\(folder)/") } ? folder : nil
    }
}
