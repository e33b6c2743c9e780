import GRDB

extension Database {
    /// Executes a statement that a connection compiles once, however often it is wanted.
    func executeCached(sql: String, arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}
