import Foundation
import GRDB

/// Reads and writes what people said (``Decision``) in `user.sqlite`. Writing waits for no run: it has a lock of its own, and
/// opens no other file for writing.
struct DecisionStore {
    private let folder: IndexFolder
    private let pool: DatabasePool
    private let lock: DecisionLock

    /// Throws ``DocSearchError``: `noIndex`, and `locked` when another command holds the file for long.
    init(_ folder: IndexFolder) throws {
        guard folder.exists else {
            throw DocSearchError(
                .noIndex, "There is no index in \"\(folder.path)\".", item: folder.path, remedy: .indexFolder)
        }
        self.folder = folder
        lock = try DecisionLock(folder)
        guard FileStatus(path: folder.user)?.byteCount ?? 0 > 0 else { throw DatabaseOpening.missing(folder.user) }
        let backups = UserBackups(folder)
        pool = try DatabaseOpening.writer(folder.user, migrator: UserSchema.migrator(), isDurable: true) { pool in
            try pool.read { db in try SchemaCheck.checkAll(db, folder.user, UserSchema.migrator()) }
            try backups.copy(from: pool)
        }
    }

    /// Closes the file.
    func end() { DatabaseOpening.close(pool) }

    /// Changes decisions in one transaction, which is an entry of the journal. Without a step there is no entry.
    /// A dry run gives all of it up at the end.
    ///
    /// - Returns: What `body` returns, and how many decisions were made, altered or taken back.
    func change<Value>(
        _ action: String, by author: String, undoing undone: Int64? = nil, isDryRun: Bool = false,
        _ body: (DecisionWriter) throws -> Value
    ) throws -> (value: Value, steps: Int) {
        let backups = UserBackups(folder)
        return try DatabaseOpening.translating(folder.user) {
            let result = try pool.writeWithoutTransaction { db in
                let writer = DecisionWriter(db, action: action, author: author, undone: undone)
                // What an import changes and does not fit is written before the end, and read again.
                try db.execute(sql: "PRAGMA cache_size = -65536")
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(writer)
                    try writer.finish()
                    return isDryRun ? .rollback : .commit
                }
                guard let value else { throw DocSearchError(.failed, "A transaction ended without a result.") }
                return (value, isDryRun ? 0 : writer.steps)
            }
            // A copy takes as long as reading the file; a run that follows makes one, too.
            if try result.1 > Self.manySteps || (result.1 > 0 && backups.isDue()) { _ = try backups.add(from: pool) }
            return result
        }
    }

    /// Steps after which a copy is kept at once.
    private static let manySteps = 100
}

/// The lock of those who change decisions, and of whatever moves `user.sqlite`. It is held for moments.
final class DecisionLock {
    private let descriptor: Int32

    /// Waits up to ten seconds. Throws ``DocSearchError`` with code ``DocSearchError/Code/locked`` when it is still held then.
    init(_ folder: IndexFolder) throws {
        descriptor = try SafeFile.open(folder.decisionLock)
        let end = ContinuousClock.now + .seconds(10)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end else {
                throw DocSearchError(
                    .locked, "Another command is changing \"\(folder.user)\". Nothing was done. Try again later.",
                    item: folder.user)
            }
            usleep(2000)
        }
    }

    deinit {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }
}
