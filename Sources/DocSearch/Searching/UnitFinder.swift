import QueryLanguage

struct FoundUnit {
    var postings: Postings
    var mark: MarkPattern.Kind?
    var typedRows: [Int64]?
}

struct UnitFinder {
    let index: IndexStore
    let rowMap: DocumentRowMap
    var weights = RankingWeights()
    /// Nil for all documents. Nothing found depends on the others.
    var permitted: Permission?
    var findsNotes = true
    /// Nil where words are found as they are, but for English stems.
    var forms: WordForms?

    func find(_ typed: SearchUnit, tellsForms: Bool = false) throws -> FoundUnit {
        let unit = try forms?.completed(typed) ?? typed
        var found = unit.isOnlySaid ? FoundUnit(postings: Postings()) : try findInIndex(unit, tellsForms: tellsForms)
        guard index.said.isNeeded, unit.field != .text, findsNotes || !unit.isOnlySaid else { return found }
        if unit.field == .tag { try leaveOutTagsTakenAway(from: &found, unit) }
        // Decisions on a document count with its title and other metadata.
        found.postings.add(
            try index.said(unit, weights: weights.saidColumns, within: permitted, withNotes: findsNotes))
        return found
    }

    func patterns(of plan: SearchPlan) throws -> [MarkPattern] {
        try plan.units.enumerated().compactMap { number, unit in
            plan.weights[number] > 0 ? try find(unit).mark.map { MarkPattern(kind: $0, unit: number) } : nil
        }
    }

    private func leaveOutTagsTakenAway(from found: inout FoundUnit, _ unit: SearchUnit) throws {
        let altered = try index.documentsWithoutTags()
        guard !altered.isEmpty else { return }
        let fields = try FieldMarker(of: unit, index).fields(of: altered.map(\.document))
        for (number, (row, _)) in altered.enumerated() where fields[number].isEmpty {
            if let position = found.postings.rows.firstIndex(of: row) { found.postings.remove(at: position) }
        }
    }

    private func findInIndex(_ unit: SearchUnit, tellsForms: Bool) throws -> FoundUnit {
        switch unit.kind {
        case .stems(let text):
            let texts = [text] + unit.equals
            var found = try stems(
                FullTextExpression.any(texts.map(FullTextExpression.quoted)), of: unit, marking: .stems(texts),
                tellsForms: tellsForms)
            if SeamExpression.maySpan(text) {
                try addOverleaf(SeamExpression.phrase(text), to: &found.postings, unit)
            }
            return found
        case .near(let texts, let distance):
            let forms = unit.nearForms(of: texts)
            let expression = FullTextExpression.near(forms, distance: distance)
            var found = try stems(expression, of: unit, marking: .stems(Set(forms.joined()).sorted()))
            try addOverleaf(expression, to: &found.postings, unit)
            return found
        case .exact(let text), .prefix(let text), .fuzzy(let text): return try written(text, unit)
        case .part(let text): return try compounds(with: text, unit)
        }
    }

    private func compounds(with text: String, _ unit: SearchUnit) throws -> FoundUnit {
        guard let words = try forms?.compounds(with: text), !words.isEmpty else {
            return FoundUnit(postings: Postings())
        }
        let expression = FullTextExpression.any(words.map(FullTextExpression.quoted))
        let postings = try index.wordPostings(expression, within: permitted?.rows)
        return try inField(FoundUnit(postings: postings, mark: .anyOf(words)), unit)
    }

    private func addOverleaf(_ expression: String, to postings: inout Postings, _ unit: SearchUnit) throws {
        guard unit.isInPages else { return }
        let rows = try index.seamRows(expression, within: permitted?.rows).filter { row in
            !SortedRows.contains(postings.rows, row) && !SortedRows.contains(postings.rows, row + 1)
        }
        postings.add(rows.map { (row: $0, frequency: 1) })
    }

