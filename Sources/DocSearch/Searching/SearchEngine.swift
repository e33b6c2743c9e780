import Foundation
import QueryLanguage

/// Carries out a ``SearchRequest``: candidates from documents and from pages, fused; then the best pages and snippets
/// of the few that are shown.
struct SearchEngine {
    let index: IndexStore
    let openPages: () throws -> PageStore

    func search(_ request: SearchRequest) throws -> SearchResults {
        let start = ContinuousClock.now
        try validate(request)
        var request = request
        // Beyond these there is nothing to show, and sums stay far from overflowing.
        request.limit = min(request.limit, 1 << 30)
        request.offset = min(request.offset, 1 << 30)
        let parsed = QueryParser().parse(request.query)
        guard !parsed.isEmpty else {
            let hint = parsed.hints.first.map { " \($0.message)" } ?? ""
            throw DocSearchError(.usage, "There is nothing to search for in \"\(request.query)\".\(hint)")
        }
        let plan = SearchPlan(parsed)
        // All of it from one state of the index, whatever a run writes meanwhile.
        let (ranking, found) = try index.read { _ -> (Ranking, [SearchHit]) in
            let ranking = plan.hasMatch ? try rank(plan, request) : try list(plan, request)
            let shown = Array(ranking.documents.dropFirst(request.offset).prefix(request.limit))
            return (ranking, try hits(shown, plan, ranking.weights, request))
        }
        return SearchResults(
            query: request.query, total: ranking.total, totalWithAll: ranking.totalWithAll,
            isRelaxed: ranking.isRelaxed, hits: found,
            hints: parsed.hints.map { SearchHint(range: $0.range, message: $0.message) },
            understood: parsed.description, elapsed: ContinuousClock.now - start)
    }

    private func validate(_ request: SearchRequest) throws {
        guard request.limit > 0, request.offset >= 0, request.pagesPerDocument >= 0 else {
            throw DocSearchError(
                .usage, "The limit must be 1 or more, the offset and the number of pages 0 or more.")
        }
        guard (1...64).contains(request.snippetWords) else {
            throw DocSearchError(.usage, "A snippet has 1 to 64 words, not \(request.snippetWords).")
        }
    }

    private struct Ranking {
        var documents: [RankedDocument] = []
        var total = 0
        var totalWithAll = 0
        var isRelaxed = false
        /// Inverse document frequency of each unit, over pages.
        var weights: [Double] = []
    }

    // MARK: - Candidates

    private func rank(_ plan: SearchPlan, _ request: SearchRequest) throws -> Ranking {
        var ranking = Ranking()
        ranking.weights = try index.pageWeights(units: plan.units)
        let wanted = request.offset + request.limit
        let candidates = request.sort == .relevance ? wanted + 20 : nil
        if request.match != .any {
            ranking.totalWithAll = try index.matchCount(plan.documentsWithAll, plan.conditions)
            ranking.total = ranking.totalWithAll
            ranking.documents = try strict(plan, ranking.weights, candidates)
        }
        let mayRelax = request.match == .any || (request.match == .auto && plan.groups.count > 1)
        if mayRelax, ranking.totalWithAll < wanted {
            let any = try index.matchCount(plan.documentsWithAny, plan.conditions)
            if any > ranking.totalWithAll {
                ranking.isRelaxed = request.match == .auto
                ranking.total = any
                ranking.documents = try appendRelaxed(ranking.documents, plan, ranking.weights, candidates)
            }
        }
        if request.sort != .relevance {
            ranking.documents = try index.sorted(ranking.documents, by: request.sort)
        }
        return ranking
    }

    /// Documents with all units. One that has them together on a page, or in its title, comes before those that have
    /// them scattered (design decision D2).
    private func strict(_ plan: SearchPlan, _ weights: [Double], _ limit: Int?) throws -> [RankedDocument] {
        var scores = try index.documentCandidates(plan.documentsWithAll, plan.conditions, limit: limit)
        if plan.groups.count > 1 {
            let pages = try index.pageCandidates(
                plan.pagesWithAll, weights, plan.conditions, limit: limit.map { 4 * $0 })
            let missing = pages.keys.filter { scores[$0] == nil }
            scores.merge(try index.documentScores(plan.documentsWithAll, plan.conditions, Array(missing))) { a, _ in a }
            // The most that BM25 can give, so that togetherness decides first.
            let bound = 2.2 * weights.reduce(0, +)
            for (document, score) in scores {
                let page =
                    try pages[document]
                    ?? index.bestRows(document: document, plan.pagesWithAll, weights, limit: 1).first?.score
                if let page { scores[document] = score + page + bound }
            }
        }
        return ordered(scores, hasAllWords: true)
    }

