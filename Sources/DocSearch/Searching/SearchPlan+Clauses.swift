extension SearchPlan.Clause {
    func without(_ units: Set<Int>) -> SearchPlan.Clause? {
        switch self {
        case .unit(let number): return units.contains(number) ? nil : self
        case .fact: return self
        case .not(let part): return part.without(units) == part ? self : nil
        case .all(let parts): return parts.allSatisfy { $0.without(units) == $0 } ? self : nil
        case .any(let parts):
            let known = parts.compactMap { $0.without(units) }
            return known.isEmpty ? nil : .any(known)
        }
    }

    /// Exclusions keep to the words that were named.
    func with(_ alternatives: [Int: [Int]]) -> SearchPlan.Clause {
        switch self {
        case .unit(let number):
            let others = alternatives[number] ?? []
            return others.isEmpty ? self : .any(([number] + others).map(SearchPlan.Clause.unit))
        case .fact, .not: return self
        case .all(let parts): return .all(parts.map { $0.with(alternatives) })
        case .any(let parts): return .any(parts.map { $0.with(alternatives) })
        }
    }

    /// Units and facts, with whether an exclusion is around them.
    private var leaves: [(leaf: SearchPlan.Clause, isExcluded: Bool)] {
        switch self {
        case .unit, .fact: [(self, false)]
        case .not(let part): part.leaves.map { ($0.leaf, !$0.isExcluded) }
        case .all(let parts), .any(let parts): parts.flatMap(\.leaves)
        }
    }

    var hasFacts: Bool { leaves.contains { if case .fact = $0.leaf { true } else { false } } }

    var allUnits: [Int] { leaves.compactMap { if case .unit(let number) = $0.leaf { number } else { nil } } }

    var excludingFacts: [Int] {
        leaves.compactMap { if case .fact(let number) = $0.leaf, $0.isExcluded { number } else { nil } }
    }

    var units: [Int] {
        switch self {
        case .unit(let number): [number]
        case .fact, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.units)
        }
    }

    func holds(_ mask: UnitMask, _ fact: (Int) -> Bool) -> Bool {
        switch self {
        case .unit(let number): mask.contains(number)
        case .fact(let number): fact(number)
        case .all(let parts): parts.allSatisfy { $0.holds(mask, fact) }
        case .any(let parts): parts.contains { $0.holds(mask, fact) }
        case .not(let part): !part.holds(mask, fact)
        }
    }
}
