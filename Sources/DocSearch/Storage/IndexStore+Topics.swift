import GRDB

extension IndexStore {
    /// What topics are made of besides vectors: for each document a text that stays the same when the index is made again, and
    /// the year of its date.
    func documentYears() throws -> [(id: Int64, hash: String, year: Int?)] {
        try read { db in
            let rows = try Row.fetchCursor(
                db, sql: "SELECT id, content_hash, CAST(strftime('%Y', date, 'unixepoch') AS INTEGER) FROM document")
            var documents: [(id: Int64, hash: String, year: Int?)] = []
            while let row = try rows.next() {
                documents.append((try row.value(at: 0), try row.value(at: 1), try row.value(at: 2)))
            }
            return documents
        }
    }
}
