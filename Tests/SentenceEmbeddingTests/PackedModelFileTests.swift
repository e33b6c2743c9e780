import DocSearchTestSupport
import Foundation
import Testing

@testable import SentenceEmbedding

@Suite("A packed model's file")
struct PackedModelFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func packedModelIsOpenedInTheFormOfTheModel() throws {
        let embedder = try E5Embedder(folder: SamplePackedModel().write(to: folder))
        #expect(embedder.dimensions == 384)
        #expect(embedder.modelID == "multilingual-e5-small-q4-1571fc98")
        #expect(embedder.languages?.contains("th") == true)
        // Its weights are zeros.
        #expect(throws: EmbeddingError.noDirection) { _ = try embedder.embed(["bridge"]) }
        #expect(throws: EmbeddingError.noDirection) { _ = try embedder.embed(question: "bridge") }
        #expect(try embedder.likeness(of: ["bridge", ""], to: "bridge") == [0, 0])
    }

    typealias Change = @Sendable (inout SamplePackedModel) -> Void

    private static let changes: [(reason: String, change: Change)] = [
        ("begin", { $0.version = 2 }), ("shape", { $0.shape[0] = 768 }), ("shape", { $0.shape[1] = 6 }),
        ("shape", { $0.shape[4] = .max }), ("shape", { $0.shape[7] = 0 }), ("16 pieces", { $0.shape[4] = 4 }),
        ("marks", { $0.marks[3] = 16 }), ("marks", { $0.marks[0] = .max }), ("overlap", { $0.pieces[6].text = "" }),
        ("overlap", { $0.lastEnd = 3 }), ("overlap", { $0.lastEnd = .max }),
        ("overlap", { $0.pieces[6].text = String(repeating: "x", count: 256) }),
        ("score", { $0.pieces[6].score = .nan }), ("score", { $0.pieces[6].score = -.infinity }),
        ("characters", { $0.replacements[1].text = [0xD800] }), ("characters", { $0.replacements[1].character = 9 }),
        ("characters", { $0.replacementBytes = 4 }), ("characters", { $0.replacementBytes = .max }),
        ("emb.pos", { $0.tensors.remove(at: 1) }), ("emb.pos", { $0.tensors[1].count -= 1 }),
        ("emb.pos", { $0.tensors[1].type = 1 }), ("emb.pos", { $0.tensors[1].type = 2 }),
        ("emb.pos", { $0.tensors[1].shift = 2 }), ("emb.pos", { $0.tensors[2].name = "emb.pos" }),
        ("emb.word", { $0.tensors[0].count = 19 * 384 }), ("emb.word", { $0.tensors[0].count -= 1 }),
        ("cut short", { $0.tensors[0].shift = 1 << 40 }),
        ("l11.oln.b", { $0.tensors[$0.tensors.count - 1].name = "x" }),
    ]

    @Test(arguments: changes.indices) func packedModelIsRefusedByNameWhereItIsDamaged(number: Int) throws {
        let (reason, change) = Self.changes[number]
        var sample = SamplePackedModel()
        change(&sample)
        let model = try sample.write(to: folder)
        do {
            _ = try E5Embedder(folder: model)
            Issue.record("accepted: \(reason)")
        } catch let error as ModelFileError {
            #expect(error.path.hasSuffix("e5-small-q4.bin"))
            #expect("\(error)".contains(reason), "\(error)")
        }
    }

    /// They would take a time that grows with the square of their number.
    @Test func packedModelIsRefusedWithTooManyEqualPieces() throws {
        var sample = SamplePackedModel()
        sample.shape[4] = 5_000
        sample.pieces += Array(repeating: ("same", -5), count: 4_000)
        sample.tensors[0].count = 5_000 * 384
        let model = try sample.write(to: folder)
        #expect(throws: ModelFileError.self) { _ = try E5Embedder(folder: model) }
    }

    @Test func packedModelIsRefusedWhereItIsCutShortOrTooLong() throws {
        let model = try SamplePackedModel().write(to: folder)
        let path = model.path(of: EmbeddingModel.e5Small.files[0])
        let size = try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        for (length, reason) in [
            (size + 100, "too long"), (size - 100, "cut short"), (3, "cut short"), (0, "cut short"),
        ] {
            #expect(truncate(path, length) == 0)
            do {
                _ = try E5Embedder(folder: model)
                Issue.record("accepted with \(length) bytes")
            } catch let error as ModelFileError {
                #expect("\(error)".contains(reason), "\(error)")
            }
        }
    }

    /// What is changed may still be a model.
    @Test func packedModelWithAnyBytesChangedIsOpenedOrRefused() throws {
        let whole = SamplePackedModel()
        let head = whole.head
        let model = try whole.write(to: folder)
        let path = model.path(of: EmbeddingModel.e5Small.files[0])
        var generator = SeededGenerator(seed: 45)
        let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        defer { handle.closeFile() }
        for _ in 0..<500 {
            let offset = Int.random(in: 0..<head.count, using: &generator)
            let length = Int.random(in: 1...8, using: &generator)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            try handle.seek(toOffset: UInt64(offset))
            handle.write(Data(bytes))
            do {
                let embedder = try E5Embedder(folder: model)
                _ = embedder.countPieces(of: "A bridge\tover 水 ﬁ \u{65}\u{301}")
                _ = try embedder.likeness(of: ["bridge"], to: "水")
            } catch is ModelFileError {}
            try handle.seek(toOffset: UInt64(offset))
            handle.write(Data(head[offset..<min(head.count, offset + length)]))
            if offset + length > head.count { handle.write(Data(repeating: 0, count: offset + length - head.count)) }
        }
        _ = try E5Embedder(folder: model)
    }
}