    private func stems(
        _ expression: String, of unit: SearchUnit, marking mark: MarkPattern.Kind, tellsForms: Bool = false
    ) throws -> FoundUnit {
        let column = unit.field == .any ? "" : "{\(unit.field.rawValue)} : "
        var found = FoundUnit(
            postings: try index.pagePostings(
                column + expression, weights: weights.columns, within: permitted?.rows, countsAll: unit.hasForms),
            mark: unit.isInPages ? mark : nil)
        if tellsForms, unit.isInPages, case .stems(let text) = unit.kind, found.postings.rows.count <= Self.typedLimit {
            let words = try index.writtenWords(text)
            if words.count == 1 {
                found.typedRows =
                    try index.wordPostings(FullTextExpression.quoted(words[0]), within: permitted?.rows).rows
            }
        }
        return found
    }

    /// On more pages, the forms of a word are not looked up.
    static let typedLimit = 20_000

    private func written(_ text: String, _ unit: SearchUnit) throws -> FoundUnit {
        let words = try index.writtenWords(text)
        guard let last = words.last else { return FoundUnit(postings: Postings()) }
        let (expression, mark): (String, MarkPattern.Kind)
        switch unit.kind {
        case .fuzzy where words.count == 1:
            let similar = try SimilarWords(index, within: permitted?.rows).similar(to: last)
            (expression, mark) = (FullTextExpression.any(similar.map(FullTextExpression.quoted)), .anyOf(similar))
        case .prefix:
            let others = words.dropLast().map(FullTextExpression.quoted)
            (expression, mark) = (FullTextExpression.all(others + [Self.prefixExpression(last)]), .prefix(text))
        default: (expression, mark) = (FullTextExpression.all(words.map(FullTextExpression.quoted)), .written(text))
        }
        let postings = try expression.isEmpty ? Postings() : index.wordPostings(expression, within: permitted?.rows)
        var found = FoundUnit(postings: postings, mark: mark)
        // Written words have no positions: that several stand in this order is known from the stems.
        if words.count > 1 {
            let phrase =
                unit.kind == .prefix(text) ? Self.phrase(words, endingIn: last) : FullTextExpression.quoted(text)
            let rows = try index.pagePostings(phrase, weights: weights.columns, within: permitted?.rows).rows
            found.postings = Postings(rows: SortedRows.intersection(rows, found.postings.rows))
        }
        return try inField(found, unit)
    }

    /// The stem of a word may be shorter than the beginning that was typed; the stem of a number is the number.
    private static func phrase(_ words: [String], endingIn last: String) -> String {
        let isNumber = last.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let beginning = isNumber ? last : String(last.prefix(max(2, last.count - 3)))
        return FullTextExpression.quoted((words.dropLast() + [beginning]).joined(separator: " ")) + " *"
    }

    /// Lists are kept of beginnings of two and three letters; those of one letter are put together from them.
    static func prefixExpression(_ beginning: String) -> String {
        let isSingleLatin = beginning.utf8.count == 1
        let longer = isSingleLatin ? "abcdefghijklmnopqrstuvwxyz0123456789".map { beginning + String($0) } : [beginning]
        let prefixes = longer.map { FullTextExpression.quoted($0) + " *" }
        return FullTextExpression.any((isSingleLatin ? [FullTextExpression.quoted(beginning)] : []) + prefixes)
    }

    /// Written words know no columns either. Titles, authors and tags are few and short, so they are read.
    private func inField(_ found: FoundUnit, _ unit: SearchUnit) throws -> FoundUnit {
        guard unit.field != .any, let mark = found.mark else { return found }
        var found = found
        found.postings.frequencies = []
        let isHead = { (row: Int64) in rowMap.ordinal(ofRow: row).map { rowMap.firstRows[$0] == row } ?? false }
        let heads = found.postings.rows.filter(isHead)
        let ids = heads.compactMap { row in rowMap.ordinal(ofRow: row).map { rowMap.ids[$0] } }
        let texts = try index.headTexts(unit.field, documents: ids)
        let marks = try index.marks(of: [MarkPattern(kind: mark, unit: 0)], in: texts)
        let right = zip(heads, ids).filter { !(marks[$0.1] ?? []).isEmpty }.map(\.0)
        guard unit.field == .text else {
            found.postings.rows = right
            found.mark = nil
            return found
        }
        found.postings.rows = SortedRows.union(found.postings.rows.filter { !isHead($0) }, right)
        return found
    }
}
