internal import BundleConventions
internal import Markup

/// The list of files of an item of the Internet Archive, `NAME_files.xml`, with their checksums.
enum ArchiveItemFiles {
    private static let algorithms = ["md5", "sha1"]

    /// Returns the entries of the listed files, the descriptions of the item itself left out, and states their checksums.
    /// Files that are listed and not there were not downloaded with the item; they are not missed.
    static func read(_ path: String, in folder: BundleFolder, noting problems: inout [BundleError]) -> Set<UInt64> {
        guard let list = folder[path] else { return [] }
        var listed: Set<UInt64> = []
        for element in folder.tree(of: list, noting: &problems)?.all("file") ?? [] {
            guard let name = element["name"].flatMap({ ConfinedPath.path($0) }), let file = folder[list.sibling(name)]
            else { continue }
            // The list cannot know its own checksum.
            guard file != list else { continue }
            if !file.path.hasSuffix(BundleNames.archiveDescription) { listed.insert(file.entry.index) }
            guard let fixity = folder.session.fixity else { continue }
            for algorithm in algorithms {
                guard let digest = element.first(algorithm)?.text.nonEmpty else { continue }
                fixity.add(digest, algorithm: algorithm, of: file, in: folder, by: list.path)
            }
        }
        return listed
    }
}
