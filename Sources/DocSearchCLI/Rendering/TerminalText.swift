import DocSearch

/// Makes text safe for a terminal: no control characters, and none that change the direction of text.
enum TerminalText {
    static func safe(_ text: String, keepingLines: Bool = false) -> String {
        guard text.unicodeScalars.contains(where: { isUnsafe($0, keepingLines) }) else { return text }
        let replaced = text.unicodeScalars.map { isUnsafe($0, keepingLines) ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(replaced))
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar, _ keepingLines: Bool) -> Bool {
        switch scalar.value {
        case 0x0A, 0x09: !keepingLines
        case 0..<0x20, 0x7F..<0xA0, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    /// Zero for combining marks, two for wide East Asian characters and pictures (Unicode Standard Annex 11, the blocks
    /// that hold nearly all of them).
    static func columns(of character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
            return 2
        default:
            return scalar.properties.generalCategory == .nonspacingMark ? 0 : 1
        }
    }
}

extension DocumentDate {
    init(seconds: Int64) { self.init(secondsSinceEpoch: seconds, precision: .instant) }
}

/// Emphasis: terminal attributes, or brackets without them.
struct Style {
    var usesColor: Bool

    func mark(_ text: String) -> String { usesColor ? "\u{1B}[1;33m\(text)\u{1B}[0m" : "[\(text)]" }
    func strong(_ text: String) -> String { usesColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    func faint(_ text: String) -> String { usesColor ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    /// Ranges of Unicode scalars.
    func marked(
        _ text: String, at marks: [Range<Int>], keepingLines: Bool = false, isStrong: Bool = false
    ) -> String {
        let scalars = text.unicodeScalars
        let count = scalars.count
        var (result, position, index) = ("", 0, scalars.startIndex)
        func part(to end: Int) -> String {
            let start = index
            index = scalars.index(start, offsetBy: end - position)
            position = end
            return TerminalText.safe(String(scalars[start..<index]), keepingLines: keepingLines)
        }
        for range in marks where range.lowerBound >= position && range.upperBound <= count {
            result += stressed(part(to: range.lowerBound), isStrong) + mark(part(to: range.upperBound))
        }
        return result + stressed(part(to: count), isStrong)
    }

    private func stressed(_ text: String, _ isStrong: Bool) -> String {
        isStrong && !text.isEmpty ? strong(text) : text
    }
}
