import CivilCalendar
import Foundation
import QueryLanguage

extension SearchEngine {
    func context() throws -> QueryContext {
        let index = index
        let isRestricted = try isRestricted()
        let worth: @Sendable (String) -> Double = { word in
            // The choice of words of a long query would tell whether documents that may not be seen have them.
            guard !isRestricted else { return 1 }
            let expression = FullTextExpression.quoted(FullTextExpression.composed(word))
            // ``QueryContext/worth`` cannot throw: an uncounted word counts as one that is nowhere, and its search reports
            // the damage.
            guard var share = try? index.pageShare(expression, sample: Self.commonWord) else { return 0 }
            // Only notes and corrections have it. If these cannot be read, the search itself reports that.
            if share == 0, (try? index.isSaid(word)) == true { share = Self.rareWord }
            return share > 0 ? BM25.amongMany(BM25.inverseFrequency(share: share)) : 0
        }
        return QueryContext(
            today: Self.today(request.now, request.timeZone), readsPlainWords: !request.isLiteral && !isRestricted,
            knowsAuthor: { Self.isKnown($0, as: .author, in: index) },
            knowsTag: { Self.isKnown($0, as: .tag, in: index) },
            worth: worth)
    }

    /// Beyond so many pages, a word's share is estimated from the first ones.
    private static let commonWord = 4096

    private static let rareWord = 1e-6

    /// A clock before the year 1 or after 9999 shows 1970.
    private static func today(_ now: Date, _ zone: TimeZone) -> CivilDate {
        let day = CivilInstant(
            secondsSinceEpoch: now.timeIntervalSince1970, zone: zone.secondsFromGMT(for: now) / 60)?.day
        return day.flatMap { CivilDate(year: $0.year, month: $0.month, day: $0.day) } ?? .epoch
    }

    /// False when the index cannot be read: the search says what is wrong.
    private static func isKnown(_ words: String, as field: QueryTerm.Field, in index: IndexStore) -> Bool {
        let expression = words.split(separator: " ").map { word in
            "{\(field.rawValue)} : \(FullTextExpression.quoted(FullTextExpression.composed(String(word))))"
        }.joined(separator: " AND ")
        return (try? index.isFound(expression)) ?? false
    }
}

/// Plain words that were taken for facts are guesses, and a guess never empties an answer.
extension SearchEngine {
    private static let mostTried = 8

    /// When a guess leaves nothing, its words are searched as words, and a hint says so.
    func answer(
        _ parsed: ParsedQuery, in context: QueryContext,
        by answer: (ParsedQuery) throws -> SearchResults
    ) throws -> (results: SearchResults, query: ParsedQuery) {
        var context = context
        let results = try answer(parsed)
        let guesses = parsed.inferences.filter { !$0.isExcluded }
        // Most questions have documents that are only near in meaning.
        guard results.total == results.totalByMeaning, !results.isPartial, !guesses.isEmpty else {
            return (results, parsed)
        }
        let ranges = (parsed.expression?.leaves ?? []).flatMap {
            $0.leaf.terms.map(\.range) + $0.leaf.filters.map(\.range)
        }
        let isAlone = guesses.count == 1 && ranges.allSatisfy { guesses[0].range.contains($0) }
        // The last first: what stands behind is mostly an afterthought.
        let single = (2...Self.mostTried).contains(guesses.count) ? guesses.reversed().map { [$0] } : []
        for dropped in single + [guesses] {
            context.words = dropped.map(\.range)
            let query = QueryParser().parse(request.query, context)
            var others = try answer(query)
            guard others.total > others.totalByMeaning else { continue }
            others.hints += dropped.map { hint($0, in: parsed, isAlone: isAlone) }
            others.unanswered = results.understood
            return (others, query)
        }
        return (results, parsed)
    }

    /// `isAlone` when the query is this guess and nothing else: beside others, only all of them together find nothing.
    private func hint(_ guess: QueryInference, in parsed: ParsedQuery, isAlone: Bool) -> SearchHint {
        let words = String(String.UnicodeScalarView(Array(parsed.text.unicodeScalars)[guess.range]))
        let rest = isAlone ? "" : " together with the rest of the query"
        return SearchHint(
            range: guess.range,
            message: "No document was found with \(guess.understood)\(rest), so “\(words)” was searched as words.")
    }
}
