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
        self.secondsSinceEpoch = secondsSinceEpoch
        self.precision = precision
    }

    /// Reads `1931`, `1931-03`, `1931-03-05` or `1931-03-05T10:30:00Z` (ISO 8601, UTC).
    /// Returns nil for anything else, impossible dates included.
    public init?(_ text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            var value = 0
            for byte in bytes[range] {
                guard byte >= 48, byte <= 57 else { return nil }
                value = value * 10 + Int(byte - 48)
            }
            return value
        }
        func has(_ character: Character, at index: Int) -> Bool {
            index < bytes.count && bytes[index] == character.asciiValue
        }
        guard let year = number(0..<4), year > 0 else { return nil }
        var month = 1
        var day = 1
        var seconds = 0
        var precision = Precision.year
        switch bytes.count {
        case 4: break
        case 7, 10, 20:
            guard has("-", at: 4), let found = number(5..<7), (1...12).contains(found) else { return nil }
            month = found
            precision = .month
            if bytes.count >= 10 {
                guard has("-", at: 7), let found = number(8..<10),
                    (1...Self.days(inMonth: month, year: year)).contains(found)
                else { return nil }
                day = found
                precision = .day
            }
            if bytes.count == 20 {
                guard has("T", at: 10), has(":", at: 13), has(":", at: 16), has("Z", at: 19),
                    let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
                    hour < 24, minute < 60, second < 60
                else { return nil }
                seconds = hour * 3600 + minute * 60 + second
                precision = .instant
            }
        default: return nil
        }
        let days = Self.daysSinceEpoch(year: year, month: month, day: day)
        self.init(secondsSinceEpoch: Int64(days * 86_400 + seconds), precision: precision)
    }

    /// The ISO 8601 form, as long as the date is precise.
    public var description: String {
        let remainder = Int(secondsSinceEpoch % 86_400)
        let days = Int(secondsSinceEpoch / 86_400) - (remainder < 0 ? 1 : 0)
        let rest = remainder < 0 ? remainder + 86_400 : remainder
        let (year, month, day) = Self.civil(daysSinceEpoch: days)
        let yearText = Self.padded(year, 4)
        switch precision {
        case .year: return yearText
        case .month: return "\(yearText)-\(Self.padded(month, 2))"
        case .day: return "\(yearText)-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        case .instant:
            let time = [rest / 3600, rest / 60 % 60, rest % 60].map { Self.padded($0, 2) }
            return "\(yearText)-\(Self.padded(month, 2))-\(Self.padded(day, 2))T\(time.joined(separator: ":"))Z"
        }
    }

    public static func < (left: DocumentDate, right: DocumentDate) -> Bool {
        left.secondsSinceEpoch < right.secondsSinceEpoch
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func days(inMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Counts years from March, so that the leap day is a year's last (proleptic Gregorian calendar).
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        let dayOfYear = (153 * marchMonth + 2) / 5 + day - 1
        let leapDays = marchYear / 4 - marchYear / 100 + marchYear / 400
        return marchYear * 365 + leapDays + dayOfYear - 719_468
    }

    private static func civil(daysSinceEpoch days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }
}
