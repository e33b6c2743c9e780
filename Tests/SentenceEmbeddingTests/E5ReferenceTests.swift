import Foundation
import Testing

@testable import SentenceEmbedding

/// In languages of many scripts (`Tools/make-golden-e5.py`).
@Suite(
    "The model of many languages beside its reference",
    .enabled(
        if: ModelFolder.usual().has(.e5Small),
        "multilingual-e5-small is not on this machine; DOCSEARCH_MODEL names its folder"))
struct E5ReferenceTests {
    private struct Golden: Decodable {
        let language: String
        let text: String
        let pieces: [UInt32]
    }

    private static func golden() throws -> [Golden] {
        try JSONDecoder().decode([Golden].self, from: Data(contentsOf: GoldenVectors.file("e5.json")))
    }

    @Test func multilingualModelHasThePublishedFile() throws {
        try ModelFolder.usual().checkContents(of: .e5Small)
    }

    @Test func multilingualModelReadsTheSamePiecesAsItsReference() throws {
        let embedder = try E5Embedder(folder: .usual())
        let golden = try Self.golden()
        #expect(Set(golden.map(\.language)).count >= 15)
        for entry in golden {
            #expect(embedder.pieces(of: entry.text) == [0] + entry.pieces + [2], "\(entry.text)")
            // Composed and decomposed letters are the same.
            let decomposed = entry.text.decomposedStringWithCanonicalMapping
            if entry.language != "hi" { #expect(embedder.pieces(of: decomposed) == [0] + entry.pieces + [2]) }
        }
    }

    @Test(arguments: EncoderKernels.all)
    func multilingualModelMakesTheSameVectorsAsItsReference(kernels: EncoderKernels) throws {
        let embedder = try E5Embedder(folder: .usual(), kernels: kernels)
        let golden = try Self.golden()
        let expected = try GoldenVectors.vectors("e5.int16")
        #expect(expected.count == 2 * golden.count)
        for (number, entry) in golden.enumerated() {
            // The reference rounds what goes from layer to layer to eight bits.
            let question = try #require(try embedder.embed(question: entry.text))
            #expect(cosine(question, expected[2 * number]) > 0.999, "\(entry.text)")
            #expect(cosine(try embedder.embed([entry.text])[0], expected[2 * number + 1]) > 0.999, "\(entry.text)")
        }
    }

    @Test func multilingualModelFindsWhatIsSaidInAnotherLanguage() throws {
        let embedder = try E5Embedder(folder: .usual())
        let pages = try embedder.embed([
            "Die Kosten der Brückenreparatur wurden vom Landkreis getragen.",
            "Der Bischof predigte über die Geduld.", "The bishop preached about patience.",
        ])
        let asked = try #require(try embedder.embed(question: "who paid for mending the bridge"))
        let cosines = pages.map { cosine(asked, $0) }
        #expect(cosines[0] > cosines[1] + 0.05)
        #expect(cosines[0] > cosines[2] + 0.02)
    }
}
