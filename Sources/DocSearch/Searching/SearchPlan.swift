import QueryLanguage

/// A parsed query in terms of the index. A value: it can be printed and tested without a database.
struct SearchPlan: Sendable {
    /// Over the numbers of units and facts.
    indirect enum Clause: Sendable, Equatable {
        case unit(Int)
        case fact(Int)
        case all([Clause])
        case any([Clause])
        case not(Clause)
    }

    /// Each once: those of filter and query, and then synonyms.
    private(set) var units: [SearchUnit] = []
    /// How often the query has each unit; 0 for one that only excludes.
    private(set) var weights: [Double] = []
    private(set) var facts: [QueryFilter.Condition] = []
    /// All must be there; one is enough when few documents have all.
    private(set) var wanted: [Clause] = []
    /// Fields, facts and exclusions.
    private(set) var required: [Clause] = []
    /// Stop words with their neighbours: `"hepatitis A"`. A part of ``wanted``.
    private(set) var tellingPairs: [QueryExpression] = []
    /// Each a choice of phrases, which no document needs: pages that have one come first.
    private(set) var neighbours: [[Int]] = []
    private(set) var withoutSynonyms: [String] = []
    /// All words and phrases, those that are left out included.
    private(set) var typedText = ""

    private var named = UnitMask()
    private var plainTerms: [(unit: Int, term: QueryTerm)] = []

    /// The weight of a word within longer ones, beside that of the word itself.
    private static let partWeight = 0.3

    /// With `isApart` a stop word that tells need not be beside its neighbour. With `findsParts` words are also looked for
    /// in compounds.
    init(
        _ query: ParsedQuery, filter: ParsedQuery? = nil, synonyms: Synonyms = Synonyms(), isApart: Bool = false,
        findsParts: Bool = false
    ) {
        let parts = query.expression?.conjuncts ?? []
        // Conditions on the documents that may answer are planned first, and nothing else can take their place.
        let permitted = filter?.expression.map { clause($0, weight: 0) }
        required = parts.filter { !$0.isRelaxable }.map { clause($0, weight: 1) }
        let relaxable = NumberForms.joined(parts.filter(\.isRelaxable))
        typedText = relaxable.flatMap(\.terms).map(\.text).joined(separator: " ")
        // Words like "the" are in every page and say nothing, unless they are all there is.
        let telling = relaxable.filter(Self.isTelling)
        let kept = telling.isEmpty && required.isEmpty ? relaxable : telling
        for part in kept { want(part) }
        // A stop word is one of the query's terms, and may make two phrases.
        for pair in telling.isEmpty ? [] : TellingStopWords.pairs(in: relaxable, isApart: isApart)
        where units.count + pair.terms.count <= UnitMask.limit {
            if pair.plainWord == nil { tellingPairs.append(pair) }
            want(pair)
        }
        addSynonyms(synonyms, sums: NumberForms.pairs(in: relaxable), findsParts: findsParts)
        if let permitted { required.append(permitted) }
        if tellsForms { addNeighbours(in: relaxable) }
    }

    private mutating func addNeighbours(in parts: [QueryExpression]) {
        for phrases in TellingStopWords.neighbours(in: parts) where units.count + phrases.count <= UnitMask.limit {
            neighbours.append(phrases.map { unit(SearchUnit($0), 0) })
        }
    }

    private mutating func want(_ part: QueryExpression) {
        let clause = clause(part, weight: 1)
        if !wanted.contains(clause) { wanted.append(clause) }
    }

    private mutating func clause(_ expression: QueryExpression, weight: Double) -> Clause {
        switch expression {
        case .term(let term):
            let number = unit(SearchUnit(term), weight * Double(term.count))
            // Exclusions and rights are about the named words, and nothing beside them.
            if term.form == .word || term.form == .phrase, weight > 0 { plainTerms.append((number, term)) }
            return .unit(number)
        case .near(let terms, let distance):
            var near = SearchUnit(near: terms, distance: distance)
            near.findsSums = weight > 0
            return .unit(unit(near, weight))
        case .filter(let filter):
            facts.append(filter.condition)
            return .fact(facts.count - 1)
        case .all(let parts): return .all(parts.map { clause($0, weight: weight) })
        case .any(let parts): return .any(parts.map { clause($0, weight: weight) })
        case .not(let part): return .not(clause(part, weight: 0))
        }
    }

    /// There is room for all: query and filter each have at most ``QueryParser/termLimit`` terms, and a mask has twice
    /// as many bits.
    private mutating func unit(_ unit: SearchUnit, _ weight: Double) -> Int {
        let number = units.firstIndex(of: unit) ?? add(unit)
        weights[number] += weight
        named.formUnion(UnitMask([number]))
        return number
    }

    private mutating func add(_ unit: SearchUnit) -> Int {
        precondition(units.count < UnitMask.limit, "more units than a query and its filter can have")
        units.append(unit)
        weights.append(0)
        return units.count - 1
    }

