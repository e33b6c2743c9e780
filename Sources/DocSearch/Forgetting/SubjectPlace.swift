import BundleConventions

/// The place of a document at the time of an annotation.
struct SubjectPlace: Hashable, Sendable {
    var rootPath: String
    var path: String

    /// The bundle that contained or was a document.
    struct Bundle: Hashable, Sendable {
        var path: String
        /// Empty when the bundle is the document.
        var entry: String
        /// The absolute path.
        var file: String
    }

    var absolute: String { PathText.joined(folder, path) }

    /// The start of absolute paths below the root. A file that was remembered itself, and may be gone, has its own
    /// name.
    private var folder: String {
        let name = PathText.name(rootPath)
        let isCalledSo = ExactText(path) == ExactText(name) || path.utf8.starts(with: (name + PathForm.mark).utf8)
        return isCalledSo && FileStatus(path: rootPath)?.kind != .directory ? PathText.parent(rootPath) : rootPath
    }

    /// Splits the path into bundle and entry. `!/` may also be part of a folder's or entry's name. The bundle ends
    /// where a bundle is known, else where a file exists, else after the first name with an extension (`a.zip`).
    /// `isKnown` tells whether a bundle was at an absolute path.
    func bundle(isKnown: (String) throws -> Bool = { _ in false }) rethrows -> Bundle {
        let folder = folder
        let bytes = Array(path.utf8)
        let marks = bytes.indices.dropLast().filter { $0 > 0 && bytes[$0...].starts(with: PathForm.mark.utf8) }
        func text(_ part: ArraySlice<UInt8>) -> String { String(decoding: part, as: UTF8.self) }
        func bundle(_ path: String, _ entry: String) -> Bundle {
            Bundle(path: path, entry: entry, file: PathText.joined(folder, path))
        }
        let whole = bundle(path, "")
        guard !marks.isEmpty else { return whole }
        let inBundles = marks.map { bundle(text(bytes[..<$0]), text(bytes[($0 + 2)...])) }
        let all = inBundles + [whole]
        if let known = try all.first(where: { try isKnown($0.file) }) { return known }
        return all.first(where: Self.isThere) ?? inBundles.first { PathText.name($0.path).dropFirst().contains(".") }
            ?? inBundles[0]
    }

    /// True when it exists on disk. A folder is a bundle with this entry when the entry is in it.
    private static func isThere(_ bundle: Bundle) -> Bool {
        switch FileStatus(path: bundle.file)?.kind {
        case .file: true
        case .directory:
            !bundle.entry.isEmpty
                && FileStatus(path: SubjectPlace(rootPath: bundle.file, path: bundle.entry).outermost) != nil
        default: false
        }
    }

    private var outermost: String {
        let bytes = Array(path.utf8)
        let end = bytes.indices.dropLast().first { bytes[$0...].starts(with: PathForm.mark.utf8) } ?? bytes.endIndex
        return PathText.joined(rootPath, String(decoding: bytes[..<end], as: UTF8.self))
    }
}
