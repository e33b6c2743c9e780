import GRDB

/// Dates as the index has them: what the clock of the writer showed, so that a day, a month or a year is the writer's wherever
/// dates are compared, and with the precision the zone of that clock.
extension DocumentDate {
    /// Nil for a document without a date.
    init?(_ row: Row) throws {
        self.init(stored: try row.value("date"), precision: try row.value("date_precision"))
    }

    init?(stored seconds: Int64?, precision stored: String?) {
        guard let seconds = StoredNumber.date(seconds), let stored else { return nil }
        if let precision = Precision(rawValue: stored) {
            self.init(secondsSinceEpoch: seconds, precision: precision)
            return
        }
        let beginning = Precision.instant.rawValue
        guard stored.hasPrefix(beginning), let zone = Self.zone(stored.dropFirst(beginning.count)) else { return nil }
        self.init(secondsSinceEpoch: seconds - Int64(zone) * 60, precision: .instant, zone: zone)
    }

    var storedSeconds: Int64 { secondsSinceEpoch + Int64(zone) * 60 }

    /// `day`, `instant` in UTC, `instant+01:00`.
    var storedPrecision: String { precision.rawValue + zoneText }

    private static func zone(_ text: Substring) -> Int? {
        let numbers = text.dropFirst().split(separator: ":").compactMap { Int($0) }
        guard numbers.count == 2, numbers.allSatisfy((0..<60).contains) else { return nil }
        return (numbers[0] * 60 + numbers[1]) * (text.first == "-" ? -1 : 1)
    }
}
