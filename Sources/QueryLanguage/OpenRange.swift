package import CivilCalendar

/// Includes both ends; a nil end is open.
package struct OpenRange<Bound: Sendable & Hashable & CustomStringConvertible>: Sendable, Hashable {
    package var from: Bound?
    package var to: Bound?
}

extension OpenRange: CustomStringConvertible {
    package var description: String {
        let ends = [from, to].map { $0?.description ?? "" }
        return from != nil && from == to ? ends[0] : ends.joined(separator: "..")
    }
}

/// A range of dates in their own precision: `1931..1935-06` ends on 30 June 1935.
package typealias CivilDateRange = OpenRange<CivilDate>

extension CivilDateRange {
    package init(_ date: CivilDate) { self.init(from: date, to: date) }

    package func secondsSinceEpoch() -> (lower: Int64?, upperExclusive: Int64?) {
        (from.map { Int64($0.secondsSinceEpoch.lowerBound) }, to.map { Int64($0.secondsSinceEpoch.upperBound) })
    }

    package var isReversed: Bool {
        guard let from, let to else { return false }
        return from.daysSinceEpoch.lowerBound > to.daysSinceEpoch.upperBound
    }
}

package typealias NumberRange = OpenRange<Int>

extension NumberRange {
    /// `>100`, `<=20`, `12`, `10..20`, `10..` or `..20`.
    init?(typed text: String) {
        // Nine digits exceed any document's page count, and never overflow.
        func number(_ text: Substring) -> Int? { Int(digits: text, most: 9) }
        if let number = number(text[...]) {
            self.init(from: number, to: number)
            return
        }
        guard let range = TypedRange(text, number: number) else { return nil }
        let step = range.includesEnds ? 0 : 1
        self.init(from: range.from.map { $0 + step }, to: range.to.map { $0 - step })
    }
}
