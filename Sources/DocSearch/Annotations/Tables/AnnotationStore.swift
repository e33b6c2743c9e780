import Foundation
import GRDB

/// Reads and writes annotations in `user.sqlite` alone. It has a lock of its own and waits for no run.
struct AnnotationStore {
    private let folder: IndexFolder
    private let pool: DatabasePool
    private let lock: AnnotationLock

    /// Compares the checksums of the file after an hour, or when `isThorough`: it takes as long as reading the file.
    /// Throws `locked` when another command holds the file for long.
    init(_ folder: IndexFolder, isThorough: Bool = false) throws {
        guard folder.exists else { throw folder.noIndex }
        self.folder = folder
        lock = try AnnotationLock(folder)
        guard FileStatus(path: folder.user)?.byteCount ?? 0 > 0 else { throw DatabaseOpening.missing(folder.user) }
        pool = try UserStore.pool(folder)
        guard isThorough || lock.isCheckDue else { return }
        // Annotations written into an altered file would be gone with it when a back-up takes its place.
        try DatabaseOpening.translating(folder.user) { try pool.read { try TableChecksums.check($0, folder.user) } }
        lock.noteCheck()
    }

    func end() { DatabaseOpening.close(pool) }

    /// In one transaction, an entry of the journal when it has a step; a dry run is rolled back.
    func change<Value>(
        _ action: String, by author: String, isDryRun: Bool = false, _ body: (AnnotationWriter) throws -> Value
    ) throws -> Value {
        try DatabaseOpening.translating(folder.user) {
            let (value, steps) = try pool.writeWithoutTransaction { db in
                let writer = AnnotationWriter(db, action: action, author: author)
                // Changes of an import that do not fit are written before the end, and read again. For each statement
                // with a trigger SQLite keeps the pages as they were, by default in a file: a fifth of an import.
                try db.execute(sql: "PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY")
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(writer)
                    try writer.finish()
                    return isDryRun ? .rollback : .commit
                }
                guard let value else { throw DocSearchError(.failed, "A transaction ended without a result.") }
                return (value, isDryRun ? 0 : writer.steps)
            }
            if steps > 0 { backUp(isUrgent: steps > Self.manySteps) }
            return value
        }
    }

    /// By their bytes. Not in the journal: it is no annotation.
    func noteShown(_ hashes: [String], of question: String) throws {
        try DatabaseOpening.translating(folder.user) {
            try pool.write { db in
                for hash in hashes {
                    try db.execute(
                        "INSERT OR IGNORE INTO shown (question, content_hash) VALUES (?, ?)", [question, hash])
                }
            }
        }
    }

    /// It takes as long as reading the file.
    private func backUp(isUrgent: Bool) {
        let backups = UserBackups(folder)
        do {
            // The last few must not all be of one afternoon.
            if try backups.isDue(after: isUrgent ? 300 : 3600) { _ = try backups.add(from: pool) }
        } catch {
            // The annotations stand. The next run makes a copy, or reports the obstacle.
        }
    }

    private static let manySteps = 100
}

/// The lock for changes of annotations, and for moving `user.sqlite`. It is held for moments.
final class AnnotationLock {
    private let descriptor: Int32
    /// After an hour: the lock's own file has the time of the last comparison.
    let isCheckDue: Bool

    init(_ folder: IndexFolder, waiting: Duration? = nil) throws {
        let known = FileStatus(path: folder.annotationLock)
        descriptor = try SafeFile.open(folder.annotationLock)
        let checked = known?.modified ?? 0
        if known == nil {
            // It is made here, and nothing has been compared.
            var never = [timespec(), timespec()]
            futimens(descriptor, &never)
        }
        isCheckDue = !(-1...Self.checkInterval).contains(Date().timeIntervalSince1970 - Double(checked) / 1e9)
        let end = ContinuousClock.now + (waiting ?? folder.lockPatience)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard ContinuousClock.now < end else {
                throw DocSearchError(
                    .locked, "Another command is changing \"\(folder.user)\". Nothing was done. Try again later.",
                    item: folder.user)
            }
            usleep(2000)
        }
    }

    private static let checkInterval = 3600.0

    func noteCheck() { futimens(descriptor, nil) }

    deinit {
        flock(descriptor, LOCK_UN)
        Glibc.close(descriptor)
    }
}

extension IndexFolder {
    /// Call it with the writer's lock.
    func removeLeftovers() throws {
        let lock: AnnotationLock?
        do {
            lock = try AnnotationLock(self, waiting: .zero)
        } catch let error as DocSearchError where error.code == .locked {
            lock = nil
        }
        defer { withExtendedLifetime(lock) {} }
        // With both locks no other process is writing the files of the index: what is being written may be an export.
        try SafeFile.removeLeftovers(in: path, olderThan: lock == nil ? 86_400 : 600)
    }
}
