internal import CGMime
internal import CivilCalendar
import Glibc

/// Dates of mails (RFC 5322, 3.3), also as programs got them wrong: with months of other languages, years of two or three
/// digits, times of twelve hours, or times that do not exist.
enum MailDate {
    /// ISO 8601. Nil for a date in the future and for the first days of clocks, which come from a wrong one.
    static func normalized(_ written: String, now: Double = Double(time(nil))) -> String? {
        let date = inWords(written) ?? read(written)?.description ?? DescriptiveDate.normalized(written)
        // Programs write the last second of 1969 (the time -1) when they know no time, and none counts from before 1601.
        return date.flatMap { date in
            let isOfNoTime = date < "1601" || date.hasPrefix("1969-12-31")
            return isOfNoTime || !CivilInstant.isCredible(date, now: now) ? nil : date
        }
    }

    /// `1 Jan 2024 00:30:00 +0100`, `Monday, January 1, 2024 11:30 PM`, `25/04/2015 10:00`, with anything before it.
    private static func inWords(_ written: String) -> String? {
        let words = Self.words(of: written)
        let weekday = words.lazy.compactMap { DateWords.weekdays[$0.lowercased().filter { $0 != "." }] }.first
        for index in words.indices {
            let rest = words[(index + 1)...]
            if let date = inNumbers(words[index], weekday: weekday) { return timed(date, rest) }
            guard rest.count > 1 else { continue }
            if let date = day(words[index], rest[index + 1], rest[index + 2]) { return timed(date, rest.dropFirst(2)) }
        }
        return nil
    }

    private static func words(of written: String) -> [Substring] {
        // 2015年4月22日
        let plain = String(written.map { "年月".contains($0) ? "-" : $0 == "日" ? " " : $0 })
        return plain.split { $0 == "," || $0.isWhitespace }.flatMap { word -> [Substring] in
            guard word.first?.isNumber == true, word.contains(where: \.isLetter) else { return [word] }
            // `11:30PM` and `01-Jan-2024`
            if isHalfDay(word.suffix(2)) { return [word.dropLast(2), word.suffix(2)] }
            return word.split(separator: "-")
        }.filter { !["de", "of", "del", "den", "at", "um"].contains($0.lowercased()) }
    }

    /// Day, month and year, or month, day and a year of four digits.
    private static func day(_ first: Substring, _ second: Substring, _ third: Substring) -> CivilDate? {
        func month(of word: Substring, in numbers: [String: Int]) -> Int? {
            numbers[word.lowercased().filter { $0 != "." }]
        }
        if let day = number(first, digits: 1...2), let month = month(of: second, in: MonthWords.numbersBesideDays),
            let year = year(third)
        {
            return CivilDate(year: year, month: month, day: day)
        }
        guard let month = month(of: first, in: MonthWords.numbers), let day = number(second, digits: 1...2),
            let year = number(third, digits: 4...4)
        else { return nil }
        return CivilDate(year: year, month: month, day: day)
    }

