import Foundation

extension String {
    /// Without white space at both ends.
    func trimmingWhiteSpace() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// Words separated by single blanks.
    func collapsingWhiteSpace() -> String {
        unicodeScalars.split { $0.properties.isWhitespace }.map(String.init).joined(separator: " ")
    }
}
