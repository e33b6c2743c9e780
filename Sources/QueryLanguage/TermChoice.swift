/// Which words of a query that has too many of them are searched: the rarest of the archive, which tell most, and
/// before them whatever is more than a plain word: phrases, words with a mark or a field, and what stands in a group or
/// beside an operator. A word that is on no page finds nothing, so it goes before stop words only.
struct TermChoice {
    /// Where the terms begin that are searched, in scalars of the query.
    private(set) var kept: Set<Int> = []
    /// What to say of the words that are not; nil when they are only said less often.
    private(set) var hint: String?

    /// `pages` tells on how many pages a word is.
    init(_ expression: QueryExpression, limit: Int, pages: (String) -> Int) {
        let parts = expression.conjuncts
        let others = parts.filter { Self.plainWord($0) == nil }.flatMap(\.terms)
        kept = Set(others.prefix(limit).map(\.range.lowerBound))
        var leftOut = others.dropFirst(limit).map(\.text)
        var seen: Set<String> = []
        let words = parts.compactMap(Self.plainWord)
        let ranked = words.map { term in
            let isRepeated = !seen.insert(Self.key(term)).inserted
            let isStopWord = StopWords.contains(Self.key(term))
            let count = isRepeated || isStopWord ? 0 : pages(term.text)
            // Words of the archive, words that are nowhere, stop words; said again, they say less than any other.
            let kind = (isStopWord ? 2 : count == 0 ? 1 : 0) + (isRepeated ? 3 : 0)
            return (rank: (kind, count, term.range.lowerBound), term: term)
        }
        let chosen = ranked.sorted { $0.rank < $1.rank }.prefix(limit - kept.count).map(\.term)
        kept.formUnion(chosen.map(\.range.lowerBound))
        var told = Set(chosen.map(Self.key))
        for term in words where told.insert(Self.key(term)).inserted { leftOut.append(Self.text(term)) }
        hint = leftOut.isEmpty ? nil : QueryHint.Wording.leftOut(leftOut).text
    }

    /// Without the punctuation around it.
    private static func text(_ term: QueryTerm) -> String { term.words.joined(separator: " ") }

    private static func key(_ term: QueryTerm) -> String { text(term).lowercased() }

    private static func plainWord(_ part: QueryExpression) -> QueryTerm? {
        guard case .term(let term) = part, term.form == .word, term.field == .any else { return nil }
        return term
    }
}
