import BundleConventions
import Foundation

/// A path on disk as typed: absolute or relative, with links, a slash at its end, or an entry of a bundle after it.
struct TypedPath {
    /// The entry is empty, or `!/` and a name.
    struct DiskPath: Hashable {
        var absolute: String
        var entry: String
    }

    private let text: String
    private let currentFolder: String
    /// Each is searched for on disk. The system's paths have at most 4,096 bytes.
    private static let mostMarks = 64

    init(_ text: String, in folder: String = FileManager.default.currentDirectoryPath) {
        (self.text, currentFolder) = (text, folder)
    }

    /// With links followed: `!/` may also be part of a folder's name.
    var diskPaths: [DiskPath] { diskPaths(resolved) }

    /// A path in the index may have become a link. Empty for a path with `..`, which depends on links.
    var unresolvedDiskPaths: [DiskPath] { diskPaths(unresolved) }

    private func diskPaths(_ absolute: (String) -> String?) -> [DiskPath] {
        guard !text.isEmpty, !text.utf8.contains(0), let whole = absolute(text) else { return [] }
        let bytes = Array(text.utf8)
        let marks = bytes.indices.dropLast().filter { $0 > 0 && bytes[$0...].starts(with: PathForm.mark.utf8) }
            .prefix(Self.mostMarks)
        return [DiskPath(absolute: whole, entry: "")]
            + marks.compactMap { mark in
                absolute(String(decoding: bytes[..<mark], as: UTF8.self)).map {
                    DiskPath(absolute: $0, entry: String(decoding: bytes[mark...], as: UTF8.self))
                }
            }
    }

    private static func parts(_ path: String) -> [String] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
    }

    private func start(_ path: String) -> String { path.utf8.first == UInt8(ascii: "/") ? "/" : currentFolder }

    private func unresolved(_ path: String) -> String? {
        let parts = Self.parts(path)
        return parts.contains("..") ? nil : parts.reduce(start(path), PathText.joined)
    }

    private func resolved(_ path: String) -> String {
        var current = start(path)
        for part in Self.parts(path) {
            guard part != ".." else {
                current = PathText.parent(current)
                continue
            }
            current = Self.found(part, in: current)
        }
        return current
    }

    /// Links can only be followed where something exists and may be read. Macs write letters and their accents apart, and
    /// people type them together.
    private static func found(_ part: String, in folder: String) -> String {
        let typed = PathText.joined(folder, part)
        // Nothing may be there; opening the path will say why it cannot be opened.
        if let real = try? PathText.real(typed) { return real }
        guard part.utf8.contains(where: { $0 >= 0x80 }) else { return typed }
        let forms = [part.decomposedStringWithCanonicalMapping, part.precomposedStringWithCanonicalMapping]
        return forms.lazy.compactMap { try? PathText.real(PathText.joined(folder, $0)) }.first ?? typed
    }
}
