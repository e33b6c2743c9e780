import GRDB

/// The rows of a document's pages.
extension DocumentWriter {
    /// Takes the rows of all pages of a document out.
    func deletePageRows(_ db: Database, _ id: Int64) throws {
        let rows = IndexSchema.pageRows(document: id)
        try db.executeCached(
            sql: "DELETE FROM page WHERE id BETWEEN ? AND ?", arguments: [rows.lowerBound, rows.upperBound])
    }

    /// Enters a page; its row must not be there.
    func insertPageRow(_ db: Database, document id: Int64, _ page: IndexedPage) throws {
        try db.executeCached(
            sql: """
                INSERT INTO page
                    (id, label, verdict, layer, reasons, origin, confidence, text_id, needs_recognition)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                IndexSchema.pageRow(document: id, page: page.number), page.label, page.verdict.rawValue,
                page.layer?.rawValue, LineList.encode(page.reasons), page.origin?.rawValue, page.confidence,
                page.textID, page.needsRecognition,
            ])
    }

    /// A document's pages as far as they can be read, and whether that is all of them.
    func indexedPages(_ db: Database, document id: Int64) throws -> ([IndexedPage], isSound: Bool) {
        let range = IndexSchema.pageRows(document: id)
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM page WHERE id BETWEEN ? AND ? ORDER BY id"),
            arguments: [range.lowerBound, range.upperBound])
        // Where one cannot be read, the counts differ, and the document counts as damaged.
        let pages = rows.compactMap { try? IndexedPage($0) }
        return (pages, pages.count == rows.count)
    }
}
