import GRDB
import Synchronization

/// Changes of the full-text tables wait for the end of their transaction. Used by the writing thread.
///
/// FTS5 writes out what it has in memory whenever a statement begins that can be taken back by itself, as those with a
/// trigger (SQLite, `sqlite3VtabSavepoint`). The tables with checksums have triggers: changed in between, they would
/// have it write and merge a small piece for each document, which takes two and a half times the work.
final class FullTextQueue: Sendable {
    private struct Change {
        var sql: String
        var row: Int64
        var columns: [String]
    }

    private struct Waiting {
        var changes: [Change] = []
        var bytes = 0
    }

    private static let mostBytes = 16 << 20
    private let waiting = Mutex(Waiting())

    /// `sql` takes the row and then the columns as its arguments.
    func add(_ db: Database, sql: String, row: Int64, columns: [String]) throws {
        let isFull = waiting.withLock { waiting in
            waiting.changes.append(Change(sql: sql, row: row, columns: columns))
            // A change takes some memory without any text.
            waiting.bytes += columns.reduce(200) { $0 + $1.utf8.count }
            return waiting.bytes > Self.mostBytes
        }
        if isFull { try carryOut(db) }
    }

    /// Call before the transaction is committed.
    func carryOut(_ db: Database) throws {
        for change in take() {
            try db.execute(change.sql, [change.row] + StatementArguments(change.columns))
        }
    }

    /// Call when the transaction is rolled back.
    func discard() { _ = take() }

    private func take() -> [Change] {
        waiting.withLock { waiting in
            defer { waiting = Waiting() }
            return waiting.changes
        }
    }
}
