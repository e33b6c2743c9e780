import GRDB

/// Compares words, because FTS5's own check of a contentless table examines only its structure: a flipped bit in a word
/// makes another word.
struct FullTextCheck {
    let index: IndexStore
    let pages: PageStore

    /// Takes about as long as tokenizing all texts.
    func run() throws {
        let tables = FullTextTables.current
        let (stems, words) = (try index.tokenizer(), Stemmer.none.tokenizer)
        try index.write { db in
            for (table, tokenizer, hasPositions) in [(tables.page, stems, true), (tables.word, words, false)] {
                let expected = try expected(db, tokenizer, hasPositions: hasPositions)
                try compare(db, table, with: expected)
            }
            try compare(db, tables.seam, with: expectedAtSeams(db, stems))
        }
    }

    private func compare(_ db: Database, _ table: String, with expected: Int) throws {
        guard try found(db, table) == expected else {
            throw DatabaseOpening.damaged(index.file, "\(table) has other words than the texts")
        }
    }

    private func expectedAtSeams(_ db: Database, _ tokenizer: String) throws -> Int {
        let reader = try TokenReader(db, tokenizer)
        let documents = try Int64.fetchAll(db, sql: "SELECT id FROM document WHERE first_row IS NOT NULL")
        var sum = 0
        for document in documents {
            for (row, text) in try DocumentWriter(pages: pages, fullText: index.fullText).seamRows(
                db, document: document)
            {
                for (position, token) in try reader.tokens(text).enumerated() {
                    sum &+= Entry(term: token.bytes, row: row, column: "text", position: position).hashValue
                }
            }
        }
        return sum
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

    private func expected(_ db: Database, _ tokenizer: String, hasPositions: Bool) throws -> Int {
        let reader = try TokenReader(db, tokenizer)
        let documents = try Int64.fetchAll(db, sql: "SELECT id FROM document WHERE first_row IS NOT NULL")
        var sum = 0
        for document in documents {
            for (row, columns) in try DocumentWriter(pages: pages, fullText: index.fullText).indexedRows(
                db, document: document)
            {
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
