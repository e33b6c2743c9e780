struct MeasuredSentence: Sendable, Equatable {
    /// UTF-8 offsets in the page.
    var bytes: Range<Int>
    var pieces: Int
}

/// Measures sentences, and cuts those too long for a chunk between two words.
struct SentenceCutter {
    let page: String
    /// In pieces.
    let most: Int
    /// In Unicode scalars; a longer word is cut.
    let longestWord: Int
    let count: (Substring) -> PieceCount
    private(set) var sentences: [MeasuredSentence] = []
    private(set) var total = PieceCount(total: 0, unknown: 0)

    mutating func add(_ sentence: Range<Int>) {
        let pieces = count(text(in: sentence))
        total.total += pieces.total
        total.unknown += pieces.unknown
        if pieces.total > most { cut(sentence) } else { append(sentence, pieces.total) }
    }

    private mutating func cut(_ sentence: Range<Int>) {
        var (part, pieces) = (sentence.lowerBound..<sentence.lowerBound, 0)
        for word in words(in: sentence) {
            let more = count(text(in: word)).total
            if pieces + more > most, pieces > 0 {
                append(part, pieces)
                (part, pieces) = (word, 0)
            }
            part = (part.isEmpty ? word.lowerBound : part.lowerBound)..<word.upperBound
            pieces += more
        }
        append(part, pieces)
    }

    private mutating func append(_ bytes: Range<Int>, _ pieces: Int) {
        if pieces > 0 { sentences.append(MeasuredSentence(bytes: bytes, pieces: pieces)) }
    }

    private func words(in sentence: Range<Int>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var (start, end, length) = (sentence.lowerBound, sentence.lowerBound, 0)
        func finish() { if start < end { words.append(start..<end) } }
        for scalar in text(in: sentence).unicodeScalars {
            let next = end + UTF8.width(scalar)
            if scalar.properties.isWhitespace {
                finish()
                (start, length) = (next, 0)
            } else if length == longestWord {
                finish()
                (start, length) = (end, 1)
            } else {
                length += 1
            }
            end = next
        }
        finish()
        return words
    }

    private func text(in bytes: Range<Int>) -> Substring {
        let start = page.utf8.index(page.startIndex, offsetBy: bytes.lowerBound)
        return page[start..<page.utf8.index(start, offsetBy: bytes.count)]
    }
}
