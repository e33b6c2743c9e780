import Foundation

/// Converts text to piece numbers as XLM-RoBERTa's tokenizer does: characters are replaced by a table (compatibility forms,
/// white space), words are divided at white space and marked by `▁`, and of all ways to spell a word with pieces the one
/// with the best sum of scores counts (Kudo, “Subword Regularization”, 2018).
struct UnigramTokenizer: Sendable {
    let vocabulary: UnigramVocabulary
    private let characters: [UInt32]
    private let replacements: [[Unicode.Scalar]]

    init(file: PackedModelFile) throws {
        vocabulary = try UnigramVocabulary(file: file)
        characters = file.replacements.map(\.character)
        replacements = file.replacements.map(\.text)
    }

    /// Without marks; at most `limit`.
    func pieces(of text: some StringProtocol, limit: Int = .max) -> [UInt32] {
        var scanner = UnigramScanner(tokenizer: self, limit: limit)
        scanner.scan(text)
        return scanner.pieces
    }

    /// Each character that no piece spells is an unknown one, though several in a row are one piece to the model.
    func countPieces(of text: some StringProtocol) -> PieceCount {
        var scanner = UnigramScanner(tokenizer: self, limit: .max)
        scanner.scan(text)
        return PieceCount(total: scanner.pieces.count + scanner.joined, unknown: scanner.unknown)
    }

    fileprivate func replacement(of scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
        if (0x20..<0x7F).contains(scalar.value) { return nil }
        var (low, high) = (0, characters.count)
        while low < high {
            let middle = (low + high) / 2
            if characters[middle] < scalar.value { low = middle + 1 } else { high = middle }
        }
        return low < characters.count && characters[low] == scalar.value ? replacements[low] : nil
    }
}

private struct UnigramScanner {
    let tokenizer: UnigramTokenizer
    let limit: Int
    private(set) var pieces: [UInt32] = []
    private(set) var unknown = 0
    /// Unknown characters that are part of the piece before.
    private(set) var joined = 0

    private static let wordMark = Array("▁".utf8)
    /// In characters. Spelling a word takes memory for each of them, and a page may be one word.
    private static let longestWord = 2_000

    /// UTF-8, with the mark, and where each character ends.
    private var word = wordMark
    private var ends = [0, wordMark.count]
    private var last: Unicode.Scalar?
    private var best: [Float] = []
    private var steps: [(from: Int, piece: UInt32)] = []

    init(tokenizer: UnigramTokenizer, limit: Int) { (self.tokenizer, self.limit) = (tokenizer, limit) }

    mutating func scan(_ text: some StringProtocol) {
        for scalar in text.unicodeScalars {
            guard pieces.count < limit else { break }
            if let before = last, let composed = Self.composed(before, scalar) {
                last = composed
                continue
            }
            if let last { read(last) }
            last = scalar
        }
        if let last { read(last) }
        endWord()
        if pieces.count > limit { pieces.removeSubrange(limit...) }
    }

    /// The table has single characters only. Accents, Hangul, and the marks of Arabic and kana come in parts as well.
    private static func composed(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
        switch second.value {
        case 0x11A8...0x11C2:
            // Foundation composes the first two of three parts of a Hangul syllable alone.
            let isOpen = (0xAC00...0xD7A3).contains(first.value) && (first.value - 0xAC00).isMultiple(of: 28)
            return isOpen ? Unicode.Scalar(first.value + second.value - 0x11A7) : nil
        case 0x300...0x36F, 0x653...0x655, 0x1161...0x1175, 0x3099...0x309A:
            let both = String(String.UnicodeScalarView([first, second])).precomposedStringWithCanonicalMapping
            return both.unicodeScalars.count == 1 ? both.unicodeScalars.first : nil
        default: return nil
        }
    }

    private mutating func read(_ scalar: Unicode.Scalar) {
        if let replacement = tokenizer.replacement(of: scalar) {
            for scalar in replacement { add(scalar) }
        } else {
            add(scalar)
        }
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        if scalar.properties.isWhitespace { return endWord() }
        word.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        ends.append(word.count)
        if ends.count > Self.longestWord { endWord() }
    }

    private mutating func endWord() {
        guard word.count > Self.wordMark.count else { return }
        spell()
        word.removeSubrange(Self.wordMark.count...)
        ends.removeSubrange(2...)
    }

    /// The best way to each character, from the first to the last, and then back along it.
    private mutating func spell() {
        let (vocabulary, count) = (tokenizer.vocabulary, ends.count - 1)
        best = [Float](repeating: -.infinity, count: count + 1)
        steps = Array(repeating: (0, vocabulary.marks.unknown), count: count + 1)
        best[0] = 0
        for start in 0..<count {
            var hash = PieceHash()
            for end in start + 1...count {
                guard ends[end] - ends[start] <= vocabulary.longestPiece else { break }
                for byte in word[ends[end - 1]..<ends[end]] { hash = hash.adding(byte) }
                guard let piece = vocabulary.find(word[ends[start]..<ends[end]], hash: hash) else { continue }
                let score = best[start] + vocabulary.scores[Int(piece)]
                if score > best[end] { (best[end], steps[end]) = (score, (start, piece)) }
            }
            let score = best[start] + vocabulary.unknownScore
            if score > best[start + 1] {
                (best[start + 1], steps[start + 1]) = (score, (start, vocabulary.marks.unknown))
            }
        }
        let first = pieces.count
        var end = count
        while end > 0 {
            pieces.append(steps[end].piece)
            end = steps[end].from
        }
        pieces[first...].reverse()
        joinUnknown(from: first)
    }

    private mutating func joinUnknown(from first: Int) {
        let mark = tokenizer.vocabulary.marks.unknown
        let found = pieces[first...].count { $0 == mark }
        guard found > 0 else { return }
        unknown += found
        var kept: [UInt32] = []
        for piece in pieces[first...] where piece != mark || kept.last != mark { kept.append(piece) }
        joined += pieces.count - first - kept.count
        pieces.replaceSubrange(first..., with: kept)
    }
}
