internal import ExtractionProtocol

/// A tar, compressed or not, or a 7z.
enum ArchiveForm: BundleForm {
    static func matches(_ opening: FileOpening) -> Bool { ArchiveKind(of: opening.head) != nil }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedForm {
        guard let kind = ArchiveKind(of: try file.bytes(at: 0, count: FileOpening.headBytes)) else {
            throw BundleError(.changed, "it is no longer an archive")
        }
        return .container(try session.archive(file, kind, way: way), kind == .sevenZip ? .sevenZip : .tar)
    }
}
