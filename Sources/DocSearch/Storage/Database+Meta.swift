import GRDB

/// What a file of the index remembers of itself, in its table `meta`.
extension Database {
    func meta<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ key: String) throws -> Value? {
        try Value.fetchOne(cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [key])
    }

    func setMeta(_ key: String, to value: String) throws {
        try executeCached(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
    }

    func removeMeta(_ key: String) throws {
        try executeCached(sql: "DELETE FROM meta WHERE key = ?", arguments: [key])
    }
}
