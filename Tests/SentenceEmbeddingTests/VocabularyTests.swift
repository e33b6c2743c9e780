import DocSearchTestSupport
import Testing

@testable import SentenceEmbedding

@Suite("Vocabularies and pieces")
struct VocabularyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func vocabulariesNeedNoLineFeedAtTheirEnd() throws {
        let path = try write(SampleModel.vocabulary.dropLast())
        let vocabulary = try Vocabulary(path: path, expectedCount: EncoderShape.vocabulary)
        #expect(vocabulary.count == 30_522)
    }

    @Test func vocabulariesRefuseOtherLines() throws {
        let lines = SampleModel.vocabulary.split(separator: "\n").map(String.init)
        func expect(_ reason: ModelFileError.Reason, _ change: (inout [String]) -> Void) throws {
            var changed = lines
            change(&changed)
            let path = try write(changed.joined(separator: "\n")[...])
            #expect(throws: ModelFileError(path: path, reason: reason)) {
                _ = try Vocabulary(path: path, expectedCount: lines.count)
            }
        }
        try expect(.vocabularySize(lines: 30_521, expected: 30_522)) { $0.removeLast() }
        try expect(.vocabularySize(lines: 30_523, expected: 30_522)) { $0.append("more") }
        try expect(.vocabularyLine(501, "is empty")) { $0[500] = "" }
        try expect(.vocabularyLine(501, "is the same as line 401")) { $0[500] = "bridge" }
        try expect(.vocabularyEntry(line: 103, expected: "[SEP]")) { $0[102] = "[sep]" }
        try expect(.vocabularyEntry(line: 101, expected: "[UNK]")) { $0.swapAt(100, 99) }
    }

    @Test func vocabulariesRefuseWhatIsNoText() throws {
        var bytes = [UInt8](SampleModel.vocabulary.utf8)
        bytes[bytes.count - 2] = 0xFF
        let path = try folder.write(bytes, to: "vocab.txt")
        let error = ModelFileError(path: path, reason: .vocabularyLine(30_522, "is not UTF-8"))
        #expect(throws: error) { _ = try Vocabulary(path: path, expectedCount: 30_522) }
        let empty = try folder.write([], to: "empty")
        #expect(throws: ModelFileError(path: empty, reason: .vocabularySize(lines: 0, expected: 30_522))) {
            _ = try Vocabulary(path: empty, expectedCount: 30_522)
        }
    }

    /// 100 is an unknown word, a letter 200 and so on, a letter that continues a word 300 and so on.
    private static let texts: [(String, [UInt16])] = [
        ("", []), ("Bridge", [400]), ("bridging", [201, 317, 308, 303, 306, 401]), ("bridges bridge", [400, 318, 400]),
        ("ab.c", [200, 301, 402, 202]), ("a水b", [200, 403, 201]), ("a\u{0}b\u{AD}c", [200, 301, 302]),
        ("É", [204]), ("e\u{301}x", [204, 323]), ("aßb", [100]), ("ß", [407]), ("ẞ", [407]),
        ("a é1 b", [200, 100, 201]),
        ("[MASK]a[SEP]", [103, 200, 102]), ("[mask]", [404, 212, 300, 318, 310, 405]),
        (String(repeating: "a", count: 101), [100]), ("a\u{3000}\u{2028}b", [200, 201]),
    ]

    @Test(arguments: texts) func textIsDividedIntoItsPieces(text: String, pieces: [UInt16]) throws {
        let path = try write(SampleModel.vocabulary[...])
        let vocabulary = try Vocabulary(path: path, expectedCount: EncoderShape.vocabulary)
        let tokenizer = WordPieceTokenizer(vocabulary: vocabulary)
        #expect(tokenizer.pieces(of: text, limit: 256) == [101] + pieces + [102])
        #expect(tokenizer.countPieces(of: text).total == pieces.count)
    }

    @Test func piecesOfATextAreCutAtTheLimit() throws {
        let path = try write(SampleModel.vocabulary[...])
        let tokenizer = WordPieceTokenizer(vocabulary: try Vocabulary(path: path, expectedCount: 30_522))
        for limit in 2..<9 {
            let whole: [UInt16] = [101, 400, 318, 200, 301, 302]
            let expected = whole.prefix(limit - 1) + [102]
            #expect(tokenizer.pieces(of: "bridges abc", limit: limit) == Array(expected))
        }
        let long = String(repeating: "abc ", count: 1_000_000)
        #expect(tokenizer.pieces(of: long, limit: 256).count == 256)
    }

    private func write(_ text: Substring) throws -> String { try folder.write([UInt8](text.utf8), to: "vocab.txt") }
}
