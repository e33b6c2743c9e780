import Foundation

/// A query that is nothing but the name of a file or a path: `missouri.pdf`, `court/missouri.pdf`, or an absolute path,
/// as it was pasted.
struct NamedPath {
    let text: String
    let isPlaced: Bool
    /// In the form in which paths are compared, without a slash at either end; nil where only the disk knows what `..`
    /// means.
    private(set) var folded: String?

    /// The same path without the accents of its letters, to be compared with paths that are written so
    /// (``PathColumn/unaccented(_:)``).
    var unaccented: NamedPath {
        var path = self
        path.folded = folded.map(PathColumn.unaccented)
        return path
    }

    /// A path of the system's has 4,096 bytes, and each byte of an address may take three.
    private static let mostBytes = 3 * 4096
    private static let longestEnding = 8

    /// A name has an ending, and a path folders.
    private static let signs = Set("./\\".utf8)

    /// For ordinary words no path is looked at.
    init?(_ query: String) {
        guard query.utf8.contains(where: Self.signs.contains), query.utf8.count <= Self.mostBytes,
            !query.utf8.contains(0)
        else { return nil }
        var text = Self.unquoted(query.trimmingCharacters(in: .whitespacesAndNewlines))
        if text.lowercased().hasPrefix("file:///"), let path = String(text.dropFirst(7)).removingPercentEncoding {
            text = path
        }
        // As Windows shows a file of a shared folder.
        let isOfWindows =
            text.hasPrefix("\\\\") || text.first?.isLetter == true && text.dropFirst().hasPrefix(":\\")
        if isOfWindows { text = String(text.drop { $0 != "\\" }).replacing("\\", with: "/") }
        if text.utf8.contains(UInt8(ascii: "\\")) { text = Self.withoutBackslashes(text) }
        // No shell has replaced it; what is behind it may still be the end of a path.
        if text.hasPrefix("~/") { text.removeFirst() }
        guard text.utf8.contains(UInt8(ascii: "/")) || Self.hasEnding(text) else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
            .filter { $0 != "." }
        guard !parts.isEmpty else { return nil }
        self.text = text
        isPlaced = text.hasPrefix("/") || text.hasPrefix("./") || text.hasPrefix("../")
        folded = parts.contains("..") ? nil : Self.folded(parts.joined(separator: "/"))
    }

    /// `court\missouri.pdf` is a path of Windows, and `My\ Files/letter.pdf` is one as a shell wants it typed.
    private static func withoutBackslashes(_ text: String) -> String {
        let parts = text.split(separator: "\\", omittingEmptySubsequences: false).dropFirst()
        let dividesNames =
            !text.utf8.contains(UInt8(ascii: "/"))
            && parts.allSatisfy { $0.first.map { $0.isLetter || $0.isNumber } ?? true }
        return text.replacing("\\", with: dividesNames ? "/" : "")
    }

    private static func unquoted(_ text: String) -> String {
        guard text.count > 2, let first = text.first, first == text.last, ["\"", "'"].contains(first) else {
            return text
        }
        let inner = text.dropFirst().dropLast()
        return inner.contains(first) ? text : String(inner)
    }

    private static func hasEnding(_ text: String) -> Bool {
        guard let dot = text.utf8.lastIndex(of: UInt8(ascii: ".")), dot > text.utf8.startIndex else { return false }
        let ending = text.utf8[text.utf8.index(after: dot)...]
        let isLetter = { (byte: UInt8) in UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 }
        return (1...longestEnding).contains(ending.count) && ending.contains(where: isLetter)
            && ending.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    }

    /// One normal form and one case; what lies in a bundle lies below it.
    static func folded(_ path: String) -> String {
        path.lowercased().precomposedStringWithCanonicalMapping.replacing("!/", with: "/")
    }

    /// For SQL's LIKE with a backslash to escape. Letters beyond ASCII are anything here, as there are several forms of
    /// them.
    var likeness: String? {
        guard let folded else { return nil }
        return PathText.name(folded).map { letter in
            guard let byte = letter.asciiValue else { return "%" }
            return "%_\\".utf8.contains(byte) ? "\\\(letter)" : "\(letter)"
        }.joined()
    }

    /// `places` are where it lies on disk.
    func likeness(at places: [String]) -> String? { likeness ?? places.first.flatMap { NamedPath($0)?.likeness } }

    /// In bytes. The path form may end so or have this as a folder or bundle; `folder` is the name of the folder that
    /// it lies in. A path from the top may itself end with the path form, or a folder in it: it is of another machine,
    /// or goes by a link. Nil when it names something else.
    func length(in path: String, of folder: String?) -> Int? {
        guard let folded else { return nil }
        let below = "/\(Self.folded(path))/"
        let whole = folder.map { "/\(Self.folded($0))\(below)" } ?? below
        if whole.contains("/\(folded)/") { return folded.utf8.count }
        guard isPlaced else { return nil }
        let ends = below.ranges(of: "/\(PathText.name(folded))/").map { below[..<$0.upperBound] }
        return ends.last { "/\(folded)/".hasSuffix($0) }?.utf8.count
    }
}
