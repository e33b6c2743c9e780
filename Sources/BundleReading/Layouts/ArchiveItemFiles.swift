internal import ExtractionProtocol

/// The list of files of an item of the Internet Archive, `NAME_files.xml`, with their checksums.
enum ArchiveItemFiles {
    private static let algorithms = ["md5", "sha1"]

    /// Files that are listed and not there were not downloaded with the item; nobody misses them.
    static func state(
        _ path: String, in folder: BundleFolder, _ session: ReadingSession, _ problems: inout [BundleError]
    ) {
        guard let fixity = session.fixity, let list = folder[path] else { return }
        let limits = session.limits
        let root = folder.reading(list, .metadata(limits), &problems) { try MarkupTree.parse($0, limits: limits) }
        for element in root?.all("file") ?? [] {
            guard let name = element["name"].flatMap({ ConfinedPath.path($0) }) else { continue }
            guard let file = folder[list.folder.isEmpty ? name : "\(list.folder)/\(name)"] else { continue }
            // The list cannot know its own checksum.
            guard file != list else { continue }
            for algorithm in algorithms {
                guard let digest = element.first(algorithm)?.text.nonEmpty else { continue }
                fixity.add(digest, algorithm, of: file, in: folder, by: list.path)
            }
        }
    }
}
