import GRDB

/// Merges the segments that a run has added to the full-text tables: every word of a question is looked up in each of
/// them (SQLite documentation, "FTS5: The 'merge' Command").
struct SegmentMerge {
    let index: IndexStore

    /// Pages of the file that are written in one transaction, some 8 MB. A request to stop is heeded after each.
    private static let step = 2000

    /// Goes on until no two segments are of about the same size, or until the run is to stop; what is merged stays so.
    func run(stop: StopFlag) throws {
        guard try index.hasSeams() else { return }
        for table in FullTextTables.current.tables {
            var isMerging = true
            while isMerging, !stop.isSet {
                isMerging = try index.write { db in try Self.merge(table, db) }
                try index.shortenLog()
            }
        }
    }

    /// Whether something was merged: then more than the command's own row has changed.
    private static func merge(_ table: String, _ db: Database) throws -> Bool {
        // FTS5 itself waits for four of a size.
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('usermerge', 2)")
        let before = db.totalChangesCount
        try db.execute(sql: "INSERT INTO \(table)(\(table), rank) VALUES('merge', \(step))")
        return db.totalChangesCount - before >= 2
    }
}
