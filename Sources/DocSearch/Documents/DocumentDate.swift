import CivilCalendar

/// A date as precise as the archive knows it: a year, a month, a day or an instant, always UTC.
public struct DocumentDate: Sendable, Hashable, CustomStringConvertible, Comparable {
    /// How much of a date is known.
    public enum Precision: String, Sendable, CaseIterable {
        /// A year, a month of a year, a day, or a second.
        case year, month, day, instant
    }

    /// Seconds since 1970-01-01T00:00:00Z of the first second of the period.
    public let secondsSinceEpoch: Int64
    /// How much of it is known.
    public let precision: Precision

    /// `secondsSinceEpoch` must be the first second of the period.
    public init(secondsSinceEpoch: Int64, precision: Precision) {
        (self.secondsSinceEpoch, self.precision) = (secondsSinceEpoch, precision)
    }

    /// Reads `1931`, `1931-03`, `1931-03-05` or `1931-03-05T10:30:00Z` (ISO 8601, UTC); nil for all else.
    public init?(_ text: String) {
        // Also reads times in other forms and zones.
        guard let date = ISODate(text), date.description == text else { return nil }
        switch date {
        case .instant(let instant):
            self.init(secondsSinceEpoch: Int64(instant.secondsSinceEpoch), precision: .instant)
        case .date(let date):
            let precision: Precision = date.day != nil ? .day : date.month != nil ? .month : .year
            self.init(secondsSinceEpoch: Int64(date.secondsSinceEpoch.lowerBound), precision: precision)
        }
    }

    /// The ISO 8601 form, as long as the date is precise.
    public var description: String {
        let instant = CivilInstant(secondsSinceEpoch: Int(secondsSinceEpoch))
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
