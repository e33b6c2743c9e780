import Foundation
import Testing

@testable import SentenceEmbedding

@Suite("The model beside its reference", .enabled(if: InstalledModel.isPresent, "\(InstalledModel.isMissing)"))
struct ReferenceTests {
    @Test func modelHasThePublishedFiles() throws { try ModelFolder.usual().checkContents(of: .minilm) }

    @Test func modelReadsTheSamePiecesAsItsReference() throws {
        let embedder = try InstalledModel.embedder()
        let golden = try GoldenVectors.texts()
        #expect(golden.count >= 280)
        for entry in golden {
            let pieces = embedder.pieces(of: entry.text)
            #expect(pieces == entry.pieces, "\(entry.text.debugDescription.prefix(80))")
        }
    }

    /// Of every character there is: what becomes of it between two letters.
    @Test func modelReadsTheSamePiecesOfAllCharactersAsItsReference() throws {
        let embedder = try InstalledModel.embedder()
        let golden = try GoldenVectors.scalarChecksums()
        #expect(golden.count > 700)
        for (first, expected) in golden {
            var checksum = Checksum()
            for scalar in (first..<first + 256).compactMap(Unicode.Scalar.init) {
                var text = "a"
                text.unicodeScalars.append(scalar)
                checksum.add(embedder.pieces(of: text + "b").dropFirst().dropLast())
            }
            #expect(checksum.value == expected, "from U+\(String(first, radix: 16))")
        }
    }

    @Test(arguments: EncoderKernels.all) func modelMakesTheSameVectorsAsItsReference(kernels: EncoderKernels) throws {
        let embedder = try InstalledModel.embedder().with(kernels)
        let texts = try GoldenVectors.texts().map(\.text)
        let expected = try GoldenVectors.vectors()
        #expect(expected.count == texts.count)
        // The portable ones take their time without optimisation.
        let some = Array(stride(from: 0, to: texts.count, by: kernels.name == "portable" ? 5 : 1))
        let found = try embedder.embed(some.map { texts[$0] })
        let cosines = zip(found, some).map { cosine($0, expected[$1]) }
        #expect(cosines.count == some.count)
        #expect((cosines.min() ?? 0) >= 0.999_999)
        #expect(found.allSatisfy { abs($0.reduce(0) { $0 + $1 * $1 } - 1) < 1e-5 })
    }

    @Test func modelMakesTheSameVectorAloneAndInABatch() throws {
        let embedder = try InstalledModel.embedder()
        let texts = Array(try GoldenVectors.texts().map(\.text).suffix(40))
        let together = try embedder.embed(texts)
        let backwards = Array(try embedder.embed(texts.reversed()).reversed())
        #expect(together.count == 40)
        for (index, text) in texts.enumerated() {
            let alone = try embedder.embed([text])[0]
            #expect(cosine(together[index], alone) > 0.999_999)
            #expect(cosine(backwards[index], alone) > 0.999_999)
        }
    }

    @Test func modelFindsWhatIsSaidInOtherWords() throws {
        let vectors = try InstalledModel.embedder().embed([
            "who paid for the repair of the bridge", "the cost of mending the viaduct was borne by the county",
            "the bishop preached about patience",
        ])
        #expect(cosine(vectors[0], vectors[1]) > cosine(vectors[0], vectors[2]) + 0.1)
    }

    @Test func modelCountsPiecesWithoutThoseOfItsOwn() throws {
        let embedder = try InstalledModel.embedder()
        #expect(embedder.countPieces(of: "") == PieceCount(total: 0, unknown: 0))
        #expect(embedder.countPieces(of: "unbelievableness") == PieceCount(total: 2, unknown: 0))
        #expect(embedder.countPieces(of: "ᚠᚢᚦ and") == PieceCount(total: 2, unknown: 1))
        let long = String(repeating: "word ", count: 1_000)
        #expect(embedder.countPieces(of: long[...]).total == 1_000)
        #expect(embedder.pieces(of: long).count == embedder.pieceLimit + 2)
    }
}

/// FNV-1a, as the script has it.
private struct Checksum {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ pieces: some Collection<UInt16>) {
        add(UInt8(truncatingIfNeeded: pieces.count))
        for piece in pieces {
            add(UInt8(piece & 0xFF))
            add(UInt8(piece >> 8))
        }
    }

    private mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
