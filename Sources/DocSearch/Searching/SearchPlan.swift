import QueryLanguage

/// What a parsed query means for the index. A value: it can be printed and tested without a database.
struct SearchPlan: Sendable, Equatable {
    /// A condition on a document, over the numbers of units and facts.
    indirect enum Clause: Sendable, Equatable {
        case unit(Int)
        case fact(Int)
        case all([Clause])
        case any([Clause])
        case not(Clause)
    }

    /// Everything that is looked for in texts, each once.
    private(set) var units: [SearchUnit] = []
    /// How often each unit stands in the query; 0 for one that only excludes. Words that are said twice count twice.
    private(set) var weights: [Double] = []
    private(set) var facts: [QueryFilter.Condition] = []
    /// Words and phrases that all must be there, and of which one is enough when few documents have all.
    private(set) var wanted: [Clause] = []
    /// What must hold in any case: fields, facts and exclusions.
    private(set) var required: [Clause] = []

    private let synonyms: Synonyms
    /// Units that the query names, a bit each; the others are synonyms of theirs.
    private var namedMask: UInt64 = 0

    /// Masks of units have a bit each.
    static let unitLimit = 64

    /// `filter` is a second query that must be met in any case.
    init(_ query: ParsedQuery, filter: ParsedQuery? = nil, synonyms: Synonyms = Synonyms()) {
        self.synonyms = synonyms
        let parts = query.expression?.conjuncts ?? []
        let relaxable = parts.filter(Self.isRelaxable)
        // Words like "the" are in every page and say nothing, unless they are all there is.
        let telling = relaxable.filter(Self.isTelling)
        let kept = telling.isEmpty && relaxable.count == parts.count ? relaxable : telling
        for part in kept {
            if let clause = clause(part, weight: 1), !wanted.contains(clause) { wanted.append(clause) }
        }
        required = parts.filter { !Self.isRelaxable($0) }.compactMap { clause($0, weight: 1) }
        if let expression = filter?.expression, let clause = clause(expression, weight: 0) { required.append(clause) }
    }

    /// Nil when there is no room for another unit.
    private mutating func clause(_ expression: QueryExpression, weight: Double) -> Clause? {
        switch expression {
        case .term(let term): return clause(term, weight: weight)
        case .near(let terms, let distance):
            return unit(SearchUnit(near: terms, distance: distance), weight).map(Clause.unit)
        case .filter(let filter):
            facts.append(filter.condition)
            return .fact(facts.count - 1)
        case .all(let parts): return .all(parts.compactMap { clause($0, weight: weight) })
        case .any(let parts): return .any(parts.compactMap { clause($0, weight: weight) })
        case .not(let part): return clause(part, weight: 0).map(Clause.not)
        }
    }

    private mutating func clause(_ term: QueryTerm, weight: Double) -> Clause? {
        guard let number = unit(SearchUnit(term), weight) else { return nil }
        // What is to be left out is what was named, and nothing beside it.
        let others = term.form == .word && weight > 0 ? synonyms.alternatives(of: term.text) : []
        let units = others.compactMap { unit(SearchUnit(.stems($0), field: term.field), weight, isNamed: false) }
        return units.isEmpty ? .unit(number) : .any(([number] + units).map(Clause.unit))
    }

    private mutating func unit(_ unit: SearchUnit, _ weight: Double, isNamed: Bool = true) -> Int? {
        let number = units.firstIndex(of: unit) ?? units.count
        guard number < Self.unitLimit else { return nil }
        if number == units.count {
            units.append(unit)
            weights.append(0)
        }
        weights[number] += weight
        if isNamed { namedMask |= 1 << UInt64(number) }
        return number
    }

    private static func isRelaxable(_ part: QueryExpression) -> Bool {
        switch part {
        case .term(let term): term.field == .any
        case .near(let terms, _): terms.allSatisfy { $0.field == .any }
        case .all(let parts), .any(let parts): parts.allSatisfy(isRelaxable)
        case .filter, .not: false
        }
    }

    private static func isTelling(_ part: QueryExpression) -> Bool {
        guard case .term(let term) = part, term.form == .word else { return true }
        return !term.words.allSatisfy { StopWords.contains($0.lowercased()) }
    }

    /// Asks only for what can be told without these units. What holds then has no more than what was asked for is known to
    /// have. Nil when what must hold in any case needs one of them, or nothing is left to ask for.
    func without(_ units: Set<Int>) -> SearchPlan? {
        guard !required.contains(where: { $0.without(units) != $0 }) else { return nil }
        var plan = self
        plan.wanted = wanted.compactMap { $0.without(units) }
        return plan.wanted.isEmpty ? nil : plan
    }

    /// Whether texts are looked into at all.
    var hasMatch: Bool { weights.contains { $0 > 0 } }

    /// Whether the unit is named in the query, and not only a synonym of one that is.
    func isTyped(_ unit: Int) -> Bool { namedMask & 1 << UInt64(unit) != 0 }

    /// The units of `wanted`, a bit each.
    var wantedMask: UInt64 { wanted.flatMap(\.units).reduce(0) { $0 | 1 << UInt64($1) } }
}

extension SearchPlan.Clause {
    /// What of a condition is known to hold without these units: of several that may hold the others. Nil for nothing.
    fileprivate func without(_ units: Set<Int>) -> SearchPlan.Clause? {
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

    /// All units that decide about it.
    var allUnits: Set<Int> {
        switch self {
        case .unit(let number): [number]
        case .fact: []
        case .not(let part): part.allUnits
        case .all(let parts), .any(let parts): parts.reduce(into: []) { $0.formUnion($1.allUnits) }
        }
    }

    /// The units that may make it true.
    var units: [Int] {
        switch self {
        case .unit(let number): [number]
        case .fact, .not: []
        case .all(let parts), .any(let parts): parts.flatMap(\.units)
        }
    }

    /// Whether it holds for a document with these units; `fact` tells whether a fact is true of it.
    func holds(_ mask: UInt64, _ fact: (Int) -> Bool) -> Bool {
        switch self {
        case .unit(let number): mask & 1 << UInt64(number) != 0
        case .fact(let number): fact(number)
        case .all(let parts): parts.allSatisfy { $0.holds(mask, fact) }
        case .any(let parts): parts.contains { $0.holds(mask, fact) }
        case .not(let part): !part.holds(mask, fact)
        }
    }
}
