/// A word or phrase that documents must, or must not, contain.
package struct QueryTerm: Sendable, Equatable {
    /// Where to look.
    package enum Field: String, Sendable, CaseIterable {
        case any, title, author, tag
    }

    /// How to look. Prefixes and fuzzy words will be further cases.
    package enum Form: Sendable, Equatable {
        case word, phrase
    }

    /// A word as typed, its punctuation included (`foo-bar`, `12.5`, `C++`), or the text between the quotation
    /// marks with runs of spaces made one. Holds at least one letter or digit, no quotation mark and no control
    /// character; still to be quoted for FTS5 by the planner.
    package var text: String
    package var form: Form
    package var isExcluded: Bool
    package var field: Field
    /// What may be there instead, each with its own field; of a term that is not excluded. They have none themselves.
    package var alternatives: [QueryTerm] = []
    /// The term as typed, with its `-`, field name and quotation marks, in Unicode scalars of the query.
    package var range: Range<Int>

    package init(
        text: String, form: Form = .word, isExcluded: Bool = false, field: Field = .any, range: Range<Int>
    ) {
        self.text = text
        self.form = form
        self.isExcluded = isExcluded
        self.field = field
        self.range = range
    }

    package var isPhrase: Bool { form == .phrase }

    /// The term and what may be there instead.
    package var choices: [QueryTerm] { [self] + alternatives }

    /// The words in `text` without the punctuation around them, for looking them up in a list. A word has one
    /// element (`foo-bar` stays whole).
    package var words: [String] {
        text.unicodeScalars.split(separator: " ").compactMap { word in
            guard let first = word.firstIndex(where: \.isLetterOrDigit),
                let last = word.lastIndex(where: { $0.isLetterOrDigit || $0.isMark })
            else { return nil }
            return String(word[first...last])
        }
    }
}

extension QueryTerm {
    /// The term in the canonical form, without its exclusion.
    var canonicalText: String {
        let quoted = isPhrase || !readsBackAsWord
        return (field == .any ? "" : field.rawValue + ":") + (quoted ? "\"\(text)\"" : text)
    }

    /// Whether `text`, typed without quotation marks, would be read as this one word again.
    private var readsBackAsWord: Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, first.isLetterOrDigit, let last = scalars.last,
            last.isLetterOrDigit || last.isMark, QueryOperator(rawValue: text) == nil
        else { return false }
        var previous: Unicode.Scalar = " "
        for scalar in scalars {
            if scalar == ":" || scalar.isParenthesis || scalar == "." && previous == "." { return false }
            previous = scalar
        }
        return true
    }
}
