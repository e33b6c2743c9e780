internal import ExtractionProtocol

enum ZipOpener: BundleOpener {
    /// A local file header, the end record of an empty zip, and the marker of a split zip.
    private static let signatures = ["PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{7}\u{8}"].map { Array($0.utf8) }

    static func matches(_ opening: FileOpening) -> Bool { begins(opening.head) }

    static func begins(_ head: [UInt8]) -> Bool { signatures.contains { head.starts(with: $0) } }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        let path = ReadingSession.path(way)
        let zip = try ZipArchive(opening.file, path: path, budget: session.budget, passwords: session.passwords)
        return .container(zip, .zip)
    }
}

/// A zip with data before it, such as a self-extracting program. Only its end identifies it.
enum PrefixedZipOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        opening.tail.firstIndex(ofSequence: Array("PK\u{5}\u{6}".utf8)) != nil
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        try ZipOpener.open(opening, way: way, session: session)
    }
}

enum ArchiveOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { ArchiveKind(of: opening.head) != nil }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        guard let kind = ArchiveKind(of: opening.head) else { throw BundleError.gone }
        let archive = try ArchiveContainer(opening.file, kind, path: ReadingSession.path(way), budget: session.budget)
        return .container(archive, kind == .sevenZip ? .sevenZip : .tar)
    }
}

/// A zip or a tar whose first bytes were zeroed. Without this a PDF stored in it would be taken for the whole.
enum HeadlessArchiveOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        guard opening.head.count > 4, opening.head.prefix(4).allSatisfy({ $0 == 0 }) else { return false }
        return PrefixedZipOpener.matches(opening) || isTar(opening)
    }

    static func open(_ opening: FileOpening, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        guard PrefixedZipOpener.matches(opening)
        else { throw BundleError(.damaged, "the beginning of the archive is lost: there are zeros in its place") }
        return try ZipOpener.open(opening, way: way, session: session)
    }

    /// The first header of a tar is one block of 512 bytes; tars end in blocks of zeros.
    private static func isTar(_ opening: FileOpening) -> Bool {
        let block = 512
        return opening.head.count >= 2 * block && opening.head.prefix(block).allSatisfy { $0 == 0 }
            && opening.head[block] != 0 && opening.tail.suffix(block).allSatisfy { $0 == 0 }
    }
}
