internal import CGMime
internal import CivilCalendar
import Glibc

/// Dates of mails (RFC 5322, 3.3), also as programs got them wrong: with months of other languages, years of two or three
/// digits, times of twelve hours, or times that do not exist.
enum MailDate {
    /// ISO 8601. Nil for a date in the future, which comes from a wrong clock.
    static func normalized(_ written: String, now: Double = Double(time(nil))) -> String? {
        let date = inWords(written) ?? read(written)?.description ?? DescriptiveDate.normalized(written)
        return date.flatMap { hasCome($0, now: now) ? $0 : nil }
    }

    /// Tomorrow counts, because the writer's clock may be ahead.
    private static func hasCome(_ date: String, now: Double) -> Bool {
        // A clock that was never set proves nothing.
        let tomorrow = CivilInstant(secondsSinceEpoch: max(now, 1_750_000_000) + Double(CivilInstant.secondsPerDay))
        return tomorrow.map { date.prefix(10) <= $0.description.prefix(min(10, date.count)) } ?? true
    }

    /// `1 Jan 2024 00:30:00 +0100`, with anything before it.
    private static func inWords(_ written: String) -> String? {
        let words = written.split { $0 == "," || $0.isWhitespace }.flatMap { word in
            // 01-Jan-2024
            word.contains(where: \.isLetter) && word.first?.isNumber == true ? word.split(separator: "-") : [word]
        }.filter { !["de", "of", "del", "den"].contains($0.lowercased()) }
        for index in words.indices.dropLast(2) {
            guard let day = number(words[index], digits: 1...2),
                let month = MonthWords.numbers[words[index + 1].lowercased().filter { $0 != "." }],
                let year = year(words[index + 2]), let date = CivilDate(year: year, month: month, day: day)
            else { continue }
            let rest = words[(index + 3)...]
            guard let first = rest.first, let seconds = timeOfDay(first, rest.dropFirst().first)
            else { return date.description }
            let zone = rest.dropFirst().first { !isHalfDay($0) } ?? ""
            return CivilInstant(date, seconds: seconds, zone: minutes(ofZone: zone))?.description ?? date.description
        }
        return nil
    }

    /// A year, with the century that is missing (RFC 5322, 4.3).
    private static func year(_ word: Substring) -> Int? {
        guard let year = number(word, digits: 2...4) else { return nil }
        switch word.filter(\.isNumber).count {
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
        return read("1 Jan 2000 12:00:00 \(name)")?.zone ?? 0
    }

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
