import CivilCalendar

/// A date in its known precision: a year, a month, a day, or an instant on the writer's clock.
public struct DocumentDate: Sendable, Hashable, CustomStringConvertible, Comparable {
    /// The known part of a date.
    public enum Precision: String, Sendable, CaseIterable {
        /// A year, a month of a year, a day, or a second.
        case year, month, day, instant
    }

    /// Seconds since 1970-01-01T00:00:00Z of the first second of the period, which begins in UTC unless it is an
    /// instant.
    public let secondsSinceEpoch: Int64
    /// Minutes by which the writer's clock is ahead of UTC; negative behind it. Only for an instant.
    public let zone: Int
    /// The known part.
    public let precision: Precision

    /// `secondsSinceEpoch` must be the first second of the period. `zone` is in minutes.
    public init(secondsSinceEpoch: Int64, precision: Precision, zone: Int = 0) {
        (self.secondsSinceEpoch, self.precision) = (secondsSinceEpoch, precision)
        self.zone = precision == .instant ? zone : 0
    }

    /// Accepts `1931`, `1931-03`, `1931-03-05`, `1931-03-05T10:30:00Z` or `1931-03-05T10:30:00+01:00` (ISO 8601); nil
    /// for anything else.
    public init?(_ text: String) {
        // Also accepts times in other forms and zones.
        guard let date = ISODate(text), date.description == text else { return nil }
        switch date {
        case .instant(let instant):
            self.init(
                secondsSinceEpoch: Int64(instant.secondsSinceEpoch), precision: .instant, zone: instant.zone)
        case .date(let date):
            let precision: Precision = date.day != nil ? .day : date.month != nil ? .month : .year
            self.init(secondsSinceEpoch: Int64(date.secondsSinceEpoch.lowerBound), precision: precision)
        }
    }

    /// Reads a typed date: ISO 8601, or a usual form such as `22.4.1931` or `22 April 1931`.
    /// Two where either number may be the month, none where it is no date.
    static func meanings(ofTyped text: String) -> [DocumentDate] {
        if let date = DocumentDate(text) { return [date] }
        let dates: [CivilDate] =
            switch TypedDate(text) {
            case .date(let date)?: [date]
            case .ambiguous(let dayFirst, let monthFirst)?: [dayFirst, monthFirst]
            case nil: []
            }
        return dates.compactMap { DocumentDate($0.description) }
    }

    /// `+01:00`; empty in UTC.
    var zoneText: String { zone == 0 ? "" : CivilInstant.text(zone: zone) }

    /// The ISO 8601 form in the date's precision.
    public var description: String {
        let instant = CivilInstant(secondsSinceEpoch: Int(secondsSinceEpoch), zone: zone)
        let (year, month, day) = instant.day
        return switch precision {
        case .year: CivilDate.text(year: year)
        case .month: CivilDate.text(year: year, month: month)
        case .day: CivilDate.text(year: year, month: month, day: day)
        case .instant: instant.description
        }
    }

    public static func < (left: DocumentDate, right: DocumentDate) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }
}
