/// The last words of one page and the first of the next, as one text.
///
/// Seams are in a table of their own (``FullTextTables/seam``), so that a phrase across a page's end is found. Page
/// numbers and running heads and feet at the seam are left out.
struct PageSeam: Equatable {
    /// On each side. A phrase of one word more is found wherever the page's end divides it.
    static let words = 12
    /// On each side, because words of badly read text may have any length.
    private static let mostBytes = 400

    /// A word divided at the page's end is whole here.
    let text: String
    /// UTF-8: the length of the first page's part, and its start in that page's text.
    let split: Int
    let start: Int
    let divided: String?

    init?(_ page: String, next: String) {
        let end = Self.tail(Self.withoutRunningLines(.bottom, page, like: next))
        let beginning = Self.head(Self.withoutRunningLines(.top, next, like: page))
        guard !end.isEmpty, !beginning.isEmpty else { return nil }
        var front = end
        let isDivided = Self.isDivided(end) && beginning.unicodeScalars.first?.properties.isLowercase == true
        if isDivided { front = Substring(end.unicodeScalars.dropLast()) }
        text = isDivided ? "\(front)\(beginning)" : "\(front)\n\(beginning)"
        split = front.utf8.count
        start = page.utf8.distance(from: page.startIndex, to: front.startIndex)
        divided =
            isDivided
            ? String(String.UnicodeScalarView(front.unicodeScalars.reversed().prefix { Self.isLetter($0) }.reversed()))
                + String(String.UnicodeScalarView(beginning.unicodeScalars.prefix { Self.isLetter($0) }))
            : nil
    }

    /// A hint only: which lines are running feet depends on the next page.
    static func mayDivide(_ page: String) -> Bool {
        outerLines(.bottom, page, mostRunningLines + 1).contains { isDivided($0) }
    }

    static func completed(_ page: String, by seam: PageSeam?) -> String {
        seam?.divided.map { "\(page)\n\($0)" } ?? page
    }

    func onFirstPage(_ marks: [TextMark]) -> [TextMark] {
        marks.filter { $0.range.lowerBound < split && $0.range.upperBound > split }
            .map { TextMark(range: start + $0.range.lowerBound..<start + split, unit: $0.unit) }
    }

    private static func isDivided(_ end: Substring) -> Bool {
        let last = end.unicodeScalars.suffix(2)
        guard last.count == 2, let letter = last.first, let mark = last.last else { return false }
        return ["-", "\u{AC}", "\u{AD}", "\u{2010}", "\u{2E17}"].contains(mark) && isLetter(letter)
    }

    /// Most characters are ASCII, whose properties need no table.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII
            ? 0x61...0x7A ~= scalar.value | 0x20
            : scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func isNumber(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? 0x30...0x39 ~= scalar.value : scalar.properties.numericType != nil
    }

    private enum Side { case top, bottom }

    private static let mostRunningLines = 3
    /// In Unicode scalars.
    private static let longestRunningLine = 120

    /// Without page numbers, and lines that are on both pages but for their number, or have numbers that follow each
    /// other.
    private static func withoutRunningLines(_ side: Side, _ page: String, like other: String) -> Substring {
        let others = outerLines(side, other, mostRunningLines)
        var rest = page[...]
        for (place, line) in outerLines(side, page, mostRunningLines).enumerated() {
            let isRunning = isPageNumber(line) || others.indices.contains(place) && isRunning(line, like: others[place])
            let left = side == .top ? page[line.endIndex...] : page[..<line.startIndex]
            guard isRunning, left.unicodeScalars.contains(where: isLetter) else { break }
            rest = left
        }
        return rest
    }

    /// The outermost first, without blank lines. A long line is cut to the part at that side and ends the list.
    private static func outerLines(_ side: Side, _ page: String, _ most: Int) -> [Substring] {
        var rest = page.unicodeScalars[...]
        var lines: [Substring] = []
        while lines.count < most {
            rest = side == .top ? rest.drop(while: isBlank) : rest.droppingLast(while: isBlank)
            guard !rest.isEmpty else { break }
            var scalars = side == .top ? rest.prefix(longestRunningLine) : rest.suffix(longestRunningLine)
            let isLong = scalars.count == longestRunningLine && !scalars.contains("\n")
            scalars = side == .top ? scalars.prefix { $0 != "\n" } : scalars.suffix(while: { $0 != "\n" })
            lines.append(page[scalars.startIndex..<scalars.endIndex])
            if isLong { break }
            rest = side == .top ? rest[scalars.endIndex...] : rest[..<scalars.startIndex]
        }
        return lines
    }

