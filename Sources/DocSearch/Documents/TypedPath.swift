import Foundation

/// A path on disk as a person types it: from the top or from the current folder, with symbolic links in it or a slash at
/// its end, with an entry of a bundle behind it.
struct TypedPath {
    /// A place on disk, and what stands behind it: nothing, or `!/` and an entry.
    struct Place: Hashable {
        var absolute: String
        var entry: String
    }

    private let text: String
    private let currentFolder: String

    init(_ text: String, in folder: String = FileManager.default.currentDirectoryPath) {
        self.text = text
        currentFolder = folder
    }

    /// The place that all of the text names, links followed; nil for a text that is no path.
    var whole: String? { text.isEmpty || text.utf8.contains(0) ? nil : resolved(text) }

    /// Every place that the text may name: `!/` may also be a part of a folder's name.
    var places: [Place] {
        guard let whole else { return [] }
        let bytes = Array(text.utf8)
        let marks = bytes.indices.dropLast().filter { $0 > 0 && bytes[$0...].starts(with: "!/".utf8) }
        return [Place(absolute: whole, entry: "")]
            + marks.map { mark in
                Place(
                    absolute: resolved(String(decoding: bytes[..<mark], as: UTF8.self)),
                    entry: String(decoding: bytes[mark...], as: UTF8.self))
            }
    }

    /// Follows links as far as there is something: what the index knows may be gone from the disk.
    private func resolved(_ path: String) -> String {
        let slash = UInt8(ascii: "/")
        var current = path.utf8.first == slash ? "/" : currentFolder
        for part in path.utf8.split(separator: slash).map({ String(decoding: $0, as: UTF8.self) }) where part != "." {
            guard part != ".." else {
                current = PathText.parent(current)
                continue
            }
            current = PathText.joined(current, part)
            guard let found = realpath(current, nil) else { continue }
            current = String(cString: found)
            free(found)
        }
        return current
    }
}
