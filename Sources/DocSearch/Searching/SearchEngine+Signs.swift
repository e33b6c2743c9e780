import QueryLanguage

/// Looks up in the texts what the full-text tables do not know: `"C++"` is not `C`, `plan A` stands on pages that say
/// “plan A”, not on those that say “planning a”, and the sum 12,450 is not 12,450.75.
extension SearchEngine {
    private static let mostReadForSigns = 2000
    private static let mostReadForForms = 100
    private static let textsReadAtOnce = 50

    /// Leaves out pages that have the words of a unit with other signs or with none. False where they are too many to
    /// read: then all are kept.
    func keepSigns(of unit: SearchUnit, in found: inout FoundUnit, _ rowMap: DocumentRowMap) throws -> Bool {
        guard let signs = unit.signs, case .stems(let phrase) = unit.kind else { return true }
        let rows = found.postings.rows
        guard !unit.isOnlySaid || rows.isEmpty else { return false }
        guard rows.count <= Self.mostReadForSigns else { return false }
        var others: Set<Int64> = []
        let isRead = try forEachRow(rows, .stems([phrase])) { some in
            try unit.isInPages ? textsOfRows(some, rowMap) : texts(of: unit.field, some, rowMap)
        } _: { row, places in
            // Without a mark the words are elsewhere: over the end of the page, or in people's decisions.
            if !places.isEmpty, !places.contains(where: { signs.isWritten(in: $0.text, at: $0.range) }) {
                others.insert(row)
            }
        }
        // Pages found by then are an answer, too.
        guard isRead, !others.isEmpty else { return isRead }
        for position in rows.indices.reversed() where others.contains(rows[position]) {
            found.postings.remove(at: position)
        }
        found.typedRows = found.typedRows?.filter { !others.contains($0) }
        return true
    }

    /// Pages and titles with a phrase or a whole sum as typed. The tables of written words know no places, so the texts
    /// are read, unless they are too many.
    func tellForms(of unit: SearchUnit, in found: inout FoundUnit, _ rowMap: DocumentRowMap) throws {
        guard case .stems(let phrase) = unit.kind, 1...UnitFinder.typedLimit ~= found.postings.rows.count
        else { return }
        let words = try index.writtenWords(phrase).map(FullTextExpression.quoted)
        let written = try index.wordPostings(FullTextExpression.all(words)).rows
        // Annotations are in other tables, without the words as people wrote them.
        let said = unit.field == .text ? [] : try index.said(unit, weights: request.weights.saidColumns).map(\.row)
        let rows = SortedRows.intersection(found.postings.rows, SortedRows.union(written, said))
        guard rows.count <= Self.mostReadForForms else { return }
        let capitals = TellingStopWords.capitals(of: phrase)
        let isSum = unit.isWholeSum
        var (asWritten, typed): ([Int64], [Int64]) = ([], [])
        var readCount = 0
        let isRead = try forEachRow(rows, .written(phrase)) { some in
            try textsOfRows(some, rowMap).filter { !$0.1.isEmpty }
        } _: { row, all in
            readCount += 1
            let places = all.filter { !isSum || !NumberForms.goesOn(in: $0.text, at: $0.range) }
            if !places.isEmpty { asWritten.append(row) }
            if places.contains(where: { Set($0.text.words(at: $0.range)).isSuperset(of: capitals) }) {
                typed.append(row)
            }
        }
        // The words may be in a text that could not be read.
        guard isRead, readCount == rows.count || !asWritten.isEmpty else { return }
        found.typedRows = (typed.isEmpty ? asWritten : typed).sorted()
    }

    /// With the places of a phrase in the texts of each row. False when the time was up before the last.
    private func forEachRow(
        _ rows: [Int64], _ phrase: MarkPattern.Kind, texts: (ArraySlice<Int64>) throws -> [(Int64, [String])],
        _ body: (Int64, [(text: String, range: Range<Int>)]) -> Void
    ) throws -> Bool {
        let pattern = MarkPattern(kind: phrase, unit: 0)
        for start in stride(from: 0, to: rows.count, by: Self.textsReadAtOnce) {
            if clock.isOver(.words) { return false }
            for (row, texts) in try texts(rows[start..<min(rows.count, start + Self.textsReadAtOnce)]) {
                let keyed = Dictionary(texts.enumerated().map { (Int64($0), $1) }) { first, _ in first }
                let marks = try index.marks(of: [pattern], in: keyed)
                body(row, keyed.flatMap { key, text in (marks[key] ?? []).map { (text, $0.range) } })
            }
        }
        return true
    }

    /// None where people said more, unless it is a title: they change it, and add nothing to it.
    private func texts(
        of field: QueryTerm.Field, _ rows: ArraySlice<Int64>, _ rowMap: DocumentRowMap
    ) throws -> [(Int64, [String])] {
        let heads = rows.compactMap { row in rowMap.ordinal(ofRow: row).map { (row: row, id: rowMap.ids[$0]) } }
        let written = try index.headTexts(field, documents: heads.map(\.id))
        let titles = field == .title ? try index.titles(documents: heads.map(\.id)) : [:]
        return try heads.map { row, id in
            let isKnown = try field == .title || !index.hasSaid(of: id)
            return (row, isKnown ? [written[id], titles[id]].compactMap(\.self) : [])
        }
    }

    private func textsOfRows(_ rows: ArraySlice<Int64>, _ rowMap: DocumentRowMap) throws -> [(Int64, [String])] {
        var pages: [(row: Int64, text: Int64)] = []
        var heads: [(Int64, [String])] = []
        for row in rows {
            guard let ordinal = rowMap.ordinal(ofRow: row) else { continue }
            let (id, page) = (rowMap.ids[ordinal], Int(row - rowMap.firstRows[ordinal]))
            if page > 0 {
                if let text = try index.textID(document: id, page: page) { pages.append((row, text)) }
            } else {
                let head = try index.hasSaid(of: id) ? nil : index.allOfHead(document: id)
                heads.append((row, head.map { [$0] } ?? []))
            }
        }
        let texts = try texts(pages.map(\.text))
        return heads + pages.map { ($0.row, texts[$0.text].map { [$0] } ?? []) }
    }
}

extension String {
    /// `range` is in UTF-8 offsets.
    fileprivate func words(at range: Range<Int>) -> [String] {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        let end = utf8.index(startIndex, offsetBy: range.upperBound)
        return self[start..<end].split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
