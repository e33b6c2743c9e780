/// The scalars of a query that are read, and the ways in which their parts are quoted.
struct QuerySource {
    let scalars: [Unicode.Scalar]
    /// How many scalars the query has, the ones behind the limit of length included.
    let fullCount: Int

    init(_ text: String) {
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(min(text.utf8.count, QueryParser.lengthLimit))
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            if count <= QueryParser.lengthLimit + 1 { scalars.append(scalar) }
        }
        if count > QueryParser.lengthLimit {
            // Half a word would be a wrong word, so the cut is made at a space if there is one.
            let end = scalars.lastIndex(where: \.separatesWords) ?? QueryParser.lengthLimit
            scalars.removeSubrange(end...)
        }
        self.scalars = scalars
        fullCount = count
    }

    var isCut: Bool { scalars.count < fullCount }

    func text(_ range: Range<Int>) -> String { String(scalars: scalars[range]) }

    /// The text with every run of spaces and control characters made one space, none at the ends.
    func phrase(_ range: Range<Int>) -> String {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(range.count)
        for scalar in scalars[range] {
            if !scalar.separatesWords {
                result.append(scalar)
            } else if let last = result.last, last != " " {
                result.append(" ")
            }
        }
        if result.last == " " { result.removeLast() }
        return String(scalars: result)
    }

    /// A part of the query for a message, on one line and not too long.
    func excerpt(_ range: Range<Int>) -> String {
        let end = min(range.upperBound, range.lowerBound + 40)
        return phrase(range.lowerBound..<end) + (end < range.upperBound ? "…" : "")
    }

    func hasLetterOrDigit(_ range: Range<Int>) -> Bool { scalars[range].contains(where: \.isLetterOrDigit) }

    func isPunctuation(_ range: Range<Int>) -> Bool { scalars[range].allSatisfy(\.isPunctuation) }

    /// The range without the punctuation at its ends; nil when nothing else is in it.
    func withoutOuterPunctuation(_ range: Range<Int>) -> Range<Int>? {
        guard let first = scalars[range].firstIndex(where: \.isLetterOrDigit),
            let last = scalars[range].lastIndex(where: { $0.isLetterOrDigit || $0.isMark })
        else { return nil }
        return first..<last + 1
    }

    /// What a piece orders, if it is an operator.
    func queryOperator(_ piece: QueryPiece) -> QueryOperator? {
        piece.isBareWord ? QueryOperator(typed: scalars[piece.content]) : nil
    }
}
