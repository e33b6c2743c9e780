/// What a query asks for, independent of how it will be searched.
package struct ParsedQuery: Sendable, Equatable {
    /// The query as typed, in full. All ranges are Unicode scalar offsets into it.
    package var text: String
    /// Nil: the query asks for nothing at all, as spaces or `+++` do.
    package var expression: QueryExpression?
    /// What was not understood, in the order in which it was met. The query is searched all the same.
    package var hints: [QueryHint] = []
    /// Plain words that were taken for facts, in the order in which they stand.
    package var inferences: [QueryInference] = []

    package var isEmpty: Bool { expression == nil }

    /// A query that is asked only of one of these folders, beside `filter` where there is one.
    package static func filter(_ filter: ParsedQuery?, below roots: [String]) -> ParsedQuery {
        var scoped = filter ?? ParsedQuery(text: "")
        let folders = roots.map { QueryExpression.filter(QueryFilter(condition: .root($0), range: 0..<0)) }
        scoped.expression = .conjunction([scoped.expression, .disjunction(folders)].compactMap { $0 })
        return scoped
    }
}

/// The canonical form, see ``QueryExpression/description``.
extension ParsedQuery: CustomStringConvertible {
    package var description: String { expression?.description ?? "(nothing)" }
}
