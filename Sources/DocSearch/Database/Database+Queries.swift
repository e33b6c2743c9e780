import GRDB
internal import GRDBSQLite

/// Statements that a connection compiles once, however often they are wanted.
extension Database {
    func statement(_ sql: String, _ arguments: StatementArguments = []) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        try statement.setArguments(arguments)
        return statement
    }

    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
        try Row.fetchCursor(statement(sql, arguments))
    }

    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(statement(sql, arguments))
    }

    /// Whether there is a row.
    func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try rows(sql, arguments).next() != nil
    }

    func fetchAll<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try Value.fetchAll(statement(sql, arguments))
    }

    func fetchOne<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try Value.fetchOne(statement(sql, arguments))
    }

    /// What `make` makes of each row. For many rows ``rows(_:_:)`` takes less time, but a value of another type than
    /// its column's passes there for one of that type.
    func fetchAll<Value>(
        _ sql: String, _ arguments: StatementArguments = [], as make: (Row) throws -> Value
    ) throws -> [Value] {
        try Row.fetchAll(statement(sql, arguments)).map(make)
    }

    func fetchOne<Value>(
        _ sql: String, _ arguments: StatementArguments = [], as make: (Row) throws -> Value
    ) throws -> Value? {
        try row(sql, arguments).map(make)
    }

    /// Runs `body` until its end, or until `isOver`, which SQLite asks after so many steps of its machine; returns nil then.
    @discardableResult
    func ending<Value>(
        when isOver: @escaping () -> Bool, askedAfter steps: CInt, _ body: () throws -> Value
    ) throws -> Value? {
        let alarm = Alarm(isOver)
        return try withExtendedLifetime(alarm) {
            // The pointer is used until it is taken away.
            sqlite3_progress_handler(
                sqliteConnection, steps,
                { pointer in
                    pointer.map { Unmanaged<Alarm>.fromOpaque($0).takeUnretainedValue().ring() } ?? false ? 1 : 0
                }, Unmanaged.passUnretained(alarm).toOpaque())
            defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
            do {
                return try body()
            } catch let error as DocSearchError where error.code == .limit && alarm.hasRung {
                return nil
            } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT && alarm.hasRung {
                return nil
            }
        }
    }

    // MARK: - What a file of the index remembers of itself, in its table `meta`

    func meta<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ key: String) throws -> Value? {
        try fetchOne("SELECT value FROM meta WHERE key = ?", [key])
    }

    func setMeta(_ key: String, to value: String) throws {
        try execute("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", [key, value])
    }

    func removeMeta(_ key: String) throws { try execute("DELETE FROM meta WHERE key = ?", [key]) }
}

extension Row {
    /// The value of a column. GRDB's subscripts end the process when a value is of another type than the column's,
    /// which a single bit on a failing disk can bring about; this throws.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
        try decode(forColumn: column)
    }

    /// The same by the column's index, for many rows.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(at index: Int) throws -> Value {
        try decode(atIndex: index)
    }

    /// One of the words that a column may hold. Throws ``DatabaseError`` with `SQLITE_CORRUPT` for another.
    func known<Word: RawRepresentable<String>>(_ column: String) throws -> Word {
        let text: String = try value(column)
        guard let word = Word(rawValue: text) else {
            throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unknown \(column) \"\(text)\"")
        }
        return word
    }

    /// The same for a column that may be null.
    func knownIfAny<Word: RawRepresentable<String>>(_ column: String) throws -> Word? {
        try value(column) as String? == nil ? nil : try known(column)
    }
}

/// Used from the thread that reads.
private final class Alarm {
    private let isOver: () -> Bool
    private(set) var hasRung = false

    init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }

    func ring() -> Bool {
        hasRung = hasRung || isOver()
        return hasRung
    }
}
