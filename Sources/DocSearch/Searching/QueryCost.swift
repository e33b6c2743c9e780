import QueryLanguage

/// The share of an index that a query reads, about: known before it is asked, so that one query cannot take what many
/// share.
package enum QueryCost {
    /// Two beginnings of one letter, ten of two letters, or 400 words: what people type, and a page that they paste.
    package static let most = 400

    package static func of(_ query: String) -> Int {
        QueryParser().terms(of: FullTextExpression.composed(query)).reduce(0) { $0 + of($1) }
    }

    private static func of(_ term: QueryTerm) -> Int {
        let words = term.indexedWords
        switch term.form {
        // Its pages are read.
        case .phrase where SignedPhrase(term.text) != nil: return words.count + 40
        case .word, .phrase, .exact: return max(1, words.count)
        case .fuzzy: return 20
        case .prefix:
            // Only the last word is a beginning. It has the lists of all its words read: of one letter a good part of the
            // index, of two letters less.
            let others = words.count - 1
            switch words.last?.unicodeScalars.count ?? 0 {
            case 0, 1: return others + 150
            case 2: return others + 40
            default: return others + 5
            }
        }
    }
}
