import QueryLanguage

/// `plan A` stands on pages that say “plan A”, not on those that say “planning a”.
extension SearchEngine {
    private static let mostReadForForms = 100

    /// Pages and titles with a stop word that tells beside its neighbour, both as typed. The tables of written words know
    /// no places, so the texts are read, unless they are too many.
    func tellForms(of unit: SearchUnit, in found: inout FoundUnit, _ rowMap: DocumentRowMap) throws {
        let rows = found.postings.rows
        guard case .stems(let phrase) = unit.kind, !rows.isEmpty, rows.count <= Self.mostReadForForms else { return }
        let capitals = TellingStopWords.capitals(of: phrase)
        var (written, typed): ([Int64], [Int64]) = ([], [])
        var isAllRead = true
        for start in stride(from: 0, to: rows.count, by: Self.textsReadAtOnce) {
            guard !clock.isOver(.words) else { return }
            let some = rows[start..<min(rows.count, start + Self.textsReadAtOnce)]
            let read = try textsOfRows(some, rowMap).filter { !$0.1.isEmpty }
            if read.count < some.count { isAllRead = false }
            for (row, texts) in read {
                let keyed = Dictionary(texts.enumerated().map { (Int64($0), $1) }) { first, _ in first }
                let marks = try index.marks(of: [MarkPattern(kind: .written(phrase), unit: 0)], in: keyed)
                let places = keyed.flatMap { key, text in (marks[key] ?? []).map { text.words(at: $0.range) } }
                if !places.isEmpty { written.append(row) }
                if places.contains(where: { Set($0).isSuperset(of: capitals) }) { typed.append(row) }
            }
        }
        // The pair may be in a text that could not be read.
        guard isAllRead || !written.isEmpty else { return }
        found.typedRows = (typed.isEmpty ? written : typed).sorted()
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
