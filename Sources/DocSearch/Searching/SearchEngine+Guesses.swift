import QueryLanguage

/// Plain words that were taken for facts are guesses, and a guess never empties an answer.
extension SearchEngine {
    /// Guesses that are tried one by one; with more of them in a query, all are words or none.
    private static let mostTried = 8

    /// The answer to `parsed`. When a guess leaves nothing, its words are searched as words, and that is said.
    func answer(
        _ parsed: ParsedQuery, in context: QueryContext,
        by answer: (ParsedQuery) throws -> SearchResults
    ) throws -> SearchResults {
        let results = try answer(parsed)
        let guesses = parsed.inferences.filter { !$0.isExcluded }
        // What is only near in meaning is there for most questions.
        guard results.total == results.totalByMeaning, !results.isPartial, !guesses.isEmpty,
            try isFound(without: guesses, in: context, by: answer)
        else { return results }
        // The last first: what stands behind is mostly an afterthought.
        let single = (2...Self.mostTried).contains(guesses.count) ? guesses.reversed().map { [$0] } : []
        for dropped in single + [guesses] {
            var context = context
            context.words = dropped.map(\.range)
            var others = try answer(QueryParser().parse(request.query, context))
            guard others.total > others.totalByMeaning else { continue }
            others.hints += dropped.map { hint($0, in: parsed) }
            return others
        }
        return results
    }

    /// Whether the guesses are the reason that nothing answers, and not the words beside them.
    private func isFound(
        without guesses: [QueryInference], in context: QueryContext,
        by answer: (ParsedQuery) throws -> SearchResults
    ) throws -> Bool {
        var context = context
        context.leftOut = guesses.map(\.range)
        let rest = QueryParser().parse(request.query, context)
        if rest.isEmpty { return true }
        let results = try answer(rest)
        return results.total > results.totalByMeaning
    }

    private func hint(_ guess: QueryInference, in parsed: ParsedQuery) -> SearchHint {
        let words = String(String.UnicodeScalarView(Array(parsed.text.unicodeScalars)[guess.range]))
        return SearchHint(
            range: guess.range,
            message: "No document was found with \(guess.understood), so “\(words)” was searched as words.")
    }
}
