import GRDB

/// A sum of the checksums of all rows of each watched table, kept by triggers in the table `checksum`. A row that a disk or a
/// hand altered behind SQLite's back no longer agrees with it. Changes need ``RowChecksum`` on their connection, which
/// ``DatabaseOpening`` gives it. The schema has such a sum too, which migrations note.
///
/// Tables behind a full-text table cannot be watched: a trigger makes FTS5 write while it writes, without end.
enum TableChecksums {
    private static let schemaTable = "sqlite_schema"

    /// Makes the table of sums. Call in a migration.
    static func create(_ db: Database) throws {
        try db.execute(sql: "CREATE TABLE checksum (name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID")
    }

    /// Watches tables from now on, or sums them anew. To be called after a migration that changes their columns.
    static func watch(_ db: Database, _ tables: [String]) throws {
        for table in tables {
            try forget(db, table)
            let columns = try columns(db, table)
            let (old, new) = (columns.map { "OLD.\($0)" }, columns.map { "NEW.\($0)" })
            for (event, value) in [
                ("INSERT", sum("value", sign: 1, of: new)), ("DELETE", sum("value", sign: -1, of: old)),
                ("UPDATE", sum(sum("value", sign: -1, of: old), sign: 1, of: new)),
            ] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER \(trigger(event, table)) AFTER \(event) ON "\(table)" BEGIN
                        UPDATE checksum SET value = \(value) WHERE name = '\(table)'; END
                        """)
            }
            try db.execute(
                sql: "INSERT INTO checksum (name, value) VALUES (?, ?)", arguments: [table, try actual(db, table)])
        }
        try noteSchema(db)
    }

    /// Notes which tables, indexes and triggers there are. Call at the end of a migration that calls ``watch(_:_:)`` no more.
    static func noteSchema(_ db: Database) throws {
        try db.execute(
            sql: "INSERT OR REPLACE INTO checksum (name, value) VALUES (?, ?)",
            arguments: [schemaTable, try actual(db, schemaTable)])
    }

    /// Ends the watch over a table.
    static func forget(_ db: Database, _ table: String) throws {
        for event in ["INSERT", "DELETE", "UPDATE"] {
            try db.execute(sql: "DROP TRIGGER IF EXISTS \(trigger(event, table))")
        }
        try db.execute(sql: "DELETE FROM checksum WHERE name = ?", arguments: [table])
    }

    /// Tables whose rows are not those that were written. Of `pages.sqlite`, whose rows have sums of their own, only the
    /// schema is known.
    private static func altered(_ db: Database) throws -> [String] {
        // Asked of SQLite itself: GRDB would read the whole schema first, and readers wait for this.
        let tables = try String.fetchSet(db, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
        // A pages.sqlite that was made before schemas had sums has none.
        guard tables.contains("checksum") else { return tables.contains("page_text") ? [] : ["checksum"] }
        let rows = try Row.fetchAll(db, sql: "SELECT name, value FROM checksum")
        let sums = Dictionary(
            try rows.map { (try $0.value("name") as String, try $0.value("value") as Int64) },
            uniquingKeysWith: { first, _ in first })
        // A sum that is lost would let its table be anything.
        let watched = try String.fetchSet(
            db, sql: "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'checksum_*_insert'")
        return try watched.union(sums.keys).sorted().filter { name in
            guard let sum = sums[name], tables.contains(name) || name == schemaTable else { return true }
            return try actual(db, name) != sum
        }
    }

    /// The same of a single table, for readers that want nothing else.
    private static func altered(_ db: Database, only table: String, of schema: String) throws -> [String] {
        let sum = try Int64.fetchOne(db, sql: "SELECT value FROM \(schema).checksum WHERE name = ?", arguments: [table])
        return try sum == actual(db, table, of: schema) ? [] : [table]
    }

    /// Throws damage when a watched table, or the one that is named, is not as it was written. `schema` is the name that a
    /// connection knows the file by.
    static func check(_ db: Database, _ file: String, only table: String? = nil, of schema: String = "main") throws {
        let altered = try table.map { try Self.altered(db, only: $0, of: schema) } ?? Self.altered(db)
        guard altered.isEmpty else {
            throw DatabaseOpening.damaged(file, "altered since it was written: \(altered.joined(separator: ", "))")
        }
    }

    private static func actual(_ db: Database, _ table: String, of schema: String = "main") throws -> Int64 {
        var (columns, condition) = (["type", "name", "tbl_name", "sql"], "")
        if table == schemaTable {
            // Full-text tables are made again at any time.
            condition = "WHERE tbl_name NOT GLOB '*_fts*' AND tbl_name NOT GLOB '*_vocabulary*'"
        } else {
            columns = try Self.columns(db, table, of: schema)
        }
        let values = sum("0", sign: 1, of: columns)
        let rows = try Int64.fetchCursor(db, sql: "SELECT \(values) FROM \(schema).\"\(table)\" \(condition)")
        var total: Int64 = 0
        while let checksum = try rows.next() { total &+= checksum }
        return total
    }

    private static func sum(_ value: String, sign: Int, of columns: [String]) -> String {
        "\(RowChecksum.name)(\(value), \(sign), \(columns.joined(separator: ", ")))"
    }

    private static func columns(_ db: Database, _ table: String, of schema: String = "main") throws -> [String] {
        try db.makeStatement(sql: "SELECT * FROM \(schema).\"\(table)\"").columnNames.map { "\"\($0)\"" }
    }

    private static func trigger(_ event: String, _ table: String) -> String {
        "checksum_\(table)_\(event.lowercased())"
    }
}
