import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Vectors of forgotten documents")
struct ForgottenVectorTests {
    @Test func vectorsOfForgottenDocumentsAreNowhereAfterwards() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        let secret = try canary()
        #expect(try !places(of: secret, archive).isEmpty)
        try archive.index.forget([archive.index.document("heron.pdf")])
        #expect(try places(of: secret, archive) == [])
        #expect(try archive.file().count == 3)
        #expect(try archive.index.meaningStatus()?.waiting == 0)
        // The others are not computed again.
        try archive.archive.remove("heron.pdf")
        try await archive.update(model) { $0.pruneLimit = 1 }
        #expect(model.texts.count == 4)
    }

    @Test func forgottenVectorsStayWhereAnotherDocumentSaysTheSame() async throws {
        let archive = try await MeaningArchive()
        try archive.archive.write([MeaningArchive.heron, "And another page."], to: "birds.pdf")
        try await archive.update(StandInEmbedder())
        try archive.index.forget([archive.index.document("heron.pdf")])
        let birds = try archive.index.document("birds.pdf")
        #expect(try archive.file().chunks(ofDocument: birds.id).count == 2)
    }

    @Test func forgottenVectorsAreKnownByTheirTextsInAnotherFileOfTexts() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        for file in [archive.folder.index, archive.folder.pages] {
            for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
        }
        try await archive.archive.update { $0.meaning = .never }
        let secret = try canary()
        #expect(try places(of: secret, archive) == ["vectors", "vectors.sqlite"])
        try archive.index.forget([archive.index.document("heron.pdf")])
        #expect(try places(of: secret, archive) == [])
        try archive.archive.remove("heron.pdf")
        try await archive.update(model) { $0.pruneLimit = 1 }
        #expect(model.texts.count == 4)
    }

    @Test func vectorsGoWhenTheIndexIsReset() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try archive.index.reset()
        let names = try FileManager.default.contentsOfDirectory(atPath: archive.folder.path)
        #expect(!names.contains { $0.hasPrefix("vectors") })
    }

    @Test func forgettingRemovesADamagedFileOfVectors() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try archive.archive.folder.write(Array("no database at all".utf8), to: "index/vectors.sqlite")
        try archive.index.forget([archive.index.document("heron.pdf")])
        let names = try FileManager.default.contentsOfDirectory(atPath: archive.folder.path)
        #expect(!names.contains { $0.hasPrefix("vectors") })
    }

    /// The numbers of the vector of one page, as the files have them.
    private func canary() throws -> Data {
        let vector = try StandInEmbedder().embed([MeaningArchive.heron])[0]
        let largest = vector.reduce(0) { max($0, abs($1)) }
        return Data(vector.map { UInt8(bitPattern: Int8(($0 / largest * 127).rounded())) })
    }

    /// Files of the index that have these bytes.
    private func places(of bytes: Data, _ archive: MeaningArchive) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: archive.folder.path).filter { name in
            let file = try Data(contentsOf: URL(fileURLWithPath: archive.folder.path + "/" + name))
            return file.range(of: bytes) != nil
        }.sorted()
    }
}
