import DocSearchTestSupport
import Testing

@testable import SentenceEmbedding

@Suite("Quantised vectors")
struct QuantizedVectorTests {
    @Test func quantizedVectorsAreNearToTheirVectors() throws {
        var generator = SeededGenerator(seed: 18)
        for _ in 0..<50 {
            let vector = (0..<384).map { _ in Float.random(in: -0.2...0.2, using: &generator) }
            let quantized = try QuantizedVector(vector)
            #expect(quantized.values.map { abs(Int($0)) }.max() == 127)
            for (found, number) in zip(quantized.floats, vector) {
                #expect(abs(found - number) <= quantized.scale * 0.500_01)
            }
            #expect(cosine(quantized.floats, vector) > 0.999_9)
        }
    }

    private static let scales: [([Float], Float, [Int8])] = [
        ([], 0, []), ([0, -0.0], 0, [0, 0]), ([2], 2.0 / 127, [127]), ([-1, 0.5, 1], 1.0 / 127, [-127, 64, 127]),
        ([.leastNonzeroMagnitude, -.leastNonzeroMagnitude], 0, [127, -127]), ([3.4e38, 1], 3.4e38 / 127, [127, 0]),
    ]

    @Test(arguments: scales) func quantizedVectorsHaveOneScale(vector: [Float], scale: Float, values: [Int8]) throws {
        #expect(try QuantizedVector(vector) == QuantizedVector(scale: scale, values: values))
    }

    @Test(arguments: [Float.nan, .infinity, -.infinity]) func quantizedVectorsAreNotMadeOfWhatIsNoNumber(number: Float)
    {
        #expect(throws: EmbeddingError.noDirection) { _ = try QuantizedVector([1, number]) }
    }

    @Test func quantizedVectorsMultiplyWithManyAtOnce() throws {
        var generator = SeededGenerator(seed: 19)
        func vector() throws -> [Float] { (0..<384).map { _ in Float.random(in: -1...1, using: &generator) } }
        let query = try vector()
        let others = try (0..<20).map { _ in try vector() }
        let (quantized, rows) = (try QuantizedVector(query), try others.map(QuantizedVector.init))
        var products = [Int32](repeating: 0, count: 21)
        rows.flatMap(\.values).withUnsafeBufferPointer { vectors in
            products.withUnsafeMutableBufferPointer { quantized.multiply(with: vectors, into: $0) }
        }
        for (index, other) in others.enumerated() {
            let exact = zip(query, other).reduce(0) { $0 + $1.0 * $1.1 }
            #expect(abs(Float(products[index]) * quantized.scale * rows[index].scale - exact) < 0.5)
        }
        #expect(products[20] == 0)
    }
}
