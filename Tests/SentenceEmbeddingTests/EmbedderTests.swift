import DocSearchTestSupport
import Glibc
import Testing

@testable import SentenceEmbedding

@Suite("Embedding")
struct EmbedderTests {
    private let sample: SampleModel

    init() throws { sample = try SampleModel() }

    @Test func embeddingOfNothingIsNothing() throws {
        #expect(try MiniLMEmbedder(folder: sample.model).embed([]).isEmpty)
    }

    @Test func embedderSaysWhenWeightsGiveNoVector() throws {
        let embedder = try MiniLMEmbedder(folder: sample.model)
        #expect(throws: EmbeddingError.noDirection) { _ = try embedder.embed(["bridge"]) }
    }

    @Test func embeddingEndsWhenItsTaskIsCancelled() async throws {
        let embedder = try MiniLMEmbedder(folder: sample.model)
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try embedder.embed(["bridge"])
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test func encoderTakesUnknownNumbersForUnknownPieces() throws {
        let file = try TensorFile(path: sample.model.path(of: ModelFolder.weights))
        let encoder = Encoder(weights: try EncoderWeights(file: file))
        let memory = try EncoderMemory(capacity: 4)
        // The zeros of this model have no direction; that it comes so far is the point.
        #expect(throws: EmbeddingError.noDirection) {
            _ = try encoder.vectors(of: [[101, 30_522, .max, 102]], in: memory)
        }
    }

    @Test func embedderAsksForLessMemoryWhenThereIsNotEnough() throws {
        var asked: [Int] = []
        let refusal = EmbeddingError.outOfMemory(bytes: 9)
        let memory = try Encoder.memory(for: [30, 200, 7, 256, 256, 256]) { capacity in
            asked.append(capacity)
            guard capacity <= 256 else { throw refusal }
            return try EncoderMemory(capacity: capacity)
        }
        #expect(asked == [512, 256])
        #expect(memory?.capacity == 256)
        #expect(throws: refusal) { _ = try Encoder.memory(for: [30]) { _ in throw refusal } }
    }

    @Test func encoderSaysWhenThereIsNoMemory() {
        let capacity = 1 << 40
        #expect(throws: EmbeddingError.self) { _ = try EncoderMemory(capacity: capacity) }
    }
}
