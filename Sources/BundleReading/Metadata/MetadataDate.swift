/// Dates as ``DocumentMetadata/date`` holds them. Calendar arithmetic is done here because Foundation's depends on
/// time zone data and, for text, on locales.
enum MetadataDate {
    /// Accepts `YYYY`, `YYYY-MM`, `YYYY-MM-DD` and these with a time `THH:MM[:SS[.fraction]]` (or a blank for the `T`)
    /// and a zone `Z`, `+HH`, `+HHMM` or `+HH:MM`. A time without zone is taken for UTC. Nil for everything else.
    static func normalized(_ text: String) -> String? {
        var scanner = DateScanner(text)
        guard let year = scanner.number(digits: 4), year > 0 else { return nil }
        if scanner.isAtEnd { return padded(year, 4) }
        guard scanner.accept("-"), let month = scanner.number(digits: 2), (1...12).contains(month) else {
            return nil
        }
        if scanner.isAtEnd { return "\(padded(year, 4))-\(padded(month, 2))" }
        guard scanner.accept("-"), let day = scanner.number(digits: 2),
            (1...daysIn(month: month, year: year)).contains(day)
        else { return nil }
        if scanner.isAtEnd { return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
        guard scanner.accept("T") || scanner.accept("t") || scanner.accept(" "), let time = scanner.time()
        else { return nil }
        return instant(secondsSince1970: days(year: year, month: month, day: day) * 86_400 + time)
    }

    /// An instant to the second, or nil when it is not within the years 1 to 9999.
    static func instant(secondsSince1970: Double) -> String? {
        guard secondsSince1970.isFinite, abs(secondsSince1970) < 1e12 else { return nil }
        return instant(secondsSince1970: Int(secondsSince1970.rounded(.down)))
    }

    private static func instant(secondsSince1970 seconds: Int) -> String? {
        let day = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let time = seconds - day * 86_400
        let date = civil(days: day)
        guard (1...9999).contains(date.year) else { return nil }
        return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))"
            + "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func daysIn(month: Int, year: Int) -> Int {
        if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
        return [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    /// Days since 1970-01-01. The year is counted from March, so that the leap day comes last
    /// (https://howardhinnant.github.io/date_algorithms.html).
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(days: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}

private struct DateScanner {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func accept(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func number(digits: Int) -> Int? {
        let head = rest.prefix(digits)
        guard head.count == digits, head.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        rest = rest.dropFirst(digits)
        return head.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// Seconds after midnight UTC, negative or more than a day where the zone says so. Nil when something follows.
    mutating func time() -> Int? {
        guard let hour = number(digits: 2), hour < 24, accept(":"), let minute = number(digits: 2),
            minute < 60
        else { return nil }
        var second = 0
        if accept(":") {
            guard let found = number(digits: 2), found <= 60 else { return nil }
            // A leap second has no place in Unix time.
            second = min(found, 59)
            if accept(".") || accept(",") { rest = rest.drop { (0x30...0x39).contains($0) } }
        }
        guard let offset = zone(), isAtEnd else { return nil }
        return hour * 3600 + minute * 60 + second - offset
    }

    private mutating func zone() -> Int? {
        if isAtEnd || accept("Z") || accept("z") { return 0 }
        let isWest = accept("-")
        guard isWest || accept("+"), let hours = number(digits: 2), hours < 24 else { return nil }
        var minutes = 0
        if !isAtEnd {
            _ = accept(":")
            guard let found = number(digits: 2), found < 60 else { return nil }
            minutes = found
        }
        return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
}
