import QueryLanguage

struct RankedDocument: Sendable {
    var ordinal: Int
    var id: Int64
    var score: Double
    var hasAllWords: Bool
    /// 0 to 1: a rare word counts more than a common one.
    var coverage = 1.0
    /// Best first, with the row of the title among them; empty when they were not looked up.
    var pages: [Evaluation.Page] = []
    var ranks = FusedRanks()
    var meaning: MeaningSearch.Document?
}

/// Ranks documents by BM25 over the whole document, and by the words of its best page.
struct Ranker {
    struct Ranking {
        var documents: [RankedDocument] = []
        var total = 0
        var totalWithAll = 0
        var totalByMeaning = 0
        var isRelaxed = false
        var usesMeaning = false
        /// Nil where it is not known, or meaning is asked in one language alone.
        var languageAsked: String?
        var matching: [Int] = []
    }

    let request: SearchRequest
    let index: IndexStore
    let plan: SearchPlan
    let evaluation: Evaluation
    let facts: [DocumentSet]
    let pinned: DocumentSet
    let leftOut: DocumentSet?
    let permitted: DocumentSet?
    let named: DocumentSet?
    let typed: TypedPages
    private let typedDocuments: DocumentSet
    let together: DocumentSet
    private let titled: DocumentSet
    /// The ordinals of documents whose title is the query.
    private var called: Set<Int> = []

    /// Documents that a page may lift, the same ones whatever part of the list is asked for, so that its parts fit
    /// together.
    private static let window = 50

    init(
        request: SearchRequest, index: IndexStore, plan: SearchPlan, evaluation: Evaluation, facts: [DocumentSet],
        pinned: [Int64] = [], leftOut: [Int64]?, permitted: DocumentSet? = nil, named: [Int64] = []
    ) throws {
        (self.request, self.index, self.plan, self.evaluation) = (request, index, plan, evaluation)
        (self.facts, self.permitted) = (facts, permitted)
        self.pinned = DocumentSet(pinned, evaluation.rowMap)
        self.leftOut = leftOut.map { DocumentSet($0, evaluation.rowMap) }
        self.named = named.isEmpty ? nil : DocumentSet(named, evaluation.rowMap)
        typed = TypedPages(plan, evaluation)
        typedDocuments = evaluation.documents(ofRows: typed.rows)
        let title = TypedTitle(request.query, plan, index)
        // Every row has a single word; which rows are titles matters where forms are told apart or a title may be typed.
        let isNeeded = plan.wanted.count > 1 || !typed.rows.isEmpty || title.isPossible
        let rows = isNeeded ? Evaluation.rows(.all(plan.wanted)) { evaluation.postings[$0].rows } : []
        together = evaluation.documents(ofRows: plan.wanted.count > 1 ? rows : [])
        let heads = [rows, evaluation.rowMap.firstRows].sorted { $0.count < $1.count }
        titled = evaluation.documents(ofRows: SortedRows.intersection(heads[0], heads[1]))
        if isByWords { called = try calledAsTyped(title) }
    }

    private var isByWords: Bool { plan.hasMatch && request.sort == .relevance }

    /// `wanted` counts from the first document on. With `goesOn`, documents with some of the words follow whatever is
    /// wanted.
    func rank(wanted: Int, goesOn: Bool = false) throws -> Ranking {
        let clauses = plan.wanted + plan.required
        let all = evaluation.documents { mask, ordinal in
            named?.contains(ordinal) == true || hold(clauses, with: mask, for: ordinal)
        }
        var ranking = Ranking(total: all.count, totalWithAll: all.count, matching: all)
        let first = hasManyWords ? all.filter { together.contains($0) || pinned.contains($0) } : all
        if request.match != .any {
            ranking.documents = try order(first, hasAllWords: true, limit: wanted)
            guard request.match == .auto, named == nil, plan.wanted.count > 1, goesOn || first.count < wanted else {
                return ranking
            }
        }
        let wantedMask = plan.wantedMask
        let any = evaluation.documents { mask, ordinal in
            named?.contains(ordinal) == true
                || (plan.wanted.isEmpty || mask.intersects(wantedMask))
                    && hold(plan.required, with: mask, for: ordinal)
        }
        ranking.matching = any
        ranking.total = any.count
        ranking.isRelaxed = any.count > all.count
        let others = request.match == .any ? any : SortedRows.difference(any, first)
        var rest = try order(others, hasAllWords: false, limit: max(0, wanted - ranking.documents.count))
        let hasAll = DocumentSet(ordinals: all, count: evaluation.rowMap.count)
        for position in rest.indices { rest[position].hasAllWords = hasAll.contains(rest[position].ordinal) }
        ranking.documents = Self.joined(ranking.documents, rest)
        return ranking
    }

