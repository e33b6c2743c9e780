import GRDB

/// Reads what can be read of a damaged `pages.sqlite`. A part that cannot be read costs the rows in it; a disk that
/// fails, or a file that is held, is an error, and never taken for a table without rows.
struct SalvageReader {
    private let file: String
    private let database: DatabaseQueue
    /// Rows are numbered with few gaps and take many bytes: a greater number is a part of the damage.
    private let greatestKey: Int64

    private static let step: Int64 = 500

    /// Nil for a file that is gone, or one whose first page is: nothing could be found in it.
    init?(file: String) throws {
        guard let status = FileStatus(path: file) else { return nil }
        greatestKey = status.byteCount + (FileStatus(path: file + "-wal")?.byteCount ?? 0)
        guard let database = try Self.opened(file) else { return nil }
        self.file = file
        self.database = database
    }

    /// A damaged file for reading; nil where nothing could be found in it.
    static func opened(_ file: String) throws -> DatabaseQueue? {
        try unlessDamaged(file) {
            try DatabaseOpening.queue(file, readonly: true, waiting: 10) { db in
                try DatabaseOpening.prepare(db)
                // So that a file that was cut off, or a table whose definition is damaged, does not keep the rest from
                // being read.
                try db.execute(sql: "PRAGMA writable_schema = ON")
            }
        }
    }

    /// Gives all rows that can be read to `body`, some at a time, with the column `is_whole`. Returns about the
    /// greatest key that the table had; 0 for a table that is not there or cannot be entered.
    func read(_ table: PagesSchema.Table, _ body: ([Row]) throws -> Void) throws -> Int64 {
        let last = try lastKey(table)
        for first in stride(from: 0, through: last, by: Int(Self.step)) {
            let range = first...min(last, first + Self.step - 1)
            var found = try rows(of: table, range)
            if !found.isComplete { found.rows = try range.flatMap { try rows(of: table, $0...$0).rows } }
            if !found.rows.isEmpty { try body(found.rows) }
        }
        return last
    }

    /// The rows of a table of names as the index that keeps them unique has them, but for those with these ids. That
    /// index has all columns, and is in other pages of the file.
    func readFromIndex(_ table: PagesSchema.Table, except seen: Set<Int64>) throws -> [Row] {
        guard let index = try uniqueIndex(of: table) else { return [] }
        var found: [Int64: Row] = [:]
        // From either end up to what cannot be read.
        for order in ["ASC", "DESC"] {
            let isRead: Void? = try reading { db in
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT id, \(index.columns.joined(separator: ", ")),
                            \(RowChecksum.expression(index.columns)) AS checksum, 1 AS is_whole
                        FROM \(table.rawValue) INDEXED BY "\(index.name)"
                        ORDER BY \(index.columns.map { "\($0) \(order)" }.joined(separator: ", "))
                        """)
                while let row = try rows.next() {
                    let id: Int64 = try row.value("id")
                    if !seen.contains(id) { found[id] = row.copy() }
                }
            }
            if isRead != nil { break }
        }
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The rows up to what cannot be read. The end of a range is noticed by the row that comes after it, which may be lost.
    private func rows(
        of table: PagesSchema.Table, _ range: ClosedRange<Int64>
    ) throws -> (rows: [Row], isComplete: Bool) {
        var found: [Row] = []
        let isComplete: Void? = try reading { db in
            guard try !Self.columns(db, table).isEmpty else { return }
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT *, \(table.isWhole) AS is_whole FROM \(table.rawValue) WHERE \(table.key) BETWEEN ? AND ?
                    ORDER BY \(table.key)
                    """,
                arguments: [range.lowerBound, range.upperBound])
            while let row = try rows.next() { found.append(row.copy()) }
        }
        return (found, isComplete != nil)
    }

    // MARK: - How far to go

    /// No row that can be read has a greater key.
    private func lastKey(_ table: PagesSchema.Table) throws -> Int64 {
        let greatest = try greatest(table, from: "") ?? greatestOfIndex(table) ?? greatestProbed(table)
        return max(0, min(greatest, greatestKey))
    }

    /// Nil where the last leaf of the table cannot be read, or that of the index.
    private func greatest(_ table: PagesSchema.Table, from index: String) throws -> Int64? {
        try reading { db in
            guard try !Self.columns(db, table).isEmpty else { return 0 }
            return try Int64.fetchOne(db, sql: "SELECT max(\(table.key)) FROM \(table.rawValue) \(index)") ?? 0
        }
    }

    private func greatestOfIndex(_ table: PagesSchema.Table) throws -> Int64? {
        guard let index = try uniqueIndex(of: table) else { return nil }
        return try greatest(table, from: "INDEXED BY \"\(index.name)\"")
    }

    /// Looks for rows here and there: those that can be read end before the first probe behind the last row that was found.
    private func greatestProbed(_ table: PagesSchema.Table) throws -> Int64 {
        var (greatest, probe): (Int64, Int64) = (0, 1)
        while probe <= greatestKey {
            let next = probe + max(1, probe / 8)
            let found = try reading { db in
                try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT \(table.key) FROM \(table.rawValue) WHERE \(table.key) >= ?
                        ORDER BY \(table.key) LIMIT 1
                        """,
                    arguments: [probe])
            }
            if let found = found ?? nil { greatest = max(greatest, found, next) }
            probe = next
        }
        return greatest
    }

    // MARK: - The schema

    /// The index of a table of names or of texts over what is unique in it.
    private func uniqueIndex(of table: PagesSchema.Table) throws -> (name: String, columns: [String])? {
        guard table.key == "id" else { return nil }
        return try reading { db in
            let name = try String.fetchOne(
                db, sql: "SELECT name FROM pragma_index_list(?) WHERE origin = 'u'", arguments: [table.rawValue])
            guard let name else { return nil }
            let columns = try String.fetchAll(
                db, sql: "SELECT name FROM pragma_index_info(?) ORDER BY seqno", arguments: [name])
            return columns.isEmpty ? nil : (name, columns)
        } ?? nil
    }

    /// None for a table that is not there. Not by GRDB, which ends the process for a schema with rubbish in it.
    private static func columns(_ db: Database, _ table: PagesSchema.Table) throws -> [String] {
        try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info(?)", arguments: [table.rawValue])
    }

    // MARK: - Errors

    private func reading<Value>(_ body: (Database) throws -> Value) throws -> Value? {
        try Self.unlessDamaged(file) { try database.read(body) }
    }

    /// Nil for damage. Our SQL fits the schema, and our rows fit what they are decoded as, as long as the file is sound.
    static func unlessDamaged<Value>(_ file: String, _ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_TOOBIG].contains(error.resultCode)
        {
            return nil
        } catch let error as DatabaseError {
            throw DatabaseOpening.translated(error, file)
        } catch is RowDecodingError {
            return nil
        }
    }
}

extension PagesSchema.Table {
    /// The first column of what its rows are sorted by.
    fileprivate var key: String {
        switch self {
        case .content, .source, .text, .place: "id"
        case .preference: "content_id"
        case .placeContent: "place_id"
        }
    }
}
