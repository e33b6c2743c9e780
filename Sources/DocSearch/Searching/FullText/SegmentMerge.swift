import GRDB

/// Merges the segments that runs have added, because every word of a question is looked up in each (SQLite
/// documentation, "FTS5: The 'merge' Command").
struct SegmentMerge {
    let index: IndexStore

    /// Pages of the file, about 8 MB. A request to stop is checked after each step.
    private static let step = 2000

    /// Finished merges stay when the run must stop.
    func run(stop: StopFlag) throws {
        for table in FullTextTables.current.tables {
            var isMerging = true
            while isMerging, !stop.isSet {
                isMerging = try index.write { db in try Self.merge(table, db) }
                try index.shortenLog()
            }
        }
    }

    /// More rows have changed then than that of the command.
    private static func merge(_ table: String, _ db: Database) throws -> Bool {
        // By default FTS5 waits for four of a size.
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('usermerge', 2)")
        let before = db.totalChangesCount
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('merge', \(step))")
        return db.totalChangesCount - before >= 2
    }
}