    /// A document may have many words on different pages for no other reason than that it is long.
    private var hasManyWords: Bool {
        request.match == .auto && request.sort == .relevance && named == nil && plan.isLong
    }

    func hold(_ clauses: [SearchPlan.Clause], with mask: UnitMask, for ordinal: Int) -> Bool {
        guard leftOut?.contains(ordinal) != true, permitted?.contains(ordinal) != false else { return false }
        return clauses.allSatisfy { clause in
            // Most clauses are single words.
            if case .unit(let number) = clause { return mask.contains(number) }
            return clause.holds(mask) { facts[$0].contains(ordinal) }
        }
    }

    /// Programs sort by score, so the rest must not score higher.
    static func joined(_ first: [RankedDocument], _ rest: [RankedDocument]) -> [RankedDocument] {
        var rest = rest
        if let floor = first.last?.score, let top = rest.first?.score, top >= floor, top > 0 {
            for position in rest.indices { rest[position].score *= 0.999 * floor / top }
        }
        return first + rest
    }

    private func order(_ set: [Int], hasAllWords: Bool, limit: Int) throws -> [RankedDocument] {
        guard isByWords else {
            return try listed(set, hasAllWords: hasAllWords, limit: limit)
        }
        let wanted = max(limit, Self.window)
        var best = BestWithEquals(limit: wanted)
        for ordinal in set {
            best.add(
                ordinal,
                score(ordinal, hasAllWords: hasAllWords) + (hasAllWords ? preferenceUnseen(ordinal) : 0)
                    + (called.contains(ordinal) ? titlePreference : 0))
        }
        let documents = try first(wanted, of: best.runs).map { ordinal, score in
            RankedDocument(ordinal: ordinal, id: evaluation.rowMap.ids[ordinal], score: score, hasAllWords: hasAllWords)
        }
        let lifted = lifted(documents.prefix(Self.window), hasAllWords: hasAllWords)
        return Self.joined(lifted, Array(documents.dropFirst(Self.window)))
    }

    /// Equals in the order of their paths: of the last run as many as there is room for.
    private func first(_ count: Int, of runs: [BestWithEquals.Run]) throws -> [(ordinal: Int, score: Double)] {
        var runs = runs
        let room = count - runs.dropLast().reduce(0) { $0 + $1.numbers.count }
        if let last = runs.indices.last, runs[last].numbers.count > room {
            let ordinals = Dictionary(uniqueKeysWithValues: runs[last].numbers.map { (evaluation.rowMap.ids[$0], $0) })
            runs[last].numbers = try index.inOrderOfPaths(Array(ordinals.keys), limit: room).compactMap { ordinals[$0] }
        }
        let all = runs.flatMap { run in
            run.numbers.map { (ordinal: $0, id: evaluation.rowMap.ids[$0], score: run.score) }
        }
        return try index.inOrder(all, id: \.id, score: \.score).map { ($0.ordinal, $0.score) }
    }

    /// More than titles, forms, pages and pins give together.
    private static let namedPreference = 16.0

    private func score(_ ordinal: Int, hasAllWords: Bool) -> Double {
        let isNamed = named?.contains(ordinal) == true
        let score = Double(evaluation.scores[ordinal]) + (isNamed ? Self.namedPreference * evaluation.bound + 1 : 0)
        guard hasAllWords else { return score }
        // One that has all words together on a page, or in its title, comes before those that have them scattered.
        return score + (together.contains(ordinal) ? evaluation.bound : 0)
            + (pinned.contains(ordinal) ? evaluation.bound / 2 : 0)
    }

    /// So that documents which may come first are looked at. How close words stand on other pages is not known yet.
    private func preferenceUnseen(_ ordinal: Int) -> Double {
        let isPreferred =
            typedDocuments.contains(ordinal) || !typed.rows.isEmpty && titled.contains(ordinal)
        return isPreferred ? typed.preference : 0
    }

    /// More than ``TypedPages/preference`` and all that words give.
    private var titlePreference: Double { 2 * typed.preference }

    /// Among those that may be found.
    private func calledAsTyped(_ title: TypedTitle) throws -> Set<Int> {
        guard title.isPossible else { return [] }
        let candidates = evaluation.documents { mask, ordinal in
            titled.contains(ordinal)
                && (named?.contains(ordinal) == true || hold(plan.required, with: mask, for: ordinal))
        }
        var best = BestFew(limit: TypedTitle.mostRead)
        for ordinal in candidates {
            best.add(ordinal, Double(evaluation.scores[ordinal]), orderedBy: evaluation.rowMap.ids[ordinal])
        }
        let ordinals = Dictionary(
            uniqueKeysWithValues: best.sorted.map { (evaluation.rowMap.ids[$0.number], $0.number) })
        return Set(try title.documents(among: ordinals.keys.sorted()).compactMap { ordinals[$0] })
    }

