import GRDB

/// A SQLite file of the index that is open, for reading or for writing.
protocol DatabaseFile {
    var file: String { get }
    var database: any DatabaseReader { get }
    /// Nil when it was opened for reading only.
    var writer: DatabasePool? { get }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value
    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value
}

extension DatabaseFile {
    func close() { DatabaseOpening.close(writer) }

    /// See ``DatabaseOpening/shortenLog(of:_:)``.
    func shortenLog() throws {
        try DatabaseOpening.translating(file) { try DatabaseOpening.shortenLog(of: file, writer) }
    }

    /// See ``DatabaseOpening/writeAnew(_:_:)``.
    func writeAnew() throws { try DatabaseOpening.writeAnew(file, writer) }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) { try database.read(body) }
    }

    func exists(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
        try read { db in try db.exists(sql, arguments) }
    }

    func fetchAll<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try read { db in try db.fetchAll(sql, arguments) }
    }

    func fetchOne<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try read { db in try db.fetchOne(sql, arguments) }
    }

    func fetchAll<Value>(
        _ sql: String, _ arguments: StatementArguments = [], as make: (Row) throws -> Value
    ) throws -> [Value] {
        try read { db in try db.fetchAll(sql, arguments, as: make) }
    }

    func fetchOne<Value>(
        _ sql: String, _ arguments: StatementArguments = [], as make: (Row) throws -> Value
    ) throws -> Value? {
        try read { db in try db.fetchOne(sql, arguments, as: make) }
    }

    @discardableResult
    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let writer = try requireWriter()
        return try DatabaseOpening.translating(file) { try writer.write(body) }
    }

    /// Executes a statement in a transaction.
    func execute(_ sql: String, _ arguments: StatementArguments = []) throws {
        try write { db in try db.execute(sql, arguments) }
    }

    func requireWriter() throws -> DatabasePool {
        guard let writer else { throw DocSearchError(.failed, "\"\(file)\" was opened for reading only.", item: file) }
        return writer
    }
}
