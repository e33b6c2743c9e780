/// The syntax tree of a query: groups that say nothing new are taken away, so it is no deeper than it must be.
package indirect enum QueryExpression: Sendable, Equatable {
    case term(QueryTerm)
    /// Words and phrases (`.word`, `.phrase`) of one field on one page, in any order, at most so many words apart.
    case near([QueryTerm], distance: Int)
    case filter(QueryFilter)
    /// Two or more; none of them is an `.all`.
    case all([QueryExpression])
    /// Two or more; none of them is an `.any`.
    case any([QueryExpression])
    /// Never holds a `.not`.
    case not(QueryExpression)
}

extension QueryExpression {
    /// Every term, those that must not be there included, in the order of the tree.
    package var terms: [QueryTerm] {
        switch self {
        case .term(let term): [term]
        case .near(let terms, _): terms
        default: parts.flatMap(\.terms)
        }
    }

    /// Every filter, those that must not hold included, in the order of the tree.
    package var filters: [QueryFilter] {
        if case .filter(let filter) = self { [filter] } else { parts.flatMap(\.filters) }
    }

    /// Itself, when it is a word as it is, in any field.
    package var plainWord: QueryTerm? {
        guard case .term(let term) = self, term.form == .word, term.field == .any else { return nil }
        return term
    }

    /// Whether it asks for words in any field, of which some are enough where few documents have all. Fields, facts and exclusions
    /// hold in any case.
    package var isRelaxable: Bool {
        switch self {
        case .term(let term): term.field == .any
        case .near(let terms, _): terms.allSatisfy { $0.field == .any }
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isRelaxable)
        case .filter, .not: false
        }
    }

    /// What must hold, each by itself.
    package var conjuncts: [QueryExpression] { if case .all(let parts) = self { parts } else { [self] } }

    /// What AND, OR or NOT stands before.
    private var parts: [QueryExpression] {
        switch self {
        case .term, .near, .filter: []
        case .all(let parts), .any(let parts): parts
        case .not(let part): [part]
        }
    }
}

/// Making a tree that keeps the promises of the cases.
extension QueryExpression {
    /// Nil for nothing.
    package static func conjunction(_ parts: [QueryExpression]) -> QueryExpression? {
        parts.count > 1 ? .all(parts.flatMap(\.conjuncts)) : parts.first
    }

    /// Nil for nothing.
    static func disjunction(_ parts: [QueryExpression]) -> QueryExpression? {
        guard parts.count > 1 else { return parts.first }
        return .any(parts.flatMap { part in if case .any(let inner) = part { inner } else { [part] } })
    }

    var negated: QueryExpression {
        if case .not(let inner) = self { inner } else { .not(self) }
    }

    /// Groups inside one another: 1 for `water board`, 2 for `water (gas OR light)`.
    package var depth: Int {
        switch self {
        case .term, .near, .filter: 0
        case .all(let parts), .any(let parts): 1 + (parts.map(\.depth).max() ?? 0)
        case .not(let part): part.depth
        }
    }

    /// The same with deeper groups dissolved in the group around them, and where those stand. `limit` is 1 or more.
    /// Before that, a tree is no deeper than it has leaves, whose number is limited: so recursion always ends soon.
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

    /// What is left when all groups are dissolved, each with its own NOT.
    private var leaves: [QueryExpression] {
        switch self {
        case .term, .near, .filter: [self]
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves.map(\.negated)
        }
    }
}
