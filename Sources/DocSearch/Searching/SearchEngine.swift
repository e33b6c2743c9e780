import Foundation
import QueryLanguage

/// The query is parsed and planned, its units are looked up, documents are ranked, and the pages and snippets of the
/// few that are shown are fetched.
struct SearchEngine {
    let index: IndexStore
    let openPages: () throws -> PageStore
    let readRoots: () throws -> [IndexRoot]
    let request: SearchRequest
    let clock: SearchClock
    /// Without them only words are looked for.
    let sources: MeaningSources?

    init(
        index: IndexStore, request: SearchRequest, clock: SearchClock? = nil, sources: MeaningSources? = nil,
        openPages: @escaping () throws -> PageStore, readRoots: @escaping () throws -> [IndexRoot]
    ) {
        (self.index, self.openPages, self.readRoots) = (index, openPages, readRoots)
        self.clock = clock ?? SearchClock(request.timeLimit)
        self.sources = sources
        var request = request
        // Beyond these there is nothing to show, and sums stay far from overflowing.
        request.limit = min(request.limit, 1 << 30)
        request.offset = min(request.offset, 1 << 30)
        self.request = request
    }

    func search() throws -> SearchResults {
        let start = ContinuousClock.now
        try validate()
        let context = try context()
        let parsed = QueryParser().parse(request.query, context)
        let filter = try scoped(request.filter.map { QueryParser().parse($0, context) })
        guard !parsed.isEmpty || !(filter?.isEmpty ?? true) else {
            let hint = parsed.hints.first.map { " \($0.message)" } ?? ""
            throw DocSearchError(.usage, "There is nothing to search for in \"\(request.query)\".\(hint)")
        }
        // All of it from one state of the index, whatever a run writes meanwhile.
        var results = try index.read { _ in
            let (found, query) = try answer(parsed, in: context) { try answer($0, filter) }
            let other = try optional(.spelling) {
                try corrected(found, filter, ifSure: true) ?? withMisreadings(found, of: query, filter)
                    ?? corrected(found, filter, ifSure: false)
            }
            return other.flatMap(\.self) ?? found
        }
        let doubts = filter.map { $0.hints.map(\.message) + Self.unknownValues(in: $0).map(\.message) } ?? []
        results.hints += doubts.map { SearchHint(onAll: "In the filter: \($0)") }
        results.elapsed = ContinuousClock.now - start
        return results
    }

    var takesOtherSpellings: Bool {
        request.corrects && request.newTo == nil && request.match != .any && !request.isLiteral
    }

    /// The answer to the query that is offered instead, if that is sure to be meant and some document has all of it, or
    /// else where there is nothing to show.
    private func corrected(
        _ found: SearchResults, _ filter: ParsedQuery?, ifSure isSure: Bool
    ) throws -> SearchResults? {
        guard takesOtherSpellings, isSure ? found.isSuggestionSure : found.total == 0, let offer = found.suggestion
        else { return nil }
        var other = request
        other.query = offer
        let engine = SearchEngine(
            index: index, request: other, clock: clock, sources: sources, openPages: openPages, readRoots: readRoots)
        let context = try engine.context()
        var results = try engine.answer(QueryParser().parse(offer, context), in: context) {
            try engine.answer($0, filter)
        }.results
        guard isSure ? results.totalWithAll > 0 : results.total > 0 else { return nil }
        (results.query, results.suggestion, results.showing) = (request.query, offer, offer)
        return results
    }

    func marks(in pages: [PageText]) throws -> [[TextMark]] {
        let context = try context()
        let parsed = QueryParser().parse(request.query, context)
        return try index.read { _ in
            let finder = try finder(within: permission())
            var known: [Int64: [MarkPattern]] = [:]
            // The words of many pages are much memory, and a page may have 4 MiB: one at a time.
            return try pages.map { page in
                let document = parsed.inferences.isEmpty ? 0 : page.document
                let patterns =
                    try known[document]
                    ?? patterns(of: understood(parsed, in: context, of: document), by: finder)
                known[document] = patterns
                let marks = try index.marks(of: patterns, in: [0: page.text])[0] ?? []
                guard mayGoOnOverleaf(page.text, marks, patterns) else { return marks }
                return try marksWithOverleaf(marks, in: page.text, document: page.document, page: page.page, patterns)
            }
        }
    }

