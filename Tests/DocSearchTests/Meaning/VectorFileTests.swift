import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("The file of vectors")
struct VectorFileTests {
    private let folder: TemporaryFolder
    private let index: IndexFolder

    init() throws {
        folder = try TemporaryFolder()
        index = IndexFolder(path: folder.path)
    }

    @Test func theFileOfVectorsIsNotThereBeforeItIsWritten() throws { #expect(try VectorFile.open(index) == nil) }

    @Test(arguments: [0, 1, 3, 40_000]) func theFileOfVectorsHasWhatWasAppended(count: Int) throws {
        let chunks = Self.chunks(count)
        try write(chunks)
        let file = try #require(try VectorFile.open(index))
        try file.check()
        #expect(file.header.model == "sample-model")
        #expect(file.header.chunking == 7)
        #expect(file.header.generation == UInt64.max - 3)
        #expect(file.count == count)
        #expect(file.header.dimensions == 5)
        #expect(file.values.count == 5 * count)
        for position in stride(from: 0, to: count, by: max(1, count / 100)) {
            #expect(file.chunk(at: position) == chunks[position])
            #expect(file.scales[position] == Float(position) / 8)
            #expect(Array(file.values[5 * position..<5 * position + 5]) == Self.values(position))
        }
    }

    @Test func theFileOfVectorsKnowsTheChunksOfADocument() throws {
        try write(Self.chunks(10))
        let file = try #require(try VectorFile.open(index))
        // Three chunks a document: 10, 20, 30 and a single one of 40.
        #expect(file.chunks(ofDocument: 20) == 3..<6)
        #expect(file.chunks(ofDocument: 40) == 9..<10)
        #expect([0, 15, 41, Int64.max - 1].allSatisfy { file.chunks(ofDocument: $0).isEmpty })
    }

    @Test func theFileOfVectorsStaysWhenTheNewOneFails() throws {
        try write(Self.chunks(2))
        #expect(throws: CancellationError.self) {
            try VectorFileWriter.replace(Self.header, in: index, mode: 0o600) { _ in throw CancellationError() }
        }
        #expect(try VectorFile.open(index)?.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["vectors"])
    }

    @Test func aFileOfVectorsIsRefusedWhateverByteIsMissing() throws {
        try write(Self.chunks(4))
        let whole = try Data(contentsOf: URL(fileURLWithPath: index.vectorFile))
        for length in 0..<whole.count {
            try folder.write(whole.prefix(length), to: "vectors")
            #expect(throws: VectorFileError.self) { _ = try VectorFile.open(index) }
        }
    }

    @Test func aFileOfVectorsIsRefusedWhateverBitIsFlipped() throws {
        try write(Self.chunks(4))
        let whole = try Data(contentsOf: URL(fileURLWithPath: index.vectorFile))
        var generator = SeededGenerator(seed: 11)
        var harmless = 0
        for place in whole.indices {
            var bytes = whole
            bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            try folder.write(bytes, to: "vectors")
            do {
                let file = try #require(try VectorFile.open(index))
                // Whatever it says, it is read within its bounds.
                for position in 0..<file.count { _ = file.chunk(at: position) }
                try file.check()
                harmless += 1
            } catch is VectorFileError {}
        }
        // Between two parts are bytes that nothing is in.
        #expect(harmless < 64 * 6)
    }

    @Test func aFileOfVectorsThatALaterReleaseHasWrittenIsRefused() throws {
        var bytes = Self.header.bytes
        bytes[8] = 2
        let sum = bytes[..<252].withUnsafeBytes { VectorFileHeader.checksum(of: $0) }
        withUnsafeBytes(of: sum.littleEndian) { bytes.replaceSubrange(252..<256, with: $0) }
        try folder.write(bytes, to: "vectors")
        #expect(throws: VectorFileError(path: index.vectorFile, reason: .otherVersion(2))) {
            _ = try VectorFile.open(index)
        }
    }

    private static let header = VectorFileHeader(
        model: "sample-model", chunking: 7, dimensions: 5, count: 0, generation: .max - 3, checksums: [])

    private static func chunks(_ count: Int) -> [VectorChunk] {
        (0..<count).map {
            VectorChunk(document: Int64($0 / 3 + 1) * 10, text: Int64($0) << 33, page: $0 % 3, start: $0, end: $0 + 9)
        }
    }

    private static func values(_ position: Int) -> [Int8] { (0..<5).map { Int8(truncatingIfNeeded: position &+ $0) } }

    private func write(_ chunks: [VectorChunk]) throws {
        try VectorFileWriter.replace(Self.header, in: index, mode: 0o600) { writer in
            for (position, chunk) in chunks.enumerated() {
                try writer.append(chunk, scale: Float(position) / 8, values: Self.values(position))
            }
        }
    }
}
