import BundleConventions
import CivilCalendar
import ExtractionProtocol
import Foundation

/// The date in the name of a file, a bundle or a folder.
struct NamedDate {
    /// Numbers and words in turn, in lower case.
    private var parts: [String] = []
    /// The separators before each part, and after the last.
    private var gaps: [String] = []
    /// The next one: agendas and budgets are written before.
    private let lastYear: Int

    /// `name` is without its ending.
    init(_ name: String, now: Date) {
        lastYear = 1 + (CivilInstant(secondsSinceEpoch: now.timeIntervalSince1970)?.day.year ?? 9999)
        var (part, gap) = ("", "")
        // Macs write letters and their accents apart.
        for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
            let isDigit = Self.isDigit(scalar)
            guard isDigit || scalar.properties.isAlphabetic && !(Self.units.contains(scalar) && endsInDigit(part, gap))
            else {
                if !part.isEmpty { parts.append(part.lowercased()) }
                part = ""
                gap.unicodeScalars.append(Self.dashes.contains(scalar) ? "-" : Self.koreanUnits[scalar] ?? scalar)
                continue
            }
            if let last = part.unicodeScalars.last, Self.isDigit(last) != isDigit {
                parts.append(part.lowercased())
                part = ""
            }
            if part.isEmpty {
                gaps.append(gap)
                gap = ""
            }
            part.unicodeScalars.append(scalar)
        }
        if !part.isEmpty { parts.append(part.lowercased()) }
        gaps.append(gap)
    }

    private func endsInDigit(_ part: String, _ gap: String) -> Bool {
        gap.isEmpty && part.unicodeScalars.last.map(Self.isDigit) ?? false
    }

    /// The first day of the name, else its first month, else the year at its beginning, without letters or digits
    /// directly before or after it, or the year after words such as `Annual report`. Nil for a date that a machine wrote,
    /// and for several dates of a `container`, whose documents are of other days between them.
    ///
    /// In `22-04-1931` the number above 12 is the day. Years elsewhere are as often numbers or spans (`1931-32`).
    func date(isContainer: Bool) -> DocumentDate? {
        for (forms, isOfDays) in [(Self.days, true), (Self.months, false), (Self.years, false)] {
            let found = parts.indices.lazy.compactMap { start in
                forms.lazy.compactMap { reading(start, $0, isOfDay: isOfDays) }.first
            }
            guard let first = found.first else { continue }
            return isContainer && Set(found.map(\.description)).union(spans(first)).count > 1 ? nil : first
        }
        return nil
    }

    /// The years of a name whose date is a year.
    private func spans(_ date: DocumentDate) -> Set<String> {
        guard date.precision == .year else { return [] }
        return Set(parts.indices.compactMap { year(at: $0) }.map { CivilDate.text(year: $0) })
    }

    private typealias Form = @Sendable (NamedDate, Int) -> (date: CivilDate, end: Int)?

    private func reading(_ start: Int, _ form: Form, isOfDay: Bool) -> DocumentDate? {
        guard isFree(before: start) || isOfDay && isBehindDay(start), let (date, end) = form(self, start),
            isFree(after: end) || isOfDay && isBeforeCount(start, end),
            let found = DocumentDate(date.description), !isOfMachine(found, start..<end), !isSerial(found, start)
        else { return nil }
        return found
    }

    /// `Invoice 2019-04` is the fourth of its year, and `ISSN 1931-04-22` no day.
    private func isSerial(_ date: DocumentDate, _ start: Int) -> Bool {
        guard start > 0, isNumber(start) else { return false }
        return NumberWords.codes.contains(parts[start - 1])
            || date.precision == .month && isNumber(start + 1) && NumberWords.serials.contains(parts[start - 1])
    }

    private func isOfMachine(_ date: DocumentDate, _ range: Range<Int>) -> Bool {
        guard date.mayBeOfScan else { return false }
        let others = parts.indices.filter { !range.contains($0) && isWord($0) }
        return MachineWords.isDate(
            amongWords: others.map { parts[$0] }, before: others.count { $0 < range.lowerBound },
            isTimed: isTimed(range.upperBound))
    }

    /// Short letters beside a number are the code of a device: `C258e`.
    private func isWord(_ index: Int) -> Bool {
        guard !isNumber(index) else { return false }
        let isCode = index > 0 && gaps[index].isEmpty || index + 1 < parts.count && gaps[index + 1].isEmpty
        return !isCode || parts[index].count > 3 || MachineWords.isWord(parts[index])
    }

    /// A time to the second: `_101530` or ` 10.15.30`.
    private func isTimed(_ end: Int) -> Bool {
        let start = end < parts.count && ["t", "at", "um"].contains(parts[end]) ? end + 1 : end
        func count(_ index: Int) -> Int { isNumber(index) ? parts[index].utf8.count : 0 }
        return [6, 9].contains(count(start)) || (0...2).allSatisfy { count(start + $0) == 2 }
    }

    private func isNumber(_ index: Int) -> Bool {
        parts.indices.contains(index) && parts[index].unicodeScalars.first.map(Self.isDigit) ?? false
    }

    private func number(_ index: Int, digits: ClosedRange<Int>) -> Int? {
        isNumber(index) && digits.contains(parts[index].utf8.count) ? Int(parts[index]) : nil
    }

    /// Most numbers below the years of printing are something else, unless a month and a day stand beside them.
    private func year(at index: Int, from first: Int = 1450) -> Int? {
        number(index, digits: 4...4).flatMap { first <= $0 && $0 <= lastYear ? $0 : nil }
    }

    private func isFree(before index: Int) -> Bool {
        guard index > 0 else { return true }
        return !gaps[index].isEmpty && !(["-", "."].contains(gaps[index]) && isNumber(index - 1))
    }

    private func isFree(after end: Int) -> Bool {
        guard end < parts.count else { return true }
        if gaps[end].isEmpty {
            return parts[end] == "t" && isNumber(end + 1)
                || Self.ordinals.contains(parts[end]) && parts[end - 1].utf8.count <= 2
        }
        return !(["-", "."].contains(gaps[end]) && isNumber(end))
    }

    /// `12.-14. Mai 1931`, `5. und 7. März 1931`: the month is sure, and neither day.
    private func isBehindOtherDay(_ start: Int) -> Bool {
        guard start > 0 else { return false }
        // `Box 3 - 22 April 1931`
        let isJoined = gaps[start].contains("-") && (gaps[start].hasPrefix(".") || !gaps[start].contains(" "))
        let day = NumberWords.betweenDays.contains(parts[start - 1]) ? start - 2 : isJoined ? start - 1 : -1
        // The year of a whole date before it has four digits.
        return number(day, digits: 1...2) != nil
    }

    /// `22.04.1931-24.04.1931`
    private func isBehindDay(_ start: Int) -> Bool {
        gaps[start] == "-"
            && [1, 3].contains { length in
                length <= start && day(start - length)?.end == start && isFree(before: start - length)
            }
    }

    /// `1931-04-22-1`, `18451228-01`, and the first of two days.
    private func isBeforeCount(_ start: Int, _ end: Int) -> Bool {
        guard end < parts.count, gaps[end] == "-" else { return false }
        if day(end) != nil { return true }
        // `1905-12-1-3` is the number of a thing in a museum.
        let isPadded = parts[start].utf8.count == 8 || parts[start..<end].dropFirst().allSatisfy { $0.utf8.count == 2 }
        return isPadded && isNumber(end) && (parts[end].utf8.count <= 3 || parts[end].hasPrefix("0"))
    }

    private func day(_ start: Int) -> (date: CivilDate, end: Int)? {
        Self.days.lazy.compactMap { $0(self, start) }.first
    }

    private static let dashes: Set<Unicode.Scalar> = ["\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}"]
    /// The Korean words for year, month and day, and the Chinese and Japanese ones, which follow their numbers.
    private static let koreanUnits: [Unicode.Scalar: Unicode.Scalar] = [
        "\u{B144}": "\u{5E74}", "\u{C6D4}": "\u{6708}", "\u{C77C}": "\u{65E5}",
    ]
    private static let units = Set(koreanUnits.keys).union(koreanUnits.values)

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
}

