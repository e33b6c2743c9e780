internal import CivilCalendar

/// Dates of PDF (ISO 32000-1, 7.9.4): `D:YYYYMMDDHHmmSSOHH'mm'`, cut off anywhere behind the year.
enum PDFDate {
    /// The date in ISO 8601 at the precision given, in UTC; nil when it is none, or an impossible one.
    static func iso8601(_ text: String) -> String? {
        var scanner = DigitScanner(text.hasPrefix("D:") ? text.dropFirst(2) : text[...])
        guard let year = scanner.number(digits: 4) else { return nil }
        // Where two digits are missing, none of the following is found either.
        let month = scanner.number(digits: 2)
        let day = scanner.number(digits: 2)
        guard let date = CivilDate(year: year, month: month, day: day) else { return nil }
        guard let hour = scanner.number(digits: 2), let minute = scanner.number(digits: 2) else {
            return date.description
        }
        let second = scanner.number(digits: 2) ?? 0
        guard hour < 24, minute < 60, second < 60 else { return date.description }
        let seconds = (hour * 60 + minute) * 60 + second - zoneSeconds(scanner.rest)
        return CivilInstant(date, seconds: seconds)?.description
    }

    /// Poppler completes `D:2004` to the first second of 2004. Takes out of such an instant, at midnight UTC, what was
    /// not said: back to the date as it stands in the PDF where that can be found, else to the day. `file` is the PDF,
    /// when it is in memory. Dates in compressed or encrypted objects are not found there.
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
            guard value.first == UInt8(ascii: "("), let end = value.firstIndex(of: UInt8(ascii: ")")),
                let date = iso8601(String(decoding: value[..<end].dropFirst(), as: UTF8.self))
            else { continue }
            found.append(date)
        }
        return found
    }

    /// `+01'00'`, `-0500`, `Z`; seconds east of UTC.
    private static func zoneSeconds(_ text: Substring.UTF8View) -> Int {
        guard let sign = text.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return 0 }
        let digits = text.dropFirst().filter { $0 >= 48 && $0 <= 57 }.map { Int($0 - 48) }
        guard digits.count >= 2 else { return 0 }
        let hours = digits[0] * 10 + digits[1]
        let minutes = digits.count >= 4 ? digits[2] * 10 + digits[3] : 0
        guard hours < 24, minutes < 60 else { return 0 }
        return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
    }
}
