import Foundation
import GRDB

/// Reads and writes `user.sqlite`: what people decided.
struct UserStore: Sendable {
    private let database: any DatabaseReader
    private let writer: DatabasePool?
    let file: String

    init(writing folder: IndexFolder) throws {
        file = folder.user
        let pool = try DatabaseOpening.writer(folder.user, migrator: UserSchema.migrator())
        writer = pool
        database = pool
    }

    func close() { DatabaseOpening.close(writer) }

    init(reading folder: IndexFolder) throws {
        file = folder.user
        writer = nil
        database = try DatabaseOpening.reader(folder.user, migrator: UserSchema.migrator())
    }

    func roots() throws -> [IndexRoot] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT * FROM root ORDER BY path").map { row in
                IndexRoot(
                    id: row["id"], path: row["path"], isFile: row["is_file"],
                    languages: (row["languages"] as String).split(separator: "+").map(String.init))
            }
        }
    }

    func add(path: String, isFile: Bool, languages: [String]) throws -> IndexRoot {
        try write { db in
            try db.execute(
                sql: "INSERT INTO root (path, is_file, languages) VALUES (?, ?, ?)",
                arguments: [path, isFile, languages.joined(separator: "+")])
            return IndexRoot(id: db.lastInsertedRowID, path: path, isFile: isFile, languages: languages)
        }
    }

    func setLanguages(_ languages: [String], root: Int64) throws {
        try write { db in
            try db.execute(
                sql: "UPDATE root SET languages = ? WHERE id = ?",
                arguments: [languages.joined(separator: "+"), root])
        }
    }

    /// Notes that a root has become one bundle, or a folder of bundles.
    func setIsFile(_ isFile: Bool, root: Int64) throws {
        try write { db in try db.execute(sql: "UPDATE root SET is_file = ? WHERE id = ?", arguments: [isFile, root]) }
    }

    func remove(root: Int64) throws {
        try write { db in try db.execute(sql: "DELETE FROM root WHERE id = ?", arguments: [root]) }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) { try database.read(body) }
    }

    /// Copies the file beside itself when it was changed through this store, or has no copy yet.
    func backUp() throws {
        let backup = IndexFolder.backup(of: file)
        let changes = writer?.writeWithoutTransaction { db in db.totalChangesCount } ?? 0
        guard changes > 0 || access(backup, F_OK) != 0 else { return }
        let new = backup + ".new"
        unlink(new)
        // Not within a transaction (SQLite, "VACUUM with an INTO clause").
        try DatabaseOpening.translating(file) {
            try writer?.writeWithoutTransaction { db in try db.execute(sql: "VACUUM INTO ?", arguments: [new]) }
        }
        guard rename(new, backup) == 0 else { throw DocSearchError.system("Renaming", new) }
    }

    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let writer else { throw DocSearchError(.failed, "\"\(file)\" was opened for reading only.") }
        return try DatabaseOpening.translating(file) { try writer.write(body) }
    }
}

/// A folder, or a single file, that was named to `docsearch index` and is remembered.
struct IndexRoot: Sendable, Hashable {
    var id: Int64
    /// Absolute, without symbolic links.
    var path: String
    /// Whether it is one bundle, a file or a folder.
    var isFile: Bool
    /// Tesseract language codes for the scans below it.
    var languages: [String]

    /// The folder that relative paths below the root start from.
    var folder: String { isFile ? PathText.parent(path) : path }

    func absolutePath(_ relative: String) -> String { PathText.joined(folder, relative) }
}
