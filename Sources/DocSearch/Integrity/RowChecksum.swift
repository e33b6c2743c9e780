internal import CZlib
import GRDB
internal import GRDBSQLite

/// The SQL function `row_sum(sum, sign, value, ...)`: adds the checksum of a row to a sum, or takes it out with a sign
/// of -1. A sum over all rows of a table is the same in whatever order they came, and any flipped bit makes it another.
///
/// SQLite has no checksums of its own: a bit that flips within a value is a valid value to it.
enum RowChecksum {
    static let name = "row_sum"

    static func register(in db: Database) throws {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let status = sqlite3_create_function_v2(
            db.sqliteConnection, name, -1, flags, nil,
            { context, count, arguments in RowChecksum.evaluate(context, arguments, count: Int(count)) }, nil, nil, nil)
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite did not accept a function (code \(status)).")
        }
    }

    /// A row's own `checksum` of these columns.
    static func expression(_ columns: [String]) -> String { "\(name)(0, 1, \(columns.joined(separator: ", ")))" }

    private static func evaluate(
        _ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?, count: Int
    ) {
        guard let arguments, count > 1 else { return sqlite3_result_error_code(context, SQLITE_MISUSE) }
        var crc = crc32(0, nil, 0)
        for position in 2..<max(2, count) { add(arguments[position], to: &crc) }
        let checksum = Int64(bitPattern: spread(UInt64(crc)))
        let sum = sqlite3_value_int64(arguments[0])
        let isAdded = sqlite3_value_int(arguments[1]) > 0
        sqlite3_result_int64(context, isAdded ? sum &+ checksum : sum &- checksum)
    }

    private static func add(_ value: OpaquePointer?, to crc: inout uLong) {
        let type = sqlite3_value_type(value)
        switch type {
        case SQLITE_INTEGER: add(sqlite3_value_int64(value), to: &crc)
        case SQLITE_FLOAT:
            let number = sqlite3_value_double(value)
            // SQLite keeps a whole number in a column of reals as an integer.
            if let whole = Int64(exactly: number) { return add(whole, to: &crc) }
            withUnsafeBytes(of: number.bitPattern.littleEndian) { add(type, $0, to: &crc) }
        case SQLITE_TEXT, SQLITE_BLOB:
            let bytes = type == SQLITE_TEXT ? UnsafeRawPointer(sqlite3_value_text(value)) : sqlite3_value_blob(value)
            let count = Int(sqlite3_value_bytes(value))
            add(type, UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count), to: &crc)
        default: add(type, UnsafeRawBufferPointer(start: nil, count: 0), to: &crc)
        }
    }

    private static func add(_ number: Int64, to crc: inout uLong) {
        withUnsafeBytes(of: number.littleEndian) { add(SQLITE_INTEGER, $0, to: &crc) }
    }

    /// With type and length, so that no two rows read alike.
    private static func add(_ type: CInt, _ bytes: UnsafeRawBufferPointer, to crc: inout uLong) {
        let head = (UInt64(bytes.count) << 8 | UInt64(UInt8(truncatingIfNeeded: type))).littleEndian
        withUnsafeBytes(of: head) { crc = crc32(crc, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), 8) }
        guard !bytes.isEmpty else { return }
        crc = crc32(crc, bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), uInt(bytes.count))
    }

    /// Spreads 32 bits over 64 (the finalizer of SplitMix64), so that sums of many rows hardly ever meet by chance.
    private static func spread(_ value: UInt64) -> UInt64 {
        var mixed = value &+ 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
