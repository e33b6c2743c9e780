import DocSearchTestSupport
import Testing

@testable import SentenceEmbedding

@Suite("Pieces by their scores")
struct UnigramTokenizerTests {
    private let tokenizer: UnigramTokenizer

    init() throws {
        let folder = try TemporaryFolder()
        let model = try SamplePackedModel().write(to: folder)
        tokenizer = try UnigramTokenizer(file: PackedModelFile(path: model.path(of: EmbeddingModel.e5Small.files[0])))
    }

    private func pieces(_ text: String) -> [String] {
        let names = SamplePackedModel().pieces.map(\.text)
        return tokenizer.pieces(of: text).map { names[Int($0)] }
    }

    @Test(arguments: [
        ("", []), (" \t\n", []), ("bridge", ["▁bridge"]), ("  bridge  bridge ", ["▁bridge", "▁bridge"]),
        // The best sum, not the longest piece: ab is worth more than a and b.
        ("ab", ["▁", "ab"]), ("ba", ["▁", "b", "a"]), ("水水", ["▁水", "水"]),
        // By the table of characters.
        ("ﬁ", ["▁", "ab"]), ("b\tb", ["▁", "b", "▁", "b"]),
        // Characters that no piece spells are one unknown piece, however many.
        ("bxyzb", ["▁", "b", "<unk>", "b"]), ("x y", ["▁", "<unk>", "▁", "<unk>"]),
        // An accent may come by itself.
        ("é", ["▁é"]), ("e\u{301}", ["▁é"]), ("\u{301}", ["▁", "<unk>"]),
        // A text that spells a mark does not become it.
        ("<s>", ["▁", "<unk>"]), ("a</s>", ["▁", "a", "<unk>"]), ("<mask>", ["▁", "<unk>", "a", "<unk>"]),
    ])
    func textIsSpelledWithTheBestPieces(text: String, expected: [String]) { #expect(pieces(text) == expected) }

    @Test func unknownCharactersAreCountedOneByOne() {
        #expect(tokenizer.countPieces(of: "bxyzb") == PieceCount(total: 6, unknown: 3))
        #expect(tokenizer.countPieces(of: "bridge") == PieceCount(total: 1, unknown: 0))
        // More than half: such a page gets no vector.
        let runes = tokenizer.countPieces(of: "ᚠᚢᚦ ᚨᚱ")
        #expect(runes.unknown * 2 > runes.total)
    }

    @Test func aVeryLongWordIsDivided() {
        #expect(pieces(String(repeating: "b", count: 5_000)).count { $0 == "▁" } == 3)
    }

    @Test func noMorePiecesAreReadThanTheLimit() {
        let text = String(repeating: "bridge ", count: 600)
        #expect(tokenizer.pieces(of: text, limit: 5).count == 5)
        #expect(tokenizer.pieces(of: String(repeating: "a", count: 10_000), limit: 5).count == 5)
    }
}
