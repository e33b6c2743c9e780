import QueryLanguage

/// Which documents may be seen.
extension SearchEngine {
    /// Parses a query for ``SearchRequest/access``. Throws ``DocSearchError`` with code `usage` for one that is not wholly
    /// understood: whatever was left out of it might let through what it should not.
    static func parsedAccess(_ access: String) throws -> ParsedQuery {
        let parsed = QueryParser().parse(access, .none)
        let plan = SearchPlan(QueryParser().parse("", .none), filter: parsed)
        let problem: String? =
            if parsed.isEmpty || plan.required.isEmpty {
                "It is empty."
            } else if plan.units.count >= SearchPlan.unitLimit {
                "It has more than \(SearchPlan.unitLimit - 1) words."
            } else {
                parsed.hints.first?.message
            }
        guard let problem else { return parsed }
        throw DocSearchError(.usage, "The query \"\(access)\" cannot be used as an access filter. \(problem)")
    }

    /// The documents that a query for ``SearchRequest/access`` lets through. Throws ``DocSearchError`` where a part of
    /// it, as a tag or a folder, cannot be answered: that must not let through what the query was to keep back.
    func permitted(by access: String) throws -> Permission {
        let parsed = try Self.parsedAccess(access)
        return try index.read { _ in
            try index.permission(by: access) { try permission(parsed) }
        }
    }

    private func permission(_ parsed: ParsedQuery) throws -> Permission {
        let plan = SearchPlan(QueryParser().parse("", .none), filter: parsed)
        return try index.read { _ in
            try index.requireDecisions()
            let rowMap = try index.documentRowMap()
            let finder = try UnitFinder(index, rowMap: rowMap, weights: RankingWeights())
            var evaluation = Evaluation(rowMap: rowMap)
            for unit in plan.units { evaluation.add(try finder.find(unit), weight: 0) }
            guard !index.said.isDamaged else {
                throw DocSearchError(
                    .damagedIndex,
                    "Tags, notes and other decisions cannot be searched, so it is not known which documents may be "
                        + "seen.")
            }
            let roots = try roots(for: plan, of: parsed)
            if let hint = roots.hints.first {
                throw DocSearchError(.failed, "It is not known which documents may be seen. \(hint.message)")
            }
            let facts = try facts(of: plan, in: evaluation, below: roots.known)
            let ordinals = evaluation.documents { mask, ordinal in
                plan.required.allSatisfy { $0.holds(mask) { facts[$0].contains(ordinal) } }
            }
            return Permission(ordinals: ordinals, rowMap)
        }
    }

    /// Of these words those on pages of permitted documents that are not hidden, with the number of such pages.
    func permittedWords(_ words: [String], by access: String) throws -> [(word: String, pages: Int)] {
        try index.read { _ in
            let rowMap = try index.documentRowMap()
            let permitted = try permitted(by: access).documents
            let hidden = DocumentSet(try index.hiddenDocuments() ?? [], rowMap)
            let finder = try UnitFinder(index, rowMap: rowMap, weights: RankingWeights())
            return try words.map { word in
                let pages = try finder.find(SearchUnit(.exact(word), field: .any)).postings.rows.count { row in
                    rowMap.ordinal(ofRow: row).map { permitted.contains($0) && !hidden.contains($0) } ?? false
                }
                return (word, pages)
            }.filter { $0.pages > 0 }
        }
    }
}
