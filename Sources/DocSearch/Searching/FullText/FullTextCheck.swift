import GRDB

/// Compares words, because FTS5's own check of a contentless table examines only its structure: a flipped bit in a word
/// makes another word.
struct FullTextCheck {
    let index: IndexStore
    let pages: PageStore

    /// Takes about as long as tokenizing all texts.
    func run() throws {
        let tables = FullTextTables.current
        let (stems, words) = (try index.tokenizer(), try index.wordTokenizer())
        try index.write { db in
            let writer = DocumentWriter(index, pages: pages)
            func indexed(_ document: Int64) throws -> [(row: Int64, columns: [String])] {
                try writer.indexedRows(db, document: document)
            }
            try compare(db, tables.page, with: expected(db, stems, hasPositions: true, rows: indexed))
            try compare(db, tables.word, with: expected(db, words, hasPositions: false, rows: indexed))
            let seams = try expected(db, stems, hasPositions: true) { document in
                try writer.seamRows(db, document: document).map { ($0.row, [$0.text]) }
            }
            try compare(db, tables.seam, with: seams)
        }
    }

    private func compare(_ db: Database, _ table: String, with expected: Int) throws {
        guard try found(db, table) == expected else {
            throw DatabaseOpening.damaged(index.file, "\(table) has other words than the texts")
        }
    }

    private func found(_ db: Database, _ table: String) throws -> Int {
        let name = "temp.\(table)_entries"
        try db.execute(sql: "CREATE VIRTUAL TABLE \(name) USING fts5vocab(main, \(table), instance)")
        defer {
            // It disappears with the connection in any case.
            try? db.execute(sql: "DROP TABLE \(name)")
        }
        let dead = try DeadRows(db)
        let entries = try Row.fetchCursor(db, sql: "SELECT term, doc, col, offset FROM \(name)")
        var sum = 0
        while let entry = try entries.next() {
            let row: Int64 = try entry.value(at: 1)
            guard dead.isEmpty || !dead.contains(row) else { continue }
            let term = try entry.withUnsafeData(atIndex: 0) { [UInt8]($0 ?? .init()) }
            sum &+=
                Entry(term: term, row: row, column: try entry.value(at: 2), position: try entry.value(at: 3)).hashValue
        }
        return sum
    }

    private func expected(
        _ db: Database, _ tokenizer: String, hasPositions: Bool,
        rows: (Int64) throws -> [(row: Int64, columns: [String])]
    ) throws -> Int {
        let reader = try TokenReader(db, tokenizer)
        let documents = try Int64.fetchAll(db, sql: "SELECT id FROM document WHERE first_row IS NOT NULL")
        var sum = 0
        for document in documents {
            for (row, columns) in try rows(document) {
                if hasPositions {
                    for (name, text) in zip(FullTextTables.columns, columns) {
                        for (position, token) in try reader.tokens(text).enumerated() {
                            sum &+= Entry(term: token.bytes, row: row, column: name, position: position).hashValue
                        }
                    }
                } else {
                    let words = Set(try reader.tokens(columns.joined(separator: "\n")).map(\.bytes))
                    for word in words { sum &+= Entry(term: word, row: row).hashValue }
                }
            }
        }
        return sum
    }

    private struct Entry: Hashable {
        var term: [UInt8]
        var row: Int64
        var column: String?
        var position: Int?
    }
}
