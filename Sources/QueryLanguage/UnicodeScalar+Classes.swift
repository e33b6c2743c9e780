/// Frequent scalars avoid the Unicode tables, which are slow.
extension Unicode.Scalar {
    var isLetter: Bool {
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
        if isLatinLetter { return true }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    /// A part of a token for FTS5's `unicode61`, except private use, or a radical, which is indexed as its character.
    var isLetterOrDigit: Bool {
        if isLetter { return true }
        if isASCII { return ("0"..."9").contains(self) }
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: return true
        case .otherSymbol: return ("\u{2E80}"..."\u{2FD5}").contains(self)
        default: return false
        }
    }

    /// FTS5 knows the letters and digits of Unicode 6.1. Newer ones separate words.
    var isIndexed: Bool {
        guard isLetterOrDigit, !isASCII else { return isLetterOrDigit }
        guard let age = properties.age else { return false }
        return (age.major, age.minor) <= (6, 1)
    }

    /// Latin-1 Supplement to Latin Extended-B, whose blocks are adjacent.
    private var isLatinLetter: Bool { (0xC0...0x24F).contains(value) && value != 0xD7 && value != 0xF7 }

    var isMark: Bool {
        if isASCII { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Includes arithmetic signs, but no emoji.
    var isPunctuation: Bool {
        if isASCII { return !isLetterOrDigit }
        switch properties.generalCategory {
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation: return true
        case .initialPunctuation, .finalPunctuation, .otherPunctuation, .mathSymbol: return true
        default: return false
        }
    }

    /// Control characters (NUL too), the zero-width space and the byte order mark do too.
    var separatesWords: Bool {
        switch value {
        case ...0x20, 0x7F...0xA0: true
        case ..<0x1680: false
        case 0x1680, 0x2000...0x200B, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }

    /// Any of these opens and closes a phrase, because habits and keyboards differ („so“, “so”, ”so”, «so»).
    package var isQuote: Bool {
        switch self {
        case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": true
        default: false
        }
    }

    /// A dash is punctuation.
    var isMinus: Bool { self == "-" || self == "\u{2212}" }

    var isParenthesis: Bool { self == "(" || self == ")" }
}

extension BidirectionalCollection<Unicode.Scalar> {
    var withoutOuterPunctuation: SubSequence? {
        guard let first = firstIndex(where: \.isLetterOrDigit),
            let last = lastIndex(where: { $0.isLetterOrDigit || $0.isMark })
        else { return nil }
        return self[first...last]
    }
}

extension UInt8 {
    /// ASCII only.
    var isDigit: Bool { (0x30...0x39).contains(self) }
}

extension Int {
    init?(digits text: Substring, most: Int) {
        guard (1...most).contains(text.utf8.count), text.utf8.allSatisfy(\.isDigit) else { return nil }
        self.init(text)
    }
}

extension String {
    init(scalars: some Sequence<Unicode.Scalar>) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(scalars.underestimatedCount)
        for scalar in scalars {
            if scalar.isASCII {
                bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            } else {
                bytes.append(contentsOf: Unicode.UTF8.encode(scalar) ?? Unicode.UTF8.encodedReplacementCharacter)
            }
        }
        self.init(decoding: bytes, as: UTF8.self)
    }
}
