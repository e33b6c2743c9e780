import Foundation
import GRDB

/// Paths as people type them, compared with those of the index. Macs write `ü` in names as `u` and two dots (NFD), keyboards
/// one character (NFC): both mean the file. Two files may differ in that alone, so an exact path goes before. Questions do
/// not regard accents either; rights do.
enum PathColumn {
    /// The SQL function that ``sql(_:for:)`` needs.
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("composed", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(composed)
            })
        db.add(
            function: DatabaseFunction("unaccented", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(unaccented)
            })
    }

    /// The column `path` as ``unaccented(_:)`` has it, except for capitals, which LIKE does not distinguish. A path in
    /// ASCII costs nothing.
    static let unaccentedPath = "CASE WHEN path GLOB '*[^ -~]*' THEN unaccented(path) ELSE path END"

    /// A path in small letters without their accents, as words of pages are compared.
    static func unaccented(_ path: String) -> String {
        let small = path.lowercased()
        guard !small.utf8.allSatisfy({ $0 < 0x80 }) else { return small }
        let letters = small.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
            $0.properties.generalCategory != .nonspacingMark
        }
        let plain = String(String.UnicodeScalarView(letters)).precomposedStringWithCanonicalMapping
        return String(decoding: LetterFolding.fold(Array(plain.utf8)), as: UTF8.self)
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
