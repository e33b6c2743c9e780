import QueryLanguage

extension SearchRequest {
    /// No other metadata, fact or exclusion of the question counts, so the answer depends on nothing but the texts of
    /// pages. Nil where the question has no such word.
    package init?(pagesWith question: String) {
        // Text before a colon is a word.
        let parsed = QueryParser().parse(question.replacing(":", with: " "))
        guard let wanted = parsed.expression?.inTexts else { return nil }
        self.init(wanted.description)
        // No query is the name of a file.
        isLiteral = true
    }
}

extension QueryExpression {
    fileprivate var inTexts: QueryExpression? {
        switch self {
        case .term(let term): .term(term.inTexts)
        case .near(let terms, let distance): .near(terms.map(\.inTexts), distance: distance)
        case .filter, .not: nil
        case .all(let parts), .any(let parts): QueryExpression.disjunction(parts.compactMap(\.inTexts))
        }
    }
}

extension QueryTerm {
    fileprivate var inTexts: QueryTerm {
        var term = self
        term.field = .text
        return term
    }
}
