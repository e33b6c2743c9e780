import Foundation
import GRDB
internal import GRDBSQLite

/// How the database files are opened, and how SQLite's errors become ``DocSearchError``.
enum DatabaseOpening {
    /// Opens for writing in WAL mode with `synchronous=NORMAL`: after a power failure the last commits may be
    /// missing, and the next run reads those items again; the files stay consistent.
    ///
    /// `pageSize` is that of a new file, in bytes. With `isDurable` no commit is missing after a power failure either.
    /// `willMigrate` is called with a file of an older schema as it is.
    static func writer(
        _ file: String, migrator: DatabaseMigrator, pageSize: Int = 4096, isDurable: Bool = false,
        willMigrate: (DatabasePool) throws -> Void = { _ in }
    ) throws -> DatabasePool {
        try DatabaseHeader.check(file)
        return try translating(file) {
            try IndexFolder.make(file)
            var configuration = Configuration()
            configuration.busyMode = .timeout(TimeInterval(patience))
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { db in
                // Must come before anything is written; without effect on a file that has tables.
                try db.execute(sql: "PRAGMA page_size = \(pageSize)")
                try prepare(db)
                try keepLog(db)
                // Damage is noticed when a page is read, not when something has been written into it.
                try db.execute(sql: "PRAGMA cell_size_check = ON")
                // A checkpoint waits for the disk; 16 MB of log between two of them keeps the writer going.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            }
            let pool = try DatabasePool(path: file, configuration: configuration)
            // Not in the configuration: setting up the log sets it to NORMAL.
            if isDurable { try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") } }
            let version = try refuseNewer(pool, of: file, than: migrator)
            try pool.read { db in try checkMigrations(db, file, migrator) }
            if (1..<migrator.migrations.count).contains(version) { try willMigrate(pool) }
            try migrator.migrate(pool)
            let current = migrator.migrations.count
            try pool.writeWithoutTransaction { db in
                if try Int.fetchOne(db, sql: "PRAGMA user_version") != current {
                    try db.execute(sql: "PRAGMA user_version = \(current)")
                }
            }
            return pool
        }
    }

    /// Throws damage when the file's list of migrations has others than those of this release, or has gaps: migrating
    /// would fail, or make what is there already. Call after newer files were refused.
    private static func checkMigrations(_ db: Database, _ file: String, _ migrator: DatabaseMigrator) throws {
        let isListed = try db.tableExists("grdb_migrations")
        let applied =
            isListed ? try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations ORDER BY rowid") : []
        guard applied.elementsEqual(migrator.migrations.prefix(applied.count)) else {
            throw damaged(file, "its list of migrations is \(applied.joined(separator: ", "))")
        }
        if applied.isEmpty, try db.tableExists("meta") || db.tableExists("root") {
            throw damaged(file, "its list of migrations is gone")
        }
    }

    /// Sets up what the full-text tables and the checksums need of every connection that may write.
    static func prepare(_ db: Database) throws {
        try prepareReading(db)
        // Rows that are replaced count in the sums of their tables as well.
        try db.execute(sql: "PRAGMA recursive_triggers = ON")
        // No transaction spans two files.
        allowOtherFiles(false, db)
    }

    /// Whether a connection may have a second file (`ATTACH`, and `VACUUM INTO`, which does the same).
    static func allowOtherFiles(_ isAllowed: Bool, _ db: Database) {
        sqlite3_limit(db.sqliteConnection, SQLITE_LIMIT_ATTACHED, isAllowed ? 1 : 0)
    }

    private static func prepareReading(_ db: Database) throws {
        try ArchiveTokenizer.register(in: db)
        try PostingFunction.register(in: db)
        try RowChecksum.register(in: db)
        AnnotationViews.register(in: db)
        PathColumn.register(in: db)
        FoldedColumn.register(in: db)
    }

    /// Leaves the log and its memory in the folder when the last connection is closed. A reader that may not write into the
    /// folder cannot make them, and without them cannot read (SQLite, "Write-Ahead Logging", "Read-Only Databases").
    static func keepLog(_ db: Database) throws {
        var isKept: CInt = 1
        guard sqlite3_file_control(db.sqliteConnection, nil, SQLITE_FCNTL_PERSIST_WAL, &isKept) == SQLITE_OK else {
            throw DatabaseError(message: "the log cannot be kept")
        }
    }

    /// Throws for a file that a newer release wrote, and for what is no database. Opens it in a way that changes
    /// nothing, but for a change that a process which was killed has left half done: SQLite takes that back first.
    static func requireKnown(_ file: String, _ migrator: DatabaseMigrator) throws {
        guard FileStatus(path: file)?.byteCount ?? 0 > 0 else { return }
        try translating(file) {
            do { try requireKnown(file, migrator, readonly: true) } catch let error as DatabaseError
                where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK
            {
                try requireKnown(file, migrator, readonly: false)
            }
        }
    }

    private static func requireKnown(_ file: String, _ migrator: DatabaseMigrator, readonly: Bool) throws {
        let queue = try queue(file, readonly: readonly, waiting: patience)
        try refuseNewer(queue, of: file, than: migrator)
        try queue.close()
    }

    /// Opens a file on one connection. Waits so many seconds for locks.
    static func queue(
        _ file: String, readonly: Bool = false, waiting seconds: Int = 0,
        _ prepare: @escaping @Sendable (Database) throws -> Void = prepare
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readonly
        if seconds > 0 { configuration.busyMode = .timeout(TimeInterval(seconds)) }
        configuration.prepareDatabase(prepare)
        return try DatabaseQueue(path: file, configuration: configuration)
    }

    /// Opens for reading on one connection, which starts fastest. `cacheKilobytes` of the file are kept in memory:
    /// lists of common words in `index.sqlite` are some megabytes; a text of a page is read once.
    static func reader(_ file: String, migrator: DatabaseMigrator, cacheKilobytes: Int = 2048) throws -> DatabaseQueue {
        guard access(file, F_OK) == 0 else {
            throw DocSearchError(.noIndex, "There is no index at \"\(file)\".", item: file, remedy: .indexFolder)
        }
        return try translating(file) {
            let queue = try queue(readable(file), readonly: true, waiting: patience) { db in
                try prepareReading(db)
                // Not by GRDB, whose statements take a fiftieth of what "docsearch find" takes for a small index.
                let setting = "PRAGMA cache_size = -\(cacheKilobytes)"
                guard sqlite3_exec(db.sqliteConnection, setting, nil, nil, nil) == SQLITE_OK else {
                    throw DatabaseError(resultCode: db.lastErrorCode, message: db.lastErrorMessage)
                }
            }
            // Older versions hold what is asked for in the same places: asking need not wait for the run that migrates.
            guard try refuseNewer(queue, of: file, than: migrator) > 0 else {
                throw DocSearchError(.noIndex, "\"\(file)\" is not complete.", item: file, remedy: .update)
            }
            return queue
        }
    }

    /// The name to open a file by for reading. On a disk that is mounted read-only nobody can change the file, and nobody
    /// can make the memory that processes share where it was not copied along: the file is then opened as one that does not
    /// change (SQLite, "URI Filenames", `immutable`), unless its log has more than the frame that ``close(_:)`` leaves.
    static func readable(_ file: String) -> String {
        var system = statvfs()
        let isReadOnly = statvfs(file, &system) == 0 && system.f_flag & UInt(ST_RDONLY) != 0
        guard isReadOnly, access(file + "-shm", F_OK) != 0 else { return file }
        // The log has a head of 32 bytes, a frame 24 and a page, whose size is a power of two.
        let page = (FileStatus(path: file + "-wal")?.byteCount ?? 0) - 56
        guard page <= 0 || page & (page - 1) == 0 else { return file }
        return URL(fileURLWithPath: file).absoluteString + "?immutable=1"
    }

    /// Brings the log into the file, empties it and closes it. One frame is left in it: GRDB writes to a database whose
    /// log is empty when it opens it, and a run without changes should write nothing.
    static func close(_ pool: DatabasePool?) {
        // A reader at this moment keeps the log from being read to its end, and one that holds a statement keeps the
        // file open: both are taken care of when the last one lets go, or the file is opened again.
        try? pool?.writeWithoutTransaction { db in
            guard db.totalChangesCount > 0 else { return }
            // A person may be waiting for this process to end.
            try db.execute(sql: "PRAGMA busy_timeout = 500")
            _ = try db.checkpoint(.truncate)
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            try db.execute(sql: "PRAGMA user_version = \(version)")
        }
        try? pool?.close()
    }

    /// Empties a long log. SQLite begins it anew only when it is not being read: where there always is a reader, it
    /// grows, and the first to open the file after a crash has to go through it all. This waits a moment for readers to
    /// end; new ones read from the file (SQLite, "Write-Ahead Logging", "Avoiding Excessively Large WAL Files").
    static func shortenLog(of file: String, _ pool: DatabasePool?) throws {
        guard let pool, FileStatus(path: file + "-wal")?.byteCount ?? 0 > longLog else { return }
        try pool.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA busy_timeout = 200")
            do {
                _ = try db.checkpoint(.truncate)
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                // Another time.
            }
            try db.execute(sql: "PRAGMA busy_timeout = \(patience * 1000)")
        }
    }

    private static let longLog: Int64 = 48 << 20
    /// Seconds to wait for a lock.
    private static let patience = 10

    /// The number of migrations applied stands in `user_version`, where it can be read at no cost.
    @discardableResult
    private static func refuseNewer(
        _ database: some DatabaseReader, of file: String, than migrator: DatabaseMigrator
    ) throws -> Int {
        let version = try database.unsafeRead { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        guard version > migrator.migrations.count else { return version }
        // A release that wrote the number wrote down its migrations too; else a bit of the number has flipped.
        guard try !database.unsafeRead(migrator.hasBeenSuperseded) else {
            throw DocSearchError(
                .newerIndex,
                "\"\(file)\" was written by a newer docsearch. Use that release, or another index folder.",
                item: file)
        }
        return migrator.migrations.count
    }
}
