extension AnnotationLimits {
    /// Unicode scalars of a highlight's words.
    public static let quote = 2_000
    /// Characters of a highlight's label.
    public static let label = tag

    static func checkHighlight(label: String?, color: String?, comment: String?) throws {
        if let label { try checkLine(label, "label", length: label.count, limit: Self.label) }
        if let color {
            let digits = color.utf8.dropFirst()
            let isColor = color.utf8.first == UInt8(ascii: "#") && digits.count == 6 && digits.allSatisfy(isHexadecimal)
            try require(isColor, "\"\(color)\" is not a colour such as #FFEE00")
        }
        if let comment { try checkText(comment, "comment") }
    }

    static func checkQuote(_ range: Range<Int>) throws {
        try require(!range.isEmpty, "A highlight must have at least one letter")
        try require(range.count <= quote, "The highlight has \(range.count) characters, more than \(quote)")
    }

    static func checkHighlight(_ annotation: Annotation) throws {
        try require(annotation.page > 0, "A highlight needs a page")
        // The cause does not matter: the line is refused and named.
        guard let stored = try? StoredHighlight(annotation) else { throw refusal("The value is not a highlight") }
        let words = stored.quote
        let hasRange = 0 <= words.start && words.start < words.end && words.end <= Int(Int32.max)
        try require(hasRange && !words.exact.isEmpty, "The highlight has no words")
        try require(words.exact.unicodeScalars.count <= quote, "The highlight has more than \(quote) characters")
        for text in [words.prefix, words.suffix] where text.unicodeScalars.count > TextQuote.context {
            throw refusal("The text around the highlight has more than \(TextQuote.context) characters")
        }
        for text in [words.exact, words.prefix, words.suffix] where !text.isEmpty {
            // The quote may be only a line feed or blanks, which alone would be refused.
            try checkText(text + ".", "quote")
        }
        let areBoxes =
            stored.boxes.count <= quote && stored.boxes.allSatisfy { $0.count == 4 && $0.allSatisfy(\.isFinite) }
        try require(areBoxes && [0, 2].contains(stored.size.count), "The boxes of the highlight are not valid")
        try checkHighlight(label: stored.label, color: stored.color, comment: stored.comment)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte | 0x20)
    }
}
