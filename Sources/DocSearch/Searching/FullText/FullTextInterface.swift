import GRDB
internal import GRDBSQLite

/// FTS5's extension interface (SQLite documentation, "Extending FTS5").
enum FullTextInterface {
    /// Throws where SQLite lacks FTS5; GRDB's way would end the process.
    static func of(_ db: Database) throws -> UnsafeMutablePointer<fts5_api> {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let status = sqlite3_prepare_v2(db.sqliteConnection, "SELECT fts5(?1)", -1, &statement, nil)
        guard status == SQLITE_OK || status == SQLITE_ERROR else {
            throw DatabaseError(
                resultCode: ResultCode(rawValue: status), message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
        }
        var interface: UnsafeMutablePointer<fts5_api>?
        if status == SQLITE_OK {
            let type: StaticString = "fts5_api_ptr"
            withUnsafeMutablePointer(to: &interface) { interface in
                type.utf8Start.withMemoryRebound(to: CChar.self, capacity: type.utf8CodeUnitCount) { type in
                    _ = sqlite3_bind_pointer(statement, 1, interface, type, nil)
                }
                _ = sqlite3_step(statement)
            }
        }
        guard let interface else {
            throw DocSearchError(
                .environment,
                "SQLite \(String(cString: sqlite3_libversion())) of this system was built without FTS5, its full-text "
                    + "search. Install one that has it; Debian's libsqlite3-0 does.")
        }
        return interface
    }
}
