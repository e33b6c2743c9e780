/// Reads the dates of a query from what was typed. Only ASCII digits count, and a year has four of them, so that
/// `3..4` and `12-13` stay words.
enum DateReader {
    typealias Scalars = ArraySlice<Unicode.Scalar>

    enum Reading: Equatable {
        case range(CivilDateRange)
        /// A range whose ends were the wrong way round, put right.
        case reversed(CivilDateRange)
        /// Not in the calendar, or not a date at all.
        case impossible
    }

    /// What a word without a field asks for: nil unless it is made like a range.
    static func readBareRange(_ scalars: Scalars) -> Reading? {
        guard let (left, right) = splitRange(scalars), !(left.isEmpty && right.isEmpty),
            left.isEmpty || components(left) != nil, right.isEmpty || components(right) != nil
        else { return nil }
        return readRange(left, right)
    }

    /// What the value of `date:`, `on:`, `before:` or `after:` asks for.
    static func read(_ scalars: Scalars, of field: FieldName) -> Reading {
        switch field {
        case .before:
            guard let day = readDate(scalars)?.previous else { return .impossible }
            return .range(CivilDateRange(from: nil, to: day))
        case .after:
            guard let day = readDate(scalars)?.next else { return .impossible }
            return .range(CivilDateRange(from: day, to: nil))
        default:
            if let (left, right) = splitRange(scalars) { return readRange(left, right) }
            guard let date = readDate(scalars) else { return .impossible }
            return .range(CivilDateRange(from: date, to: date))
        }
    }

    private static func readRange(_ left: Scalars, _ right: Scalars) -> Reading {
        let from = readDate(left)
        let to = readDate(right)
        guard from != nil || left.isEmpty, to != nil || right.isEmpty, from != nil || to != nil else {
            return .impossible
        }
        let range = CivilDateRange(from: from, to: to)
        return range.isReversed ? .reversed(CivilDateRange(from: to, to: from)) : .range(range)
    }

    private static func readDate(_ scalars: Scalars) -> CivilDate? {
        guard let numbers = components(scalars) else { return nil }
        return CivilDate(
            year: numbers[0],
            month: numbers.count > 1 ? numbers[1] : nil,
            day: numbers.count > 2 ? numbers[2] : nil)
    }

    /// The parts before and after the first `..`.
    private static func splitRange(_ scalars: Scalars) -> (left: Scalars, right: Scalars)? {
        let found = scalars.indices.dropLast().first { scalars[$0] == "." && scalars[$0 + 1] == "." }
        return found.map { (scalars[..<$0], scalars[($0 + 2)...]) }
    }

    /// The one to three numbers of what is made like a date, whether or not it is in the calendar: a year of four
    /// digits, then a month and a day of one or two.
    private static func components(_ scalars: Scalars) -> [Int]? {
        guard scalars.count <= 10 else { return nil }
        let parts = scalars.split(separator: "-", omittingEmptySubsequences: false)
        guard let year = parts.first, year.count == 4, parts.count <= 3,
            parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }),
            parts.joined().allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        return parts.map { $0.reduce(0) { $0 * 10 + Int($1.value) - 48 } }
    }
}
