internal import ExtractionProtocol

enum ZipOpener: BundleOpener {
    /// A local file header, the end record of an empty zip, and the marker of a split zip.
    private static let signatures = ["PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{7}\u{8}"].map { Array($0.utf8) }

    static func matches(_ opening: FileOpening) -> Bool { begins(opening.head) }

    static func begins(_ head: [UInt8]) -> Bool { signatures.contains { head.starts(with: $0) } }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let path = ReadingSession.path(way)
        let zip = try ZipArchive(file, path: path, budget: session.budget, passwords: session.passwords)
        return .container(zip, .zip)
    }
}

/// A zip with data before it, such as a self-extracting program. Only its end identifies it.
enum PrefixedZipOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        opening.tail.firstIndex(ofSequence: Array("PK\u{5}\u{6}".utf8)) != nil
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        try ZipOpener.open(file, way: way, session: session)
    }
}
