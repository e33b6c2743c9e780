internal import CivilCalendar

/// Parses the dates of a query. In figures only ASCII digits count, and a year has four of them, so that `3..4` and
/// `12-13` stay words.
enum DateReader {
    typealias Scalars = ArraySlice<Unicode.Scalar>

    enum Reading: Equatable {
        case range(CivilDateRange)
        case reversed(CivilDateRange)
        /// With the day before the month, and with the month before the day.
        case ambiguous(CivilDate, CivilDate)
        case impossible
    }

    static func readBareRange(_ scalars: Scalars) -> Reading? {
        guard let first = scalars.first, first == "." || ("0"..."9").contains(first),
            let (left, right) = splitRange(scalars), !(left.isEmpty && right.isEmpty),
            left.isEmpty || figures(left) != nil, right.isEmpty || figures(right) != nil
        else { return nil }
        return readRange(left, right, today: nil)
    }

    /// Figures, or words such as `March 1931` and, if today is known, `last week`.
    static func read(_ scalars: Scalars, of field: FieldName, today: CivilDate?) -> Reading {
        if field != .before, field != .after, let (left, right) = splitRange(scalars) {
            return readRange(left, right, today: today)
        }
        switch readDate(scalars, today) {
        case .range(let date)?: return reading(date, of: field)
        case let other?: return other
        case nil: return .impossible
        }
    }

    /// Dates in other languages and orders; see `TypedDate`.
    static func typed(_ text: String, of field: FieldName) -> Reading? {
        switch TypedDate(text) {
        case .date(let date)?: reading(CivilDateRange(date), of: field)
        case .ambiguous(let dayFirst, let monthFirst)?: .ambiguous(dayFirst, monthFirst)
        case nil: nil
        }
    }

    /// `date` has both ends.
    static func reading(_ date: CivilDateRange, of field: FieldName) -> Reading {
        switch field {
        case .before: date.from?.previous.map { .range(CivilDateRange(from: nil, to: $0)) } ?? .impossible
        case .after: date.to?.next.map { .range(CivilDateRange(from: $0, to: nil)) } ?? .impossible
        default: .range(date)
        }
    }

    private static func readRange(_ left: Scalars, _ right: Scalars, today: CivilDate?) -> Reading {
        var ends: [CivilDateRange?] = []
        for end in [left, right] {
            switch readDate(end, today) {
            case .range(let date)?: ends.append(date)
            case let other?: return other
            case nil where end.isEmpty: ends.append(nil)
            case nil: return .impossible
            }
        }
        let (from, to) = (ends[0], ends[1])
        guard from != nil || to != nil else { return .impossible }
        let range = CivilDateRange(from: from?.from, to: to?.to)
        guard range.isReversed else { return .range(range) }
        return .reversed(CivilDateRange(from: to?.from, to: from?.to))
    }

    /// A range has both ends. Nil for what is no date.
    private static func readDate(_ scalars: Scalars, _ today: CivilDate?) -> Reading? {
        if let figures = figures(scalars) { return figures.date.map { .range(CivilDateRange($0)) } }
        guard scalars.count <= DatePhrase.mostScalars else { return nil }
        let words = scalars.split(whereSeparator: \.separatesWords).map { DatePhrase.word($0) }
        if let phrase = DatePhrase(words[...], today: today), phrase.wordCount == words.count {
            return .range(phrase.range)
        }
        return typed(String(scalars: scalars), of: .date)
    }

    private static func splitRange(_ scalars: Scalars) -> (left: Scalars, right: Scalars)? {
        let found = scalars.indices.dropLast().first { scalars[$0] == "." && scalars[$0 + 1] == "." }
        return found.map { (scalars[..<$0], scalars[($0 + 2)...]) }
    }

    /// In the calendar or not: a year of four digits, then a month and a day of one or two.
    struct Figures {
        var year: Int
        var month: Int?
        var day: Int?

        var date: CivilDate? { CivilDate(year: year, month: month, day: day) }
    }

    static func figures(_ scalars: some Collection<Unicode.Scalar>) -> Figures? {
        guard (4...10).contains(scalars.count), scalars.allSatisfy({ $0 == "-" || ("0"..."9").contains($0) }) else {
            return nil
        }
        let parts = scalars.split(separator: "-", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count <= 3, parts[0].count == 4, parts.dropFirst().allSatisfy({ (1...2).contains($0.count) }) else {
            return nil
        }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + Int($1.value) - 48 } }
        return Figures(
            year: numbers[0], month: numbers.count > 1 ? numbers[1] : nil, day: numbers.count > 2 ? numbers[2] : nil)
    }
}
