/// A year, a month or a day of the proleptic Gregorian calendar: archives often know no more than "March 1931".
package struct CivilDate: Sendable, Hashable {
    package typealias Day = (year: Int, month: Int, day: Int)

    package let year: Int
    package let month: Int?
    package let day: Int?

    /// Years run from 1 to 9999.
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

    package static let epoch = CivilDate(validYear: 1970, month: 1, day: 1)

    package var firstDay: Day { (year, month ?? 1, day ?? 1) }

    package var lastDay: Day {
        let lastMonth = month ?? 12
        return (year, lastMonth, day ?? Self.dayCount(year: year, month: lastMonth))
    }

    /// 1970-01-01 is day 0.
    package var daysSinceEpoch: ClosedRange<Int> { Self.daysSinceEpoch(firstDay)...Self.daysSinceEpoch(lastDay) }

    package var secondsSinceEpoch: Range<Int> {
        let days = daysSinceEpoch
        return days.lowerBound * CivilInstant.secondsPerDay..<(days.upperBound + 1) * CivilInstant.secondsPerDay
    }

    package var previous: CivilDate? { neighbour(-1) }

    package var next: CivilDate? { neighbour(1) }

    private func neighbour(_ step: Int) -> CivilDate? {
        if day != nil { return Self(daysSinceEpoch: daysSinceEpoch.lowerBound + step) }
        guard let month else { return CivilDate(year: year + step) }
        let (years, rest) = (month - 1 + step).flooredQuotientAndRemainder(dividingBy: 12)
        return CivilDate(year: year + years, month: rest + 1)
    }
}

// Foundation's calendar depends on time zones, and its parsing on locales. Below, the year starts in March, so that the
// leap day ends it; an era is 400 years, 146,097 days (https://howardhinnant.github.io/date_algorithms.html).
extension CivilDate {
    /// `month` must be from 1 to 12.
    package static func dayCount(year: Int, month: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package static func daysSinceEpoch(_ day: Day) -> Int {
        let year = day.month > 2 ? day.year : day.year - 1
        let (era, yearOfEra) = year.flooredQuotientAndRemainder(dividingBy: 400)
        let dayOfYear = (153 * ((day.month + 9) % 12) + 2) / 5 + day.day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    /// 1970-01-01 is day 0. Nil outside the years 1 to 9999.
    package init?(daysSinceEpoch: Int) {
        guard (-719_162...2_932_896).contains(daysSinceEpoch) else { return nil }
        let day = Self.day(daysSinceEpoch: daysSinceEpoch)
        self.init(year: day.year, month: day.month, day: day.day)
    }

    /// Works for any year. `daysSinceEpoch` must not be near the limits of `Int`.
    static func day(daysSinceEpoch: Int) -> Day {
        let (era, dayOfEra) = (daysSinceEpoch + 719_468).flooredQuotientAndRemainder(dividingBy: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

extension CivilDate: CustomStringConvertible {
    /// `1931`, `1931-03` or `1931-03-05`.
    package var description: String { Self.text(year: year, month: month, day: day) }

    package static func text(year: Int, month: Int? = nil, day: Int? = nil) -> String {
        let smaller = [month, day].compactMap { $0 }
        return ([year.padded(to: 4)] + smaller.map { $0.padded(to: 2) }).joined(separator: "-")
    }
}

extension Int {
    func padded(to width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    /// The remainder is never negative; `divisor` must be positive.
    func flooredQuotientAndRemainder(dividingBy divisor: Int) -> (quotient: Int, remainder: Int) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
