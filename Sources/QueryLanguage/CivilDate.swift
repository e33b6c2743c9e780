/// A year, a month or a day of the proleptic Gregorian calendar: archives often know no more than "March 1931".
package struct CivilDate: Sendable, Hashable {
    /// A single day in figures.
    package typealias Day = (year: Int, month: Int, day: Int)

    package let year: Int
    package let month: Int?
    package let day: Int?

    /// Nil for what is not in the calendar (years run from 1 to 9999), and for a day without a month.
    package init?(year: Int, month: Int? = nil, day: Int? = nil) {
        guard (1...9999).contains(year) else { return nil }
        if let month {
            guard (1...12).contains(month) else { return nil }
            if let day, !(1...Self.dayCount(year: year, month: month)).contains(day) { return nil }
        } else if day != nil {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    private init(validYear year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// 1970-01-01.
    static let epoch = CivilDate(validYear: 1970, month: 1, day: 1)

    package var firstDay: Day { (year, month ?? 1, day ?? 1) }

    package var lastDay: Day {
        let lastMonth = month ?? 12
        return (year, lastMonth, day ?? Self.dayCount(year: year, month: lastMonth))
    }

    /// The days that the date covers, counted from 1970-01-01 as day 0.
    package var daysSinceEpoch: ClosedRange<Int> {
        Self.daysSinceEpoch(firstDay)...Self.daysSinceEpoch(lastDay)
    }

    /// The year, month or day before; nil before year 1.
    package var previous: CivilDate? {
        if day != nil { return Self(daysSinceEpoch: daysSinceEpoch.lowerBound - 1) }
        guard let month else { return CivilDate(year: year - 1) }
        return month == 1 ? CivilDate(year: year - 1, month: 12) : CivilDate(year: year, month: month - 1)
    }

    /// The year, month or day after; nil after year 9999.
    package var next: CivilDate? {
        if day != nil { return Self(daysSinceEpoch: daysSinceEpoch.upperBound + 1) }
        guard let month else { return CivilDate(year: year + 1) }
        return month == 12 ? CivilDate(year: year + 1, month: 1) : CivilDate(year: year, month: month + 1)
    }
}

extension CivilDate {
    package static func isLeap(year: Int) -> Bool {
        year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
    }

    /// `month` must be from 1 to 12.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: isLeap(year: year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Days from 1970-01-01. The year is counted from March, so that the leap day ends it; an era is 400 years,
    /// 146,097 days.
    package static func daysSinceEpoch(_ day: Day) -> Int {
        let year = day.month > 2 ? day.year : day.year - 1
        let era = (year >= 0 ? year : year - 399) / 400
        let yearOfEra = year - era * 400
        let monthFromMarch = (day.month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day.day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// The day with this number, counted from 1970-01-01 as day 0; nil outside the years 1 to 9999.
    package init?(daysSinceEpoch: Int) {
        let limits = (first: Self.daysSinceEpoch((1, 1, 1)), last: Self.daysSinceEpoch((9999, 12, 31)))
        guard (limits.first...limits.last).contains(daysSinceEpoch) else { return nil }
        let shifted = daysSinceEpoch + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        self.init(
            year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
            day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension CivilDate: CustomStringConvertible {
    /// `1931`, `1931-03` or `1931-03-05`.
    package var description: String {
        let smaller = [month, day].compactMap { $0 }
        return ([Self.padded(year, to: 4)] + smaller.map { Self.padded($0, to: 2) }).joined(separator: "-")
    }

    private static func padded(_ number: Int, to width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
