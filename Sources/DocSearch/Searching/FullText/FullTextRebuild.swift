import GRDB

/// Rebuilds tables that another release has tokenized differently. No bundle is opened for it.
///
/// The new tables grow beside the old ones, which are searched until the new are complete. A killed run is continued.
struct FullTextRebuild {
    let index: IndexStore
    let pages: PageStore
    var stemmer: Stemmer?

    private static let nextKey = "tokenizer-next"
    private static let progressKey = "rebuilt-to"
    private static let batch = 64

    func isNeeded() throws -> Bool {
        guard try !isOfOtherMake() else { return true }
        let dead = try index.read { db in try DeadRows(db).count }
        guard dead > 0 else { return false }
        return try index.read { db in
            try dead > (Int64.fetchOne(db, sql: "SELECT sum(row_count) FROM document") ?? 0) / 64
        }
    }

    private func isOfOtherMake() throws -> Bool {
        try index.meta(IndexStore.tokenizerKey) != wantedTokenizer()
            || index.meta(IndexStore.formsKey) != WordStemmer.version
    }

    private func wantedTokenizer() throws -> String { try (stemmer ?? index.stemmer()).tokenizer }

    /// `stop` is checked between transactions, and finished ones stay. `progress` receives the finished documents and
    /// their total.
    func run(stop: StopFlag, progress: (Int, Int) -> Void) throws {
        let count = try index.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM document") ?? 0 }
        var last = try index.meta(Self.progressKey).flatMap { Int64($0) } ?? 0
        if try index.meta(Self.nextKey) != wantedTokenizer() { last = 0 }
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
                let writer = DocumentWriter(index, pages: pages)
                for id in ids { try writer.enter(db, document: id, into: .next) }
                try db.setMeta(Self.progressKey, to: "\(end)")
            }
            last = end
            done += ids.count
            progress(done, count)
        }
    }

    /// Writes of a run would not update the new tables.
    func abandon() throws {
        guard try index.meta(Self.nextKey) != nil else { return }
        try index.write { db in
            try drop(db, .next)
            try forgetProgress(db)
        }
    }

    func requireNone() throws {
        guard try isOfOtherMake() else { return try abandon() }
        throw DocSearchError(
            .failed, "This index was made by another release and must be brought up to date first.", remedy: .update)
    }

    private func begin() throws {
        try index.write { db in
            try drop(db, .next)
            let tokenizer = try wantedTokenizer()
            try IndexSchema.createFullTextTables(db, .next, tokenizer: tokenizer)
            try db.setMeta(Self.nextKey, to: tokenizer)
            try db.setMeta(Self.progressKey, to: "0")
            guard try isOfOtherMake() else { return }
            // Forms grow with the new tables, and are not complete without them.
            try db.execute(sql: "DELETE FROM word_form")
            try db.removeMeta(IndexStore.formsKey)
            index.knownForms.forget()
        }
    }

    private func exchange() throws {
        try index.write { db in
            try drop(db, .current)
            let (next, current) = (FullTextTables.next, FullTextTables.current)
            try db.execute(
                sql: """
                    DROP TABLE \(next.vocabulary);
                    ALTER TABLE \(next.page) RENAME TO \(current.page);
                    ALTER TABLE \(next.word) RENAME TO \(current.word);
                    ALTER TABLE \(next.seam) RENAME TO \(current.seam);
                    CREATE VIRTUAL TABLE \(current.vocabulary) USING fts5vocab('\(current.word)', 'row');
                    """)
            try DeadRows.forget(db)
            if try !isOfOtherMake() { try index.forgetLostForms(db) }
            try db.setMeta(IndexStore.tokenizerKey, to: wantedTokenizer())
            try db.setMeta(IndexStore.formsKey, to: WordStemmer.version)
            if let stemmer { try db.setMeta(Stemmer.key, to: stemmer.rawValue) }
            try forgetProgress(db)
        }
    }

    private func forgetProgress(_ db: Database) throws {
        try db.removeMeta(Self.progressKey)
        try db.removeMeta(Self.nextKey)
    }

    private func drop(_ db: Database, _ tables: FullTextTables) throws {
        for name in [tables.vocabulary] + tables.tables {
            try db.execute(sql: "DROP TABLE IF EXISTS \(name)")
        }
    }
}
