/// A month or a day as people type it: `22.4.1931`, `22/4/1931`, `1931/04/22`, `22 avril 1931`, `April 22nd, 1931`,
/// `März 1931`, `4/1931`.
package enum TypedDate: Sendable, Equatable {
    case date(CivilDate)
    /// `3/4/2001`: with the day before the month, and with the month before the day.
    case ambiguous(CivilDate, CivilDate)

    private static let mostBytes = 64

    /// Nil for anything else, and for what is not in the calendar.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.mostBytes else { return nil }
        var parts = DateToken.tokens(of: text)[...]
        if parts.first == .space { parts.removeFirst() }
        if parts.last == .space { parts.removeLast() }
        guard let date = Self.figures(parts) ?? Self.words(parts) else { return nil }
        self = date
    }

    /// With points the day comes first; with other marks only the numbers can tell. After points there may be blanks.
    private static func figures(_ parts: ArraySlice<DateToken>) -> TypedDate? {
        let joints: [DateToken] = [.mark("."), .mark("/"), .mark("-"), .mark("\u{2013}")]
        guard parts.count > 1, let joint = parts.first(where: { joints.contains($0) }) else { return nil }
        let pieces = parts.split(separator: joint, omittingEmptySubsequences: false)
        let numbers = pieces.compactMap { piece -> (value: Int, digits: Int)? in
            let bare = joint == .mark(".") && piece.first == .space ? piece.dropFirst() : piece
            guard bare.count == 1, case .number(let digits)? = bare.first, digits.count <= 4 else { return nil }
            return (Int(digits) ?? 0, digits.count)
        }
        guard numbers.count == pieces.count, let first = numbers.first, let last = numbers.last else { return nil }
        let small = first.digits == 4 ? numbers.dropFirst() : numbers.dropLast()
        guard max(first.digits, last.digits) == 4, (1...2).contains(small.count),
            small.allSatisfy({ $0.digits <= 2 })
        else { return nil }
        let year = first.digits == 4 ? first.value : last.value
        let (one, two) = (small.first?.value ?? 0, small.count == 2 ? small.last?.value : nil)
        guard let two else { return CivilDate(year: year, month: one).map { .date($0) } }
        if first.digits == 4 { return CivilDate(year: year, month: one, day: two).map { .date($0) } }
        let dayFirst = CivilDate(year: year, month: two, day: one)
        guard joint != .mark(".") else { return dayFirst.map { .date($0) } }
        let monthFirst = CivilDate(year: year, month: one, day: two)
        if let dayFirst, let monthFirst, dayFirst != monthFirst { return .ambiguous(dayFirst, monthFirst) }
        return (dayFirst ?? monthFirst).map { .date($0) }
    }

    /// Words that stand in dates beside their month.
    private static let companions: Set<String> = [
        "the", "of", "st", "nd", "rd", "th", "am", "den", "der", "le", "er", "de", "du", "del", "di", "il", "el",
    ]

    /// The year is at the end.
    private static func words(_ parts: ArraySlice<DateToken>) -> TypedDate? {
        guard case .number(let year)? = parts.last, year.count == 4 else { return nil }
        var month: Int?
        var day: Int?
        for part in parts.dropLast() {
            switch part {
            case .number(let digits) where digits.count <= 2 && day == nil: day = Int(digits)
            case .word(let word) where month == nil && MonthWords.numbers[word] != nil: month = MonthWords.numbers[word]
            case .word(let word) where companions.contains(word): continue
            case .mark where part.isMark(in: ".,-/"): continue
            case .space: continue
            default: return nil
            }
        }
        guard let year = Int(year), let month else { return nil }
        return CivilDate(year: year, month: month, day: day).map { .date($0) }
    }
}
