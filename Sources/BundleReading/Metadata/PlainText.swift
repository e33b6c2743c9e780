import Foundation

extension String {
    /// Without white space at both ends.
    func trimmingWhiteSpace() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The same, by what Swift takes for blank characters.
    func trimmingBlanks() -> String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// With U+FFFD in place of control characters.
    func replacingControls() -> String {
        let shown = unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(shown))
    }
}

extension Collection {
    var nonEmpty: Self? { isEmpty ? nil : self }
}
