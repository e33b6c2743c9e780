import Foundation

extension String {
    /// Without white space at both ends.
    func trimmingWhiteSpace() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    var nonEmpty: String? { isEmpty ? nil : self }
}
