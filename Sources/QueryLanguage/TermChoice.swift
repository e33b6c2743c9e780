/// Which words of a query that has too many of them are searched.
///
/// Kept are the words that tell most, which are the rarest of the archive, and before them whatever is more than a plain
/// word: phrases, words with a mark or a field, and what stands in a group or beside an operator. A word that is on no
/// page finds nothing, so it goes before stop words only.
struct TermChoice {
    /// Where the terms begin that are searched, in scalars of the query.
    private(set) var kept: Set<Int> = []
    /// What to say of the words that are not; nil when they are only said less often.
    private(set) var hint: String?

    /// How much a word is wanted, the least number most.
    private struct Rank: Comparable {
        /// The second time says less than any word said once.
        var isRepeated: Bool
        /// 0 for words of the archive, 1 for words that are nowhere, 2 for stop words.
        var kind: Int
        var pages: Int
        var place: Int

        static func < (a: Rank, b: Rank) -> Bool {
            if a.isRepeated != b.isRepeated { return b.isRepeated }
            return (a.kind, a.pages, a.place) < (b.kind, b.pages, b.place)
        }
    }

    /// `pages` tells on how many pages a word is.
    init(_ expression: QueryExpression, limit: Int, pages: (String) -> Int) {
        let parts = if case .all(let parts) = expression { parts } else { [expression] }
        let others = parts.filter { Self.plainWord($0) == nil }.flatMap(\.terms)
        kept = Set(others.prefix(limit).map(\.range.lowerBound))
        var leftOut = others.dropFirst(limit).map(\.text)
        var seen: Set<String> = []
        let words = parts.compactMap(Self.plainWord)
        let ranked = words.map { term in
            let isRepeated = !seen.insert(Self.key(term)).inserted
            let isStopWord = StopWords.contains(Self.key(term))
            let count = isRepeated || isStopWord ? 0 : pages(term.text)
            let kind = isStopWord ? 2 : count == 0 ? 1 : 0
            return (Rank(isRepeated: isRepeated, kind: kind, pages: count, place: term.range.lowerBound), term)
        }
        let chosen = ranked.sorted { $0.0 < $1.0 }.prefix(limit - kept.count).map(\.1)
        kept.formUnion(chosen.map(\.range.lowerBound))
        var told = Set(chosen.map(Self.key))
        for term in words where told.insert(Self.key(term)).inserted { leftOut.append(Self.text(term)) }
        hint = leftOut.isEmpty ? nil : QueryHint.Wording.leftOut(leftOut)
    }

    /// Without the punctuation around it.
    private static func text(_ term: QueryTerm) -> String { term.words.joined(separator: " ") }

    private static func key(_ term: QueryTerm) -> String { text(term).lowercased() }

    private static func plainWord(_ part: QueryExpression) -> QueryTerm? {
        guard case .term(let term) = part, term.form == .word, term.field == .any else { return nil }
        return term
    }
}
