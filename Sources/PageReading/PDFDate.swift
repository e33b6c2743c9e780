internal import CivilCalendar
import Foundation

/// PDF dates (ISO 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`, cut off anywhere after the year. Some programs write others:
/// `2024-01-01T10:00:00`, `2024/01/01`, `2024:01:01 10:00:00`, `Mon Jan  1 10:00:00 2024`, `13/2/2024`, `13.2.2024`.
enum PDFDate {
    static func iso8601(_ text: String) -> String? { date(bare(text))?.description }

    /// Without `D:` and what programs write around a date: `(D:20010203)`.
    private static func bare(_ text: String) -> String {
        let usual = text.utf8.dropFirst(text.utf8.starts(with: "D:".utf8) ? 2 : 0)
        // Text behind the date is passed over.
        if let first = usual.first, (0x30...0x39).contains(first) { return String(Substring(usual)) }
        let around = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: "()<>[]\"\u{0}"))
        let text = text.trimmingCharacters(in: around)
        return text.uppercased().hasPrefix("D:") ? text.dropFirst(2).trimmingCharacters(in: around) : text
    }

    private static func date(_ text: String) -> ISODate? {
        if let other = otherForm(text) { return other }
        var scanner = DigitScanner(text[...])
        guard let year = scanner.number(digits: 4) else { return nil }
        if let corrected = withRightYear(text) { return self.date(corrected) }
        // Where two digits are missing, none of the following is found either.
        let month = scanner.number(digits: 2)
        let day = scanner.number(digits: 2)
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        guard let hour = scanner.number(digits: 2), let minute = scanner.number(digits: 2) else {
            return .date(date)
        }
        let second = scanner.number(digits: 2) ?? 0
        guard hour < 24, minute < 60, second < 60 else { return .date(date) }
        let seconds = (hour * 60 + minute) * 60 + second
        return CivilInstant(date, seconds: seconds, zone: zone(scanner.rest)).map { .instant($0) }
    }

    private static func otherForm(_ text: String) -> ISODate? {
        if let date = pointed(text) { return .date(date) }
        let words = text.split { !$0.isLetter && !$0.isNumber && !":/-".contains($0) }
        let day = words.first?.split(separator: "T").first ?? ""
        let parts = day.split { ":/-".contains($0) }.compactMap { UInt16($0) }.map(Int.init)
        guard parts.count == 3, day.prefix(5).contains(where: { ":/-".contains($0) }) else { return inWords(words) }
        if parts[0] > 999, let date = CivilDate(year: parts[0], month: parts[1], day: parts[2]) {
            return ISODate("\(date)\(text.dropFirst(day.count))") ?? .date(date)
        }
        guard parts[2] > 999 else { return inWords(words) }
        // Which is the month is sure only beside a larger number.
        let isSure = parts[0] > 12 || parts[1] > 12 || parts[0] == parts[1]
        let (first, second) = parts[0] > 12 ? (parts[1], parts[0]) : (parts[0], parts[1])
        return (isSure ? CivilDate(year: parts[2], month: first, day: second) : CivilDate(year: parts[2]))
            .map { .date($0) }
    }

    /// `22.4.1931`, `22. 4. 1931` and `1931.04.22`. With points the day comes before the month.
    private static func pointed(_ text: String) -> CivilDate? {
        let written = text.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == " " }
        guard written.drop(while: \.isNumber).first == "." else { return nil }
        let parts = written.split { $0 == "." || $0 == " " }.prefix(3).filter { $0.count <= 4 }.compactMap { Int($0) }
        guard parts.count == 3 else { return nil }
        if parts[0] > 999 { return CivilDate(year: parts[0], month: parts[1], day: parts[2]) }
        return parts[2] > 999 ? CivilDate(year: parts[2], month: parts[1], day: parts[0]) : nil
    }

    /// `Mon Jan 1 10:00:00 2024`, `Dienstag, 1. Januar 2024`.
    private static func inWords(_ words: [Substring]) -> ISODate? {
        let months = words.compactMap { MonthWords.numbers[$0.lowercased()] }
        let numbers = words.compactMap { $0.count <= 4 ? Int($0) : nil }
        guard months.count == 1, let year = numbers.first(where: { $0 > 999 }),
            let day = numbers.first(where: { (1...31).contains($0) })
        else { return nil }
        return CivilDate(year: year, month: months[0], day: day).map { .date($0) }
    }

    /// Distiller 3 wrote the year 2000 as 19100, which makes the date one digit longer.
    private static func withRightYear(_ text: String) -> String? {
        let digits = Array(text.prefix { $0.isASCII && $0.isNumber })
        guard digits.count == 15, digits.starts(with: "191"), let years = Int(String(digits[2..<5])) else { return nil }
        return "\(1900 + years)" + String(digits[5...])
    }

    static func isCredible(_ date: String) -> Bool {
        CivilInstant.isCredible(date, now: Date().timeIntervalSince1970)
    }

    /// `+01'00'`, `-0500`, `Z` in minutes east of UTC.
    private static func zone(_ text: Substring.UTF8View) -> Int {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        let digits = text.dropFirst().filter { $0 >= 48 && $0 <= 57 }.map { Int($0 - 48) }
        guard digits.count >= 2 else { return 0 }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits.count >= 4 ? digits[2] * 10 + digits[3] : 0
        guard hours < 24, minutes < 60 else { return 0 }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes)
    }
}
