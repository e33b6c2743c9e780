/// Where words, or rows of words, are in texts: letter for letter, and as whole words. White space counts as one blank. A
/// text is gone through once, for however many words.
struct WordSearch {
    private let wanted: [[Unicode.Scalar]]
    /// Numbers of ``wanted`` by what they begin with.
    private let beginnings: [[Unicode.Scalar]: [Int]]

    init(_ words: [String]) {
        let wanted = words.map { Spaced($0.precomposedStringWithCanonicalMapping).scalars }
        let numbers = wanted.indices.filter { !wanted[$0].isEmpty }
        self.wanted = wanted
        beginnings = Dictionary(grouping: numbers) { Array(wanted[$0][..<Self.end(from: 0, in: wanted[$0])]) }
    }

    /// For each of the words, Unicode scalar ranges without overlaps.
    func places(in text: String) -> [[Range<Int>]] {
        var found = [[Range<Int>]](repeating: [], count: wanted.count)
        let text = Spaced(text)
        let scalars = text.scalars
        var start = 0
        while start < scalars.count {
            let end = Self.end(from: start, in: scalars)
            defer { start = end }
            guard start == 0 || !scalars[start - 1].isPartOfWord else { continue }
            for number in beginnings[Array(scalars[start..<end])] ?? [] {
                let words = wanted[number]
                let behind = start + words.count
                guard behind <= scalars.count, behind == scalars.count || !scalars[behind].isPartOfWord,
                    scalars[start..<behind].elementsEqual(words)
                else { continue }
                let place = text.positions[start]..<text.positions[behind - 1] + 1
                if found[number].last?.overlaps(place) != true { found[number].append(place) }
            }
        }
        return found
    }

    /// Where the word, or the sign, at a position ends.
    private static func end(from start: Int, in scalars: [Unicode.Scalar]) -> Int {
        scalars[start...].firstIndex { !$0.isPartOfWord }.map { max($0, start + 1) } ?? scalars.count
    }

    /// A text with one blank for each row of white space, and none at its ends.
    private struct Spaced {
        private(set) var scalars: [Unicode.Scalar] = []
        /// In the text as it is.
        private(set) var positions: [Int] = []

        init(_ text: String) {
            var isAfterSpace = false
            for (position, scalar) in text.unicodeScalars.enumerated() {
                if scalar.properties.isWhitespace {
                    isAfterSpace = !scalars.isEmpty
                    continue
                }
                if isAfterSpace { add(" ", position - 1) }
                isAfterSpace = false
                add(scalar, position)
            }
        }

        private mutating func add(_ scalar: Unicode.Scalar, _ position: Int) {
            scalars.append(scalar)
            positions.append(position)
        }
    }
}

extension Unicode.Scalar {
    /// Whether it may be part of a longer word. In a script without spaces each character is a word.
    fileprivate var isPartOfWord: Bool {
        (properties.isAlphabetic || properties.numericType != nil) && !TextWords.isWordByItself(self)
    }
}
