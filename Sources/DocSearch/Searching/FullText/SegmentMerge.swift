import GRDB

/// Merges the segments that a run has added to the full-text tables, because every word of a question is looked up in
/// each of them (SQLite documentation, "FTS5: The 'merge' Command").
struct SegmentMerge {
    let index: IndexStore

    /// Pages of the file written in one transaction, about 8 MB. A request to stop is checked after each.
    private static let step = 2000

    /// Continues until no two segments have about the same size, or the run must stop. Finished merges stay.
    func run(stop: StopFlag) throws {
        for table in FullTextTables.current.tables {
            var isMerging = true
            while isMerging, !stop.isSet {
                isMerging = try index.write { db in try Self.merge(table, db) }
                try index.shortenLog()
            }
        }
    }

    /// True when something was merged: more rows have changed then than that of the command.
    private static func merge(_ table: String, _ db: Database) throws -> Bool {
        // By default FTS5 waits for four of a size.
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('usermerge', 2)")
        let before = db.totalChangesCount
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('merge', \(step))")
        return db.totalChangesCount - before >= 2
    }
}
