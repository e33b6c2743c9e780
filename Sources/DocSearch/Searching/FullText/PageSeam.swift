/// The last words of one page and the first of the next, as one text.
///
/// Seams are in a table of their own (``FullTextTables/seam``), so that a phrase across a page's end is found. Lines
/// without a letter at the seam are page numbers, and left out.
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
        let end = Self.tail(page)
        let beginning = Self.head(next)
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

    static func mayDivide(_ page: String) -> Bool { isDivided(tail(page)) }

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
        return ["-", "\u{AC}", "\u{AD}", "\u{2010}"].contains(mark) && isLetter(letter)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
    }

    private static func tail(_ page: String) -> Substring {
        let scalars = page.unicodeScalars
        var end = scalars.endIndex
        while let last = scalars[..<end].last, isBlank(last) { end = scalars.index(before: end) }
        if let line = scalars[..<end].lastIndex(of: "\n"), !scalars[line..<end].contains(where: isLetter) {
            end = line
            while let last = scalars[..<end].last, isBlank(last) { end = scalars.index(before: end) }
        }
        var start = end
        var counter = WordCounter()
        while start > scalars.startIndex {
            let before = scalars.index(before: start)
            guard counter.takes(scalars[before]) else { break }
            start = before
        }
        return page[start..<end].drop { $0.isWhitespace }
    }

    private static func head(_ page: String) -> Substring {
        var rest = page.unicodeScalars.drop(while: isBlank)
        if let line = rest.firstIndex(of: "\n"), !rest[..<line].contains(where: isLetter) {
            rest = rest[line...].drop(while: isBlank)
        }
        var counter = WordCounter()
        let taken = rest.prefix { counter.takes($0) }
        return page[taken.startIndex..<taken.endIndex]
    }

    /// Korean counts here too, although it has spaces.
    static func isUndivided(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x17FF).contains(scalar.value) || scalar.value >= 0x2E80
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

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
