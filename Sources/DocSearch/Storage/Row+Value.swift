import GRDB

extension Row {
    /// The value of a column. GRDB's subscripts end the process when a value is of another type than the column's, which
    /// a single bit on a failing disk can bring about; this throws.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(_ column: String) throws -> Value {
        try decode(forColumn: column)
    }

    /// The same by the column's place, for many rows.
    func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(at place: Int) throws -> Value {
        try decode(atIndex: place)
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
