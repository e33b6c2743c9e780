internal import CivilCalendar
internal import ExtractionProtocol

/// Dates as cataloguers write them, reduced to what is certain: `c1931`, `[ca. 1931?]`, `5 March 1931`, `1931-1935`,
/// `1931-03~`, `19310305`. A range counts by its start.
///
/// A year is never guessed from a decade or a century, nor a month from an ambiguous order of day and month. A time
/// that is only known to be before or after a date gives none.
enum DescriptiveDate {
    private static let maximumScalars = 200
    /// A four-digit number outside this range is a typing error, a mark for "still open", or of another calendar.
    static let years = 1...2199

    /// In the form of ``DocumentMetadata/date``, or nil.
    static func normalized(_ text: String) -> String? {
        let scalars = text.unicodeScalars.prefix(maximumScalars)
        let trimmed = String(String.UnicodeScalarView(scalars)).trimmingWhiteSpace()
        if let date = ISODate(trimmed)?.description { return isYear(date.prefix(4)) ? date : nil }
        let tokens = withoutScans(DateToken.tokens(of: ofPrograms(trimmed)))
        guard let found = years(in: tokens), let first = found.first else { return nil }
        let isDenied = tokens.indices.contains { index in
            // `1931 until 1935` is a range.
            tokens[index].isWord(in: DateWords.denials)
                && !(index > first && tokens[index].isWord(in: DateWords.untils))
        }
        guard !isDenied else { return nil }
        let reading = DateReading(tokens: tokens, yearIndex: first)
        if case .number(let digits) = tokens[first], digits.utf8.count == 8 { return reading.compactDate }
        if let day = reading.dayInWords { return day }
        let isOneYear = Set(found.map { tokens[$0] }).count == 1
        return reading.dateAfterYear ?? reading.dateBeforeYear ?? (isOneYear ? reading.dateInWords : nil)
            ?? reading.year
    }

    static func isOfScan(_ text: String) -> Bool {
        DateToken.tokens(of: text).contains { $0.isWord(in: DateWords.scans) }
    }

    /// Leaves out each word for a scan and its date, up to a semicolon, a closing bracket or a word for the original. A
    /// year before scanners belongs to the original, with all that follows: `digitised from the 1931 edition`. The
    /// scan's own date may come first: `2019 scan of the 1931 edition`.
    private static func withoutScans(_ tokens: [DateToken]) -> [DateToken] {
        guard let word = tokens.firstIndex(where: { $0.isWord(in: DateWords.scans) }) else { return tokens }
        func isYear(_ index: Int, ofScan: Bool) -> Bool {
            guard case .number(let digits) = tokens[index], Self.isYear(digits) || isCompactDate(digits),
                !isDecade(tokens, index)
            else { return false }
            return (digits >= DocumentMetadata.firstScan) == ofScan
        }
        var depth = 0
        let end =
            tokens[word...].firstIndex { token in
                if token.isMark(in: "([") { depth += 1 }
                if token.isMark(in: ")]") { depth -= 1 }
                return depth < 0 || token == .mark(";") || token.isWord(in: DateWords.originals)
            } ?? tokens.endIndex
        let older = (word..<end).first { isYear($0, ofScan: false) }
        let last = (word..<(older ?? end)).last { isYear($0, ofScan: true) }
        var behind = older == nil ? end : last.map { $0 + 1 } ?? word + 1
        while older != nil, last != nil, behind + 1 < end, tokens[behind].isMark(in: "-/."),
            case .number(let digits) = tokens[behind + 1], digits.utf8.count < 3
        {
            behind += 2
        }
        let start = tokens[..<word].lastIndex { $0.isMark(in: ";)]") }.map { $0 + 1 } ?? 0
        let isBefore =
            last == nil && (start..<word).contains { isYear($0, ofScan: true) }
            && !(start..<word).contains { isYear($0, ofScan: false) }
        return Array(tokens[..<(isBefore ? start : word)]) + [.mark(";")] + withoutScans(Array(tokens[behind...]))
    }

