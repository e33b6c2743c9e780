/// Where a page's text goes on overleaf: its last words and the first ones of the next page, as one text.
///
/// A table of its own has these (``FullTextTables/seam``), so that a phrase is found that the page's end divides. Lines
/// without a letter at the seam are page numbers, and left out.
struct PageSeam: Equatable {
    /// Words on each side. A phrase of one word more is found wherever the page's end divides it.
    static let words = 12
    /// UTF-8 bytes on each side: words of text that was read badly may be of any length.
    private static let mostBytes = 400

    /// Both sides, as one text: a word that the page's end divides is one word in it.
    let text: String
    /// How long the part is that stands on the first page, as UTF-8, and where it begins in that page's text.
    let split: Int
    let start: Int
    /// A word that begins on the first page and ends on the next; nil when none is divided.
    let divided: String?

    /// Nil when there are no words on one of the pages.
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

    /// Whether a page may end in the middle of a word.
    static func mayDivide(_ page: String) -> Bool { isDivided(tail(page)) }

    /// What the full-text tables have of a page's text: with the whole of a word that is divided.
    static func completed(_ page: String, by seam: PageSeam?) -> String {
        seam?.divided.map { "\(page)\n\($0)" } ?? page
    }

    /// Marks of the seam's text that go over the page's end, as they are on the page where they begin.
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

    /// Whether it may be of a script that does not divide words; Korean, which does, is taken for one here.
    static func isUndivided(_ scalar: Unicode.Scalar) -> Bool {
        (0x0E00...0x17FF).contains(scalar.value) || scalar.value >= 0x2E80
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isWhitespace }

    /// Takes so many words of a text. In scripts that do not divide words each character counts as one.
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

/// What is looked for at the seams of pages.
enum SeamExpression {
    /// Whether a phrase may lie across two pages: it has several words, or signs in it that divide it into several.
    static func maySpan(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: false
            case ..<0x80: true
            default: !scalar.properties.isAlphabetic || PageSeam.isUndivided(scalar)
            }
        }
    }

    /// A phrase. Of one that is longer than what a seam has on one side, some words in a row are enough.
    static func phrase(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace)
        let most = PageSeam.words + 1
        guard words.count > most else { return FullTextExpression.quoted(text) }
        return FullTextExpression.any(
            (0...words.count - most).map { FullTextExpression.quoted(words[$0..<$0 + most].joined(separator: " ")) })
    }
}