    private mutating func addSynonyms(_ synonyms: Synonyms, sums: [NumberForms.Pair], findsParts: Bool) {
        let weights = weights
        var alternatives: [Int: [Int]] = [:]
        func add(_ other: Int, to number: Int) {
            guard other != number, alternatives[number]?.contains(other) != true else { return }
            alternatives[number, default: []].append(other)
        }
        for (number, term) in plainTerms where alternatives[number] == nil {
            alternatives[number] = []
            let words = term.form == .word ? term.words.joined(separator: " ") : ""
            let forms = words.isEmpty ? [] : NumberForms.alternatives(of: words) + synonyms.alternatives(of: term.text)
            for kind in DividedWord.forms(of: term.text) + forms.map({ .stems($0) }) {
                guard let other = alternative(kind, field: term.field) else {
                    withoutSynonyms.append(term.text)
                    break
                }
                add(other, to: number)
            }
            let glued = NumberForms.withCurrencies(words)
            if let first = glued.first, let other = alternative(.stems(first), field: term.field, glued.dropFirst()) {
                add(other, to: number)
            }
        }
        // Either of two numbers side by side may be a part of the one that both are.
        for sum in sums {
            let parts = sum.words.compactMap { units.firstIndex(of: SearchUnit($0)) }
            guard parts.count == sum.words.count else { continue }
            let glued = NumberForms.withCurrencies(sum.text)
            let others =
                NumberForms.alternatives(of: sum.text).map { alternative(.stems($0), field: .any) }
                + [glued.first.flatMap { alternative(.stems($0), field: .any, glued.dropFirst()) }]
            for other in others.compactMap(\.self) {
                for part in parts { add(other, to: part) }
            }
        }
        // Where there is no room, the words themselves are enough.
        for (number, term) in plainTerms where findsParts && term.form == .word {
            if let other = alternative(.part(term.text), field: term.field) { add(other, to: number) }
        }
        for (number, others) in alternatives {
            for other in others { self.weights[other] += weights[number] * (units[other].isPart ? Self.partWeight : 1) }
        }
        guard alternatives.values.contains(where: { !$0.isEmpty }) else { return }
        wanted = wanted.map { $0.with(alternatives) }
        required = required.map { $0.with(alternatives) }
    }

    private mutating func alternative(
        _ kind: SearchUnit.Kind, field: QueryTerm.Field, _ equals: ArraySlice<String> = []
    ) -> Int? {
        var unit = SearchUnit(kind, field: field)
        unit.equals = Array(equals)
        return units.firstIndex(of: unit) ?? (units.count < UnitMask.limit ? add(unit) : nil)
    }

    private static func isTelling(_ part: QueryExpression) -> Bool {
        guard case .term(let term) = part, term.form == .word else { return true }
        return !term.words.allSatisfy { StopWords.contains($0.lowercased()) }
    }

    func understood(_ query: ParsedQuery) -> ParsedQuery {
        var query = query
        query.expression = .conjunction([query.expression].compactMap { $0 } + tellingPairs)
        return query
    }

    var hints: [SearchHint] {
        guard !withoutSynonyms.isEmpty else { return [] }
        var words = withoutSynonyms.prefix(5).map { "“\($0)”" }
        if withoutSynonyms.count > words.count { words.append("\(withoutSynonyms.count - words.count) others") }
        return [
            SearchHint(
                onAll: "Not all synonyms of \(words.joined(separator: ", ")) were searched: a search has room for "
                    + "\(UnitMask.limit) words and phrases.")
        ]
    }

    /// Nil when a required clause needs one of the units, or nothing is left to ask for. Documents may then lack what
    /// was asked for.
    func without(_ units: Set<Int>) -> SearchPlan? {
        guard !required.contains(where: { $0.without(units) != $0 }) else { return nil }
        var plan = self
        plan.wanted = wanted.compactMap { $0.without(units) }
        return plan.wanted.isEmpty ? nil : plan
    }

    /// Hardly any page has all of more words than these.
    static let fewWords = 5

    /// In multiples of ``fewWords``.
    var length: Double { Double(wanted.count) / Double(Self.fewWords) }

    /// Rare words count for more then, and what one page has counts for less.
    var isLong: Bool { length > 1 }

    /// The forms of many words are not looked up, which would take as long as all the rest (docs/benchmarks.md, "Long
    /// questions"). Words in `text:` are required, and looked up as well.
    var tellsForms: Bool { wantedInPages.count <= Self.fewWords }

    var hasMatch: Bool { weights.contains { $0 > 0 } }

    /// The units of each of ``tellingPairs`` that has no single letter.
    var unitsOfPairs: [[Int]] {
        tellingPairs.filter { $0.terms.allSatisfy { $0.words.allSatisfy { $0.unicodeScalars.count > 1 } } }
            .map { pair in pair.terms.compactMap { units.firstIndex(of: SearchUnit($0)) } }
            .filter { !$0.isEmpty }
    }

    /// Phrases, which have the same stems in other forms, and whole sums, which are a part of others.
    func hasFormsToTell(_ unit: Int) -> Bool {
        isTyped(unit) && units[unit].isInPages && units[unit].length > 1 || isWholeSum(unit)
    }

    func isWholeSum(_ unit: Int) -> Bool { units[unit].isInPages && units[unit].isWholeSum }

    /// Where pages with the form that was typed come first.
    var wantedInPages: [Clause] {
        wanted
            + required.filter { clause in
                guard case .unit(let number) = clause else { return false }
                return weights[number] > 0 && units[number].field == .text
            }
    }

    func isTyped(_ unit: Int) -> Bool { named.contains(unit) }

    var wantedMask: UnitMask { UnitMask(wanted.flatMap(\.units)) }

    /// Each occurrence by itself: the same fact may let documents through in one place and keep them back in another.
    var excludingFacts: Set<Int> { Set(required.flatMap(\.excludingFacts)) }

    var asksForFolders: Bool {
        facts.contains {
            switch $0 {
            case .path, .root: true
            default: false
            }
        }
    }
}
