/// A pattern of exclusions in the form of gitignore(5), for paths below a folder.
struct IgnorePattern: Sendable, Hashable {
    private enum Part: Sendable, Hashable {
        case folders
        case name(NamePattern)
    }

    let isNegated: Bool
    private let isOfFolders: Bool
    private var parts: [Part] = []

    static let limit = 4096

    /// Nil for an empty line or a comment.
    init?(_ line: String) throws(PatternRefusal) {
        guard line.utf8.count <= Self.limit else { throw PatternRefusal("it is longer than \(Self.limit) bytes") }
        let text = Self.trimmed(line)
        guard !text.isEmpty, text.utf8.first != UInt8(ascii: "#") else { return nil }
        let hasControls = text.unicodeScalars.contains {
            [.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory)
        }
        guard !hasControls else { throw PatternRefusal("it has control characters") }
        isNegated = text.utf8.first == UInt8(ascii: "!")
        let bytes = Array(isNegated ? text.utf8.dropFirst() : text.utf8[...])
        isOfFolders = bytes.last == Self.slash
        // A final slash does not anchor the pattern.
        let isAnchored = bytes.dropLast().contains(Self.slash)
        let names = bytes.split(separator: Self.slash).map { String(decoding: $0, as: UTF8.self) }
        guard !names.isEmpty else { throw PatternRefusal("it names nothing") }
        if !isAnchored { parts.append(.folders) }
        for name in names {
            if isAnchored, name == "**" {
                if parts.last != .folders { parts.append(.folders) }
            } else {
                parts.append(.name(try NamePattern(name)))
            }
        }
        // Matches the contents of a folder, and not the folder.
        if isAnchored, names.last == "**" { parts.append(.name(.star)) }
    }

    private static let slash = UInt8(ascii: "/")

    private static func trimmed(_ line: String) -> String {
        var bytes = Array(line.utf8)
        while bytes.last == UInt8(ascii: " ") {
            let slashes = bytes.dropLast().reversed().prefix { $0 == UInt8(ascii: "\\") }.count
            guard slashes % 2 == 0 else { break }
            bytes.removeLast()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    static func literal(_ path: String) -> String {
        var text = "/"
        for scalar in path.unicodeScalars {
            if ["*", "?", "[", "\\"].contains(scalar) { text.unicodeScalars.append("\\") }
            text.unicodeScalars.append(scalar)
        }
        if text.utf8.last == UInt8(ascii: " ") { text = String(text.unicodeScalars.dropLast()) + "\\ " }
        return text
    }

    /// `path` is relative to the pattern's folder.
    func matches(_ path: ArraySlice<PatternName>, isFolder: Bool) -> Bool {
        guard isFolder || !isOfFolders else { return false }
        return path.fit(parts, isStar: { $0 == .folders }) { name, part in
            if case .name(let pattern) = part { pattern.matches(name) } else { false }
        }
    }
}