    /// For `05/04/2015` the year alone, unless one of the two readings is impossible or falls on another weekday. With dots
    /// the day comes first.
    private static func inNumbers(_ word: Substring, weekday: Int?) -> CivilDate? {
        guard let mark = word.first(where: { "/.-".contains($0) }) else { return nil }
        let parts = word.split(separator: mark)
        let numbers = parts.compactMap { number($0, digits: 1...4) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        if parts[0].count == 4 { return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2]) }
        // `10.11.12` may be a time of day, but `31.12.98` cannot be one.
        let isTime = numbers[0] < 24 && numbers[1] < 60 && numbers[2] < 60
        guard parts[2].count == 4 || parts[2].count == 2 && (mark == "/" || mark == "." && !isTime),
            let year = year(parts[2])
        else { return nil }
        switch TypedDate("\(numbers[0])\(mark)\(numbers[1])\(mark)\(year)") {
        case .date(let date): return date
        case .ambiguous(let dayFirst, let monthFirst):
            let fitting = [dayFirst, monthFirst].filter { ($0.daysSinceEpoch.lowerBound % 7 + 10) % 7 == weekday }
            return fitting.count == 1 ? fitting.first : CivilDate(year: year)
        // A short number is no year by itself.
        case nil: return mark == "." && parts[2].count == 2 ? nil : CivilDate(year: year)
        }
    }

    private static func timed(_ date: CivilDate, _ rest: ArraySlice<Substring>) -> String {
        guard date.day != nil, let first = rest.first, let seconds = timeOfDay(first, rest.dropFirst().first)
        else { return date.description }
        let zone = rest.dropFirst().first { !isHalfDay($0) } ?? ""
        return CivilInstant(date, seconds: seconds, zone: minutes(ofZone: zone))?.description ?? date.description
    }

    /// A year, completed where the century is missing (RFC 5322, 4.3). `19100` is 2000: some programs wrote the years since
    /// 1900 after the digits `19`.
    private static func year(_ word: Substring) -> Int? {
        guard let year = number(word, digits: 2...5) else { return nil }
        switch word.filter(\.isNumber).count {
        case 5: return (19_100...19_199).contains(year) ? year - 17_100 : nil
        case 2: return year < 50 ? 2000 + year : 1900 + year
        case 3: return 1900 + year
        default: return year
        }
    }

    /// Seconds since midnight.
    private static func timeOfDay(_ word: Substring, _ next: Substring?) -> Int? {
        let parts = word.split { $0 == ":" || $0 == "." }.map { number($0, digits: 1...2) }
        guard (2...3).contains(parts.count), var hour = parts[0], let minute = parts[1], minute < 60 else { return nil }
        let second = parts.count > 2 ? parts[2] : 0
        if let next, isHalfDay(next), hour <= 12 { hour = hour % 12 + (next.lowercased().hasPrefix("p") ? 12 : 0) }
        // A leap second is the last of its minute.
        guard hour < 24, let second, second <= 60 else { return nil }
        return (hour * 60 + minute) * 60 + min(second, 59)
    }

    /// `+0100`, `+01:00`, `EST` as minutes east of UTC. GMime knows the names of zones, but no dates before 1970.
    private static func minutes(ofZone zone: Substring) -> Int {
        let name = zone.filter { $0.isLetter || $0.isNumber || "+-".contains($0) }
        if let minutes = zones[name.uppercased()] { return minutes }
        if let match = name.wholeMatch(of: /(?:GMT|UTC)([+-])([0-9]{1,2})([0-9]{2})?/), let hours = Int(match.2),
            hours < 24
        {
            let minutes = hours * 60 + (match.3.flatMap { Int($0) } ?? 0)
            return match.1 == "-" ? -minutes : minutes
        }
        return read("1 Jan 2000 12:00:00 \(name)")?.zone ?? 0
    }

    /// Names of zones that mean one zone and that GMime does not know.
    private static let zones = [
        "WEST": 60, "CET": 60, "MEZ": 60, "CEST": 120, "MESZ": 120, "EET": 120, "EEST": 180, "MSK": 180, "HKT": 480,
        "JST": 540, "KST": 540, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780, "AKST": -540, "AKDT": -480,
        "HST": -600,
    ]

    private static func isHalfDay(_ word: Substring) -> Bool {
        ["am", "pm", "a.m.", "p.m."].contains(word.lowercased())
    }

    private static func number(_ word: Substring, digits: ClosedRange<Int>) -> Int? {
        let bare = word.last == "." ? word.dropLast() : word
        guard digits.contains(bare.count), bare.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        return Int(bare)
    }

    private static func read(_ written: String) -> CivilInstant? {
        guard let date = g_mime_utils_header_decode_date(written) else { return nil }
        defer { g_date_time_unref(date) }
        return CivilInstant(
            secondsSinceEpoch: Double(g_date_time_to_unix(date)),
            zone: Int(g_date_time_get_utc_offset(date) / 60_000_000))
    }
}
