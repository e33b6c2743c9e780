internal import CivilCalendar

/// A date in English words: `march 5 1931`, `first quarter of 1931`, `last week`.
struct DatePhrase: Equatable {
    enum Kind {
        /// `1931`, an ordinary word when alone.
        case year
        case figures
        case day, month, quarter, decade
        case bareMonth
        case relative
    }

    /// Prose contains years and “last year” that do not date it.
    var isUnmistakable: Bool { [.figures, .day, .month, .quarter].contains(kind) }

    /// The longest is `the first quarter of 1931`.
    static let mostWords = 5
    static let mostScalars = 64

    let range: CivilDateRange
    let kind: Kind
    let wordCount: Int

    /// `words` are in lower case. Without `today`, only dates with a year are read.
    init?(_ words: ArraySlice<String>, today: CivilDate?) {
        var reader = DatePhraseReader(words: words, today: today)
        guard let (range, kind) = reader.read() else { return nil }
        self.range = range
        self.kind = kind
        wordCount = reader.position - words.startIndex
    }

    static func word(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(scalars: withoutStop(scalars)).lowercased()
    }

    static func withoutStop(_ scalars: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
        scalars[..<(scalars.lastIndex { !",.;?!".unicodeScalars.contains($0) }.map { $0 + 1 } ?? scalars.startIndex)]
    }
}

private struct DatePhraseReader {
    typealias Found = (CivilDateRange, DatePhrase.Kind)

    private let words: ArraySlice<String>
    private let today: CivilDate?
    private(set) var position: Int

    init(words: ArraySlice<String>, today: CivilDate?) {
        self.words = words
        self.today = today.flatMap { CivilDate(daysSinceEpoch: $0.daysSinceEpoch.lowerBound) }
        position = words.startIndex
    }

    private var current: String? { position < words.endIndex ? words[position] : nil }

    mutating func read() -> Found? {
        if let relative = relative() { return relative }
        let hasArticle = skip("the")
        return decade() ?? quarter() ?? day() ?? (hasArticle ? nil : month() ?? figures())
    }

    private mutating func skip(_ word: String) -> Bool {
        guard current == word else { return false }
        position += 1
        return true
    }

    private mutating func attempt<Value>(_ read: (inout Self) -> Value?) -> Value? {
        let start = position
        if let found = read(&self) { return found }
        position = start
        return nil
    }

    private mutating func relative() -> Found? {
        guard let today, let first = current else { return nil }
        let isLast = first == "last"
        let unit = isLast || first == "this" ? words[(position + 1)...].first : nil
        let (from, to): (CivilDate?, CivilDate?)
        switch (first, unit) {
        case ("today", _): (from, to) = (today, today)
        case ("yesterday", _): (from, to) = (today.previous, today.previous)
        case (_, "week"):
            // 1970-01-01 was a Thursday; weeks begin on Monday.
            let day = today.daysSinceEpoch.lowerBound
            let monday = day - ((day + 3) % 7 + 7) % 7 - (isLast ? 7 : 0)
            (from, to) = (CivilDate(daysSinceEpoch: monday), CivilDate(daysSinceEpoch: monday + 6))
        case (_, "month"), (_, "year"):
            let this = CivilDate(year: today.year, month: unit == "month" ? today.month : nil)
            let date = isLast ? this?.previous : this
            (from, to) = (date, date)
        default: return nil
        }
        guard let from, let to else { return nil }
        position += unit == nil ? 1 : 2
        return (CivilDateRange(from: from, to: to), .relative)
    }

    /// `1930s`. `1900s` may be ten or a hundred years, so it stays a word.
    private mutating func decade() -> Found? {
        guard let word = current, word.hasSuffix("s"),
            let first = Int(digits: word.dropLast(word.hasSuffix("'s") ? 2 : 1), most: 4),
            (1000...9990).contains(first), first % 10 == 0, first % 100 != 0
        else { return nil }
        position += 1
        return (CivilDateRange(from: CivilDate(year: first), to: CivilDate(year: first + 9)), .decade)
    }

    private static let quarters = [
        ["q1", "first", "1st"], ["q2", "second", "2nd"], ["q3", "third", "3rd"], ["q4", "fourth", "4th"],
    ]

    private mutating func quarter() -> Found? {
        attempt { reader in
            guard let first = reader.current, let quarter = Self.quarters.firstIndex(where: { $0.contains(first) })
            else { return nil }
            reader.position += 1
            guard first.hasPrefix("q") || reader.skip("quarter") else { return nil }
            _ = reader.skip("of")
            guard let year = reader.year() else { return nil }
            let (from, to) = (quarter * 3 + 1, quarter * 3 + 3)
            return (
                CivilDateRange(from: CivilDate(year: year, month: from), to: CivilDate(year: year, month: to)), .quarter
            )
        }
    }

    /// `5 March 1931`, `5th of March 1931` or `March 5, 1931`.
    private mutating func day() -> Found? {
        attempt { reader in
            var day = reader.dayNumber()
            if day != nil { _ = reader.skip("of") }
            guard let month = reader.monthName() else { return nil }
            if day == nil { day = reader.dayNumber() }
            guard let day, let year = reader.year() else { return nil }
            return CivilDate(year: year, month: month, day: day).map { (CivilDateRange($0), .day) }
        }
    }

    /// `March 1931`, or the last March that has begun.
    private mutating func month() -> Found? {
        attempt { reader in
            let isLong = reader.current.map { MonthName.longest.contains($0) } ?? false
            guard let month = reader.monthName() else { return nil }
            let withYear: CivilDate? = reader.attempt { reader in
                _ = reader.skip("of")
                return reader.year().flatMap { CivilDate(year: $0, month: month) }
            }
            if let withYear { return (CivilDateRange(withYear), .month) }
            // `mar` and `dec` alone are ambiguous.
            guard isLong, let today = reader.today, let thisMonth = today.month else { return nil }
            let year = month <= thisMonth ? today.year : today.year - 1
            return CivilDate(year: year, month: month).map { (CivilDateRange($0), .bareMonth) }
        }
    }

    private mutating func figures() -> Found? {
        guard let figures = current.flatMap({ DateReader.figures($0.unicodeScalars) }), let date = figures.date else {
            return nil
        }
        position += 1
        return (CivilDateRange(date), figures.month == nil ? .year : .figures)
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

enum MonthName {
    static let longest = [
        "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
        "december",
    ]

    static func number(_ word: String) -> Int? { numbers[word] }

    private static let numbers: [String: Int] = {
        var numbers = ["sept": 9]
        for (index, name) in longest.enumerated() {
            numbers[name] = index + 1
            numbers[String(name.prefix(3))] = index + 1
        }
        return numbers
    }()
}
