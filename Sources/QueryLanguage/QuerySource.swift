/// The scalars of a query that are read, and the ways in which their parts are quoted.
struct QuerySource {
    let scalars: [Unicode.Scalar]
    /// How many scalars the query has, the ones behind the limit of length included.
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

    /// The text with every run of spaces and control characters made one space, none at the ends.
    func phrase(_ range: Range<Int>) -> String {
        let words = scalars[range].split(whereSeparator: \.separatesWords)
        return String(scalars: words.joined(separator: " ".unicodeScalars))
    }

    /// A part of the query for a message, on one line and not too long.
    func excerpt(_ range: Range<Int>) -> String {
        let end = min(range.upperBound, range.lowerBound + 40)
        return phrase(range.lowerBound..<end) + (end < range.upperBound ? "…" : "")
    }

    func hasLetterOrDigit(_ range: Range<Int>) -> Bool { scalars[range].contains(where: \.isLetterOrDigit) }

    /// What a piece orders, if it is an operator.
    func queryOperator(_ piece: QueryPiece) -> QueryOperator? {
        piece.isBareWord ? QueryOperator(typed: scalars[piece.content]) : nil
    }
}
