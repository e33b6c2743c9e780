package struct ParsedQuery: Sendable, Equatable {
    /// The query as typed, in full. All ranges are Unicode scalar offsets into it.
    package var text: String
    /// Nil when the query asks for nothing, such as `+++`.
    package var expression: QueryExpression?
    package var hints: [QueryHint] = []
    package var inferences: [QueryInference] = []

    package var isEmpty: Bool { expression == nil }

    package static func filter(_ filter: ParsedQuery?, below roots: [String]) -> ParsedQuery {
        var scoped = filter ?? ParsedQuery(text: "")
        let folders = roots.map { QueryExpression.filter(QueryFilter(condition: .root($0), range: 0..<0)) }
        scoped.expression = .conjunction([scoped.expression, .disjunction(folders)].compactMap { $0 })
        return scoped
    }
}

extension ParsedQuery: CustomStringConvertible {
    package var description: String { expression?.description ?? "(nothing)" }
}

/// Plain words taken for a fact. A person is told and can search for the words instead.
package struct QueryInference: Sendable, Equatable {
    /// In Unicode scalars of the query.
    package var range: Range<Int>
    /// In canonical form: `date:2026-10`.
    package var understood: String
    package var isExcluded = false
}
