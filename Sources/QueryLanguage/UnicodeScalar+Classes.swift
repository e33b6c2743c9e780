/// What a scalar means to the query language. ASCII is answered without the Unicode tables, which are slow.
extension Unicode.Scalar {
    var isLetter: Bool {
        if isASCII { return ("a"..."z").contains(self) || ("A"..."Z").contains(self) }
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        default: return false
        }
    }

    /// What FTS5's `unicode61` takes for part of a token, private use excepted.
    var isLetterOrDigit: Bool {
        if isASCII { return isLetter || ("0"..."9").contains(self) }
        switch properties.generalCategory {
        case .decimalNumber, .letterNumber, .otherNumber: return true
        default: return isLetter
        }
    }

    /// A combining mark, which belongs to the letter before it.
    var isMark: Bool {
        if isASCII { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// Spaces of every kind, control characters (NUL too), the zero-width space and the byte order mark.
    var separatesWords: Bool {
        if isASCII { return value <= 0x20 || value == 0x7F }
        return properties.isWhitespace || properties.generalCategory == .control || value == 0x200B
            || value == 0xFEFF
    }

    /// Any of these opens a phrase and any of them closes it: habits and keyboards differ („so“, “so”, ”so”, «so»).
    var isQuote: Bool {
        switch self {
        case "\"", "\u{201C}", "\u{201D}", "\u{201E}", "\u{AB}", "\u{BB}": true
        default: false
        }
    }

    /// The hyphen of the keyboard and the typographic minus; a dash is punctuation.
    var isMinus: Bool { self == "-" || self == "\u{2212}" }

    var isParenthesis: Bool { self == "(" || self == ")" }
}

extension String {
    init(scalars: some Sequence<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        view.append(contentsOf: scalars)
        self.init(view)
    }
}
