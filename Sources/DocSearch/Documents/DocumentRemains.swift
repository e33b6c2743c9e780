/// What the files of an index still have of a document that is not in it any more, because it was left out, removed, or
/// deleted from the archive.
public struct DocumentRemains: Sendable, Hashable {
    /// The absolute path of the folder that it was in.
    public var rootPath: String
    /// Its last known path form.
    public var path: String
    /// The absolute path of the file or bundle that it was.
    public var file: String { SubjectPlace(rootPath: rootPath, path: path).file }
    /// `subject.id` of what was said of it.
    var subjects: [Int64]
    /// Of its bytes.
    var hashes: [String]
}

/// Where a document was when something was said of it.
struct SubjectPlace: Hashable {
    var rootPath: String
    /// The path form.
    var path: String

    /// The path form of the bundle.
    var bundlePath: String { parts.bundle }
    /// Empty when the bundle is the document.
    var entry: String { parts.entry }
    /// The absolute path of the bundle.
    var file: String {
        // That of a file that was remembered itself.
        PathText.name(rootPath) == bundlePath && FileStatus(path: rootPath)?.kind == .file
            ? rootPath : PathText.joined(rootPath, bundlePath)
    }

    private var parts: (bundle: String, entry: String) {
        let bytes = Array(path.utf8)
        guard let mark = bytes.indices.dropLast().first(where: { bytes[$0...].starts(with: "!/".utf8) }) else {
            return (path, "")
        }
        return (
            String(decoding: bytes[..<mark], as: UTF8.self), String(decoding: bytes[(mark + 2)...], as: UTF8.self)
        )
    }
}
