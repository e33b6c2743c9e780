/// A text's words with their places. White space divides words, and each character of a script without spaces is one.
struct TextWords {
    let scalars: [Unicode.Scalar]
    /// Unicode scalar ranges.
    let ranges: [Range<Int>]

    init(_ text: String) { self.init(Array(text.unicodeScalars)) }

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        var ranges: [Range<Int>] = []
        var start: Int?
        for (position, scalar) in scalars.enumerated() {
            let isSingle = Self.isWordByItself(scalar)
            if scalar.properties.isWhitespace || isSingle, let first = start {
                ranges.append(first..<position)
                start = nil
            }
            if isSingle {
                ranges.append(position..<position + 1)
            } else if start == nil, !scalar.properties.isWhitespace {
                start = position
            }
        }
        if let start { ranges.append(start..<scalars.count) }
        self.ranges = ranges
    }

    /// As ``ArchiveTokenizer`` divides them.
    static func isWordByItself(_ scalar: Unicode.Scalar) -> Bool { TokenRuns.isUndivided(scalar.value) }

    var words: [String] { ranges.map { String(String.UnicodeScalarView(scalars[$0])) } }

    /// The words of each line, and whether they are all of these lines.
    func rows(_ words: Range<Int>) -> (rows: [[String]], isWhole: Bool) {
        func isBreak(before word: Int) -> Bool {
            guard word > 0, word < ranges.count else { return true }
            return scalars[ranges[word - 1].upperBound..<ranges[word].lowerBound].contains { Character($0).isNewline }
        }
        var rows: [[String]] = []
        for word in words {
            if word == words.lowerBound || isBreak(before: word) { rows.append([]) }
            rows[rows.count - 1].append(text(ranges[word]))
        }
        return (rows, isBreak(before: words.lowerBound) && isBreak(before: words.upperBound))
    }

    func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

    /// Numbers of the words that share a scalar with a range.
    func words(in range: Range<Int>) -> Range<Int> {
        let first = ranges.partitioningIndex { $0.upperBound > range.lowerBound }
        let last = ranges.partitioningIndex { $0.lowerBound >= range.upperBound }
        return first..<max(first, last)
    }

    /// From the first of these words to the last.
    func span(_ words: Range<Int>) -> Range<Int> {
        words.isEmpty ? 0..<0 : ranges[words.lowerBound].lowerBound..<ranges[words.upperBound - 1].upperBound
    }
}
