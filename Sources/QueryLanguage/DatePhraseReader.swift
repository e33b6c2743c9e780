internal import CivilCalendar

/// One reading of a `DatePhrase`, from the left.
struct DatePhraseReader {
    private let words: ArraySlice<String>
    /// A day.
    private let today: CivilDate?
    private(set) var position: Int

    init(words: ArraySlice<String>, today: CivilDate?) {
        self.words = words
        self.today = today.flatMap { CivilDate(daysSinceEpoch: $0.daysSinceEpoch.lowerBound) }
        position = words.startIndex
    }

    private var current: String? { position < words.endIndex ? words[position] : nil }

    mutating func read() -> (CivilDateRange, DatePhrase.Kind)? {
        if let relative = relative() { return (relative, .relative) }
        if skip("the") {
            if let date = decade() ?? quarter() { return date }
            return day()
        }
        return decade() ?? quarter() ?? day() ?? month() ?? figures()
    }

    private mutating func skip(_ word: String) -> Bool {
        guard current == word else { return false }
        position += 1
        return true
    }

    /// Goes back when nothing is found.
    private mutating func attempt<Found>(_ read: (inout Self) -> Found?) -> Found? {
        let start = position
        if let found = read(&self) { return found }
        position = start
        return nil
    }

    private mutating func relative() -> CivilDateRange? {
        guard let today, let first = current else { return nil }
        let day = today.daysSinceEpoch.lowerBound
        switch first {
        case "today":
            position += 1
            return CivilDateRange(from: today, to: today)
        case "yesterday":
            position += 1
            return Self.range(today.previous)
        case "this", "last": break
        default: return nil
        }
        guard position + 1 < words.endIndex else { return nil }
        let isLast = first == "last"
        let range: CivilDateRange?
        switch words[position + 1] {
        case "week":
            // 1970-01-01 was a Thursday; weeks begin on Monday.
            let monday = day - ((day + 3) % 7 + 7) % 7 - (isLast ? 7 : 0)
            range = CivilDateRange(from: CivilDate(daysSinceEpoch: monday), to: CivilDate(daysSinceEpoch: monday + 6))
        case "month":
            let month = CivilDate(year: today.year, month: today.month)
            range = Self.range(isLast ? month?.previous : month)
        case "year":
            let year = CivilDate(year: today.year)
            range = Self.range(isLast ? year?.previous : year)
        default: return nil
        }
        guard let range, range.from != nil, range.to != nil else { return nil }
        position += 2
        return range
    }

    private static func range(_ date: CivilDate?) -> CivilDateRange? {
        date.map { CivilDateRange(from: $0, to: $0) }
    }

    /// `1930s`. `1900s` may be ten years or a hundred and stays a word.
    private mutating func decade() -> (CivilDateRange, DatePhrase.Kind)? {
        guard let word = current, word.hasSuffix("s"),
            let first = Int(digits: word.dropLast(word.hasSuffix("'s") ? 2 : 1), most: 4),
            (1000...9990).contains(first), first % 10 == 0, first % 100 != 0
        else { return nil }
        position += 1
        return (CivilDateRange(from: CivilDate(year: first), to: CivilDate(year: first + 9)), .decade)
    }

    private mutating func quarter() -> (CivilDateRange, DatePhrase.Kind)? {
        attempt { reader in
            guard let first = reader.current else { return nil }
            var quarter = ["q1", "q2", "q3", "q4"].firstIndex(of: first)
            reader.position += 1
            if quarter == nil {
                quarter =
                    ["first", "second", "third", "fourth"].firstIndex(of: first)
                    ?? ["1st", "2nd", "3rd", "4th"].firstIndex(of: first)
                guard quarter != nil, reader.skip("quarter") else { return nil }
            }
            _ = reader.skip("of")
            guard let quarter, let year = reader.year() else { return nil }
            return (
                CivilDateRange(
                    from: CivilDate(year: year, month: quarter * 3 + 1),
                    to: CivilDate(year: year, month: quarter * 3 + 3)), .quarter
            )
        }
    }

    /// `5 March 1931`, `5th of March 1931` or `March 5, 1931`.
    private mutating func day() -> (CivilDateRange, DatePhrase.Kind)? {
        attempt { reader in
            var day = reader.dayNumber()
            if day != nil { _ = reader.skip("of") }
            guard let month = reader.monthName() else { return nil }
            if day == nil { day = reader.dayNumber() }
            guard let day, let year = reader.year() else { return nil }
            return Self.range(CivilDate(year: year, month: month, day: day)).map { ($0, .day) }
        }
    }

    /// `March 1931`, or the last March that has begun.
    private mutating func month() -> (CivilDateRange, DatePhrase.Kind)? {
        let isLong = current.map { MonthName.longest.contains($0) } ?? false
        guard let month = monthName() else { return nil }
        let withYear: CivilDate? = attempt { reader in
            _ = reader.skip("of")
            return reader.year().flatMap { CivilDate(year: $0, month: month) }
        }
        if let withYear { return Self.range(withYear).map { ($0, .month) } }
        // `mar` and `dec` alone are too easily something else.
        guard isLong, let today, let thisMonth = today.month else {
            position -= 1
            return nil
        }
        let year = month <= thisMonth ? today.year : today.year - 1
        guard let range = Self.range(CivilDate(year: year, month: month)) else {
            position -= 1
            return nil
        }
        return (range, .bareMonth)
    }

    private mutating func figures() -> (CivilDateRange, DatePhrase.Kind)? {
        guard let figures = current.flatMap({ DateReader.figures($0.unicodeScalars) }), let date = figures.date else {
            return nil
        }
        position += 1
        return (CivilDateRange(from: date, to: date), figures.month == nil ? .year : .figures)
    }

    private mutating func monthName() -> Int? {
        guard let word = current, let month = MonthName.number(word) else { return nil }
        position += 1
        return month
    }

    private mutating func year() -> Int? {
        guard let word = current, word.utf8.count == 4, let year = Int(digits: word[...], most: 4), year > 0
        else { return nil }
        position += 1
        return year
    }

    /// `5`, `05` or `5th`.
    private mutating func dayNumber() -> Int? {
        guard let word = current else { return nil }
        let isOrdinal = ["st", "nd", "rd", "th"].contains { word.hasSuffix($0) }
        let digits = word.dropLast(isOrdinal ? 2 : 0)
        guard let day = Int(digits: digits, most: 2), (1...31).contains(day) else { return nil }
        position += 1
        return day
    }
}
