internal import ExtractionProtocol

enum ArchiveOpener: BundleOpener {
    static func matches(_ opening: FileOpening) -> Bool { ArchiveKind(of: opening.head) != nil }

    static func open(_ file: BundleFile, way: [BundleEntry], session: ReadingSession) throws -> OpenedFile {
        guard let kind = ArchiveKind(of: try file.bytes(at: 0, count: FileOpening.headBytes))
        else { throw BundleError(.changed, "it is no longer an archive") }
        let archive = try ArchiveContainer(file, kind, path: ReadingSession.path(way), budget: session.budget)
        return .container(archive, kind == .sevenZip ? .sevenZip : .tar)
    }
}
