internal import CivilCalendar

/// Dates as cataloguers write them, cut down to what they say for certain: `c1931`, `[ca. 1931?]`, `5 March 1931`,
/// `1931-1935`, `1931-03~`, `19310305`. A range is known by its beginning.
///
/// A year is never guessed from a decade or a century, a month never from an order of day and month that could be
/// either, and a date is not given for a time that is only known to be before or after it.
enum DescriptiveDate {
    /// What a date may be as text; what follows is not looked at.
    private static let maximumScalars = 200
    /// Beyond these a number of four digits is a typing error, a mark for "still open" or of another calendar.
    static let years = 1...2199

    /// As ``DocumentMetadata/date`` has it, or nil.
    static func normalized(_ text: String) -> String? {
        let scalars = text.unicodeScalars.prefix(maximumScalars)
        let trimmed = String(String.UnicodeScalarView(scalars)).trimmingWhiteSpace()
        if let date = ISODate(trimmed)?.description { return isYear(date.prefix(4)) ? date : nil }
        let tokens = DateToken.tokens(of: trimmed)
        guard !tokens.contains(where: { $0.isWord(in: DateWords.denials) }) else { return nil }
        guard let found = years(in: tokens), let first = found.first else { return nil }
        let reading = DateReading(tokens: tokens, yearIndex: first)
        if case .number(let digits) = tokens[first], digits.utf8.count == 8 { return reading.compactDate }
        let isOneYear = Set(found.map { tokens[$0] }).count == 1
        return reading.dateAfterYear ?? reading.dateBeforeYear ?? (isOneYear ? reading.dateInWords : nil)
            ?? reading.year
    }

    private static func isYear(_ digits: some StringProtocol) -> Bool {
        digits.utf8.count == 4 && Int(digits).map { years.contains($0) } ?? false
    }

    /// The positions of years and of compact dates, those first that a cataloguer set in brackets to put right what
    /// stands before: `5692 [1931]`, `1930 [i.e. 1931]`. Nil when the beginning of the time is said to be open.
    private static func years(in tokens: [DateToken]) -> [Int]? {
        var plain: [Int] = []
        var corrected: [Int] = []
        var bracket: (depth: Int, corrects: Bool) = (0, false)
        for (index, token) in tokens.enumerated() {
            if token == .mark("[") {
                // "1931-[1935]" is a range, "[1931]-1935" too.
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

    /// `-1935`, `/1935`, `../1935`, `[n.d.-1935]`: only the end is known. `Mar-1931` is not meant.
    private static func isOpen(before index: Int, in tokens: [DateToken]) -> Bool {
        guard index > 0, case .mark(let mark) = tokens[index - 1], DateToken.joints.contains(mark) else { return false }
        // "ca.1931" has a point of its own.
        if mark == ".", index > 1, tokens[index - 2].isWord { return false }
        guard index > 1 else { return true }
        return !tokens[index - 2].isNumber && !tokens[index - 2].isWord(in: DateWords.months.keys)
    }
}

/// A piece of a date's text.
enum DateToken: Hashable {
    case number(String)
    /// Letters in a row, in lower case.
    case word(String)
    case mark(Unicode.Scalar)
    case space

    /// What numbers of one date are joined by.
    static let joints: Set<Unicode.Scalar> = ["-", "/", ".", "\u{2013}", "\u{2014}", "\u{2010}", "\u{2011}"]

    static func tokens(of text: String) -> [DateToken] {
        var tokens: [DateToken] = []
        var run = String.UnicodeScalarView()
        func endRun() {
            guard let first = run.first else { return }
            tokens.append(isDigit(first) ? .number(String(run)) : .word(String(run).lowercased()))
            run.removeAll()
        }
        for scalar in text.unicodeScalars {
            let continues = run.last.map { isDigit($0) == isDigit(scalar) } ?? true
            if isDigit(scalar) || scalar.properties.isAlphabetic {
                if !continues { endRun() }
                run.append(scalar)
            } else {
                endRun()
                if !scalar.properties.isWhitespace {
                    tokens.append(.mark(scalar))
                } else if tokens.last != .space {
                    tokens.append(.space)
                }
            }
        }
        endRun()
        return tokens
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

    var isNumber: Bool { if case .number = self { true } else { false } }
    var isWord: Bool { if case .word = self { true } else { false } }

    func isWord(in words: some Collection<String>) -> Bool {
        if case .word(let word) = self { words.contains(word) } else { false }
    }
}
