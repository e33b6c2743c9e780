/// With the time zone of the clock it was read from.
package struct CivilInstant: Sendable, Hashable {
    package static let secondsPerDay = 86_400
    /// Years 1 to 9999.
    private static let calendar = -62_135_596_800...253_402_300_799

    /// Counted from 1970-01-01T00:00:00Z.
    package let secondsSinceEpoch: Int
    /// Minutes east of UTC.
    package let zone: Int

    /// Accepts any year.
    package init(secondsSinceEpoch: Int, zone: Int = 0) {
        (self.secondsSinceEpoch, self.zone) = (secondsSinceEpoch, zone)
    }

    /// Nil outside the years 1 to 9999.
    package init?(secondsSinceEpoch: Double, zone: Int = 0) {
        guard let seconds = Int(exactly: secondsSinceEpoch.rounded(.down)) else { return nil }
        self.init(secondsSinceEpoch: seconds, zone: zone)
        guard Self.calendar.contains(seconds), Self.calendar.contains(wallSeconds) else { return nil }
    }

    /// `seconds` after the start of a date in a zone. Nil outside the years 1 to 9999.
    package init?(_ date: CivilDate, seconds: Int, zone: Int = 0) {
        self.init(
            secondsSinceEpoch: Double(date.secondsSinceEpoch.lowerBound + seconds - zone * 60), zone: zone)
    }

    /// On the clock of `zone`.
    package var day: CivilDate.Day { CivilDate.day(daysSinceEpoch: dayAndSecond.quotient) }

    package var utc: CivilInstant { CivilInstant(secondsSinceEpoch: secondsSinceEpoch) }

    /// Since 1970-01-01T00:00:00 on the clock of `zone`.
    package var wallSeconds: Int { secondsSinceEpoch + zone * 60 }

    private var dayAndSecond: (quotient: Int, remainder: Int) {
        wallSeconds.flooredQuotientAndRemainder(dividingBy: Self.secondsPerDay)
    }
}

extension CivilInstant: CustomStringConvertible {
    /// `1931-03-05T10:30:00Z` or `1931-03-05T10:30:00+01:00` (RFC 3339).
    package var description: String {
        let (day, second) = (day, dayAndSecond.remainder)
        let time = [second / 3600, second / 60 % 60, second % 60].map { $0.padded(to: 2) }
        let date = CivilDate.text(year: day.year, month: day.month, day: day.day)
        return "\(date)T\(time.joined(separator: ":"))\(Self.text(zone: zone))"
    }

    /// `Z` or `+01:00`.
    package static func text(zone: Int) -> String {
        guard zone != 0 else { return "Z" }
        let (hours, minutes) = abs(zone).quotientAndRemainder(dividingBy: 60)
        return "\(zone < 0 ? "-" : "+")\(hours.padded(to: 2)):\(minutes.padded(to: 2))"
    }
}

extension CivilInstant {
    /// False for a date in the future and for the first days of the clocks of Windows, old Macs, Unix and DOS, which were
    /// never set.
    package static func isCredible(_ date: String, now: Double) -> Bool {
        var days = [date.prefix(10)]
        if case .instant(let instant)? = ISODate(date) { days.append(instant.utc.description.prefix(10)) }
        return hasCome(date, now: now) && !days.contains { firstDays.contains($0) }
    }

    /// Until the end of tomorrow, because of time zones, and because the writer's clock may be ahead.
    private static func hasCome(_ date: String, now: Double) -> Bool {
        // A clock that was never set proves nothing.
        let tomorrow = CivilInstant(secondsSinceEpoch: max(now, 1_750_000_000) + Double(secondsPerDay))
        return tomorrow.map { date.prefix(10) <= $0.description.prefix(min(10, date.count)) } ?? true
    }

    private static let firstDays: Set<Substring> = ["1601-01-01", "1904-01-01", "1970-01-01", "1980-01-01"]
}
