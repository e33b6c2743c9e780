/// Chooses the searched words of a query that has too many. Exclusions, fields and facts come first, as they decide
/// which documents may match. Next come phrases, words with a mark, and terms in a group or beside an operator, then
/// the most significant plain words: rare in the archive and frequent in the query (tf × idf). A word on no page finds
/// nothing, so only stop words are dropped before it.
struct TermChoice {
    private(set) var kept: [Int: Int] = [:]
    private(set) var hint: QueryHint.Wording?

    /// `worth` is 0 for a word on no page.
    init(_ expression: QueryExpression, limit: Int, worth: (String) -> Double) {
        let others = Self.others(expression)
        for term in others.prefix(limit) { kept[term.range.lowerBound] = 1 }
        var leftOut = others.dropFirst(limit).map(\.text)
        var said: [String: Int] = [:]
        var words: [QueryTerm] = []
        for term in expression.conjuncts.compactMap(\.plainWord) {
            said[Self.key(term), default: 0] += 1
            if said[Self.key(term)] == 1 { words.append(term) }
        }
        let ranked = words.map { term in
            let isStopWord = StopWords.contains(Self.key(term))
            let worth = isStopWord ? 0 : worth(term.text) * Double(said[Self.key(term)] ?? 1)
            return (rank: (isStopWord ? 2 : worth == 0 ? 1 : 0, -worth, term.range.lowerBound), term: term)
        }
        for (_, term) in ranked.sorted(by: { $0.rank < $1.rank }).prefix(limit - kept.count) {
            kept[term.range.lowerBound] = said[Self.key(term)]
        }
        leftOut += words.filter { kept[$0.range.lowerBound] == nil }.map(Self.text)
        hint = leftOut.isEmpty ? nil : .leftOut(leftOut)
    }

    init(first limit: Int, of expression: QueryExpression) {
        let terms = expression.conjuncts.compactMap(\.plainWord)
        for term in (Self.others(expression) + terms).prefix(limit) { kept[term.range.lowerBound] = 1 }
        hint = .tooManyTerms
    }

    private static func others(_ expression: QueryExpression) -> [QueryTerm] {
        let parts = expression.conjuncts.filter { $0.plainWord == nil }
        return (parts.filter { !$0.isRelaxable } + parts.filter(\.isRelaxable)).flatMap(\.terms)
    }

    private static func text(_ term: QueryTerm) -> String { term.words.joined(separator: " ") }

    private static func key(_ term: QueryTerm) -> String { text(term).lowercased() }
}
