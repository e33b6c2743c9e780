package struct ParsedQuery: Sendable, Equatable {
    /// The query as typed, in full. All ranges are Unicode scalar offsets into it.
    package var text: String
    /// Nil when the query asks for nothing, such as spaces or `+++`.
    package var expression: QueryExpression?
    /// Misunderstood parts, in order of detection. The query is searched all the same.
    package var hints: [QueryHint] = []
    /// Plain words that were taken for facts, in order.
    package var inferences: [QueryInference] = []

    package var isEmpty: Bool { expression == nil }

    /// Limits a query to these folders, in addition to `filter` if there is one.
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
