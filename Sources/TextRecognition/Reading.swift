/// One attempt at reading a page: words in reading order, in pixels of the image that was read.
struct Reading {
    struct Word {
        var text: String
        var box: PixelBox
        /// 0 to 1.
        var confidence: Double
        var beginsLine: Bool
        var beginsParagraph: Bool
    }

    var words: [Word]

    /// 0 to 1: the mean over the words, weighted by their length; 0 without a word.
    var confidence: Double { Self.confidence(words[...]) }

    /// The better of two readings has more of them.
    var trustedLetters: Int {
        words.reduce(0) { $0 + ($1.confidence > 0.6 ? $1.text.count(where: { $0.isLetter || $0.isNumber }) : 0) }
    }

    var lines: [Range<Int>] {
        let starts = words.indices.filter { $0 == 0 || words[$0].beginsLine }
        return zip(starts, starts.dropFirst() + [words.count]).map { $0..<$1 }
    }

    static func confidence(_ words: ArraySlice<Word>) -> Double {
        let letters = words.reduce(0) { $0 + $1.text.unicodeScalars.count }
        let sum = words.reduce(0.0) { $0 + $1.confidence * Double($1.text.unicodeScalars.count) }
        return letters > 0 ? sum / Double(letters) : 0
    }
}
