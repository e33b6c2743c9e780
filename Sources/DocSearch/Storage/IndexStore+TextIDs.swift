import GRDB

extension IndexStore {
    /// The number of a page's text; nil where there is no such page, or it has no text.
    func textID(document: Int64, page: Int) throws -> Int64? {
        guard (1...Int64.max >> IndexSchema.pageBits).contains(document),
            (1...IndexSchema.maximumPage).contains(page)
        else { return nil }
        return try read { db in
            try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT text_id FROM page WHERE id = ?"),
                arguments: [IndexSchema.pageRow(document: document, page: page)])
        }
    }
}
