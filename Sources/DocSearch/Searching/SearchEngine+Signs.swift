import QueryLanguage

/// Quoted words with signs: `"C++"` is not `C`.
extension SearchEngine {
    private static let mostReadForSigns = 2000
    static let textsReadAtOnce = 50

    /// Leaves out pages that have the words of a unit with other signs or with none. False where they are too many to
    /// read: then all are kept.
    func keepSigns(of unit: SearchUnit, in found: inout FoundUnit, _ rowMap: DocumentRowMap) throws -> Bool {
        guard let signs = unit.signs, case .stems(let phrase) = unit.kind else { return true }
        let rows = found.postings.rows
        guard !unit.isOnlySaid || rows.isEmpty else { return false }
        guard rows.count <= Self.mostReadForSigns else { return false }
        let pattern = MarkPattern(kind: .stems([phrase]), unit: 0)
        var others: Set<Int64> = []
        for start in stride(from: 0, to: rows.count, by: Self.textsReadAtOnce) {
            // Pages found by then are an answer, too.
            if clock.isOver(.words) { return false }
            let some = rows[start..<min(rows.count, start + Self.textsReadAtOnce)]
            let written = try unit.isInPages ? textsOfRows(some, rowMap) : texts(of: unit.field, some, rowMap)
            for (row, texts) in written {
                let keyed = Dictionary(texts.enumerated().map { (Int64($0), $1) }) { first, _ in first }
                let marks = try index.marks(of: [pattern], in: keyed)
                let places = keyed.flatMap { key, text in (marks[key] ?? []).map { (text, $0.range) } }
                // Without a mark the words are elsewhere: over the end of the page, or in people's decisions.
                if !places.isEmpty, !places.contains(where: { signs.isWritten(in: $0.0, at: $0.1) }) {
                    others.insert(row)
                }
            }
        }
        guard !others.isEmpty else { return true }
        for position in rows.indices.reversed() where others.contains(rows[position]) {
            found.postings.remove(at: position)
        }
        found.typedRows = found.typedRows?.filter { !others.contains($0) }
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

    func textsOfRows(_ rows: ArraySlice<Int64>, _ rowMap: DocumentRowMap) throws -> [(Int64, [String])] {
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
