import GRDB

/// A folder, or a single file, that was named to `docsearch index` and is remembered.
struct IndexRoot: Sendable, Hashable {
    var id: Int64
    /// Absolute, without symbolic links.
    var path: String
    /// Whether it is one bundle, a file or a folder.
    var isFile: Bool
    /// Tesseract language codes for the scans below it.
    var languages: [String]

    /// The folder that relative paths below the root start from.
    var folder: String { isFile ? PathText.parent(path) : path }

    func absolutePath(_ relative: String) -> String {
        relative.isEmpty ? folder : PathText.joined(folder, relative)
    }
}

extension IndexRoot {
    init(_ row: Row) throws {
        self.init(
            id: try row.value("id"), path: try row.value("path"), isFile: try row.value("is_file"),
            languages: (try row.value("languages") as String).split(separator: "+").map(String.init))
    }
}

extension Collection<IndexRoot> {
    /// An absolute path, or the last name in one. Capitals count only where there is one with exactly these letters.
    func named(_ name: String) -> [IndexRoot] {
        let wanted = name.utf8.count > 1 && name.utf8.last == UInt8(ascii: "/") ? String(name.dropLast()) : name
        let exact = filter { [$0.path, PathText.name($0.path)].contains { ExactText($0) == ExactText(wanted) } }
        guard exact.isEmpty else { return exact }
        let folded = wanted.lowercased()
        return filter { [$0.path, PathText.name($0.path)].contains { $0.lowercased() == folded } }
    }

    /// A path form as it is told where it stands alone: of several folders, which may have the same paths below them, with
    /// the path of its own. Commands understand both.
    func telling(_ path: String, root: Int64?) -> String {
        guard count > 1, let root = first(where: { $0.id == root }) else { return path }
        return root.absolutePath(path)
    }

    /// Names by id: the last in its path, or all of it where another ends alike; of a single file its folder.
    func shortNames() -> [Int64: String] {
        let names = Dictionary(grouping: self) { ExactText(PathText.name($0.path)) }
        return Dictionary(
            map { root in
                let name = PathText.name(root.path)
                if root.isFile { return (root.id, root.folder) }
                return (root.id, name.isEmpty || names[ExactText(name)]?.count != 1 ? root.path : name)
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The paths of some of them, for a sentence.
    var listed: String {
        let shown = prefix(5).map { "\"\($0.path)\"" }.joined(separator: ", ")
        return count > 5 ? "\(shown) and \(count - 5) more" : shown
    }
}
