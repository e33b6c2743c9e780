import GRDB

/// Makes the full-text tables again, from the texts in `pages.sqlite`, when this release takes words apart in another way
/// than the one that made them. No bundle is opened for it.
///
/// The new tables grow beside the old ones, which are searched until the new ones are complete. A run that is killed
/// goes on where it stopped.
struct FullTextRebuild {
    let index: IndexStore
    let pages: PageStore

    private static let key = "tokenizer"
    /// The last document that is in the new tables.
    private static let progressKey = "rebuilt-to"
    /// Documents a transaction.
    private static let batch = 64

    /// Whether the tables are of another make.
    func isNeeded() throws -> Bool { try meta(Self.key) != IndexSchema.tokenizer }

    /// - Parameters:
    ///   - stop: Asked between transactions.
    ///   - progress: Told how many documents are done, and how many there are.
    /// - Throws: ``DocSearchError``; what was written until then stays.
    func run(stop: StopFlag, progress: (Int, Int) -> Void) throws {
        let count = try index.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM document") ?? 0 }
        var last = try meta(Self.progressKey).flatMap { Int64($0) } ?? 0
        if last == 0 { try begin() }
        var done = try index.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM document WHERE id <= ?", arguments: [last]) ?? 0
        }
        while !stop.isSet {
            let ids = try index.read { db in
                try Int64.fetchAll(
                    db, sql: "SELECT id FROM document WHERE id > ? ORDER BY id LIMIT \(Self.batch)", arguments: [last])
            }
            guard let end = ids.last else { return try exchange() }
            try index.write { db in
                let writer = DocumentWriter(pages: pages)
                for id in ids { try writer.enter(db, document: id, into: .next) }
                try set(db, Self.progressKey, "\(end)")
            }
            last = end
            done += ids.count
            progress(done, count)
        }
    }

    /// Drops tables that are not complete: somebody else is about to write, and they would miss it.
    func abandon() throws {
        guard try meta(Self.progressKey) != nil else { return }
        try index.write { db in
            try drop(db, .next)
            try db.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [Self.progressKey])
        }
    }

    private func begin() throws {
        try index.write { db in
            try drop(db, .next)
            try IndexSchema.createFullTextTables(db, .next, tokenizer: IndexSchema.tokenizer)
            try set(db, Self.progressKey, "0")
        }
    }

    private func exchange() throws {
        try index.write { db in
            try drop(db, .current)
            for (next, current) in [
                (FullTextTables.next.document, FullTextTables.current.document),
                (FullTextTables.next.page, FullTextTables.current.page),
            ] {
                try db.execute(sql: "ALTER TABLE \(next) RENAME TO \(current)")
            }
            try set(db, Self.key, IndexSchema.tokenizer)
            try db.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [Self.progressKey])
        }
    }

    private func drop(_ db: Database, _ tables: FullTextTables) throws {
        for name in [tables.document, tables.page] { try db.execute(sql: "DROP TABLE IF EXISTS \(name)") }
    }

    private func meta(_ key: String) throws -> String? {
        try index.read { db in
            try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = ?", arguments: [key])
        }
    }

    private func set(_ db: Database, _ key: String, _ value: String) throws {
        try db.execute(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
    }
}
