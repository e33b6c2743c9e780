import DocSearchTestSupport
import Foundation
import GRDB
import SentenceEmbedding
import Testing

@testable import DocSearch

/// A text must never have the vectors of another one, whatever files are put beside one another.
@Suite("Vectors belong to their texts")
struct VectorNumberTests {
    private static let files = ["pages.sqlite", "index.sqlite"]

    /// Copies files of an index that no program has open.
    private static func copy(_ names: [String], from folder: String, to other: String) throws {
        try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
        for name in names.flatMap({ [$0, $0 + "-wal", $0 + "-shm"] }) {
            let (source, target) = (folder + "/" + name, other + "/" + name)
            if FileManager.default.fileExists(atPath: target) { try FileManager.default.removeItem(atPath: target) }
            guard FileManager.default.fileExists(atPath: source) else { continue }
            try FileManager.default.copyItem(atPath: source, toPath: target)
        }
    }

    @Test(arguments: [files, ["pages.sqlite"]])
    func vectorsBelongToTheirTextsBesideOlderFilesToo(_ restored: [String]) async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        let backup = archive.archive.folder.path + "/backup"
        try Self.copy(restored, from: archive.folder.path, to: backup)
        try archive.archive.write(["Otters swim in the mill race."], to: "later.pdf")
        try await archive.update(StandInEmbedder())
        try Self.copy(restored, from: backup, to: archive.folder.path)
        if restored.count == 1 {
            for suffix in ["", "-wal", "-shm"] { unlink(archive.folder.index + suffix) }
        }
        try archive.archive.remove("later.pdf")
        try archive.archive.write(["The organ of the chapel was tuned in March."], to: "other.pdf")
        let model = StandInEmbedder()
        try await archive.update(model) { $0.pruneLimit = 1 }
        #expect(model.texts == ["The organ of the chapel was tuned in March."])
        #expect(try archive.index.verify().isEmpty)
        let request = SearchRequest("chapel organ tuned lately")
        let found = try ArchiveIndex(at: archive.folder.path, embedder: model).search(request)
        #expect(found.usesMeaning)
        #expect(found.hits.first?.document.path == "other.pdf")
        #expect(found.hits.first?.ranks?.meaning == 1)
    }

    @Test func vectorsAreComparedWithTheirTextsByTheCheckOfTheIndex() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        let before = try Data(contentsOf: URL(fileURLWithPath: archive.folder.vectorFile))
        let queue = try archive.archive.database("vectors.sqlite")
        try await queue.write { db in
            let rows = try Row.fetchAll(db, sql: "SELECT text_id, vector_id FROM text_vector ORDER BY text_id LIMIT 2")
            let (one, other): (Int64, Int64) = (rows[0]["text_id"], rows[1]["text_id"])
            let (first, second): (Int64, Int64) = (rows[0]["vector_id"], rows[1]["vector_id"])
            for (text, vector) in [(one, second), (other, first)] {
                try db.execute(
                    sql: "UPDATE text_vector SET vector_id = ? WHERE text_id = ?", arguments: [vector, text])
            }
        }
        try queue.close()
        let damage = try archive.index.verify()
        #expect(damage.map(\.file) == [archive.folder.vectors])
        #expect(damage.first?.reason.contains("2 texts with vectors of another one") == true)
        var options = IndexingOptions.forTests
        options.model = MeaningModel(model)
        _ = try await TestRun(archive.index.repair(options: options))
        #expect(try archive.index.verify().isEmpty)
        #expect(model.texts.count == 8, "all are computed again")
        let after = try VectorFile.open(archive.folder)
        #expect(after?.count == 4)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: archive.folder.vectorFile))
        #expect(bytes.count == before.count)
    }

    @Test func theFileOfVectorsGoesWithTheTextsThatItKnows() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        for name in ["pages.sqlite", "vectors.sqlite"] {
            for suffix in ["", "-wal", "-shm"] { unlink(archive.folder.path + "/" + name + suffix) }
        }
        try await archive.archive.update { $0.meaning = .never }
        #expect(FileStatus(path: archive.folder.vectorFile) == nil)
    }

    @Test func damageToVectorsHidesNoDamageToTexts() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        try archive.archive.folder.write(Array("DSVECTOR".utf8), to: "index/vectors")
        try archive.archive.flipBit("pages.sqlite", "text", ofTable: "page_text", where: "id = 1")
        let damage = try archive.index.verify()
        #expect(Set(damage.map(\.file)) == [archive.folder.vectorFile, archive.folder.pages])
        var options = IndexingOptions.forTests
        options.model = MeaningModel(model)
        _ = try await TestRun(archive.index.repair(options: options))
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func damagedVectorsAreFoundByTheCheckOfEachDay() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        var file = try Data(contentsOf: URL(fileURLWithPath: archive.folder.vectorFile))
        file[file.count - 1] ^= 1
        try archive.archive.folder.write(file, to: "index/vectors")
        let stores = try IndexStores(writing: archive.folder)
        defer { stores.close() }
        let check = try DailyCheck(
            stores, stop: StopFlag(after: nil), now: Date(timeIntervalSinceNow: Double(DailyCheck.cycle) * 86_400))
        #expect { _ = try check.run() } throws: { error in
            (error as? DocSearchError)?.damagedFile == archive.folder.vectorFile
        }
    }
}