    private func patterns(of parsed: ParsedQuery, by finder: UnitFinder) throws -> [MarkPattern] {
        let plan = SearchPlan(parsed, synonyms: request.synonyms, findsParts: finder.forms != nil)
        // Signs and forms are looked up only where a pair may have to be taken apart.
        guard plan.unitsOfPairs.isEmpty else { return try lookUp(parsed, as: plan, by: finder).patterns }
        return try finder.patterns(of: plan)
    }

    /// Guesses hold only where they find something: for a document, only a search can tell which do.
    private func understood(_ parsed: ParsedQuery, in context: QueryContext, of document: Int64) throws -> ParsedQuery {
        guard !parsed.inferences.isEmpty else { return parsed }
        var request = request
        (request.match, request.meaning, request.sort) = (.any, .off, .relevance)
        (request.limit, request.offset, request.pagesPerDocument) = (1, 0, 0)
        (request.makesSnippets, request.countsFacets, request.showsHidden, request.newTo) = (false, false, true, nil)
        let filter = QueryParser().parse("id:\(document)", .none)
        let engine = SearchEngine(index: index, request: request, openPages: openPages, readRoots: readRoots)
        return try engine.answer(parsed, in: context) { try engine.answer($0, filter) }.query
    }

    func validate() throws {
        guard request.limit > 0, request.offset >= 0, request.pagesPerDocument >= 0 else {
            throw DocSearchError(.usage, "The limit must be 1 or more, the offset and the number of pages 0 or more.")
        }
        guard (1...64).contains(request.snippetWords) else {
            throw DocSearchError(.usage, "A snippet has 1 to 64 words, not \(request.snippetWords).")
        }
    }

    func answer(_ parsed: ParsedQuery, _ filter: ParsedQuery?) throws -> SearchResults {
        let rowMap = try index.documentRowMap()
        let seen = try required(.words) { try permission() }
        let finder = try finder(within: seen)
        let whole = SearchPlan(
            parsed, filter: filter, synonyms: request.synonyms, findsParts: finder.forms != nil)
        let leftOut = try leftOut()
        let named =
            request.isLiteral ? [] : try documents(named: parsed, within: seen, except: Set(leftOut ?? []), filter)
        var hints: [SearchHint] = []
        var note: String?
        let asksAll = whole.required.isEmpty && seen == nil && leftOut == nil
        let asking = try named.isEmpty ? self.asking(parsed, asksAll: asksAll, hints: &hints, note: &note) : nil
        let looked = try lookUp(parsed, filter, as: whole, by: finder, permitted: seen)
        let (plan, evaluation) = (looked.plan, looked.evaluation)
        let roots = try roots(for: plan, of: parsed)
        let pinned = try request.pinned.flatMap { try index.documents(matching: $0, among: seen?.ids).map(\.id) }
        let ranker = try Ranker(
            request: request, index: index, plan: plan, evaluation: evaluation,
            facts: try plan.facts.isEmpty
                ? []
                : required(.details) {
                    try facts(of: plan, in: evaluation, below: roots.known, ofFoundOnly: asking == nil)
                },
            pinned: pinned, leftOut: leftOut, permitted: seen?.documents, named: named)
        let meaning = try asking.flatMap { try self.meaning($0, ranker, hints: &hints, note: &note) }
        let selection = try selection(ranker, meaning, below: roots.known)
        // Names of folders are not for everyone.
        var results = results(of: parsed, by: plan, selection.ranking, hints: seen == nil ? roots.hints : [])
        results.hints += plan.hints
        results.hints += hints
        results.usesMeaning = selection.ranking.usesMeaning
        results.meaningNote =
            meaning == nil || results.usesMeaning
            ? note
            : "Most pages with the question's words are not in English, so meaning was not asked; --meaning on asks it."
        results.isOfEmptyIndex = rowMap.ids.isEmpty
        results.hasWords = !plan.units.isEmpty
        try addHits(for: selection, to: &results, ranker: ranker, meaning, marking: looked.patterns)
        try addFields(of: selection, to: &results, by: plan, finder.forms)
        if request.locatesFiles || request.looksForFiles { selection.locate(&results, below: roots.known) }
        tellLosses(in: &results)
        // The number of a word that was not looked for is not known.
        if selection.ranking.totalWithAll == 0, seen == nil, looked.missing.isEmpty {
            let advice = SpellingAdvice(index: index, finder: finder, rowMap: rowMap, texts: texts)
            func found(_ offer: SpellingAdvice.Offer?) throws -> SpellingAdvice.Offer? {
                try offer.flatMap { try finds($0.query, filter, by: finder) ? $0 : nil }
            }
            // First, because searching all paths may use up the time.
            let spelling = try optional(.spelling) { try found(advice.spelling(parsed, plan, evaluation)) }
            let facts =
                try request.isLiteral
                ? nil
                : optional(.spelling) { try found(advice.facts(parsed, plan, evaluation).map { .init(query: $0) }) }
            let offer = (facts ?? nil) ?? (spelling ?? nil)
            (results.suggestion, results.isSuggestionSure) = (offer?.query, offer?.isSure ?? false)
        }
        if request.countsFacets || request.corrects {
            results.matching = selection.ranking.matching.map { rowMap.ids[$0] }
        }
        if request.countsFacets {
            results.facets = try optional(.facets) { try index.facets(documents: results.matching) }
        }
        tellOmissions(looked, in: &results)
        return results
    }

