extension PageText {
    /// The places of words in ``text``: Unicode scalar ranges without overlaps. Case, white space and hyphens at line
    /// ends are ignored. If they are found as whole words, parts of words do not count.
    public func occurrences(of words: String) -> [Range<Int>] {
        let scalars = Array(text.unicodeScalars)
        let folded = FoldedText(scalars)
        let letters = FoldedText(words.precomposedStringWithCanonicalMapping).trimmed
        let found = letters.occurrences(in: folded).map(folded.original)
        let whole = found.filter { isWhole($0, in: scalars) }
        return whole.isEmpty ? found : whole
    }

    private func isWhole(_ range: Range<Int>, in scalars: [Unicode.Scalar]) -> Bool {
        let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : " "
        let behind = range.upperBound < scalars.count ? scalars[range.upperBound] : " "
        return !before.isPartOfWord && !behind.isPartOfWord
    }

    /// The place of a part of ``text`` on the page's image: left, top, width and height in points from the top left
    /// corner, one box for each line. Empty where the words of the page have no boxes.
    public func boxes(of range: Range<Int>) -> [[Double]] {
        var lines: [[Double]] = []
        for (word, wordRange) in locatedWords() where wordRange.overlaps(range) && word.box.count == 4 {
            if let last = lines.last, Self.areOnOneLine(last, word.box) {
                lines[lines.count - 1] = Self.union(last, word.box)
            } else {
                lines.append(word.box)
            }
        }
        return lines.map { $0.map { ($0 * 100).rounded() / 100 } }
    }

    /// The part of ``text`` most similar to words that are not in it, as where a letter was misread; nil if nothing is
    /// similar.
    public func mostSimilar(to words: String) -> Range<Int>? {
        let letters = FoldedText(words).trimmed.letters
        guard !letters.isEmpty, letters.count <= AnnotationLimits.quote else { return nil }
        let folded = FoldedText(text)
        let found = EditDistance.ranges(of: letters, in: folded.letters, within: letters.count / 3, limit: 1)
        return found.first.map { folded.original($0.range) }
    }

    func locatedWords() -> [(word: Word, range: Range<Int>)] {
        let scalars = Array(text.unicodeScalars)
        let words = words.filter(\.isIndexed).map { ($0, Array($0.text.unicodeScalars)) }
        var located: [(Word, Range<Int>)] = []
        var position = 0
        for (number, (word, letters)) in words.enumerated() {
            guard let range = Self.range(of: letters, in: scalars, from: position) else { continue }
            if range.lowerBound > position + Self.nearby {
                // Text was skipped. If the next word does not follow, this is another occurrence of the word.
                let next = number + 1 < words.count ? words[number + 1].1 : []
                let following = Self.range(of: next, in: scalars, from: range.upperBound)
                guard let following, following.lowerBound <= range.upperBound + Self.nearby else { continue }
            }
            located.append((word, range))
            position = range.upperBound
        }
        return located
    }

    /// In scalars. A word further away is not in the text.
    private static let farthest = 200
    /// In scalars, from one word to the next.
    private static let nearby = 4

    /// A hyphen at a line end and the rest of the word after it may be missing.
    private static func range(of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Range<Int>? {
        let whole = range(of: word, in: text, from: start, isDivided: false)
        guard word.last == "-", word.count > 1 else { return whole }
        let beginning = range(of: Array(word.dropLast()), in: text, from: start, isDivided: true)
        return [whole, beginning].compactMap { $0 }.min { $0.lowerBound < $1.lowerBound }
    }

    private static func range(
        of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int, isDivided: Bool
    ) -> Range<Int>? {
        guard !word.isEmpty, start + word.count <= text.count else { return nil }
        let (first, last) = (word[0].isPartOfWord, word[word.count - 1].isPartOfWord)
        for position in start...min(text.count - word.count, start + farthest) {
            let end = position + word.count
            guard text[position] == word[0], text[position..<end].elementsEqual(word) else { continue }
            // The rest of a divided word is followed directly by the next word.
            let begins = !first || position == start || !text[position - 1].isPartOfWord
            let ends = isDivided || !last || end == text.count || !text[end].isPartOfWord
            if begins && ends { return position..<end }
        }
        return nil
    }

    private static func areOnOneLine(_ one: [Double], _ other: [Double]) -> Bool {
        let common = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
        return common > min(one[3], other[3]) / 2 && other[0] >= one[0]
    }

    private static func union(_ one: [Double], _ other: [Double]) -> [Double] {
        let (left, top) = (min(one[0], other[0]), min(one[1], other[1]))
        return [
            left, top, max(one[0] + one[2], other[0] + other[2]) - left,
            max(one[1] + one[3], other[1] + other[3]) - top,
        ]
    }
}

extension Unicode.Scalar {
    fileprivate var isPartOfWord: Bool { properties.isAlphabetic || properties.numericType != nil }
}
