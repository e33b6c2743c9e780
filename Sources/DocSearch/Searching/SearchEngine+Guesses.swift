import QueryLanguage

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
        context.leftOut = guesses.map(\.range)
        let isAlone = guesses.count == 1 && QueryParser().parse(request.query, context).isEmpty
        // The last first: what stands behind is mostly an afterthought.
        let single = (2...Self.mostTried).contains(guesses.count) ? guesses.reversed().map { [$0] } : []
        for dropped in single + [guesses] {
            context.leftOut = []
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
