package struct QueryTerm: Sendable, Equatable {
    package enum Field: String, Sendable, CaseIterable {
        case any, title, author, tag, text, note, label
    }

    package enum Form: String, Sendable, CaseIterable {
        /// In any inflection: `run` finds `running`.
        case word
        /// In this order, each in any inflection.
        case phrase
        /// `=running`; several words in this order, `="water board"`.
        case exact
        /// `wat*`. The text has no star and no punctuation at its ends.
        case prefix
        /// `~recieve`. The text has only letters and digits.
        case fuzzy
    }

    /// A word with its punctuation (`foo-bar`, `12.5`, `C++`), or a phrase with runs of spaces as one. Holds at least
    /// one letter or digit, no quotation mark and no control character. The planner must still quote it for FTS5.
    package var text: String
    package var form = Form.word
    package var field = Field.any
    /// With its `-`, field name and quotation marks, in Unicode scalars of the query.
    package var range: Range<Int>
    package var count = 1

    /// Without surrounding punctuation, for looking them up in a list; `foo-bar` is one.
    package var words: [String] {
        text.unicodeScalars.split(separator: " ").compactMap { $0.withoutOuterPunctuation.map { String($0) } }
    }

    /// ``words`` as one text.
    package var wording: String { words.joined(separator: " ") }

    /// As the full-text tables split `text`: two words for `foo-bar`.
    package var indexedWords: [Substring] {
        text.unicodeScalars.split { !$0.isIndexed }.map(Substring.init)
    }
}

extension QueryTerm {
    var canonicalText: String {
        let scalars = Array(text.unicodeScalars)
        // It must read back as this single word without quotation marks.
        let isWord = Self.isPlain(scalars[...]) && QueryOperator(typed: scalars[...]) == nil
        let typed =
            switch form {
            case .word: isWord || Self.isSigned(scalars) ? text : "\"\(text)\""
            case .exact: isWord ? text : "\"\(text)\""
            case .phrase: "\"\(text)\""
            case .prefix: text + "*"
            case .fuzzy: "~" + text
            }
        return (field == .any ? "" : field.rawValue + ":") + (form == .exact ? "=" : "") + typed
    }

    /// In quotation marks the signs at the ends of a word are meant too.
    private static func isSigned(_ scalars: [Unicode.Scalar]) -> Bool {
        var rest = scalars[...]
        if let first = rest.first, ["#", "$", "\u{20AC}", "\u{A3}", "\u{A7}", "."].contains(first) {
            rest = rest.dropFirst()
        }
        while let last = rest.last, ["#", "+", "%"].contains(last) { rest = rest.dropLast() }
        return rest.count < scalars.count && isPlain(rest)
    }

    static func isPlain(_ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
        guard let first = scalars.first, first.isLetterOrDigit, let last = scalars.last,
            last.isLetterOrDigit || last.isMark
        else { return false }
        var previous: Unicode.Scalar = " "
        for scalar in scalars {
            if scalar == ":" || scalar == "*" || scalar == " " || scalar.isParenthesis { return false }
            if scalar == ".", previous == "." { return false }
            previous = scalar
        }
        return true
    }
}
