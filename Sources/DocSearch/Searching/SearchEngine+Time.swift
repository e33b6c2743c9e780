import QueryLanguage

extension SearchEngine {
    struct Lookup {
        var plan: SearchPlan
        var evaluation: Evaluation
        var patterns: [MarkPattern] = []
        var missing: [String] = []
        /// False when no time was left for what only puts pages first (``SearchPlan/neighbours``).
        var isOrderKnown = true
        var withoutSigns: [SearchUnit] = []
    }

    /// Pairs of words that are side by side on no page are looked up apart.
    func lookUp(
        _ parsed: ParsedQuery, _ filter: ParsedQuery? = nil, as plan: SearchPlan, by finder: UnitFinder,
        permitted: Permission? = nil
    ) throws -> Lookup {
        let looked = try lookUp(plan, by: finder, permitted: permitted)
        let isApart = plan.unitsOfPairs.contains { pair in
            pair.allSatisfy { looked.evaluation.postings[$0].rows.isEmpty }
        }
        guard isApart, looked.missing.isEmpty else { return looked }
        let apart = SearchPlan(
            parsed, filter: filter, synonyms: request.synonyms, isApart: true, findsParts: finder.forms != nil)
        return try lookUp(apart, by: finder, permitted: permitted)
    }

    /// Required units first, then as many of the others as there is time for. Throws `limit` when too few were looked
    /// up.
    private func lookUp(_ plan: SearchPlan, by finder: UnitFinder, permitted: Permission? = nil) throws -> Lookup {
        let needed = Set(plan.required.flatMap(\.allUnits))
        let numbers = Array(plan.units.indices)
        var found = [FoundUnit?](repeating: nil, count: numbers.count)
        var withoutSigns: [SearchUnit] = []
        for number in numbers.filter(needed.contains) + numbers.filter({ !needed.contains($0) }) {
            let tellsForms = plan.weights[number] > 0 && plan.tellsForms
            let unit = try index.read(within: clock, .words) {
                try finder.find(plan.units[number], tellsForms: tellsForms)
            }
            guard var unit else { continue }
            if plan.units[number].signs != nil {
                let isRead = try index.read(within: clock, .words) {
                    try keepSigns(of: plan.units[number], in: &unit, finder.rowMap)
                }
                if isRead != true { withoutSigns.append(plan.units[number]) }
            }
            if tellsForms, plan.hasFormsToTell(number) {
                _ = try index.read(within: clock, .words) {
                    try tellForms(of: plan.units[number], in: &unit, finder.rowMap)
                }
            }
            found[number] = unit
        }
        let asked = needed.union(plan.wanted.flatMap(\.allUnits))
        let lost = numbers.filter { found[$0] == nil }
        let missing = lost.filter(asked.contains)
        // Those with all words cannot be told from others.
        guard missing.isEmpty || request.match != .all,
            let kept = missing.isEmpty ? plan : plan.without(Set(missing))
        else { throw SearchClock.timeIsUp }
        var result = Lookup(
            plan: kept, evaluation: Evaluation(rowMap: finder.rowMap, permitted: permitted, length: plan.length),
            missing: missing.map { plan.units[$0].words }, isOrderKnown: lost.count == missing.count,
            withoutSigns: withoutSigns)
        for number in numbers {
            let unit = found[number] ?? FoundUnit(postings: Postings())
            // Compounds in documents that may not be seen make no difference.
            let isNothing = plan.units[number].isPart && unit.postings.rows.isEmpty
            result.evaluation.add(unit, weight: isNothing ? 0 : plan.weights[number])
            if plan.weights[number] > 0, let mark = unit.mark {
                result.patterns.append(MarkPattern(kind: mark, unit: number))
            }
        }
        return result
    }

    func required<Value>(_ stage: SearchClock.Stage, _ body: () throws -> Value) throws -> Value {
        guard let value = try index.read(within: clock, stage, body) else { throw SearchClock.timeIsUp }
        return value
    }

    func optional<Value>(_ detail: SearchClock.Detail, _ body: () throws -> Value) throws -> Value? {
        do {
            if let value = try index.read(within: clock, .details, body) { return value }
        } catch let error as DocSearchError where error == SearchClock.timeIsUp {}
        clock.omit(detail)
        return nil
    }

    /// The first pages first; `left` are those that there was no time for.
    func texts(
        of pages: [LocatedPage], marking patterns: [MarkPattern]
    ) throws -> (texts: [Int64: String], marks: [Int64: [TextMark]], left: Set<Int64>) {
        var (texts, marks): ([Int64: String], [Int64: [TextMark]]) = ([:], [:])
        let ids = pages.map(\.textID)
        guard request.makesSnippets else { return (texts, marks, Set(ids)) }
        // Without an end all of them at once.
        let step = clock.isLimited ? Self.textsBetweenLooks : max(1, ids.count)
        for start in stride(from: 0, to: ids.count, by: step) {
            guard !clock.isOver(.details) else {
                clock.omit(.snippets)
                return (texts, marks, Set(ids[start...]).subtracting(texts.keys))
            }
            let some = try self.texts(Array(ids[start..<min(ids.count, start + step)]))
            texts.merge(some) { first, _ in first }
            marks.merge(try index.marks(of: patterns, in: some)) { first, _ in first }
        }
        return (texts, marks, [])
    }

    private static let textsBetweenLooks = 50

    func tellOmissions(_ looked: Lookup, in results: inout SearchResults) {
        for unit in looked.withoutSigns {
            let reason =
                unit.isOnlySaid
                ? "signs are not looked for in notes and labels" : "its words are on very many pages"
            results.hints.add("“\(unit.words)” was searched without its signs, as \(reason).")
        }
        if !looked.missing.isEmpty {
            // They may have the other words.
            results.isRelaxed = true
            results.totalWithAll = 0
            for position in results.hits.indices { results.hits[position].hasAllWords = false }
            let words = looked.missing.map { "“\($0)”" }.joined(separator: ", ")
            results.hints.add(
                "The search ran out of time before all words were looked up: documents may lack \(words), and the best "
                    + "may be missing.")
        }
        if !looked.isOrderKnown { clock.omit(.order) }
        let omissions = clock.omissions.joined(separator: "; ")
        if !omissions.isEmpty {
            results.hints.add("The search ran out of time; the answer is incomplete: \(omissions).")
        }
        results.isPartial = !looked.missing.isEmpty || !omissions.isEmpty
    }
}

extension SearchUnit {
    fileprivate var words: String {
        switch kind {
        case .stems(let text), .exact(let text), .fuzzy(let text), .part(let text): text
        case .prefix(let text): text + "*"
        case .near(let texts, _): texts.joined(separator: " ")
        }
    }
}
