import DocSearchTestSupport
import Testing

@testable import SentenceEmbedding

@Suite("Chunks of a page")
struct PageChunksTests {
    @Test func chunksAreWholeSentencesWithTheLastShortOnesAgain() {
        let page = "One two three four. Five six seven. Eight. Nine. Ten eleven twelve."
        let found = Self.chunks(of: page, length: 10).map { Self.text(in: $0.bytes, of: page) }
        #expect(
            found == ["One two three four. Five six seven. Eight. Nine.", "Eight. Nine. Ten eleven twelve."])
    }

    @Test func chunksEndWhereAPageIsTooLong() {
        let page = String(repeating: "One two three four five. ", count: 3_000)
        #expect(Self.chunks(of: page, length: 10).count == PageChunks.most)
    }

    @Test func chunksHoldEverySentenceOnce() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<300 {
            let page = Self.page(sentences: Int.random(in: 1...40, using: &generator), using: &generator)
            let length = Int.random(in: 5...60, using: &generator)
            let found = Self.chunks(of: page, length: length)
            let sentences = SentenceSplitter.sentences(in: page)
            #expect(found.allSatisfy { $0.pieces <= length && $0.pieces > 0 })
            for chunk in found {
                #expect(chunk.bytes.lowerBound == chunk.sentences.first?.lowerBound)
                #expect(chunk.bytes.upperBound == chunk.sentences.last?.upperBound)
                #expect(
                    chunk.pieces == chunk.sentences.reduce(0) { $0 + Self.count(Self.text(in: $1, of: page)).total })
            }
            // Each chunk ends behind the one before, and nothing but white space is between those that do not overlap.
            for (one, next) in zip(found, found.dropFirst()) {
                #expect(next.bytes.upperBound > one.bytes.upperBound)
                #expect(next.bytes.lowerBound > one.bytes.lowerBound)
                let again = next.sentences.filter { $0.upperBound <= one.bytes.upperBound }
                #expect(again.reduce(0) { $0 + Self.count(Self.text(in: $1, of: page)).total } <= length / 5)
            }
            let covered = found.flatMap(\.sentences)
            let short = sentences.filter { Self.count(Self.text(in: $0, of: page)).total <= length }
            #expect(short.allSatisfy { covered.contains($0) })
            let words = Set(found.flatMap { Self.text(in: $0.bytes, of: page).split(separator: " ") })
            #expect(page.split(separator: " ").allSatisfy(words.contains))
        }
    }

    @Test func chunksCutSentencesThatAreTooLong() {
        let page = (1...25).map { "word\($0)" }.joined(separator: " ") + ". Short one."
        let chunks = Self.chunks(of: page, length: 10)
        #expect(chunks.map(\.pieces).max() == 10)
        #expect(
            chunks.first.map { Self.text(in: $0.bytes, of: page) }
                == (1...10).map { "word\($0)" }.joined(separator: " ")[...])
        #expect(chunks.last.map { Self.text(in: $0.bytes, of: page).hasSuffix("Short one.") } == true)
    }

    @Test func chunksCutTextWithoutWhiteSpace() {
        let page = String(repeating: "水", count: 1_000)
        let chunks = PageChunks(of: page, length: 200) { PieceCount(total: $0.unicodeScalars.count, unknown: 0) }.chunks
        #expect(chunks.map(\.pieces) == [200, 200, 200, 200, 200])
        #expect(chunks.map(\.bytes.count) == [600, 600, 600, 600, 600])
    }

    private static let meaningless: [(String, PageChunks.Omission?)] = [
        ("", nil), (" \n\t ", nil), ("12 + 30 = 42 — 7", .noLetters), ("…", .noLetters),
        ("xx xx word", .unknownScript),
    ]

    @Test(arguments: meaningless) func chunksAreNoneWithoutMeaning(page: String, omission: PageChunks.Omission?) {
        let found = PageChunks(of: page, length: 200) { text in
            let words = text.split(separator: " ")
            return PieceCount(total: words.count, unknown: words.count { $0 == "xx" })
        }
        #expect(found.chunks.isEmpty)
        #expect(found.omission == omission)
    }

    /// Sentences, none, one word, or nothing but ends: the model is asked for each part of a page a few times at most.
    @Test(arguments: ["Words of a sentence stand here. ", "word ", "w", "w. ", "w.\n\n", "é", "Long, \n"])
    func chunksOfLargePagesAreMadeInOnePass(part: String) {
        let page = String(repeating: part, count: 5_000_000 / part.utf8.count)
        let seen = Counter()
        let found = PageChunks(of: page, length: 200, most: .max) { text in
            seen.add(text.utf8.count)
            return PieceCount(total: max(1, text.utf8.count / 4), unknown: 0)
        }
        #expect(seen.bytes <= 2 * page.utf8.count)
        #expect(
            found.chunks.last?.bytes.upperBound == page.utf8.count - part.utf8.reversed().prefix { $0 <= 0x20 }.count)
        #expect(found.chunks.reduce(0) { $0 + $1.bytes.count } <= page.utf8.count * 3 / 2)
    }

    @Test func chunksAreShorterForModelsThatReadLess() {
        struct Short: Embedder {
            let modelID = "short"
            let dimensions = 1
            let pieceLimit = 10
            func countPieces(of text: Substring) -> PieceCount { PageChunksTests.count(text) }
            func embed(_ texts: [String]) throws -> [[Float]] { texts.map { _ in [1] } }
        }
        let page = "One two three. Four five six. Seven eight nine."
        #expect(PageChunks(of: page, for: Short()).chunks.map(\.pieces) == [6, 3])
    }

    private static func chunks(of page: String, length: Int) -> [PageChunk] {
        PageChunks(of: page, length: length, count: count).chunks
    }

    private static func count(_ text: Substring) -> PieceCount {
        PieceCount(total: text.split(whereSeparator: \.isWhitespace).count, unknown: 0)
    }

    private static func text(in bytes: Range<Int>, of page: String) -> Substring {
        let start = page.utf8.index(page.startIndex, offsetBy: bytes.lowerBound)
        return page[start..<page.utf8.index(page.startIndex, offsetBy: bytes.upperBound)]
    }

    private static func page(sentences: Int, using generator: inout SeededGenerator) -> String {
        var number = 0
        return (0..<sentences).map { _ in
            let words = (0..<Int.random(in: 1...20, using: &generator)).map { _ -> String in
                number += 1
                return "Word\(number)ä"
            }
            return words.joined(separator: " ") + ". "
        }.joined()
    }
}

private final class Counter {
    private(set) var bytes = 0

    func add(_ count: Int) { bytes += count }
}