    private func appendRelaxed(
        _ strict: [RankedDocument], _ plan: SearchPlan, _ weights: [Double], _ limit: Int?
    ) throws -> [RankedDocument] {
        var scores = try index.documentCandidates(plan.documentsWithAny, plan.conditions, limit: limit)
        let pages = try index.pageCandidates(plan.pagesWithAny, weights, plan.conditions, limit: limit.map { 4 * $0 })
        let missing = pages.keys.filter { scores[$0] == nil }
        scores.merge(try index.documentScores(plan.documentsWithAny, plan.conditions, Array(missing))) { a, _ in a }
        for (document, page) in pages { scores[document]? += page }
        for document in strict { scores[document.id] = nil }
        var relaxed = ordered(scores, hasAllWords: false)
        // Programs sort by score: what comes after must not score higher.
        if let floor = strict.last?.score, let top = relaxed.first?.score, top >= floor, top > 0 {
            let factor = 0.999 * floor / top
            for position in relaxed.indices { relaxed[position].score *= factor }
        }
        return strict + relaxed
    }

    private func ordered(_ scores: [Int64: Double], hasAllWords: Bool) -> [RankedDocument] {
        scores.map { RankedDocument(id: $0.key, score: $0.value, hasAllWords: hasAllWords) }
            .sorted { $0.score != $1.score ? $0.score > $1.score : $0.id < $1.id }
    }

    /// Filters alone list what they let through, newest first (E77).
    private func list(_ plan: SearchPlan, _ request: SearchRequest) throws -> Ranking {
        var ranking = Ranking()
        let listed = try index.list(
            excluding: plan.documentsToExclude, plan.conditions, sort: request.sort,
            limit: request.offset + request.limit)
        ranking.total = listed.total
        ranking.totalWithAll = listed.total
        ranking.documents = listed.ids.map { RankedDocument(id: $0, score: 0, hasAllWords: true) }
        return ranking
    }

    // MARK: - Hits

    private func hits(
        _ shown: [RankedDocument], _ plan: SearchPlan, _ weights: [Double], _ request: SearchRequest
    ) throws -> [SearchHit] {
        let documents = try index.documents(ids: shown.map(\.id))
        var pages: [Int64: [LocatedPage]] = [:]
        if !plan.units.isEmpty, request.pagesPerDocument > 0 {
            for document in shown {
                pages[document.id] = try index.bestPages(
                    document: document.id, plan.pagesWithAny, weights, limit: request.pagesPerDocument)
            }
        }
        let textIDs = pages.values.joined().map(\.textID)
        let texts = textIDs.isEmpty ? [:] : try openPages().texts(textIDs)
        let marks = try index.marks(of: plan.units, in: texts)
        return shown.compactMap { ranked in
            guard let document = documents[ranked.id] else { return nil }
            let pageHits = (pages[ranked.id] ?? []).compactMap { page in
                texts[page.textID].map { text in
                    let snippet = Snippet(text, marks: marks[page.textID] ?? [], words: request.snippetWords)
                    return PageHit(
                        page: page.page, label: page.label, score: page.score, origin: page.origin,
                        confidence: page.confidence, snippet: snippet.text, marks: snippet.marks)
                }
            }
            return SearchHit(
                document: document, score: ranked.score, hasAllWords: ranked.hasAllWords, pages: pageHits)
        }
    }
}

/// A document on its way through the ranking.
struct RankedDocument: Sendable, Equatable {
    var id: Int64
    var score: Double
    var hasAllWords: Bool
}

/// A page that a hit points to.
struct LocatedPage: Sendable {
    var page: Int
    var label: String?
    var score: Double
    var origin: PageText.Origin
    var confidence: Double?
    var textID: Int64
}
