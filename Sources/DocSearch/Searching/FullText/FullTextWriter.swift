import GRDB

/// A document's rows in the full-text tables: its title and other metadata at `first`, and page `n` at `first` plus
/// `n`.
///
/// Rows of all documents are close together: FTS5 spends most of its space on the distance from the row before, and
/// rows that combined a document's id and a page's number took twice the space (decision 0059).
struct DocumentRows: Equatable {
    var first: Int64
    var count: Int

    func row(page: Int) -> Int64 { first + Int64(page) }

    init(first: Int64, count: Int) throws {
        guard (1...Int64(UInt32.max)).contains(first), (1...IndexSchema.maximumPage + 1).contains(count) else {
            throw DatabaseError(
                resultCode: .SQLITE_CORRUPT, message: "impossible rows of a document: \(first), \(count)")
        }
        self.first = first
        self.count = count
    }
}

/// Writes at the end of the transaction (``FullTextQueue``). Call inside the one that changes the documents.
struct FullTextWriter {
    let db: Database
    let queue: FullTextQueue
    var tables = FullTextTables.current

    struct Head: Equatable {
        var head: IndexedHead
        var text: String

        var columns: [String] {
            // The file's name has the weight of a word in the text.
            let name = head.name.isEmpty ? "" : IndexedHead.separator + head.name
            return [[head.texts, text].joined(separator: "\n") + name, head.title, head.authorTexts, head.tags]
        }
    }

    func insert(_ head: Head, at rows: DocumentRows) throws { try tell(head.columns, row: rows.first) }

    func delete(_ head: Head, at rows: DocumentRows) throws {
        try tell(head.columns, row: rows.first, toForget: true)
    }

    func insert(_ text: String, page: Int, at rows: DocumentRows) throws {
        try tell([text], row: rows.row(page: page))
    }

    func delete(_ text: String, page: Int, at rows: DocumentRows) throws {
        try tell([text], row: rows.row(page: page), toForget: true)
    }

    func insert(_ seam: PageSeam, page: Int, at rows: DocumentRows) throws {
        try tell(tables.seam, [seam.text], row: rows.row(page: page), toForget: false)
    }

    func delete(_ seam: PageSeam, page: Int, at rows: DocumentRows) throws {
        try tell(tables.seam, [seam.text], row: rows.row(page: page), toForget: true)
    }

    /// `columns` are the first of the table of pages. A contentless table must be told exactly the text that it
    /// forgets.
    private func tell(_ columns: [String], row: Int64, toForget isForgotten: Bool = false) throws {
        try tell(tables.page, columns, row: row, toForget: isForgotten)
        try tell(tables.word, [columns.joined(separator: "\n")], row: row, toForget: isForgotten)
    }

    private func tell(_ table: String, _ columns: [String], row: Int64, toForget isForgotten: Bool) throws {
        let names = FullTextTables.columns.prefix(columns.count).joined(separator: ", ")
        let values = String(repeating: ", ?", count: columns.count)
        let (command, value) = isForgotten ? ("\(table), ", "'delete', ") : ("", "")
        try queue.add(
            db, sql: "INSERT INTO \(table)(\(command)rowid, \(names)) VALUES (\(value)?\(values))", row: row,
            columns: columns)
    }

    // MARK: - Rows of documents

    func rows(document id: Int64) throws -> DocumentRows? {
        try db.row("SELECT first_row, row_count FROM document WHERE id = ?", [id]).flatMap { row in
            guard let first = try row.value(at: 0) as Int64?, let count = try row.value(at: 1) as Int? else {
                return nil
            }
            return try DocumentRows(first: first, count: count)
        }
    }

    func makeRows(document id: Int64, lastPage: Int) throws -> DocumentRows {
        if let known = try rows(document: id), known.count > lastPage { return known }
        let next: Int64 = try db.meta(Self.nextRowKey) ?? 1
        let rows = try DocumentRows(first: next, count: lastPage + 1)
        try db.setMeta(Self.nextRowKey, to: String(next + Int64(rows.count)))
        try db.execute("UPDATE document SET first_row = ?, row_count = ? WHERE id = ?", [rows.first, rows.count, id])
        return rows
    }

    /// FTS5 forgets a text only when told it, and this one is lost. Searches ignore the rows until the tables are
    /// rebuilt, and the document needs other rows.
    func abandon(_ rows: DocumentRows, document id: Int64) throws {
        try DeadRows(db).add(rows.first..<rows.first + Int64(rows.count), db)
        try db.execute("UPDATE document SET first_row = NULL, row_count = NULL WHERE id = ?", [id])
    }

    private static let nextRowKey = "next-row"
}

extension FullTextTables {
    static let columns = ["text", "title", "author", "tag"]
}
