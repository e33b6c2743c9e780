import QueryLanguage

/// `plan A` stands on pages that say “plan A”, not on those that say “planning a”, and the sum 12,450 is not 12,450.75.
extension SearchEngine {
    private static let mostReadForForms = 100

    /// Pages and titles with a phrase or a whole sum as typed. The tables of written words know no places, so the texts
    /// are read, unless they are too many.
    func tellForms(of unit: SearchUnit, in found: inout FoundUnit, _ rowMap: DocumentRowMap) throws {
        guard case .stems(let phrase) = unit.kind, 1...UnitFinder.typedLimit ~= found.postings.rows.count
        else { return }
        let words = try index.writtenWords(phrase).map(FullTextExpression.quoted)
        let written = try index.wordPostings(FullTextExpression.all(words)).rows
        // What people said is in other tables, without the words as they wrote them.
        let said = unit.field == .text ? [] : try index.said(unit, weights: request.weights.saidColumns).map(\.row)
        let rows = SortedRows.intersection(found.postings.rows, SortedRows.union(written, said))
        guard rows.count <= Self.mostReadForForms else { return }
        let capitals = TellingStopWords.capitals(of: phrase)
        let isSum = unit.isWholeSum
        var (asWritten, typed): ([Int64], [Int64]) = ([], [])
        var isAllRead = true
        for start in stride(from: 0, to: rows.count, by: Self.textsReadAtOnce) {
            guard !clock.isOver(.words) else { return }
            let some = rows[start..<min(rows.count, start + Self.textsReadAtOnce)]
            let read = try textsOfRows(some, rowMap).filter { !$0.1.isEmpty }
            if read.count < some.count { isAllRead = false }
            for (row, texts) in read {
                let keyed = Dictionary(texts.enumerated().map { (Int64($0), $1) }) { first, _ in first }
                let marks = try index.marks(of: [MarkPattern(kind: .written(phrase), unit: 0)], in: keyed)
                let places = keyed.flatMap { key, text in (marks[key] ?? []).map { (text, $0.range) } }
                    .filter { !isSum || !NumberForms.goesOn(in: $0.0, at: $0.1) }
                if !places.isEmpty { asWritten.append(row) }
                if places.contains(where: { Set($0.0.words(at: $0.1)).isSuperset(of: capitals) }) { typed.append(row) }
            }
        }
        // The words may be in a text that could not be read.
        guard isAllRead || !asWritten.isEmpty else { return }
        found.typedRows = (typed.isEmpty ? asWritten : typed).sorted()
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
