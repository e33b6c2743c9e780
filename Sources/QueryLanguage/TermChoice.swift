/// Which words of a query that has too many of them are searched. What decides which documents may answer at all comes
/// first: exclusions, fields, facts. Then comes whatever else is more than a plain word: phrases, words with a mark, and what stands
/// in a group or beside an operator. Of the plain words those are kept that tell most: rare ones of the archive, and ones that are
/// said often (tf × idf). A word that is on no page finds nothing, so it goes before stop words only.
struct TermChoice {
    /// Where the terms begin that are searched, in scalars of the query, and how often the query has each.
    private(set) var kept: [Int: Int] = [:]
    /// What to say of the words that are not; nil when they are only said less often.
    private(set) var hint: String?

    /// `worth` tells how telling a word is, 0 for one that is on no page.
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
        hint = leftOut.isEmpty ? nil : QueryHint.Wording.leftOut(leftOut).text
    }

    /// Without knowledge of an archive: what decides which documents may answer, and then the first terms.
    init(first limit: Int, of expression: QueryExpression) {
        let terms = expression.conjuncts.compactMap(\.plainWord)
        for term in (Self.others(expression) + terms).prefix(limit) { kept[term.range.lowerBound] = 1 }
        hint = QueryHint.Wording.tooManyTerms.text
    }

    /// All that is more than a plain word, what must hold in any case first.
    private static func others(_ expression: QueryExpression) -> [QueryTerm] {
        let parts = expression.conjuncts.filter { $0.plainWord == nil }
        return (parts.filter { !$0.isRelaxable } + parts.filter(\.isRelaxable)).flatMap(\.terms)
    }

    /// Without the punctuation around it.
    private static func text(_ term: QueryTerm) -> String { term.words.joined(separator: " ") }

    private static func key(_ term: QueryTerm) -> String { text(term).lowercased() }
}
