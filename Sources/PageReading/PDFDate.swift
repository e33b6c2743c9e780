/// Dates of PDF (ISO 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`, cut off anywhere behind the year.
enum PDFDate {
    /// The date in ISO 8601 at the precision given, in UTC; nil when it is none, or an impossible one.
    static func iso8601(_ text: String) -> String? {
        var digits = Array(text.utf8)[...]
        if digits.starts(with: "D:".utf8) { digits = digits.dropFirst(2) }
        func next(_ count: Int) -> Int? {
            let part = digits.prefix(count)
            guard part.count == count, part.allSatisfy({ $0 >= 48 && $0 <= 57 }) else { return nil }
            digits = digits.dropFirst(count)
            return part.reduce(0) { $0 * 10 + Int($1 - 48) }
        }
        guard let year = next(4), year > 0 else { return nil }
        guard let month = next(2) else { return padded(year, 4) }
        guard (1...12).contains(month) else { return nil }
        let monthText = "\(padded(year, 4))-\(padded(month, 2))"
        guard let day = next(2) else { return monthText }
        guard (1...dayCount(year, month)).contains(day) else { return nil }
        let dayText = "\(monthText)-\(padded(day, 2))"
        guard let hour = next(2), let minute = next(2) else { return dayText }
        let second = next(2) ?? 0
        guard hour < 24, minute < 60, second < 60 else { return dayText }
        let seconds = (hour * 60 + minute) * 60 + second - zoneSeconds(digits)
        return instant(days: daysSinceEpoch(year, month, day), seconds: seconds)
    }

    /// Poppler completes `D:2004` to the first second of 2004. Takes out of such an instant, at midnight UTC, what was not
    /// said: back to the date as it stands in the PDF where that can be found, else to the day.
    ///
    /// - Parameters:
    ///   - instant: As ``iso8601(_:)`` gives it.
    ///   - file: The PDF, when it is in memory. Dates in compressed or encrypted objects are not found there.
    /// - Returns: The instant, or the year, month or day it begins.
    static func withoutInventedParts(_ instant: String, file: UnsafeRawBufferPointer?) -> String {
        let midnight = "T00:00:00Z"
        guard instant.hasSuffix(midnight) else { return instant }
        let written = file.map(candidates) ?? []
        return written.last { instant.hasPrefix($0) } ?? String(instant.dropLast(midnight.count))
    }

    /// Every creation date that can be read in a PDF's bytes; one with later changes may have several.
    private static func candidates(in file: UnsafeRawBufferPointer) -> [String] {
        let key = Array("/CreationDate".utf8)
        var found: [String] = []
        var position = 0
        while let slash = file[position...].firstIndex(of: UInt8(ascii: "/")), found.count < 100 {
            position = slash + 1
            guard file[slash...].starts(with: key) else { continue }
            position = slash + key.count
            let value = file[position...].prefix(40).drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D }
            guard value.first == UInt8(ascii: "("), let end = value.firstIndex(of: UInt8(ascii: ")")) else {
                continue
            }
            if let date = iso8601(String(decoding: value[..<end].dropFirst(), as: UTF8.self)) {
                found.append(date)
            }
        }
        return found
    }

    /// `+01'00'`, `-0500`, `Z`; seconds east of UTC.
    private static func zoneSeconds(_ text: ArraySlice<UInt8>) -> Int {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        let digits = text.dropFirst().filter { $0 >= 48 && $0 <= 57 }.map { Int($0 - 48) }
        guard digits.count >= 2 else { return 0 }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits.count >= 4 ? digits[2] * 10 + digits[3] : 0
        guard hours < 24, minutes < 60 else { return 0 }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
    }

    private static func instant(days: Int, seconds: Int) -> String? {
        let dayShift = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
        let rest = seconds - dayShift * 86_400
        let (year, month, day) = civil(days + dayShift)
        guard (1...9999).contains(year) else { return nil }
        let time = [rest / 3600, rest / 60 % 60, rest % 60].map { padded($0, 2) }.joined(separator: ":")
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(time)Z"
    }

    private static func padded(_ number: Int, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }

    private static func dayCount(_ year: Int, _ month: Int) -> Int {
        daysSinceEpoch(month == 12 ? year + 1 : year, month % 12 + 1, 1) - daysSinceEpoch(year, month, 1)
    }

    /// Years are counted from March, so that the leap day is a year's last (proleptic Gregorian calendar).
    private static func daysSinceEpoch(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + dayOfYear - 719_468
    }

    private static func civil(_ days: Int) -> (Int, Int, Int) {
        let shifted = days + 719_468
        let era = shifted >= 0 ? shifted / 146_097 : (shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        return (
            era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * marchMonth + 2) / 5 + 1
        )
    }
}
