/// A part of a page that gets a vector: whole sentences in a row.
public struct PageChunk: Sendable, Equatable {
    /// Position in the page's text, in UTF-8 offsets.
    public var bytes: Range<Int>
    /// Positions of its sentences in the page's text. A sentence too long for a chunk is split.
    public var sentences: [Range<Int>]
    /// Pieces used of the model's limit.
    public var pieces: Int
}

/// The chunks of a page. Each has about 200 pieces and begins with the last short sentences of the previous one, so
/// that a thought across the border is whole in one of them. They end where the page ends.
public struct PageChunks: Sendable, Equatable {
    /// Increases when the same page would get other chunks. Vectors of different versions are not compared.
    public static let version = 1

    /// The reason why a page with text has no chunks.
    public enum Omission: String, Sendable, Equatable, Codable {
        /// Numbers and signs alone have no meaning to a language model.
        case noLetters = "no-letters"
        /// More than half of the page is words that the model cannot spell.
        case unknownScript = "unknown-script"
    }

    /// In pieces. Leaves room for a title before the chunk.
    private static let targetLength = 200
    /// At most a chunk's length divided by this overlaps.
    private static let overlapShare = 5
    /// About 60,000 words of a page. The text after them has no vectors, because it would hold up all other pages.
    static let most = 400
    /// In Unicode scalars. Longer text without white space is cut. Each scalar gives up to three pieces.
    private static let longestWord = 50

    public let chunks: [PageChunk]
    public let omission: Omission?

    /// Takes time linear in the page's length.
    ///
    /// - Parameters:
    ///   - page: The text of one page.
    ///   - embedder: Counts the pieces. With a limit below 250 pieces its chunks are shorter.
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
