/// How much of an index a query reads, about: known before it is asked, so that one query cannot take what many share.
package enum QueryCost {
    /// Two beginnings of one letter, ten of two letters, or 400 words: what people type, and a page that they paste.
    package static let most = 400

    /// A beginning has the lists of all its words read: of one letter a good part of the index, of two letters less.
    package static func of(_ query: String) -> Int {
        let pieces = query.split { $0.isWhitespace || "()\"“”„«»|,;".contains($0) }
        return pieces.reduce(0) { sum, piece in
            guard !["OR", "AND", "NOT"].contains(piece) else { return sum }
            // What stands before a colon is a field.
            let word = (piece.split(separator: ":").last ?? piece).drop { "-+=".contains($0) }
            if word.hasPrefix("~") { return sum + 20 }
            guard word.hasSuffix("*") else { return sum + 1 }
            switch word.filter({ $0.isLetter || $0.isNumber }).count {
            case 0, 1: return sum + 150
            case 2: return sum + 40
            default: return sum + 5
            }
        }
    }

    /// Throws ``ProblemDetails`` for queries that together cost more than one may.
    package static func check(_ queries: [String]) throws {
        guard queries.reduce(0, { $0 + of($1) }) > most else { return }
        throw ProblemDetails(
            400, "This query is too broad",
            "This query has too many words, or too many short beginnings such as \"a*\". Write longer beginnings, or ask in several queries."
        )
    }
}
