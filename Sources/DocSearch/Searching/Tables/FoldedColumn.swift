import Foundation
import GRDB

/// Texts for exclusions in a right, without regard to capitals, to the form in which letters are stored (Unicode NFKC),
/// to characters that cannot be seen, and to the number of blanks. A thing that is named in any of its forms is meant
/// in all of them.
enum FoldedColumn {
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("folded", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).map(folded)
            })
    }

    static func folded(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return withSingleBlanks(text.lowercased()) }
        var seen = String.UnicodeScalarView()
        seen.append(contentsOf: text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint })
        // By way of capitals, so that "ß" equals "SS", and both forms of the Greek sigma are the same.
        return withSingleBlanks(
            String(seen).precomposedStringWithCompatibilityMapping.uppercased().lowercased()
                .precomposedStringWithCanonicalMapping)
    }

    private static func withSingleBlanks(_ text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
