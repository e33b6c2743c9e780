/// A piece of a page's text on one line.
struct Snippet: Sendable, Equatable {
    var text: String
    /// Unicode scalar offsets into `text`.
    var marks: [Range<Int>]

    /// In scalars. A text with longer words is not for people, and is cut.
    private static let longestWord = 60

    /// Whole words only; a mark is never cut, even where it alone has more words. FTS5's own `snippet` cuts phrases
    /// that lie at the end of its window.
    init(_ text: String, marks textMarks: [TextMark], words limit: Int) {
        let line = MarkedLine(text, marks: textMarks)
        let window = SnippetWindow(line: line, limit: limit).range
        guard !window.isEmpty else {
            self.text = ""
            marks = []
            return
        }
        let start = line.words[window.lowerBound].lowerBound
        let end = min(line.words[window.upperBound - 1].upperBound, start + limit * Self.longestWord)
        let lead: [Unicode.Scalar] = window.lowerBound > 0 ? ["…"] : []
        let tail: [Unicode.Scalar] = end < line.scalars.count ? ["…"] : []
        self.text = (lead + line.scalars[start..<end] + tail).reduce(into: "") { $0.unicodeScalars.append($1) }
        let shift = lead.count - start
        marks = line.marks.map(\.range).filter { $0.lowerBound >= start && $0.lowerBound < end }
            .map { $0.lowerBound + shift..<min($0.upperBound, end) + shift }
    }
}

/// Chooses the words to show: where most different units of the query are close together, with some words before them,
/// from the beginning of a sentence when one is near.
struct SnippetWindow {
    private let line: MarkedLine
    private let limit: Int
    private let marks: [(words: Range<Int>, unit: Int)]

    init(line: MarkedLine, limit: Int) {
        self.line = line
        self.limit = max(1, limit)
        var marks: [(words: Range<Int>, unit: Int)] = []
        var word = 0
        for mark in line.marks {
            while word < line.words.count, line.words[word].upperBound <= mark.range.lowerBound { word += 1 }
            var end = word
            while end < line.words.count, line.words[end].lowerBound < mark.range.upperBound { end += 1 }
            if end > word { marks.append((word..<end, mark.unit)) }
        }
        self.marks = marks
    }

    static func shown(of marks: [TextMark], in text: String, words: Int) -> [TextMark] {
        let line = MarkedLine(text, marks: marks)
        let window = SnippetWindow(line: line, limit: words).range
        guard line.marks.count == marks.count, !window.isEmpty else { return marks }
        let (start, end) = (line.words[window.lowerBound].lowerBound, line.words[window.upperBound - 1].upperBound)
        return zip(line.marks, marks).filter { $0.0.range.lowerBound >= start && $0.0.range.lowerBound < end }.map(\.1)
    }

    var range: Range<Int> {
        let all = line.words.count
        guard all > limit else { return 0..<all }
        guard let core = bestCore() else { return 0..<limit }
        let slack = max(0, limit - core.count)
        var start = max(0, min(core.lowerBound - slack / 3, all - limit))
        if let sentence = sentenceStart(from: max(0, core.lowerBound - slack), to: core.lowerBound) { start = sentence }
        return start..<min(all, max(start + limit, core.upperBound))
    }

    private func bestCore() -> Range<Int>? {
        var best: (score: Int, range: Range<Int>)?
        for first in marks.indices {
            var units: Set<Int> = []
            var score = 0
            var end = marks[first].words.upperBound
            for mark in marks[first...] {
                guard units.isEmpty || mark.words.upperBound - marks[first].words.lowerBound <= limit else { break }
                score += units.insert(mark.unit).inserted ? 100 * mark.words.count : 1
                end = max(end, mark.words.upperBound)
            }
            if score > best?.score ?? 0 { best = (score, marks[first].words.lowerBound..<end) }
        }
        return best?.range
    }

    private func sentenceStart(from lower: Int, to upper: Int) -> Int? {
        (lower...upper).reversed().first { word in
            guard word > 0 else { return true }
            let last = line.scalars[line.words[word - 1].upperBound - 1]
            return last == "." || last == "!" || last == "?"
        }
    }
}

/// A text on one line: runs of white space are one space.
struct MarkedLine {
    private(set) var scalars: [Unicode.Scalar] = []
    /// In scalars.
    private(set) var words: [Range<Int>] = []
    /// In scalars, with the unit of the query.
    private(set) var marks: [(range: Range<Int>, unit: Int)] = []

    /// The marks must be in the order of the text and must not overlap.
    init(_ text: String, marks textMarks: [TextMark]) {
        marks.reserveCapacity(textMarks.count)
        // All of a page goes through here for each hit: an append for each letter was a tenth of a search.
        scalars = [Unicode.Scalar](unsafeUninitializedCapacity: text.utf8.count) { line, count in
            var wordStart: Int?
            var markStart = 0
            var remaining = textMarks[...]
            var byte = 0
            for scalar in text.unicodeScalars {
                if byte == remaining.first?.range.lowerBound { markStart = count }
                byte += UTF8.width(scalar)
                if Self.isSpace(scalar) {
                    if let start = wordStart { words.append(start..<count) }
                    if wordStart != nil {
                        line.initializeElement(at: count, to: " ")
                        count += 1
                    }
                    wordStart = nil
                } else {
                    if wordStart == nil { wordStart = count }
                    line.initializeElement(at: count, to: scalar)
                    count += 1
                }
                if let mark = remaining.first, byte >= mark.range.upperBound {
                    if markStart < count { marks.append((markStart..<count, mark.unit)) }
                    remaining = remaining.dropFirst()
                }
            }
            if let start = wordStart { words.append(start..<count) }
        }
    }

    /// Stored text has no other white space, and looking properties up takes time.
    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\n" || scalar == "\t" }
}