    /// With some of its words, as the answer may be, too. A date may also be meant as words.
    private func finds(_ offer: String, _ filter: ParsedQuery?, by finder: UnitFinder) throws -> Bool {
        var context = try context()
        var queries = [QueryParser().parse(offer, context)]
        context.readsPlainWords = false
        if queries.contains(where: { !$0.inferences.isEmpty }) { queries.append(QueryParser().parse(offer, context)) }
        return try queries.contains { parsed in
            let plan = SearchPlan(
                parsed, filter: filter, synonyms: request.synonyms, findsParts: finder.forms != nil)
            let looked = try lookUp(parsed, filter, as: plan, by: finder)
            let roots = try roots(for: looked.plan, of: parsed).known
            return try Ranker(
                request: request, index: index, plan: looked.plan, evaluation: looked.evaluation,
                facts: facts(of: looked.plan, in: looked.evaluation, below: roots), leftOut: leftOut()
            ).rank(wanted: 1).total > 0
        }
    }

    private func results(
        of parsed: ParsedQuery, by plan: SearchPlan, _ ranking: Ranker.Ranking, hints: [SearchHint]
    ) -> SearchResults {
        SearchResults(
            query: request.query, total: ranking.total, totalWithAll: ranking.totalWithAll,
            isRelaxed: ranking.isRelaxed, totalByMeaning: ranking.totalByMeaning, hits: [],
            hints: hints + parsed.hints.map { SearchHint(range: $0.range, message: $0.message) }
                + Self.unknownValues(in: parsed),
            understood: plan.understood(parsed).description,
            inferences: parsed.inferences.map { SearchHint(range: $0.range, message: $0.understood) },
            elapsed: .zero)
    }

    private static func unknownValues(in parsed: ParsedQuery) -> [SearchHint] {
        (parsed.expression?.filters ?? []).compactMap { filter in
            filter.condition.unknownValue.map { SearchHint(range: filter.range, message: $0) }
        }
    }

    private func tellLosses(in results: inout SearchResults) {
        if let problem = index.annotationProblem {
            results.hints.add(
                "Tags, notes and other decisions of people are not known. \(problem.message)", problem.remedy)
        }
        if index.said.isDamaged {
            results.hints.add("Notes and labels cannot be searched: their words are damaged.", .update)
        }
    }

    func finder(within seen: Permission?) throws -> UnitFinder {
        UnitFinder(
            index: index, rowMap: try index.documentRowMap(), weights: request.weights, permitted: seen,
            findsNotes: request.showsNotes, forms: try index.wordForms(within: seen?.rows))
    }

    func leftOut() throws -> [Int64]? {
        let hidden = request.showsHidden ? nil : try index.hiddenDocuments()
        guard request.newTo != nil || !request.leavesOut.isEmpty else { return hidden }
        let shown = try request.newTo.map { try index.documents(shownOf: $0) } ?? []
        return (hidden ?? []) + shown + request.leavesOut
    }

    func facts(
        of plan: SearchPlan, in evaluation: Evaluation, below roots: [IndexRoot], ofFoundOnly: Bool = true
    ) throws -> [DocumentSet] {
        guard !plan.facts.isEmpty else { return [] }
        let rowMap = evaluation.rowMap
        var few: [Int64]?
        if ofFoundOnly, !plan.wanted.isEmpty {
            let wantedMask = plan.wantedMask
            let found = evaluation.documents { mask, _ in mask.intersects(wantedMask) }
            few = found.count <= 500 ? found.map { rowMap.ids[$0] } : nil
        }
        let scope = FactTest.Scope(
            findsNotes: request.showsNotes, timeZone: request.timeZone, isRestricted: try isRestricted())
        return try plan.facts.map { fact in
            DocumentSet(
                try index.documents(with: fact, among: few, comparable(roots, with: fact), in: scope), rowMap)
        }
    }
}
