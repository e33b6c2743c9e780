/// A piece of a page that gets a vector: whole sentences that stand together.
public struct PageChunk: Sendable, Equatable {
    /// Where it is in the page's text, as UTF-8 offsets.
    public var bytes: Range<Int>
    /// Where its sentences are in the page's text. A sentence too long for a chunk is several.
    public var sentences: [Range<Int>]
    /// How much of the model's limit it takes.
    public var pieces: Int
}

/// The chunks of a page. Each has about 200 pieces and begins with the last short sentences of the one before, so that
/// what is said across a border is together in one of them. They end where the page ends.
public struct PageChunks: Sendable, Equatable {
    /// Goes up when the same page would get other chunks. Vectors of another version are not compared with these.
    public static let version = 1

    /// Why a page has no chunks, though it has text.
    public enum Omission: String, Sendable, Equatable, Codable {
        /// Numbers and signs alone mean nothing to a model of language.
        case noLetters = "no-letters"
        /// More than half of the page is in words that the model cannot spell.
        case unknownScript = "unknown-script"
    }

    /// In pieces. Leaves room for a title before the chunk.
    private static let targetLength = 200
    /// Of the length of a chunk.
    private static let overlapShare = 5
    /// Chunks of a page, about 60,000 words. What comes after them has no vectors: it would hold up all others.
    static let most = 400
    /// In Unicode scalars, of text without white space that is cut somewhere. Each gives up to three pieces.
    private static let longestWord = 50

    public let chunks: [PageChunk]
    public let omission: Omission?

    /// Takes a time that grows as the page does.
    ///
    /// - Parameters:
    ///   - page: The text of one page.
    ///   - embedder: Whose pieces are counted. With a limit below 250 pieces its chunks are shorter.
    public init(of page: String, for embedder: some Embedder) {
        self.init(of: page, length: min(Self.targetLength, embedder.pieceLimit * 4 / 5), count: embedder.countPieces)
    }

    init(of page: String, length: Int, most: Int = most, count: @escaping (Substring) -> PieceCount) {
        var page = page
        page.makeContiguousUTF8()
        guard Self.hasLetters(page) else {
            (chunks, omission) = ([], page.utf8.allSatisfy { $0 <= 0x20 } ? nil : .noLetters)
            return
        }
        var cutter = SentenceCutter(page: page, most: max(1, length), longestWord: Self.longestWord, count: count)
        for sentence in SentenceSplitter.sentences(in: page) { cutter.add(sentence) }
        let isKnown = cutter.total.unknown * 2 <= cutter.total.total
        chunks = isKnown ? Self.chunks(of: cutter.sentences, length: length, most: most) : []
        omission = isKnown ? nil : .unknownScript
    }

    private static func chunks(of sentences: [MeasuredSentence], length: Int, most: Int) -> [PageChunk] {
        var chunks: [PageChunk] = []
        var first = 0
        while first < sentences.count {
            var (end, pieces) = (first, 0)
            while end < sentences.count, end == first || pieces + sentences[end].pieces <= length {
                pieces += sentences[end].pieces
                end += 1
            }
            let ranges = sentences[first..<end].map(\.bytes)
            let bytes = ranges[0].lowerBound..<ranges[ranges.count - 1].upperBound
            chunks.append(PageChunk(bytes: bytes, sentences: ranges, pieces: pieces))
            guard end < sentences.count, chunks.count < most else { break }
            first = end - overlap(before: end, after: first, in: sentences, length: length)
        }
        return chunks
    }

    /// How many sentences before `end` come again: as many as are short, and leave room for the sentence at `end`.
    private static func overlap(
        before end: Int, after first: Int, in sentences: [MeasuredSentence], length: Int
    ) -> Int {
        let most = min(length / overlapShare, length - sentences[end].pieces)
        var (start, pieces) = (end, 0)
        while start - 1 > first, pieces + sentences[start - 1].pieces <= most {
            start -= 1
            pieces += sentences[start].pieces
        }
        return end - start
    }

    private static func hasLetters(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x41...0x5A, 0x61...0x7A: true
            case 0..<0x80: false
            default: scalar.properties.isAlphabetic
            }
        }
    }
}
