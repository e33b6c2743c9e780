import Foundation
import GRDB

/// How the database files are opened, and how SQLite's errors become ``DocSearchError``.
enum DatabaseOpening {
    /// Opens for writing in WAL mode with `synchronous=NORMAL`: after a power failure the last commits may be
    /// missing, and the next run reads those items again; the files stay consistent.
    static func writer(_ file: String, migrator: DatabaseMigrator) throws -> DatabasePool {
        try translating(file) {
            var configuration = Configuration()
            configuration.busyMode = .timeout(10)
            configuration.maximumReaderCount = 4
            configuration.prepareDatabase { db in
                try PageScore.register(in: db)
                // A checkpoint waits for the disk; 16 MB of log between two of them keeps the writer going.
                try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000")
            }
            let pool = try DatabasePool(path: file, configuration: configuration)
            try refuseNewer(pool, file, migrator)
            try migrator.migrate(pool)
            let version = migrator.migrations.count
            try pool.writeWithoutTransaction { db in
                if try Int.fetchOne(db, sql: "PRAGMA user_version") != version {
                    try db.execute(sql: "PRAGMA user_version = \(version)")
                }
            }
            return pool
        }
    }

    /// Opens for reading on one connection, which starts fastest.
    static func reader(_ file: String, migrator: DatabaseMigrator) throws -> DatabaseQueue {
        guard access(file, F_OK) == 0 else {
            throw DocSearchError(
                .noIndex, "There is no index at \"\(file)\". Run \"docsearch index FOLDER\" to make one.")
        }
        return try translating(file) {
            var configuration = Configuration()
            configuration.readonly = true
            configuration.busyMode = .timeout(10)
            configuration.prepareDatabase { db in try PageScore.register(in: db) }
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            let version = try refuseNewer(queue, file, migrator)
            guard version == migrator.migrations.count else {
                throw DocSearchError(
                    .noIndex, "\"\(file)\" is not complete. Run \"docsearch index\" to finish it.")
            }
            return queue
        }
    }

    /// The number of migrations applied stands in `user_version`, where it can be read at no cost.
    @discardableResult
    private static func refuseNewer(
        _ database: some DatabaseReader, _ file: String, _ migrator: DatabaseMigrator
    ) throws -> Int {
        let version = try database.unsafeRead { db in try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0 }
        if version > migrator.migrations.count {
            throw DocSearchError(
                .newerIndex,
                "\"\(file)\" was written by a newer docsearch. Use that release, or another index folder.")
        }
        return version
    }

    /// Runs `body` and turns SQLite errors into sentences that name the file.
    static func translating<Value>(_ file: String, _ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            throw translated(error, file)
        }
    }

    static func translated(_ error: DatabaseError, _ file: String) -> DocSearchError {
        let detail = "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")"
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            return DocSearchError(
                .damagedIndex,
                "\"\(file)\" is damaged (\(detail)). Move it away and run \"docsearch index\"; "
                    + "index.sqlite is rebuilt without recognising pages again.")
        case .SQLITE_FULL:
            return DocSearchError(
                .failed, "The disk of \"\(file)\" is full (\(detail)). Make room and run again; nothing is lost.")
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return DocSearchError(.locked, "\"\(file)\" is held by another process (\(detail)). Try again later.")
        case .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_READONLY, .SQLITE_AUTH:
            return DocSearchError(
                .failed, "\"\(file)\" cannot be opened or written (\(detail)). Check its owner and rights.")
        default:
            return DocSearchError(.failed, "\"\(file)\": \(detail)")
        }
    }
}
