import DocSearchTestSupport
import SentenceEmbedding
import Testing

@testable import DocSearch

@Suite("Comparing vectors")
struct VectorScanTests {
    private static let dimensions = 16

    /// Documents 10, 20, 30 and so on, of 1 to 5 chunks, each chunk a page.
    private static func file(
        _ documents: Int, _ generator: inout SeededGenerator, in folder: TemporaryFolder
    ) throws -> (file: VectorFile, vectors: [(document: Int64, page: Int, vector: [Float])]) {
        var vectors: [(document: Int64, page: Int, vector: [Float])] = []
        for document in 1...documents {
            for page in 1...Int.random(in: 1...5, using: &generator) {
                vectors.append((Int64(10 * document), page, vector(&generator)))
            }
        }
        let header = VectorFileHeader(
            model: "m", chunking: 1, dimensions: dimensions, count: 0, generation: 0, checksums: [])
        let index = IndexFolder(path: folder.path)
        try VectorFileWriter.replace(header, in: index, mode: 0o600) { writer in
            for entry in vectors {
                let quantized = try QuantizedVector(entry.vector)
                try writer.append(
                    VectorChunk(
                        document: entry.document, text: entry.document + Int64(entry.page), page: entry.page, start: 0,
                        end: 9), scale: quantized.scale, values: quantized.values)
            }
        }
        return (try #require(try VectorFile.open(index)), vectors)
    }

    private static func vector(_ generator: inout SeededGenerator) -> [Float] {
        let numbers = (0..<dimensions).map { _ in Float.random(in: -1...1, using: &generator) }
        let length = numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return numbers.map { $0 / length }
    }

    /// Compared with the same done one by one in floats: documents in order, and among them only those that may answer.
    @Test(arguments: 0..<12) func scanningVectorsGivesWhatAFullComparisonGives(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let folder = try TemporaryFolder()
        let (file, vectors) = try Self.file(seed == 0 ? 20_000 : 300, &generator, in: folder)
        let question = Self.vector(&generator)
        let ids = Set(vectors.map(\.document)).sorted()
        let allowed: [Int64]? =
            switch seed % 4 {
            case 0: nil
            case 1: ids.filter { _ in Bool.random(using: &generator) } + [1_000_000]
            case 2: [5] + ids.shuffled(using: &generator).prefix(3).sorted()
            default: []
            }
        let search = MeaningSearch(vectors: file) { document, page in document + Int64(page) }
        let found = try search.documents(near: question, among: allowed, limit: 10, floor: -1)
        #expect(found.isComplete)
        var best: [Int64: Double] = [:]
        for entry in vectors where allowed?.contains(entry.document) ?? true {
            let product = Double(zip(entry.vector, question).reduce(0) { $0 + $1.0 * $1.1 })
            best[entry.document] = max(best[entry.document] ?? -2, product)
        }
        let wanted = best.sorted { $0.value > $1.value }.prefix(10)
        #expect(found.found.count == wanted.count)
        for (document, expected) in zip(found.found, wanted) {
            #expect(abs(document.similarity - expected.value) < 0.02)
            #expect(abs((best[document.id] ?? -2) - expected.value) < 0.02, "another document, and not as near")
        }
    }

    @Test func scanningVectorsLooksAtTheTimeBetweenPieces() throws {
        var generator = SeededGenerator(seed: 3)
        let folder = try TemporaryFolder()
        let (file, _) = try Self.file(30, &generator, in: folder)
        let search = MeaningSearch(vectors: file) { document, page in document + Int64(page) }
        let found = try search.documents(
            near: Self.vector(&generator), among: nil, limit: 10, floor: -1, isOver: { true })
        #expect(!found.isComplete)
        #expect(found.found.isEmpty)
    }

    /// The mean of a document's vectors is scaled to length 1; the similarity is that before.
    @Test func similarityOfAMeanIsTakenAboveWhatAllVectorsShare() throws {
        var generator = SeededGenerator(seed: 5)
        let folder = try TemporaryFolder()
        let (file, vectors) = try Self.file(1, &generator, in: folder)
        let question = Self.vector(&generator)
        let cosines = vectors.map { entry in zip(entry.vector, question).reduce(Float(0)) { $0 + $1.0 * $1.1 } }
        let cosine = Double(try #require(cosines.max()))
        func similarity(length: Double, unrelated: Double) throws -> Double {
            var search = MeaningSearch(vectors: file) { document, page in document + Int64(page) }
            search.unrelatedCosine = unrelated
            search.askedLength = length
            let found = try search.documents(near: question, among: nil, limit: 1, floor: -9).found
            return try #require(found.first).similarity
        }
        let plain = try similarity(length: 0.9, unrelated: 0)
        #expect(abs(plain - cosine) < 0.02)
        let scaled = try similarity(length: 1, unrelated: 0.5)
        #expect(abs(scaled - (cosine - 0.5) / 0.5) < 0.05)
        let mean = try similarity(length: 0.9, unrelated: 0.5)
        let expected = min(1, (cosine * 0.9 - 0.5) / (0.31 * 0.5).squareRoot())
        #expect(abs(mean - expected) < 0.05)
    }

    @Test func scanningVectorsPassesOverTextsThatAreGone() throws {
        var generator = SeededGenerator(seed: 4)
        let folder = try TemporaryFolder()
        let (file, _) = try Self.file(30, &generator, in: folder)
        let search = MeaningSearch(vectors: file) { document, page in document == 50 ? 1 : document + Int64(page) }
        let found = try search.documents(near: Self.vector(&generator), among: nil, limit: 100, floor: -1).found
        #expect(found.count == 29)
        #expect(!found.contains { $0.id == 50 })
    }
}
