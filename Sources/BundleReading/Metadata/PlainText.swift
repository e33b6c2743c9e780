import Foundation

extension String {
    /// Without white space at both ends.
    func trimmingWhiteSpace() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }
}

extension Collection {
    var nonEmpty: Self? { isEmpty ? nil : self }
}
