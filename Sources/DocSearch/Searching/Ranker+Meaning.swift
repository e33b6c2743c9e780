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
        for (unit, weight) in evaluation.weights.enumerated() where plan.wantedMask.contains(unit) {
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
