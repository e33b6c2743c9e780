import Foundation
import GRDB

/// Copies what can be read of a damaged `pages.sqlite` into a new file, whose own identifier has the index made again. A
/// part that cannot be read costs the rows in it; a disk that fails, or a file that is held, is an error, and never taken
/// for a table without rows.
struct PagesSalvage {
    let damaged: String

    private static let step: Int64 = 500

    /// Returns how many texts were saved, and about how many there were.
    func copy(into new: String) throws -> (read: Int, all: Int) {
        for suffix in ["", "-journal"] { unlink(new + suffix) }
        // Without a log beside it, so that it is whole under any name as soon as it is closed.
        let target = try DatabaseOpening.queue(new, waiting: 10)
        try PagesSchema.migrator().migrate(target)
        var (read, all): (Int, Int64) = (0, 0)
        try target.inDatabase { db in
            guard FileStatus(path: damaged) != nil, try attach(db) != nil else { return }
            // Each statement is a transaction, as SQLite reads no more in one that has met damage. All of it is on the disk
            // with the last.
            try db.execute(sql: "PRAGMA main.journal_mode = MEMORY; PRAGMA main.synchronous = OFF")
            for table in PagesSchema.Table.allCases {
                let last = try copy(table, db)
                if table == .text { all = last }
            }
            read = try Int.fetchOne(db, sql: "SELECT count(*) FROM main.page_text") ?? 0
            try reserveKnownPlaces(db)
            try db.execute(
                sql: """
                    PRAGMA main.synchronous = FULL;
                    PRAGMA main.user_version = \(PagesSchema.migrator().migrations.count)
                    """)
        }
        try target.close()
        return (read, Int(all))
    }

    private func attach(_ db: Database) throws -> Void? {
        try unlessDamaged {
            DatabaseOpening.allowOtherFiles(true, db)
            // So that a file that was cut off, or a table whose definition is damaged, does not keep the rest from being
            // read.
            try db.execute(sql: "PRAGMA writable_schema = ON")
            let file = URL(fileURLWithPath: damaged).absoluteString + "?mode=ro"
            try db.execute(sql: "ATTACH ? AS damaged", arguments: [file])
            // Only now the file is read.
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM damaged.sqlite_schema")
        }
    }

    /// Returns about the greatest key of the damaged table; 0 for one that is not there or cannot be entered.
    private func copy(_ table: PagesSchema.Table, _ db: Database) throws -> Int64 {
        let (name, key) = (table.rawValue, "\(table.rawValue).\(table.key)")
        // The row that this one refers to may be lost, and its number be given to something else.
        let isReferred = table.references.map {
            " AND EXISTS (SELECT 1 FROM main.\($0.table.rawValue) AS other WHERE other.id = \(name).\($0.column))"
        }
        // An earlier release had fewer. Where its definition is damaged, none can be read.
        let named = try unlessDamaged {
            try String.fetchAll(
                db,
                sql: """
                    SELECT name FROM pragma_table_info(?1, 'damaged')
                    WHERE name IN (SELECT name FROM pragma_table_info(?1, 'main'))
                    """, arguments: [name])
        }
        let columns = named?.joined(separator: ", ") ?? ""
        let (into, from) = columns.isEmpty ? ("", "*") : ("(\(columns))", columns)
        func insert(where condition: String, _ keys: StatementArguments) throws -> Void? {
            try unlessDamaged {
                try db.execute(
                    """
                    INSERT OR IGNORE INTO main.\(name) \(into) SELECT \(from) FROM damaged.\(name) AS \(name)
                    WHERE \(condition) AND \(table.isWhole) \(isReferred.joined())
                    """, keys)
            }
        }
        let last = try lastKey(table, db)
        for first in stride(from: 0, through: last, by: Int(Self.step)) {
            let range = first...min(last, first + Self.step - 1)
            if try insert(where: "\(key) BETWEEN ? AND ?", [range.lowerBound, range.upperBound]) == nil {
                for number in range { _ = try insert(where: "\(key) = ?", [number]) }
            }
        }
        if table == .content || table == .source { try copyFromIndex(table, db) }
        return last
    }

