import GRDB

extension PageStore {
    /// The numbers of all texts, in their order.
    func textIDs(_ take: (Int64) throws -> Void) throws {
        try read { db in
            let ids = try Int64.fetchCursor(db, sql: "SELECT id FROM page_text ORDER BY id")
            while let id = try ids.next() { try take(id) }
        }
    }
}

extension IndexStore {
    /// A number that is another one whenever other pages are in the index, or have other texts.
    func pagesVersion() throws -> Int64 {
        try readAsIndexed { db in
            try Int64.fetchOne(db, sql: "SELECT value FROM checksum WHERE name = 'page'") ?? 0
        }
    }

    /// Pages with a text: their ids and the numbers of their texts, the newest documents first, at most `limit`.
    func pagesWithText(before id: Int64, limit: Int) throws -> [(page: Int64, text: Int64)] {
        try readAsIndexed { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL AND id < ?
                        ORDER BY id DESC LIMIT ?
                        """), arguments: [id, limit]
            ).map { (try $0.value(at: 0), try $0.value(at: 1)) }
        }
    }

    /// All pages with a text in the order of their documents.
    func pagesWithText(_ take: (_ page: Int64, _ text: Int64) throws -> Void) throws {
        try readAsIndexed { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL ORDER BY id")
            while let row = try rows.next() { try take(try row.value(at: 0), try row.value(at: 1)) }
        }
    }
}
