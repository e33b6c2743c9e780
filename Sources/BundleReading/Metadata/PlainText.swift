import Foundation

extension String {
    func trimmingWhiteSpace() -> String { trimmingCharacters(in: .whitespacesAndNewlines) }

    /// The same, with Swift's definition of white space.
    func trimmingBlanks() -> String {
        lastIndex { !$0.isWhitespace }.map { String(self[...$0].drop(while: \.isWhitespace)) } ?? ""
    }

    func replacingControls() -> String {
        let shown = unicodeScalars.map { $0.properties.generalCategory == .control ? "\u{FFFD}" : $0 }
        return String(String.UnicodeScalarView(shown))
    }
}

extension Collection {
    var nonEmpty: Self? { isEmpty ? nil : self }

    /// Those of the highest rank, in order.
    func best(by rank: (Element) -> Int) -> [Element] {
        let ranked = map { (rank: rank($0), element: $0) }
        let most = ranked.map(\.rank).max()
        return ranked.filter { $0.rank == most }.map(\.element)
    }
}
