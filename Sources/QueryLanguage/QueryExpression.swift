/// The syntax tree of a query. Redundant groups are removed, so it is no deeper than necessary.
package indirect enum QueryExpression: Sendable, Equatable {
    case term(QueryTerm)
    /// `.word` and `.phrase` of one field on one page, in any order, at most `distance` words apart.
    case near([QueryTerm], distance: Int)
    case filter(QueryFilter)
    /// Two or more; never contains an `.all`.
    case all([QueryExpression])
    /// Two or more; never contains an `.any`.
    case any([QueryExpression])
    /// Never contains a `.not`.
    case not(QueryExpression)
}

extension QueryExpression {
    /// Including excluded ones, in tree order.
    package var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .near(let terms, _): terms
        default: parts.flatMap(\.terms)
        }
    }

    /// Including excluded ones, in tree order.
    package var filters: [QueryFilter] {
        if case .filter(let filter) = self { [filter] } else { parts.flatMap(\.filters) }
    }

    package var plainWord: QueryTerm? {
        guard case .term(let term) = self, term.form == .word, term.field == .any else { return nil }
        return term
    }

    /// Words in any field: some are enough where few documents have all. Fields, facts and exclusions are always
    /// required.
    package var isRelaxable: Bool {
        switch self {
        case .term(let term): term.field == .any
        case .near(let terms, _): terms.allSatisfy { $0.field == .any }
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isRelaxable)
        case .filter, .not: false
        }
    }

    package var conjuncts: [QueryExpression] { if case .all(let parts) = self { parts } else { [self] } }

    private var parts: [QueryExpression] {
        switch self {
        case .term, .near, .filter: []
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        }
    }
}

/// Builds trees that keep the promises of the cases.
extension QueryExpression {
    package static func conjunction(_ parts: [QueryExpression]) -> QueryExpression? {
        parts.count > 1 ? .all(parts.flatMap(\.conjuncts)) : parts.first
    }

    package static func disjunction(_ parts: [QueryExpression]) -> QueryExpression? {
        guard parts.count > 1 else { return parts.first }
        return .any(parts.flatMap { part in if case .any(let inner) = part { inner } else { [part] } })
    }

    var negated: QueryExpression {
        if case .not(let inner) = self { inner } else { .not(self) }
    }

    /// Depth of groups: 1 for `water board`, 2 for `water (gas OR light)`.
    package var depth: Int {
        switch self {
        case .term, .near, .filter: 0
        case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): part.depth
        }
    }

    /// `limit` is at least 1. The tree's depth is at most its number of leaves, which is limited, so the recursion ends
    /// soon.
    func limited(toDepth limit: Int, dissolved: inout Range<Int>?) -> QueryExpression {
        switch self {
        case .term, .near, .filter: self
        case .not(let part): part.limited(toDepth: limit, dissolved: &dissolved).negated
        case .all(let parts): .all(parts.flatMap { $0.asPart(atDepth: limit - 1, &dissolved) })
        case .any(let parts): .any(parts.flatMap { $0.asPart(atDepth: limit - 1, &dissolved) })
        }
    }

    private func asPart(atDepth limit: Int, _ dissolved: inout Range<Int>?) -> [QueryExpression] {
        if depth <= limit { return [self] }
        if limit > 0 { return [limited(toDepth: limit, dissolved: &dissolved)] }
        for range in terms.map(\.range) + filters.map(\.range) {
            dissolved =
                min(dissolved?.lowerBound ?? .max, range.lowerBound)..<max(dissolved?.upperBound ?? 0, range.upperBound)
        }
        return leaves
    }

    private var leaves: [QueryExpression] {
        switch self {
        case .term, .near, .filter: [self]
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves.map(\.negated)
        }
    }
}
