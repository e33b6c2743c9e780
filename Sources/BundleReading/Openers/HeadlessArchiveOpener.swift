internal import ExtractionProtocol

/// A zip or a tar whose first bytes were zeroed. Without this a PDF stored in it would be taken for the whole.
enum HeadlessArchiveOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool {
        guard opening.head.count > 4, opening.head.prefix(4).allSatisfy({ $0 == 0 }) else { return false }
        return PrefixedZipOpener.matches(opening) || isTar(opening)
    }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        guard PrefixedZipOpener.matches(try FileOpening(of: file))
        else { throw BundleError(.damaged, "the beginning of the archive is lost: there are zeros in its place") }
        return try ZipOpener.open(file, way: way, session: session)
    }

    /// The first header of a tar is one block of 512 bytes; tars end in blocks of zeros.
    private static func isTar(_ opening: FileOpening) -> Bool {
        let block = 512
        return opening.head.count >= 2 * block && opening.head.prefix(block).allSatisfy { $0 == 0 }
            && opening.head[block] != 0 && opening.tail.suffix(block).allSatisfy { $0 == 0 }
    }
}
