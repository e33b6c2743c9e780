/// The pages that have all words of a query in the form that was typed. They come before pages that have them in other
/// forms only, unless those have them much closer together.
struct TypedPages {
    /// Rows of pages and titles, ascending.
    let rows: [Int64]
    /// What being preferred adds to a score: more than all else that distinguishes two pages, or documents, with all words.
    let preference: Double
    private let wanted: [SearchPlan.Clause]

    /// By how much other pages must be closer (see ``Closeness``) than all of these so as not to come behind them:
    /// words side by side against words with as many others between them.
    private static let muchCloser = 0.5
    /// BM25 over the document, its best page's score, closeness and form make 2.2 times what the words can give.
    private static let share = 2.5

    init(_ plan: SearchPlan, _ evaluation: Evaluation) {
        wanted = plan.wanted
        preference = Self.share * evaluation.bound
        // Without any form looked up, none is typed and none is not.
        let isKnown = plan.units.indices.contains { plan.isTyped($0) && evaluation.typedRows[$0] != nil }
        let clauses = isKnown ? plan.wanted : []
        rows = Evaluation.rows(.all(clauses)) { unit in
            plan.isTyped(unit) ? evaluation.typedRows[unit] ?? evaluation.postings[unit].rows : []
        }
    }

    func contains(_ row: Int64) -> Bool { SortedRows.contains(rows, row) }

    /// Whether a page with these units has all words of the query, in whatever form.
    func isComplete(_ mask: UnitMask) -> Bool { !wanted.isEmpty && wanted.allSatisfy { $0.holds(mask) { _ in false } } }

    /// Adds to the scores of pages that come first.
    func prefer(_ pages: inout [Evaluation.Page]) {
        guard let closest = closeness(pages) else { return }
        for position in pages.indices {
            let page = pages[position]
            guard contains(page.row) || isMuchCloser(page, than: closest) else { continue }
            pages[position].isPreferred = true
            pages[position].score += preference
        }
    }

    /// How close the words stand at most on the pages that have them as typed; nil when there are none.
    func closeness(_ pages: some Sequence<Evaluation.Page>) -> Double? {
        pages.lazy.filter { contains($0.row) }.map(\.closeness).max()
    }

    func isMuchCloser(_ page: Evaluation.Page, than closeness: Double) -> Bool {
        isComplete(page.mask) && page.closeness - closeness > Self.muchCloser
    }
}
