import GRDB

extension IndexStore {
    /// All documents in the order of their numbers, each with the hash of its bytes; nil where it has none of its own.
    func documentContents() throws -> [(id: Int64, hash: String?)] {
        try read { db in
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT id, CASE WHEN has_content AND content_hash <> '' THEN content_hash END FROM document
                    ORDER BY id
                    """)
            var documents: [(id: Int64, hash: String?)] = []
            while let row = try rows.next() { documents.append((try row.value(at: 0), try row.value(at: 1))) }
            return documents
        }
    }

    /// `page_text.id` of each page of a document that has a text, in the order of the pages.
    func textIDs(ofDocument id: Int64) throws -> [Int64] {
        try fetchAll(
            "SELECT text_id FROM main.page WHERE id BETWEEN ? AND ? AND text_id IS NOT NULL ORDER BY id",
            [id << IndexSchema.pageBits, id << IndexSchema.pageBits | Int64(IndexSchema.maximumPage)])
    }
}

extension IndexStore {
    /// The first row of each document in the full-text tables, by `document.id`.
    func firstRows(ofDocuments ids: [Int64]) throws -> [Int64: Int64] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT first_row FROM main.document WHERE id = ? AND first_row IS NOT NULL")
            var rows: [Int64: Int64] = [:]
            for id in ids { rows[id] = try Int64.fetchOne(statement, arguments: [id]) }
            return rows
        }
    }
}
