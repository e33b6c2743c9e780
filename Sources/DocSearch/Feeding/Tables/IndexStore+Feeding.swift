import GRDB

extension IndexStore {
    /// The sums that triggers keep of all tables that a feed and rights depend on. Another state of the index has others.
    /// Call inside ``read(_:)``.
    func sums() throws -> String {
        try read { db in
            let rows = try db.fetchAll(
                """
                SELECT 'index' AS file, name, value FROM main.checksum WHERE name <> 'run'
                UNION ALL SELECT 'user', name, value FROM person.checksum ORDER BY 1, 2
                """
            ) { row in
                let (file, name): (String, String) = (try row.value(at: 0), try row.value(at: 1))
                return "\(file) \(name) \(try row.value(at: 2) as Int64)"
            }
            return rows.joined(separator: "\n")
        }
    }

    /// All pages of a document, with the text that belongs to none as page 0. A document without any has an empty page 0,
    /// so that it is found by its title. Nil instead of a page whose row cannot be read.
    func pagesToFeed(document: Int64) throws -> [(number: Int, page: IndexedPage?)] {
        let rows = try fetchAll(
            "SELECT * FROM page WHERE id BETWEEN ? AND ? ORDER BY id", IndexSchema.pageRows(document: document)
        ) { row in
            let number = Int((try row.value("id") as Int64) & Int64(IndexSchema.maximumPage))
            do {
                return (number, try IndexedPage(row)) as (Int, IndexedPage?)
            } catch  where error is RowDecodingError || error is DatabaseError {
                return (number, nil)
            }
        }
        return rows.isEmpty ? [(0, IndexedPage(number: 0, verdict: .blank, needsRecognition: false))] : rows
    }
}
