/// What a query asks for, independent of how it will be searched.
///
/// Every term and every filter holds at once: the planner joins them with AND. OR joins its two neighbours to one term
/// with alternatives.
package struct ParsedQuery: Sendable, Equatable {
    /// The query as typed, in full. All ranges are Unicode scalar offsets into it.
    package var text: String
    package var terms: [QueryTerm]
    package var filters: [QueryFilter]
    /// What was not understood, in the order in which it was met. The query is searched all the same.
    package var hints: [QueryHint]

    package init(
        text: String, terms: [QueryTerm] = [], filters: [QueryFilter] = [], hints: [QueryHint] = []
    ) {
        self.text = text
        self.terms = terms
        self.filters = filters
        self.hints = hints
    }

    /// Whether anything must be found in a document. `-draft` alone is legal and has no positive term.
    package var hasPositiveTerms: Bool { terms.contains { !$0.isExcluded } }

    /// Whether the query asks for nothing at all, as spaces or `+++` do.
    package var isEmpty: Bool { terms.isEmpty && filters.isEmpty }
}

/// The canonical form, for tests, `--explain` and `docs/query-language.md`.
///
/// What must hold comes first, joined with AND, then each exclusion after a NOT; within both, terms come before
/// dates. Alternatives are in parentheses when there is anything beside them. The form is itself a query: parsing it gives the same form again. Words that would then be read
/// differently are in quotation marks.
extension ParsedQuery: CustomStringConvertible {
    package var description: String {
        guard !isEmpty else { return "(nothing)" }
        let parts =
            terms.map { (text: text(of: $0), isExcluded: $0.isExcluded) }
            + filters.map { (text: $0.canonicalText, isExcluded: $0.isExcluded) }
        let wanted = parts.filter { !$0.isExcluded }.map(\.text).joined(separator: " AND ")
        let exclusions = parts.filter(\.isExcluded).map { "NOT " + $0.text }
        return ((wanted.isEmpty ? [] : [wanted]) + exclusions).joined(separator: " ")
    }

    private func text(of term: QueryTerm) -> String {
        let choices = term.choices.map(\.canonicalText).joined(separator: " OR ")
        return !term.alternatives.isEmpty && terms.count + filters.count > 1 ? "(\(choices))" : choices
    }
}