    /// A single word may be on both pages by chance, unless it is in capitals.
    private static func isRunning(_ line: Substring, like other: Substring) -> Bool {
        guard line.unicodeScalars.count < longestRunningLine else { return false }
        let words = wording(line)
        if let number = edgeNumber(line), let next = edgeNumber(other), abs(number - next) == 1 { return true }
        return words == wording(other)
            && (words.count > 1 || !line.unicodeScalars.contains { $0.properties.isLowercase })
    }

    /// At its left or right end, as heads of left and right pages have it, whose words may differ.
    private static func edgeNumber(_ line: Substring) -> Int? {
        let words = line.unicodeScalars.split(whereSeparator: isBlank)
        return [words.first, words.last].lazy.compactMap { word in
            word.flatMap { $0.count <= longestPageNumber && $0.allSatisfy(isNumber) ? Int(String($0)) : nil }
        }.first
    }

    private static func wording(_ line: Substring) -> [String] {
        line.lowercased().unicodeScalars.split(whereSeparator: isBlank).map { word in
            if isPageNumber(Substring(word)) { return "" }
            var letters = String.UnicodeScalarView()
            for scalar in word where !isNumber(scalar) { letters.append(scalar) }
            return String(letters)
        }
    }

    /// A line or word without letters, or a Roman number.
    private static func isPageNumber(_ text: Substring) -> Bool {
        guard text.utf8.count <= longestRunningLine else { return false }
        var letters: [Unicode.Scalar] = []
        for scalar in text.unicodeScalars where isLetter(scalar) {
            guard letters.count < longestRomanNumber else { return false }
            letters.append(scalar)
        }
        return letters.isEmpty || romanNumbers.contains(String(String.UnicodeScalarView(letters)).lowercased())
    }

    private static let longestPageNumber = 5
    private static let longestRomanNumber = 7
    /// Up to 49. Some are short words (`vi`, `di`), which are lost from a seam where they stand alone on its line.
    private static let romanNumbers: Set<String> = {
        let ones = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
        return Set(["", "x", "xx", "xxx", "xl"].flatMap { tens in ones.map { tens + $0 } })
    }()

    private static func tail(_ page: Substring) -> Substring {
        let scalars = page.unicodeScalars.droppingLast(while: isBlank)
        var start = scalars.endIndex
        var counter = WordCounter()
        while start > scalars.startIndex {
            let before = scalars.index(before: start)
            guard counter.takes(scalars[before]) else { break }
            start = before
        }
        return page[start..<scalars.endIndex].drop { $0.isWhitespace }
    }

    private static func head(_ page: Substring) -> Substring {
        var counter = WordCounter()
        let taken = page.unicodeScalars.drop(while: isBlank).prefix { counter.takes($0) }
        return page[taken.startIndex..<taken.endIndex]
    }

    /// Korean counts here too, although it has spaces.
    static func isUndivided(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x17FF).contains(scalar.value) || scalar.value >= 0x2E80
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? scalar == " " || 9...13 ~= scalar.value : scalar.properties.isWhitespace
    }

    private struct WordCounter {
        private var words = 0
        private var bytes = 0
        private var isInside = false

        mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
            let isBlank = PageSeam.isBlank(scalar)
            let isUndivided = PageSeam.isUndivided(scalar)
            if !isBlank, !isInside || isUndivided { words += 1 }
            isInside = !isBlank
            bytes += UTF8.width(scalar)
            return words <= PageSeam.words && bytes <= PageSeam.mostBytes
        }
    }
}

extension Substring.UnicodeScalarView {
    fileprivate func suffix(while holds: (Unicode.Scalar) -> Bool) -> Self {
        self[(lastIndex { !holds($0) }.map(index(after:)) ?? startIndex)...]
    }

    fileprivate func droppingLast(while holds: (Unicode.Scalar) -> Bool) -> Self {
        self[..<suffix(while: holds).startIndex]
    }
}

enum SeamExpression {
    static func maySpan(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
            case ..<0x80: true
            default: !scalar.properties.isAlphabetic || PageSeam.isUndivided(scalar)
            }
        }
    }

    /// For a phrase longer than one side of a seam, some adjacent words are enough.
    static func phrase(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let most = PageSeam.words + 1
        guard words.count > most else { return FullTextExpression.quoted(text) }
        return FullTextExpression.any(
            (0...words.count - most).map { FullTextExpression.quoted(words[$0..<$0 + most].joined(separator: " ")) })
    }
}
