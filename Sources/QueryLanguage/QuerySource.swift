struct QuerySource {
    let scalars: [Unicode.Scalar]
    /// Includes those beyond the length limit.
    let fullCount: Int

    init(_ text: String) {
        var scalars = Array(text.unicodeScalars.prefix(QueryParser.lengthLimit + 1))
        if scalars.count > QueryParser.lengthLimit {
            // Half a word would be a wrong word, so the cut is made at a space if there is one.
            let end = scalars.lastIndex(where: \.separatesWords) ?? QueryParser.lengthLimit
            scalars.removeSubrange(end...)
        }
        self.scalars = scalars
        fullCount = text.unicodeScalars.count
    }

    var isCut: Bool { scalars.count < fullCount }

    func text(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

    /// Each run of spaces and control characters becomes one space.
    func phrase(_ range: Range<Int>) -> String {
        let words = scalars[range].split(whereSeparator: \.separatesWords)
        return String(scalars: words.joined(separator: " ".unicodeScalars))
    }

    /// In values, quotation marks are written twice.
    func value(_ range: Range<Int>) -> String { QueryFilter.withoutDoubledQuotes(text(range)) }

    func excerpt(_ range: Range<Int>) -> String {
        let end = min(range.upperBound, range.lowerBound + 40)
        return phrase(range.lowerBound..<end) + (end < range.upperBound ? "…" : "")
    }

    func hasLetterOrDigit(_ range: Range<Int>) -> Bool { scalars[range].contains(where: \.isLetterOrDigit) }

    func queryOperator(_ piece: QueryPiece) -> QueryOperator? {
        piece.isBareWord ? QueryOperator(typed: scalars[piece.content]) : nil
    }
}