extension NamedDate {
    private static let days: [Form] = [
        { $0.compact($1) }, { $0.yearFirst($1) }, { $0.yearLast($1) }, { $0.inWords($1, [.day, .month, .year]) },
        { $0.inWords($1, [.month, .day, .year]) }, { $0.inWords($1, [.year, .month, .day]) },
    ]
    private static let months: [Form] = [
        { $0.yearAndMonth($1) }, { $0.inWords($1, [.month, .year]) }, { $0.inWords($1, [.year, .month]) },
    ]
    private static let years: [Form] = [{ $0.yearAtBeginning($1) }, { $0.yearAtEnd($1) }]

    private func compact(_ start: Int) -> (CivilDate, Int)? {
        guard let number = number(start, digits: 8...8), (1450...lastYear).contains(number / 10_000) else { return nil }
        return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100).map { ($0, start + 1) }
    }

    /// `1931-04-22`, `1931_04_22`, `1931. 4. 22`, at the beginning also `1931.4.2`. A part that is `00` or `XX` is unknown.
    private func yearFirst(_ start: Int) -> (CivilDate, Int)? {
        guard let year = year(at: start, from: 1000), start + 2 < parts.count else { return nil }
        let isNamed = gaps[start + 1].hasPrefix("\u{5E74}")
        let joints =
            isNamed ? (gaps[start + 1] + gaps[start + 2]).filter { $0 != " " } : gaps[start + 1] + gaps[start + 2]
        guard ["--", "__", "..", "  ", ". . ", "\u{5E74}\u{6708}"].contains(joints) else { return nil }
        let isShort = start == 0 && joints != "  " || joints.utf8.count > 2
        func part(_ index: Int) -> Int? {
            parts[index] == "xx" ? 0 : number(index, digits: (isShort ? 1 : 2)...2)
        }
        guard let month = part(start + 1), let day = part(start + 2) else { return nil }
        let date =
            month == 0 ? CivilDate(year: year) : CivilDate(year: year, month: month, day: day == 0 ? nil : day)
        return date.map { ($0, start + 3) }
    }

    /// `22.4.1931`, `22-04-1931`, `22.IV.1931`. With dots the day comes first.
    private func yearLast(_ start: Int) -> (CivilDate, Int)? {
        guard !isBehindOtherDay(start), let first = number(start, digits: 1...2), let year = year(at: start + 2),
            gaps[start + 1] == gaps[start + 2], ["-", "_", ".", ". ", " "].contains(gaps[start + 1])
        else { return nil }
        if let month = MonthWords.romans.firstIndex(of: parts[start + 1]) {
            return CivilDate(year: year, month: month + 1, day: first).map { ($0, start + 3) }
        }
        let isDotted = gaps[start + 1].hasPrefix(".")
        guard gaps[start + 1] != " ", let second = number(start + 1, digits: 1...2),
            isDotted || first > 12 || second > 12 || first == second
        else { return nil }
        let (day, month) = isDotted || first > 12 ? (first, second) : (second, first)
        return CivilDate(year: year, month: month, day: day).map { ($0, start + 3) }
    }

    private enum Field { case year, month, day }

    /// `22 April 1931`, `April 22, 1931`, `22. dubna 1931`, `avril_1931`.
    private func inWords(_ start: Int, _ fields: [Field]) -> (CivilDate, Int)? {
        if fields.first == .day, isBehindOtherDay(start) { return nil }
        var found: [Field: Int] = [:]
        var index = start
        for field in fields {
            while index > start, index < parts.count, Self.joints.contains(parts[index]), isNarrow(index) { index += 1 }
            guard index < parts.count, index == start || isNarrow(index) else { return nil }
            switch field {
            case .year: found[field] = year(at: index, from: 1000)
            case .month:
                found[field] =
                    found[.day] != nil
                    ? MonthWords.numbersBesideDays[parts[index]]
                    : Self.otherWords.contains(parts[index]) ? nil : MonthWords.numbers[parts[index]]
            case .day: found[field] = number(index, digits: 1...2)
            }
            guard found[field] != nil else { return nil }
            index += 1
        }
        guard let year = found[.year], let month = found[.month] else { return nil }
        // `March 1000 men`
        if fields.first == .month, found[.day] == nil, year < 1100 { return nil }
        // In "March-April 1931" neither is sure.
        if fields.first == .month, start > 0, MonthWords.numbers[parts[start - 1]] != nil { return nil }
        return CivilDate(year: year, month: month, day: found[.day]).map { ($0, index) }
    }

    private func isNarrow(_ index: Int) -> Bool {
        gaps[index].utf8.count <= 3 && gaps[index].allSatisfy(" _-.,'’".contains)
    }

    /// `1931-04`, at the beginning also `1931_04` and `1931.04`. `1904-05` may be two years.
    private func yearAndMonth(_ start: Int) -> (CivilDate, Int)? {
        guard let year = year(at: start) else { return nil }
        let isNamed = gaps[start + 1].filter { $0 != " " } == "\u{5E74}"
        guard let month = number(start + 1, digits: (isNamed ? 1 : 2)...2), isNamed || month <= year % 100,
            isNamed || gaps[start + 1] == "-" || start == 0 && ["_", "."].contains(gaps[1])
        else { return nil }
        return CivilDate(year: year, month: month).map { ($0, start + 2) }
    }

    /// `1931 Minutes`, where a person wrote the rest; `1931年` anywhere.
    private func yearAtBeginning(_ start: Int) -> (CivilDate, Int)? {
        guard let year = year(at: start) else { return nil }
        let isNamed = gaps[start + 1].hasPrefix("\u{5E74}") && !isNumber(start + 1)
        let isTold =
            start == 0 && year >= 1500 && parts.count > 1 && !isNumber(1) && !gaps[1].isEmpty
            && parts.indices.contains { !isNumber($0) && parts[$0].count > 2 && !MachineWords.isWord(parts[$0]) }
            && !NumberWords.counted.contains(parts[1]) && !NumberWords.roads.contains(parts[1])
            && !(parts.count <= 4 && parts.last.map(NumberWords.streets.contains) == true)
        return isNamed || isTold ? CivilDate(year: year).map { ($0, start + 1) } : nil
    }

    /// `Annual report 1931`, `Protokolle 1931`.
    private func yearAtEnd(_ start: Int) -> (CivilDate, Int)? {
        guard start > 0, start == parts.count - 1, isNarrow(start), NumberWords.yearly.contains(parts[start - 1]),
            parts.indices.count(where: isNumber) == 1
        else { return nil }
        return year(at: start).flatMap { CivilDate(year: $0) }.map { ($0, start + 1) }
    }

    private static let ordinals: Set<String> = ["st", "nd", "rd", "th", "er", "º"]
    private static let joints = ordinals.union(["of", "de", "del", "di", "d", "da", "den", "do"])
    /// Months that are common words of names: `Set 1931`.
    static let otherWords: Set<String> = ["set", "ago", "mag", "gen"]
}

extension DocumentDate {
    /// Scanners made no PDFs before.
    var mayBeOfScan: Bool { description >= DocumentMetadata.firstScan }
}
