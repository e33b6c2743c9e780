import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Damaged vectors")
struct VectorDamageTests {
    @Test func damagedVectorsAreDeletedAndComputedAgain() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try archive.archive.folder.write(Array("no database at all".utf8), to: "index/vectors.sqlite")
        for suffix in ["-wal", "-shm"] { unlink(archive.folder.vectors + suffix) }
        #expect(try archive.archive.find("heron") == ["heron.pdf"], "search by words does not need them")
        try archive.archive.write(["a new page"], to: "new.pdf")
        let model = StandInEmbedder()
        let run = try await archive.update(model)
        #expect(run.report.warnings.count == 1)
        #expect(model.texts.count == 5)
        #expect(run.report.warnings.first?.message.contains("computed again") == true)
        #expect(try archive.file().count == 5)
        let next = try await archive.update(model)
        #expect(next.report.warnings.isEmpty, "it is said once")
        #expect(model.texts.count == 5, "it is said once")
    }

    @Test(arguments: [
        "UPDATE vector SET chunks = zeroblob(length(chunks)) WHERE id = (SELECT max(id) FROM vector WHERE chunk_count > 0)",
        "UPDATE checksum SET value = value + 1 WHERE name = 'text_vector'",
    ])
    func damagedRowsOfVectorsAreFoundAndAllComputedAgain(damage: String) async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try alter(archive, damage)
        let found = try archive.index.verify()
        #expect(found.map(\.file) == [archive.folder.vectors])
        #expect(found.allSatisfy { $0.isRepairable })
        var options = IndexingOptions.forTests
        let model = StandInEmbedder()
        options.model = MeaningModel(model)
        _ = try await TestRun(archive.index.repair(options: options))
        #expect(model.texts.count == 4)
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.file().count == 4)
    }

    @Test func aDamagedFileOfVectorsIsMadeAgainFromTheRows() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        let whole = try Data(contentsOf: URL(fileURLWithPath: archive.folder.vectorFile))
        var altered = whole
        altered[300] ^= 1
        try archive.archive.folder.write(altered, to: "index/vectors")
        #expect(try archive.index.verify().map(\.file) == [archive.folder.vectorFile])
        try archive.archive.folder.write(whole.prefix(400), to: "index/vectors")
        let run = try await archive.update(model)
        #expect(run.report.warnings.count == 1)
        #expect(model.texts.count == 4)
        #expect(try Data(contentsOf: URL(fileURLWithPath: archive.folder.vectorFile)) == whole)
    }

    @Test func vectorsOfALaterReleaseAreLeftAlone() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try alter(
            archive, "PRAGMA user_version = 99", "INSERT INTO grdb_migrations (identifier) VALUES ('v99')")
        try archive.archive.write(["a new page"], to: "new.pdf")
        let run = try await archive.update(StandInEmbedder())
        #expect(run.report.new == 1)
        #expect(run.report.warnings.count == 1)
        #expect(FileStatus(path: archive.folder.vectors)?.byteCount ?? 0 > 0)
    }

    /// As a copy that is restored in place is for a moment.
    @Test func vectorsAreNotReadBehindTheEndOfAFileThatWasCut() async throws {
        let archive = try await MeaningArchive(pages: 400)
        let model = StandInEmbedder()
        try await archive.update(model)
        let index = ArchiveIndex(at: archive.folder.path, embedder: model)
        let book = try index.document("book.pdf")
        let question = SearchRequest("which keeper tells of the book")
        #expect(try index.search(question).usesMeaning)
        _ = try index.related(to: book)
        #expect(truncate(archive.folder.vectorFile, 0) == 0)
        let found = try index.search(question)
        #expect(!found.usesMeaning)
        #expect(found.hits.first?.document.path == "book.pdf")
        #expect(found.hints.count == 1)
        #expect(throws: DocSearchError.self) { try index.related(to: book) }
        try await archive.update(model)
        #expect(try index.search(question).usesMeaning, "the next run makes the file again")
    }

    @Test(arguments: ["vectors", "vectors.sqlite"], ["folder", "pipe", "link"])
    func damagedVectorsAreNoReasonToReadNothing(_ name: String, _ kind: String) async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        let path = archive.folder.path + "/" + name
        for suffix in ["", "-wal", "-shm"] { unlink(path + suffix) }
        switch kind {
        case "folder": #expect(mkdir(path, 0o700) == 0)
        case "pipe": #expect(mkfifo(path, 0o600) == 0)
        default: #expect(symlink("/etc/hostname", path) == 0)
        }
        try archive.archive.write(["a page on otters"], to: "new.pdf")
        let run = try await archive.update(StandInEmbedder())
        #expect(run.report.new == 1)
        #expect(run.report.warnings.count == 1, "\(run.report.warnings)")
        #expect(try archive.archive.find("otters") == ["new.pdf"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: "/etc/hostname")).count < 300)
    }

    @Test func vectorsOfAnotherIndexAreNotAsked() async throws {
        let (archive, other) = (try await MeaningArchive(), try await MeaningArchive())
        let model = StandInEmbedder()
        try await archive.update(model)
        try await other.update(model)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: other.folder.vectorFile))
        try archive.archive.folder.write(bytes, to: "index/vectors")
        let index = ArchiveIndex(at: archive.folder.path, embedder: model)
        #expect(try !index.search(SearchRequest("where does the heron fish")).usesMeaning)
        let heron = try index.document("heron.pdf")
        #expect(throws: DocSearchError.self) { try index.related(to: heron) }
        #expect(try index.verify().map(\.file) == [archive.folder.vectorFile])
        try await archive.update(model)
        #expect(try index.verify().isEmpty)
        #expect(try index.search(SearchRequest("where does the heron fish")).usesMeaning)
    }

    /// With what keeps the sums of tables.
    private func alter(_ archive: MeaningArchive, _ statements: String...) throws {
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let queue = try DatabaseQueue(path: archive.folder.vectors, configuration: configuration)
        try queue.writeWithoutTransaction { db in
            for statement in statements { try db.execute(sql: statement) }
        }
        try queue.close()
    }
}
