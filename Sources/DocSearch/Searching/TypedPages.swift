/// Pages with all words as typed come before pages with them in other forms only, unless those have them much closer
/// together.
struct TypedPages {
    /// Pages and titles, ascending.
    let rows: [Int64]
    /// More than all else that distinguishes two pages, or documents, with all words.
    let preference: Double
    private let wanted: [SearchPlan.Clause]
    /// A phrase or a sum alone has all its words together wherever it is.
    private let isAlone: Bool

    /// Other pages must be so much closer (see ``Closeness``) not to come behind: words side by side against words with
    /// as many others between them.
    private static let muchCloser = 0.5
    /// BM25 over the document, its best page's score, closeness and form make 2.2 times what the words can give.
    private static let share = 2.5

    init(_ plan: SearchPlan, _ evaluation: Evaluation) {
        let wanted = plan.wantedInPages
        self.wanted = wanted
        isAlone = wanted.count == 1 && wanted[0].units.contains(where: plan.hasFormsToTell)
        preference = Self.share * evaluation.bound
        // Without any form looked up, none is typed and none is not.
        let isKnown = plan.units.indices.contains {
            (plan.isTyped($0) || plan.isWholeSum($0)) && evaluation.typedRows[$0] != nil
        }
        let neighbours = plan.neighbours.map { units in
            units.map { evaluation.postings[$0].rows }.reduce([], SortedRows.union)
        }.filter { !$0.isEmpty }
        let clauses = isKnown || !neighbours.isEmpty ? wanted : []
        let typed = Evaluation.rows(.all(clauses)) { unit in
            plan.isTyped(unit) || plan.isWholeSum(unit)
                ? evaluation.typedRows[unit] ?? evaluation.postings[unit].rows : []
        }
        rows = neighbours.reduce(typed) { rows, beside in
            let both = SortedRows.intersection(rows, beside)
            return both.isEmpty ? rows : both
        }
    }

    func contains(_ row: Int64) -> Bool { SortedRows.contains(rows, row) }

    func isComplete(_ mask: UnitMask) -> Bool { !wanted.isEmpty && wanted.allSatisfy { $0.holds(mask) { _ in false } } }

    func prefer(_ pages: inout [Evaluation.Page]) {
        guard let closest = closeness(pages) else { return }
        for position in pages.indices {
            let page = pages[position]
            guard contains(page.row) || isMuchCloser(page, than: closest) else { continue }
            pages[position].isPreferred = true
            pages[position].score += preference
        }
    }

    func closeness(_ pages: some Sequence<Evaluation.Page>) -> Double? {
        pages.lazy.filter { contains($0.row) }.map(\.closeness).max()
    }

    func isMuchCloser(_ page: Evaluation.Page, than closeness: Double) -> Bool {
        !isAlone && isComplete(page.mask) && page.closeness - closeness > Self.muchCloser
    }
}
