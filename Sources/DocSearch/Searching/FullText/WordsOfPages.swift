import GRDB

/// Words found in the pages themselves, so that other pages have no influence.
struct WordsOfPages {
    let index: IndexStore
    let pages: () throws -> PageStore
    /// Ascending.
    let rows: [Range<Int64>]

    /// More rows than this are sampled evenly.
    private static let mostRead = 200

    func completions(of beginning: String, limit: Int, besides others: Set<String>) throws -> [SimilarWords.Candidate] {
        try index.read { db in
            let found = try index.wordPostings(UnitFinder.prefixExpression(beginning), within: rows).rows
            let counts = try counts(of: beginning, besides: others, in: sample(found), db)
            let often = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4 * limit)
            let candidates = try often.map { word, _ in
                let pages = try index.wordPostings(FullTextExpression.quoted(word), within: rows).rows.count
                return SimilarWords.Candidate(word: word, pages: pages, distance: 0)
            }
            return Array(candidates.filter { $0.pages > 0 }.sorted(by: SimilarWords.isOnMore).prefix(limit))
        }
    }

    private func sample(_ rows: [Int64]) -> [Int64] {
        guard rows.count > Self.mostRead else { return rows }
        return (0..<Self.mostRead).map { rows[$0 * rows.count / Self.mostRead] }
    }

    private func counts(
        of beginning: String, besides others: Set<String>, in rows: [Int64], _ db: Database
    ) throws -> [String: Int] {
        let rowMap = try index.documentRowMap()
        let reader = try TokenReader(db, index.wordTokenizer())
        let start = Array(beginning.utf8)
        var counts: [String: Int] = [:]
        for row in rows {
            guard let ordinal = rowMap.ordinal(ofRow: row) else { continue }
            let page = Int(row - rowMap.firstRows[ordinal])
            var words: Set<String> = []
            for text in try texts(document: rowMap.ids[ordinal], page: page, db) {
                try reader.forEach(text) { bytes, _ in
                    if bytes.starts(with: start) { words.insert(String(decoding: bytes, as: UTF8.self)) }
                }
            }
            for word in words
            where word.unicodeScalars.count <= SpellingDistance.longest && word.utf8.count > 1 && !others.contains(word)
            {
                counts[word, default: 0] += 1
            }
        }
        return counts
    }

    /// `page` 0 is the metadata, with the text that belongs to no page.
    private func texts(document: Int64, page: Int, _ db: Database) throws -> [String] {
        let text = try self.text(document: document, page: page, db)
        guard page == 0 else {
            guard let text else { return [] }
            guard PageSeam.mayDivide(text), let next = try self.text(document: document, page: page + 1, db) else {
                return [text]
            }
            return [PageSeam.completed(text, by: PageSeam(text, next: next))]
        }
        let stored = try db.fetchOne("SELECT indexed_head FROM main.document WHERE id = ?", [document]) as String?
        guard let head = IndexedHead(stored: stored) else { return [text].compactMap { $0 } }
        return FullTextWriter.Head(head: head, text: text ?? "").columns
    }

    private func text(document: Int64, page: Int, _ db: Database) throws -> String? {
        let id = IndexSchema.pageRow(document: document, page: page)
        guard let textID = try db.fetchOne("SELECT text_id FROM main.page WHERE id = ?", [id]) as Int64? else {
            return nil
        }
        return try pages().texts([textID])[textID]
    }
}
