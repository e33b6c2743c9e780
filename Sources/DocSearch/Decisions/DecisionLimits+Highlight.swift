extension DecisionLimits {
    /// Unicode scalars of the words of a highlight.
    public static let quote = 2_000
    /// Characters of the label of a highlight.
    public static let label = tag

    /// Throws ``DocSearchError`` with code ``DocSearchError/Code/usage`` for what a highlight cannot have.
    static func checkHighlight(label: String?, color: String?, comment: String?) throws {
        if let label { try checkLine(label, "label", length: label.count, limit: Self.label) }
        if let color {
            let digits = color.utf8.dropFirst()
            guard color.utf8.first == UInt8(ascii: "#"), digits.count == 6, digits.allSatisfy(isHexadecimal) else {
                throw refusal("\"\(color)\" is not a colour such as #FFEE00")
            }
        }
        if let comment { try checkText(comment, "comment") }
    }

    static func checkQuote(_ range: Range<Int>) throws {
        guard !range.isEmpty else { throw refusal("A highlight must have at least one letter") }
        guard range.count <= quote else {
            throw refusal("The highlight has \(range.count) characters, more than \(quote)")
        }
    }

    /// The same for one of an export.
    static func checkHighlight(_ decision: Decision) throws {
        guard decision.page > 0 else { throw refusal("A highlight needs a page") }
        // Why it cannot be read does not matter: the line is refused, and named.
        guard let stored = try? StoredHighlight(decision) else { throw refusal("The value is not a highlight") }
        let words = stored.quote
        guard 0 <= words.start, words.start < words.end, words.end <= Int(Int32.max), !words.exact.isEmpty else {
            throw refusal("The highlight has no words")
        }
        guard words.exact.unicodeScalars.count <= quote else {
            throw refusal("The highlight has more than \(quote) characters")
        }
        for text in [words.prefix, words.suffix] where text.unicodeScalars.count > TextQuote.context {
            throw refusal("The text around the highlight has more than \(TextQuote.context) characters")
        }
        for text in [words.exact, words.prefix, words.suffix] where !text.isEmpty {
            // A line feed or some blanks may be all that stands there.
            try checkText(text + ".", "quote")
        }
        let isPlace =
            stored.boxes.count <= quote && stored.boxes.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isFinite) }
        guard isPlace, stored.size.isEmpty || stored.size.count == 2 else {
            throw refusal("The boxes of the highlight are not valid")
        }
        try checkHighlight(label: stored.label, color: stored.color, comment: stored.comment)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}
