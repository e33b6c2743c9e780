/// A second in UTC.
package struct CivilInstant: Sendable, Hashable {
    package static let secondsPerDay = 86_400
    /// Of the years 1 to 9999.
    private static let calendar = -62_135_596_800...253_402_300_799

    /// Counted from 1970-01-01T00:00:00Z.
    package let secondsSinceEpoch: Int

    /// Of any year.
    package init(secondsSinceEpoch: Int) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// The second that a time falls in; nil outside the years 1 to 9999.
    package init?(secondsSinceEpoch: Double) {
        guard let seconds = Int(exactly: secondsSinceEpoch.rounded(.down)), Self.calendar.contains(seconds)
        else { return nil }
        self.secondsSinceEpoch = seconds
    }

    /// `seconds` after the beginning of a date, or before it; nil outside the years 1 to 9999.
    package init?(_ date: CivilDate, seconds: Int) {
        secondsSinceEpoch = date.secondsSinceEpoch.lowerBound + seconds
        guard Self.calendar.contains(secondsSinceEpoch) else { return nil }
    }

    package var day: CivilDate.Day { CivilDate.day(daysSinceEpoch: dayAndSecond.quotient) }

    private var dayAndSecond: (quotient: Int, remainder: Int) {
        secondsSinceEpoch.flooredQuotientAndRemainder(dividingBy: Self.secondsPerDay)
    }
}

extension CivilInstant: CustomStringConvertible {
    /// `1931-03-05T10:30:00Z`.
    package var description: String {
        let (day, second) = (day, dayAndSecond.remainder)
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        let date = CivilDate.text(year: day.year, month: day.month, day: day.day)
        return "\(date)T\(time.joined(separator: ":"))Z"
    }
}
