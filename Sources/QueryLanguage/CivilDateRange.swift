package import CivilCalendar

/// From one date to another, both included at their own precision: `1931..1935-06` ends on 30 June 1935.
package struct CivilDateRange: Sendable, Hashable {
    /// Nil: no beginning.
    package var from: CivilDate?
    /// Nil: no end.
    package var to: CivilDate?

    /// The seconds from 1970-01-01T00:00:00Z at which the range begins and before which it ends; nil where open.
    package func secondsSinceEpoch() -> (lower: Int64?, upperExclusive: Int64?) {
        (
            lower: from.map { Int64($0.secondsSinceEpoch.lowerBound) },
            upperExclusive: to.map { Int64($0.secondsSinceEpoch.upperBound) }
        )
    }

    /// Whether the range ends before it begins.
    package var isReversed: Bool {
        guard let from, let to else { return false }
        return from.daysSinceEpoch.lowerBound > to.daysSinceEpoch.upperBound
    }
}

extension CivilDateRange: CustomStringConvertible {
    /// `1931..1935`, `1931..`, `..1935`, or `1931` for a single date.
    package var description: String {
        if let from, from == to { return from.description }
        return (from?.description ?? "") + ".." + (to?.description ?? "")
    }
}
