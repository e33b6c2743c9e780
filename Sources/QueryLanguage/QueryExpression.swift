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
    /// Terms, filters and words near each other, in tree order, with whether an exclusion is around them.
    package var leaves: [(leaf: QueryExpression, isExcluded: Bool)] {
        switch self {
        case .term, .near, .filter: [(self, false)]
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        case .not(let part): part.leaves.map { ($0.leaf, !$0.isExcluded) }
        }
    }

    /// Including excluded ones, in tree order.
    package var terms: [QueryTerm] {
        leaves.flatMap { leaf, _ -> [QueryTerm] in
            switch leaf {
            case .term(let term): [term]
            case .near(let terms, _): terms
            default: []
            }
        }
    }

    /// Including excluded ones, in tree order.
    package var filters: [QueryFilter] {
        leaves.compactMap { if case .filter(let filter) = $0.leaf { filter } else { nil } }
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
        return leaves.map { $0.isExcluded ? .not($0.leaf) : $0.leaf }
    }
}

/// The canonical form, for tests, `--explain` and `docs/query-language.md`. Required parts come first, joined with AND,
/// then each exclusion after a NOT; facts come last in both. Parsing the form without plain words gives it again, so
/// words that would be read differently are in quotation marks.
extension QueryExpression: CustomStringConvertible {
    package var description: String {
        switch self {
        case .term(let term): return term.canonicalText
        case .filter(let filter): return filter.canonicalText
        case .near(let terms, let distance):
            return terms.map(\.canonicalText).joined(separator: " NEAR/\(distance) ")
        case .any(let choices): return choices.map(\.operand).joined(separator: " OR ")
        case .not(let part): return "NOT " + part.operand
        case .all(let parts):
            let sorted = parts.filter { !$0.isFact } + parts.filter(\.isFact)
            let wanted = sorted.filter { !$0.isExclusion }.map(\.operand).joined(separator: " AND ")
            let exclusions = sorted.filter(\.isExclusion).map(\.description)
            return ((wanted.isEmpty ? [] : [wanted]) + exclusions).joined(separator: " ")
        }
    }

    private var operand: String {
        switch self {
        case .term, .filter: description
        case .near, .all, .any, .not: "(" + description + ")"
        }
    }

    private var isExclusion: Bool {
        if case .not = self { true } else { false }
    }

    private var isFact: Bool {
        leaves.allSatisfy { if case .filter = $0.leaf { true } else { false } }
    }
}
