import GRDB

extension PageStore {
    /// The numbers of all texts, in their order.
    func textIDs(_ take: (Int64) throws -> Void) throws {
        try read { db in try Int64.fetchCursor(db, sql: "SELECT id FROM page_text ORDER BY id").forEach(take) }
    }
}

/// Pages, their texts and their documents, in long lists.
extension IndexStore {
    /// A number that is another one whenever other pages are in the index, or have other texts.
    func pagesVersion() throws -> Int64 {
        try readAsIndexed { db in try db.fetchOne("SELECT value FROM checksum WHERE name = 'page'") ?? 0 }
    }

    /// Pages with a text: their ids and the numbers of their texts, the newest documents first, at most `limit`.
    func pagesWithText(before id: Int64, limit: Int) throws -> [(page: Int64, text: Int64)] {
        try readAsIndexed { db in
            try db.fetchAll(
                "SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL AND id < ? ORDER BY id DESC LIMIT ?",
                [id, limit]
            ) { (try $0.value(at: 0), try $0.value(at: 1)) }
        }
    }

    /// All pages with a text in the order of their documents.
    func pagesWithText(_ take: (_ page: Int64, _ text: Int64) throws -> Void) throws {
        try readAsIndexed { db in
            try db.rows("SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL ORDER BY id")
                .forEach { try take(try $0.value(at: 0), try $0.value(at: 1)) }
        }
    }

    /// The number of a page's text; nil where there is no such page, or it has no text.
    func textID(document: Int64, page: Int) throws -> Int64? {
        guard (1...Int64.max >> IndexSchema.pageBits).contains(document), (1...IndexSchema.maximumPage).contains(page)
        else { return nil }
        return try fetchOne(
            "SELECT text_id FROM page WHERE id = ?", [IndexSchema.pageRow(document: document, page: page)])
    }

    /// `page_text.id` of each page of a document that has a text, in the order of the pages.
    func textIDs(ofDocument id: Int64) throws -> [Int64] {
        try fetchAll(
            "SELECT text_id FROM main.page WHERE id BETWEEN ? AND ? AND text_id IS NOT NULL ORDER BY id",
            IndexSchema.pageRows(document: id))
    }

    /// All documents in the order of their paths, each with the hash of its bytes; nil where it has none of its own.
    func documentContents() throws -> [(id: Int64, hash: String?)] {
        try read { db in
            let hash = "CASE WHEN has_content AND content_hash <> '' THEN content_hash END"
            let rows = try db.rows("SELECT id, \(hash) FROM document ORDER BY \(Self.pathOrder(db))")
            return try Array(rows.map { (try $0.value(at: 0), try $0.value(at: 1)) })
        }
    }

    /// For each document a text that stays the same when the index is made again, and the year of its date.
    func documentYears() throws -> [(id: Int64, hash: String, year: Int?)] {
        try read { db in
            let rows = try db.rows(
                "SELECT id, content_hash, CAST(strftime('%Y', date, 'unixepoch') AS INTEGER) FROM document")
            return try Array(rows.map { (try $0.value(at: 0), try $0.value(at: 1), try $0.value(at: 2)) })
        }
    }

    /// The first row of each document in the full-text tables, by `document.id`.
    func firstRows(ofDocuments ids: [Int64]) throws -> [Int64: Int64] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT first_row FROM main.document WHERE id = ? AND first_row IS NOT NULL")
            return try ids.reduce(into: [:]) { $0[$1] = try Int64.fetchOne(statement, arguments: [$1]) }
        }
    }
}