    private func lifted(_ documents: ArraySlice<RankedDocument>, hasAllWords: Bool) -> [RankedDocument] {
        var lifted = Array(documents)
        for position in lifted.indices { lifted[position].pages = pages(of: lifted[position].ordinal) }
        let closest = hasAllWords ? typed.closeness(lifted.lazy.flatMap(\.pages)) : nil
        // Many words are on most pages somewhere, and a page's score does not know how long the page is.
        let pageShare = hasAllWords || !plan.isLong ? 1 : 1 / plan.length
        for position in lifted.indices {
            let (ordinal, pages) = (lifted[position].ordinal, lifted[position].pages)
            var score = score(ordinal, hasAllWords: hasAllWords)
            if let first = pages.first {
                score += pageShare * (first.score - (first.isPreferred ? typed.preference : 0))
            }
            let isPreferred = closest.map { closest in
                typedDocuments.contains(ordinal) || pages.contains { typed.isMuchCloser($0, than: closest) }
            }
            lifted[position].score =
                score + (isPreferred == true ? typed.preference : 0)
                + (called.contains(ordinal) ? titlePreference : 0)
        }
        return lifted.enumerated().sorted {
            ($1.element.score, $0.offset) < ($0.element.score, $1.offset)
        }.map(\.element)
    }

    private func listed(_ set: [Int], hasAllWords: Bool, limit: Int) throws -> [RankedDocument] {
        let ordinals = Dictionary(set.map { (evaluation.rowMap.ids[$0], $0) }) { first, _ in first }
        // The time of a file may be that of another document in its bundle, which may not be seen.
        let sort = request.sort == .modified && request.access != nil ? .indexed : request.sort
        return try index.sorted(Array(ordinals.keys), by: sort, limit: limit).compactMap { id in
            guard let ordinal = ordinals[id] else { return nil }
            let score = Double(evaluation.scores[ordinal])
            return RankedDocument(ordinal: ordinal, id: id, score: score, hasAllWords: hasAllWords)
        }
    }

    func pages(of ordinal: Int) -> [Evaluation.Page] {
        let units = plan.units.indices.filter { plan.weights[$0] > 0 && plan.units[$0].isInPages }
        let pageUnits = units.map { (number: $0, length: plan.units[$0].length) }
        return evaluation.pages(of: ordinal, units: pageUnits, asTyped: typed) { mask in
            plan.wanted.count > 1 && plan.wanted.allSatisfy { $0.holds(mask) { _ in false } }
        }
    }
}

extension Ranker {
    /// The words that are ranked by do not count. Ascending; nil for all documents.
    func asked() -> [Int64]? {
        guard !plan.required.isEmpty || leftOut != nil || permitted != nil else { return nil }
        let ordinals = evaluation.documents { mask, ordinal in hold(plan.required, with: mask, for: ordinal) }
        return ordinals.map { evaluation.rowMap.ids[$0] }.sorted()
    }

    /// See ``RankedDocument/coverage``.
    func coverage(of ordinal: Int) -> Double {
        let mask = evaluation.masks[ordinal]
        var (found, all) = (0.0, 0.0)
        for (unit, weight) in evaluation.weights.enumerated()
        where plan.wantedMask.contains(unit) && !plan.units[unit].isPart {
            all += weight
            if mask.contains(unit) { found += weight }
        }
        return all > 0 ? found / all : 1
    }

    func standTogether(in ordinal: Int) -> Bool { plan.wanted.count < 2 || together.contains(ordinal) }

    func isComplete(_ page: Evaluation.Page) -> Bool { typed.isComplete(page.mask) }

    func ranked(_ found: [MeaningSearch.Document]) throws -> [RankedDocument] {
        let rowMap = evaluation.rowMap
        let firstRows = try index.firstRows(ofDocuments: found.map(\.id))
        return found.compactMap { document in
            guard let row = firstRows[document.id], let ordinal = rowMap.ordinal(ofRow: row),
                rowMap.ids[ordinal] == document.id
            else { return nil }
            var ranked = RankedDocument(
                ordinal: ordinal, id: document.id, score: 0,
                hasAllWords: plan.wanted.allSatisfy { $0.holds(evaluation.masks[ordinal]) { _ in false } })
            ranked.meaning = document
            ranked.ranks.similarity = document.similarity
            return ranked
        }
    }

    func pagesWithWords(of ordinal: Int) -> Set<Int> {
        let first = evaluation.rowMap.firstRows[ordinal]
        return Set(pages(of: ordinal).map { Int($0.row - first) })
    }

    func hasNoWords(_ ordinal: Int) -> Bool { !evaluation.masks[ordinal].intersects(plan.wantedMask) }
}
