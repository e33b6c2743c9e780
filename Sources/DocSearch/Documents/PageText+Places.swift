/// Words of a page, as a person names them, and where they are on its image.
extension PageText {
    /// Where words are in ``text``: Unicode scalar ranges, one behind the other. Capitals, white space and hyphens at the ends
    /// of lines make no difference. Where they are found as whole words, parts of words are left out.
    public func occurrences(of words: String) -> [Range<Int>] {
        let scalars = Array(text.unicodeScalars)
        let folded = FoldedText(scalars)
        let found = FoldedText(words).trimmed.occurrences(in: folded).map(folded.original)
        let whole = found.filter { range in
            let before = range.lowerBound > 0 ? scalars[range.lowerBound - 1] : " "
            let behind = range.upperBound < scalars.count ? scalars[range.upperBound] : " "
            return !before.isPartOfWord && !behind.isPartOfWord
        }
        return whole.isEmpty ? found : whole
    }

    /// Where a part of ``text`` is on the page's image: left, top, width and height in points from the top left corner, a box
    /// for each line. Empty where the words of the page have no boxes.
    public func boxes(of range: Range<Int>) -> [[Double]] {
        var lines: [[Double]] = []
        for (word, place) in placedWords() where place.overlaps(range) && word.box.count == 4 {
            if let last = lines.last, Self.areOnOneLine(last, word.box) {
                lines[lines.count - 1] = Self.union(last, word.box)
            } else {
                lines.append(word.box)
            }
        }
        return lines.map { $0.map { ($0 * 100).rounded() / 100 } }
    }

    /// What of ``text`` is most like words that are not in it, as where a letter was misread; nil where nothing is like them.
    public func mostSimilar(to words: String) -> Range<Int>? {
        let letters = FoldedText(words).trimmed.letters
        guard letters.count <= DecisionLimits.quote else { return nil }
        let folded = FoldedText(text)
        let found = EditDistance.places(of: letters, in: folded.letters, within: letters.count / 3, limit: 1)
        return found.first.map { folded.original($0.range) }
    }

    /// The words that are in the text, in its order, with their Unicode scalar ranges.
    private func placedWords() -> [(word: Word, place: Range<Int>)] {
        let scalars = Array(text.unicodeScalars)
        var placed: [(Word, Range<Int>)] = []
        var position = 0
        for word in words where word.isIndexed {
            let letters = Array(word.text.unicodeScalars)
            // A hyphen at the end of a line may be gone from the text.
            let candidates = letters.last == "-" ? [letters, Array(letters.dropLast())] : [letters]
            guard
                let place = candidates.lazy.compactMap({ Self.place(of: $0, in: scalars, from: position) }).first
            else { continue }
            placed.append((word, place))
            position = place.upperBound
        }
        return placed
    }

    /// Scalars in which a word is looked for: where more is passed over, it is not in the text.
    private static let farthest = 200

    private static func place(of word: [Unicode.Scalar], in text: [Unicode.Scalar], from start: Int) -> Range<Int>? {
        guard !word.isEmpty, start + word.count <= text.count else { return nil }
        for position in start...min(text.count - word.count, start + farthest)
        where text[position] == word[0] && text[position..<position + word.count].elementsEqual(word) {
            return position..<position + word.count
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