    /// The day of `1931:04:22 10:15:30` (Exif) and `D:19310422101530` (PDF) as it is written elsewhere.
    private static func ofPrograms(_ text: String) -> String {
        if text.hasPrefix("D:") { return String(text.dropFirst(2).prefix(8)) }
        guard text.prefix(10).wholeMatch(of: /[0-9]{4}:[0-9]{2}:[0-9]{2}/) != nil else { return text }
        return String(text.prefix(10).replacing(":", with: "-") + text.dropFirst(10))
    }

    private static func isYear(_ digits: some StringProtocol) -> Bool {
        digits.utf8.count == 4 && Int(digits).map { years.contains($0) } ?? false
    }

    /// Positions of years and compact dates. A cataloguer's correction in brackets comes first: `5692 [1931]`, `1930
    /// [i.e. 1931]`. Nil when the start of the time is open.
    private static func years(in tokens: [DateToken]) -> [Int]? {
        var plain: [Int] = []
        var corrected: [Int] = []
        var bracket: (depth: Int, corrects: Bool) = (0, false)
        for (index, token) in tokens.enumerated() {
            if token == .mark("[") {
                // "1931-[1935]" is a range, and so is "[1931]-1935".
                let before = tokens[..<index].last { $0 != .space }
                bracket = (bracket.depth + 1, before.map { $0.isNumber || $0.isWord } ?? false)
            }
            if token == .mark("]") { bracket.depth = max(0, bracket.depth - 1) }
            guard case .number(let digits) = token, isYear(digits) || isCompactDate(digits) else { continue }
            if isDecade(tokens, index) { continue }
            if plain.isEmpty, corrected.isEmpty, isOpen(before: index, in: tokens) { return nil }
            if bracket.depth > 0, bracket.corrects { corrected.append(index) } else { plain.append(index) }
        }
        return corrected.isEmpty ? plain : corrected
    }

    private static func isCompactDate(_ digits: String) -> Bool { digits.utf8.count == 8 && isYear(digits.prefix(4)) }

    /// `1930s`, `1930's`, `1930er`.
    private static func isDecade(_ tokens: [DateToken], _ index: Int) -> Bool {
        var next = index + 1
        if next < tokens.count, tokens[next] == .mark("'") || tokens[next] == .mark("\u{2019}") { next += 1 }
        return next < tokens.count && tokens[next].isWord(in: DateWords.decades)
    }

    /// `-1935`, `/1935`, `../1935`, `[n.d.-1935]`: only the end is known. `Mar-1931` does not count.
    private static func isOpen(before index: Int, in tokens: [DateToken]) -> Bool {
        guard index > 0, case .mark(let mark) = tokens[index - 1], DateToken.joints.contains(mark) else { return false }
        // The point in "ca.1931" belongs to the word.
        if mark == ".", index > 1, tokens[index - 2].isWord { return false }
        guard index > 1 else { return true }
        return !tokens[index - 2].isNumber && !tokens[index - 2].isWord(in: MonthWords.numbersBesideDays.keys)
            && !tokens[index - 2].isWord(in: MonthWords.romans)
    }
}

extension DocumentMetadata {
    /// The first of the statements that has a day, a month or a year. Without one, what a person stated is kept as a
    /// detail (`undated`, `19th century`), and the date of the file does not take its place.
    mutating func setDate(_ statements: [String]) {
        date = statements.lazy.compactMap(DescriptiveDate.normalized).first
        guard date == nil else { return }
        let stated = statements.first { $0.contains { $0.isLetter || $0.isNumber && $0 != "0" } }
        let isOfScan = stated.map(DescriptiveDate.isOfScan) ?? false
        details.add(.other, called: isOfScan ? Self.scanned : Self.statedDate, stated)
    }

    /// The earliest of the first kind that has one: a younger one is mostly that of a copy. The others are details.
    mutating func setDate(ofKinds kinds: [(label: String, statements: [String])]) {
        let found = kinds.flatMap { kind in
            // A day goes before its month and its year, which say no more.
            kind.statements.compactMap { DescriptiveDate.normalized($0) }.sorted { $0 + "~" < $1 + "~" }
                .map { (kind.label, $0) }
        }
        guard let first = found.first?.1 else { return setDate(kinds.flatMap(\.statements)) }
        date = first
        for (label, other) in found where !first.hasPrefix(other) { details.add(.other, called: label, other) }
        details = details.eachOnce
    }
}