    /// The names that were lost or altered are also in the index that keeps them unique, in other pages of the file, and
    /// without them all texts would be lost. From either end up to what cannot be read.
    private func copyFromIndex(_ table: PagesSchema.Table, _ db: Database) throws {
        let columns = table.columns.joined(separator: ", ")
        for order in ["ASC", "DESC"] {
            let isRead: Void? = try unlessDamaged {
                let rows = try Row.fetchCursor(
                    db,
                    sql: """
                        SELECT id, \(columns), \(RowChecksum.expression(table.columns)) FROM damaged.\(table.rawValue)
                        INDEXED BY sqlite_autoindex_\(table.rawValue)_1
                        ORDER BY \(table.columns.map { "\($0) \(order)" }.joined(separator: ", "))
                        """)
                while let row = try rows.next() {
                    try db.execute(
                        "INSERT OR IGNORE INTO main.\(table.rawValue) (id, \(columns), checksum) VALUES (?, ?, ?, ?)",
                        StatementArguments(row.databaseValues))
                }
            }
            if isRead != nil { return }
        }
    }

    // MARK: - How far to go

    /// No row that can be read has a greater key.
    private func lastKey(_ table: PagesSchema.Table, _ db: Database) throws -> Int64 {
        // Rows are numbered with few gaps and take many bytes: a greater number is a part of the damage.
        let most: Int64 = ["", "-wal"].reduce(0) { $0 + (FileStatus(path: damaged + $1)?.byteCount ?? 0) }
        let greatest = try unlessDamaged {
            try Int64.fetchOne(db, sql: "SELECT max(\(table.key)) FROM damaged.\(table.rawValue)") ?? 0
        }
        return try max(0, min(greatest ?? greatestProbed(table, upTo: most, db), most))
    }

    /// Looks for rows here and there, where the last leaf of the table cannot be read: those that can be read end before
    /// the first probe behind the last row that was found.
    private func greatestProbed(_ table: PagesSchema.Table, upTo most: Int64, _ db: Database) throws -> Int64 {
        var (greatest, probe): (Int64, Int64) = (0, 1)
        while probe <= most {
            let next = probe + max(1, probe / 8)
            let found = try unlessDamaged {
                try Int64.fetchOne(
                    db,
                    sql: """
                        SELECT \(table.key) FROM damaged.\(table.rawValue) WHERE \(table.key) >= ?
                        ORDER BY \(table.key) LIMIT 1
                        """,
                    arguments: [probe])
            }
            if let found = found ?? nil { greatest = max(greatest, found, next) }
            probe = next
        }
        return greatest
    }

    /// Has no number given to a place again that a witness names.
    private func reserveKnownPlaces(_ db: Database) throws {
        let greatest = try Int64.fetchOne(
            db,
            sql: "SELECT max(CAST(substr(witness, 7) AS INTEGER)) FROM main.content WHERE witness GLOB 'place [0-9]*'")
        guard let greatest else { return }
        try db.execute(
            sql: "UPDATE main.sqlite_sequence SET seq = max(seq, ?) WHERE name = 'place'", arguments: [greatest])
        guard db.changesCount == 0 else { return }
        try db.execute(sql: "INSERT INTO main.sqlite_sequence (name, seq) VALUES ('place', ?)", arguments: [greatest])
    }

    /// Nil for damage. Our SQL fits the schema, and our rows fit what they are decoded as, as long as the file is sound.
    private func unlessDamaged<Value>(_ body: () throws -> Value) throws -> Value? {
        do {
            return try body()
        } catch let error as DatabaseError
            where [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR, .SQLITE_TOOBIG].contains(error.resultCode)
        {
            return nil
        } catch let error as DatabaseError {
            throw DatabaseOpening.translated(error, damaged)
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
