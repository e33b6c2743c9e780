import Foundation
import GRDB

/// Paths as people type them, compared with those of the index. Macs write `ü` in names as `u` and two dots (NFD), keyboards
/// one character (NFC): both mean the file. Two files may differ in that alone, so an exact path goes before.
enum PathColumn {
    /// The SQL function that ``sql(_:for:)`` needs.
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("composed", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(composed)
            })
    }

    /// A path with the characters that keyboards write.
    static func composed(_ path: String) -> String {
        path.utf8.allSatisfy { $0 < 0x80 } ? path : path.precomposedStringWithCanonicalMapping
    }

    /// `column` as it can be compared with a typed text: most are ASCII, and cost nothing.
    static func sql(_ column: String, for typed: String) -> String {
        typed.utf8.allSatisfy { $0 < 0x80 } ? column : "composed(\(column))"
    }
}
