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

    func absolutePath(_ relative: String) -> String { PathText.joined(folder, relative) }
}
