import GRDB

/// A SQLite file of the index that is open, for reading or for writing.
protocol DatabaseFile {
    var file: String { get }
    var database: any DatabaseReader { get }
    /// Nil when it was opened for reading only.
    var writer: DatabasePool? { get }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value
}

extension DatabaseFile {
    func close() { DatabaseOpening.close(writer) }

    /// See ``DatabaseOpening/shortenLog(of:_:)``.
    func shortenLog() throws {
        try DatabaseOpening.translating(file) { try DatabaseOpening.shortenLog(of: file, writer) }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) { try database.read(body) }
    }

    func fetchAll<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> [Value] {
        try read { db in try Value.fetchAll(db.cachedStatement(sql: sql), arguments: arguments) }
    }

    func fetchOne<Value: DatabaseValueConvertible & StatementColumnConvertible>(
        _ sql: String, _ arguments: StatementArguments = []
    ) throws -> Value? {
        try read { db in try Value.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) }
    }

    func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        let writer = try requireWriter()
        return try DatabaseOpening.translating(file) { try writer.write(body) }
    }

    func requireWriter() throws -> DatabasePool {
        guard let writer else { throw DocSearchError(.failed, "\"\(file)\" was opened for reading only.", item: file) }
        return writer
    }
}
