/// Chooses the searched words of a query that has too many. Fields come first, as they decide which documents may match,
/// with one part of what is wanted, without which everything would match, and then exclusions. Next come phrases, words
/// with a mark, and terms in a group or beside an operator, then the most significant plain words: rare in the archive and
/// frequent in the query (tf × idf). A word on no page finds nothing, so only stop words are dropped before it, and those
/// that exclude nothing or are one choice of several.
struct TermChoice {
    private(set) var kept: [Int: Int] = [:]
    private(set) var hint: QueryHint.Wording?

    private enum Rank: Int {
        case required, first, excluded, other, word, nowhere, stopWord, needless
    }

    private struct Candidate {
        var term: QueryTerm
        var rank: Rank
        var worth = 0.0
        var count = 1
        /// The number of its part among the conjuncts that are wanted; nil for what must hold.
        var part: Int?

        var order: (Int, Double, Int) { (rank.rawValue, -worth, term.range.lowerBound) }
    }

    /// `worth` is 0 for a word on no page.
    init(_ expression: QueryExpression, limit: Int, worth: (String) -> Double) {
        let parts = expression.conjuncts
        var counted: [String: Double] = [:]
        func count(_ word: String) -> Double {
            let count = counted[word] ?? worth(word)
            counted[word] = count
            return count
        }
        var candidates = parts.enumerated().filter { $0.element.plainWord == nil }.flatMap { number, part in
            let needless = Set(part.needless(count).map(\.range.lowerBound))
            let rank: Rank = if case .not = part { .excluded } else { part.isRelaxable ? .other : .required }
            return part.terms.map { term in
                let isNeedless = needless.contains(term.range.lowerBound)
                // The last of a group to go is what no page has: without it, the rest would mean more.
                return Candidate(
                    term: term, rank: isNeedless ? .needless : rank,
                    worth: isNeedless && QueryExpression.term(term).isNowhere(count) ? 1 : 0,
                    part: part.isRelaxable ? number : nil)
            }
        }
        var said: [String: Int] = [:]
        for term in parts.compactMap(\.plainWord) { said[Self.key(term), default: 0] += 1 }
        for (number, part) in parts.enumerated() {
            guard let term = part.plainWord, let count = said.removeValue(forKey: Self.key(term)) else {
                continue
            }
            let isStopWord = StopWords.contains(Self.key(term))
            let worth = isStopWord ? 0 : worth(term.text) * Double(count)
            candidates.append(
                Candidate(
                    term: term, rank: isStopWord ? .stopWord : worth == 0 ? .nowhere : .word, worth: worth,
                    count: count,
                    part: number))
        }
        candidates.sort { $0.order < $1.order }
        if let first = candidates.first(where: { $0.part != nil }) {
            let places = candidates.indices.filter {
                candidates[$0].part == first.part && candidates[$0].rank == first.rank
            }
            for place in places.prefix(first.rank == .needless ? 1 : limit / 2) { candidates[place].rank = .first }
            candidates.sort { $0.order < $1.order }
        }
        for candidate in candidates.prefix(limit) { kept[candidate.term.range.lowerBound] = candidate.count }
        let leftOut = candidates.dropFirst(limit).map(\.term).sorted { $0.range.lowerBound < $1.range.lowerBound }
        hint = leftOut.isEmpty ? nil : .leftOut(leftOut.map { $0.form == .word ? $0.wording : $0.text })
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

    private static func key(_ term: QueryTerm) -> String { term.wording.lowercased() }
}

extension QueryExpression {
    /// Terms without which it means the same, as no page has them.
    fileprivate func needless(_ worth: (String) -> Double) -> [QueryTerm] {
        switch self {
        case .term, .near, .filter: []
        case .all(let parts): parts.flatMap { $0.needless(worth) }
        case .any(let parts): parts.flatMap { $0.isNowhere(worth) ? $0.terms : $0.needless(worth) }
        case .not(let part): part.isNowhere(worth) ? part.terms : part.needless(worth)
        }
    }

    fileprivate func isNowhere(_ worth: (String) -> Double) -> Bool {
        switch self {
        case .term(let term):
            // Notes and labels are not counted, and beginnings and similar words are no words.
            ![.prefix, .fuzzy].contains(term.form) && ![.note, .label].contains(term.field)
                && term.indexedWords.contains { worth(String($0)) == 0 }
        case .near(let terms, _): terms.contains { QueryExpression.term($0).isNowhere(worth) }
        case .filter, .not: false
        case .all(let parts): parts.contains { $0.isNowhere(worth) }
        case .any(let parts): parts.allSatisfy { $0.isNowhere(worth) }
        }
    }
}
