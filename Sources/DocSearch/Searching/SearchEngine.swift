import Foundation
import QueryLanguage

/// Carries out a ``SearchRequest``: the query is parsed and planned, its units are looked up, documents are ranked, and
/// the pages and snippets of the few that are shown are fetched.
struct SearchEngine {
    let index: IndexStore
    let openPages: () throws -> PageStore
    /// The remembered folders.
    let readRoots: () throws -> [IndexRoot]
    let request: SearchRequest
    let clock: SearchClock
    /// The vectors and the model; without them only words are looked for.
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
        let context = context
        let parsed = QueryParser().parse(request.query, context)
        let filter = try scoped(request.filter.map { QueryParser().parse($0, context) })
        guard !parsed.isEmpty || !(filter?.isEmpty ?? true) else {
            let hint = parsed.hints.first.map { " \($0.message)" } ?? ""
            throw DocSearchError(.usage, "There is nothing to search for in \"\(request.query)\".\(hint)")
        }
        // All of it from one state of the index, whatever a run writes meanwhile.
        var results = try index.read { _ in
            try answer(parsed, in: context) { parsed in
                try answer(parsed, SearchPlan(parsed, filter: filter, synonyms: request.synonyms))
            }
        }
        results.hints += (filter?.hints ?? []).map { SearchHint(onAll: "In the filter: \($0.message)") }
        results.elapsed = ContinuousClock.now - start
        return results
    }

    /// Where the words of the query are in each of the texts.
    func marks(in texts: [String]) throws -> [[TextMark]] {
        let plan = SearchPlan(QueryParser().parse(request.query, context))
        return try index.read { _ in
            let finder = try UnitFinder(index, places: index.documentPlaces(), weights: RankingWeights())
            let patterns = try plan.units.enumerated().compactMap { number, unit in
                plan.weights[number] > 0
                    ? try finder.find(unit).mark.map { MarkPattern(kind: $0, unit: number) } : nil
            }
            // The words of many pages are much memory, and a page may have 4 MiB: one at a time.
            return try texts.map { try index.marks(of: patterns, in: [0: $0])[0] ?? [] }
        }
    }

    func validate() throws {
        guard request.limit > 0, request.offset >= 0, request.pagesPerDocument >= 0 else {
            throw DocSearchError(.usage, "The limit must be 1 or more, the offset and the number of pages 0 or more.")
        }
        guard (1...64).contains(request.snippetWords) else {
            throw DocSearchError(.usage, "A snippet has 1 to 64 words, not \(request.snippetWords).")
        }
    }

    private func answer(_ parsed: ParsedQuery, _ whole: SearchPlan) throws -> SearchResults {
        let places = try index.documentPlaces()
        let seen: DocumentSet? = try request.access.map { access in
            try required(.words) { try permitted(by: access).documents }
        }
        let leftOut = try leftOut()
        var hints: [SearchHint] = []
        let asking = try asking(
            parsed, asksAll: whole.required.isEmpty && seen == nil && leftOut == nil, hints: &hints)
        let finder = try UnitFinder(index, places: places, weights: request.weights)
        let looked = try lookUp(whole, by: finder, permitted: seen)
        let (plan, evaluation) = (looked.plan, looked.evaluation)
        let roots = try roots(for: plan, of: parsed)
        let pinned = try request.pinned.flatMap { try index.documents(matching: $0).map(\.id) }
        let ranker = Ranker(
            request: request, index: index, plan: plan, evaluation: evaluation,
            facts: try plan.facts.isEmpty
                ? []
                : required(.details) {
                    try facts(of: plan, in: evaluation, below: roots.known, ofFoundOnly: asking == nil)
                },
            pinned: DocumentSet(pinned, places), leftOut: leftOut.map { DocumentSet($0, places) },
            permitted: seen)
        let meaning = try asking.flatMap { try self.meaning($0, ranker, hints: &hints) }
        let selection = try selection(ranker, meaning, below: roots.known)
        let ranking = selection.ranking
        var results = SearchResults(
            query: request.query, total: ranking.total, totalWithAll: ranking.totalWithAll,
            isRelaxed: ranking.isRelaxed, hits: [],
            // Names of folders are not for everyone.
            hints: (request.access == nil ? roots.hints : [])
                + parsed.hints.map { SearchHint(range: $0.range, message: $0.message) },
            understood: parsed.description,
            inferences: parsed.inferences.map { SearchHint(range: $0.range, message: $0.understood) },
            elapsed: .zero)
        results.hints += hints
        results.usesMeaning = meaning != nil
        results.totalByMeaning = ranking.totalByMeaning
        try addHits(for: selection, to: &results, ranker: ranker, meaning, marking: looked.patterns)
        let documents = results.hits.map(\.document)
        let said = documents.map { selection.documents[$0.id]?.decisions ?? [] }
        let fields = try optional(.fields) { try FieldMarker(plan, index).fields(of: documents, said: said) } ?? []
        for (position, fields) in fields.enumerated() { results.hits[position].fields = fields }
        if request.locatesFiles || request.looksForFiles { selection.locate(&results, below: roots.known) }
        if let problem = index.decisionProblem {
            results.hints.append(
                SearchHint(
                    onAll: "Tags, notes and other decisions could not be read. \(problem.message)", problem.remedy))
        }
        if index.said.isDamaged {
            results.hints.append(
                SearchHint(
                    onAll: "Tags, notes and other decisions cannot be searched: their words are damaged.", .update))
        }
        if !finder.hasWrittenWords, plan.units.contains(where: \.isWritten) {
            results.hints.append(
                SearchHint(
                    range: 0..<parsed.text.unicodeScalars.count,
                    message: "This index was made by an earlier release and has only the stems of words.",
                    remedy: .update))
        }
        if ranking.totalWithAll == 0, request.access == nil {
            // How often a word is there that was not looked for is not known.
            results.suggestion =
                try looked.missing.isEmpty
                ? optional(.spelling) {
                    try SpellingAdvice(index: index)
                        .advice(parsed, plan, isFound: ranking.total > 0) { evaluation.postings[$0].rows.count }
                } ?? nil : nil
        }
        if request.countsFacets {
            results.facets = try optional(.facets) {
                try index.facets(documents: ranking.matching.map { places.ids[$0] })
            }
        }
        tellOmissions(looked, in: &results)
        return results
    }

    /// Documents that are not found whatever they have; nil when there are none.
    func leftOut() throws -> [Int64]? {
        let hidden = request.showsHidden ? nil : try index.hiddenDocuments()
        guard let name = request.newTo else { return hidden }
        return try (hidden ?? []) + index.documents(shownOf: name)
    }

    /// Which documents each fact is true of. Where the words leave few documents, only those are asked about, unless others
    /// may answer.
    func facts(
        of plan: SearchPlan, in evaluation: Evaluation, below roots: [IndexRoot], ofFoundOnly: Bool = true
    ) throws -> [DocumentSet] {
        guard !plan.facts.isEmpty else { return [] }
        let places = evaluation.places
        var few: [Int64]?
        if ofFoundOnly, !plan.wanted.isEmpty {
            let wantedMask = plan.wantedMask
            let found = evaluation.documents { mask, _ in mask & wantedMask != 0 }
            if found.count <= 500 { few = found.map { places.ids[$0] } }
        }
        return try plan.facts.map { fact in
            DocumentSet(try index.documents(with: fact, among: few, comparable(roots, with: fact)), places)
        }
    }

    // MARK: - Hits

    private func addHits(
        for selection: Selection, to results: inout SearchResults, ranker: Ranker, _ meaning: Meaning?,
        marking patterns: [MarkPattern]
    ) throws {
        var damage = HitDamage()
        let (shown, documents) = (selection.shown, selection.documents)
        var located: [(entry: Int, page: LocatedPage)] = []
        for (number, document) in shown.map(\.document).enumerated() where request.pagesPerDocument > 0 {
            let best = pagesToShow(of: document, by: ranker)
            let pages = try index.located(document: document.id, best)
            located += pages.map { (entry: number, page: $0) }
            damage.pages += best.count - pages.count
        }
        var pages: [Int: [PageHit]] = [:]
        var originals: [Int: Int64] = [:]
        var nearCopies = NearCopies()
        let withWords = shown.map { $0.document.meaning == nil ? [] : ranker.pagesWithWords(of: $0.document.ordinal) }
        // A page may have 4 MiB: a few at a time.
        for start in stride(from: 0, to: located.count, by: Self.textsAtOnce) {
            let portion = located[start..<min(located.count, start + Self.textsAtOnce)]
            let (texts, marks, left) = try texts(of: portion.map(\.page), marking: patterns)
            for (number, page) in portion {
                let entry = shown[number].document
                guard let document = documents[entry.id]?.document else { continue }
                let text = texts[page.textID]
                if text == nil, !left.contains(page.textID) { damage.texts.append((document.path, page.page)) }
                if let text, pages[number] == nil, !request.showsCopies {
                    originals[number] = nearCopies.original(of: text, document: entry.id)
                }
                let found = marks[page.textID] ?? []
                let chunk = withWords[number].contains(page.page) ? nil : entry.meaning?.chunk(of: page)
                let snippet =
                    chunk.flatMap { self.snippet(of: text ?? "", near: $0, by: meaning, &results.hints) }
                    ?? Snippet(text ?? "", marks: found, words: request.snippetWords)
                pages[number, default: []].append(
                    PageHit(
                        page: page.page, label: page.label, score: page.score, origin: page.origin,
                        confidence: page.confidence, isByMeaning: chunk != nil, snippet: snippet.text,
                        marks: snippet.marks))
            }
        }
        results.hits = shown.enumerated().compactMap { number, entry in
            let ranked = entry.document
            guard let document = documents[ranked.id]?.document else {
                damage.documents += 1
                return nil
            }
            return SearchHit(
                document: document, score: ranked.score, hasAllWords: ranked.hasAllWords,
                isByMeaning: meaning != nil && ranker.hasNoWords(ranked.ordinal),
                ranks: meaning.map { _ in ranked.ranks }, pages: pages[number] ?? [], copies: entry.copies,
                nearCopyOf: originals[number],
                isPinned: ranker.pinned.contains(ranked.ordinal))
        }
        results.hints += damage.sentences.map { SearchHint(onAll: $0, .repair) }
    }

    /// Pages whose texts are in memory together.
    private static let textsAtOnce = 100

    /// Snippets are done without when `pages.sqlite` cannot be read.
    func texts(_ ids: [Int64]) throws -> [Int64: String] {
        do {
            return try openPages().texts(ids)
        } catch let error as DocSearchError where error.code == .damagedIndex {
            return [:]
        }
    }
}
