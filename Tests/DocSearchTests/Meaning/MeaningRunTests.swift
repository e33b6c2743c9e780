import DocSearchTestSupport
import Foundation
import GRDB
import SentenceEmbedding
import Synchronization
import Testing

@testable import DocSearch

@Suite("A run with a model")
struct MeaningRunTests {
    @Test func aRunWithAModelGivesEveryPageAVector() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        let run = try await archive.update(model)
        #expect(run.report.embedded == 4)
        #expect(run.report.meaningWaiting == 0)
        #expect(run.report.meaningOmitted == 1)
        #expect(run.report.warnings.isEmpty)
        let status = try #require(try archive.index.meaningStatus())
        #expect(status.model == "stand-in")
        #expect(status.embedded == 4)
        #expect(status.waiting == 0)
        #expect(status.omitted == ["no-letters": 1])
        let file = try archive.file()
        try file.check()
        #expect(file.count == 4)
        #expect(file.header.dimensions == 32)
        let bridge = try archive.index.document("bridge.pdf")
        #expect(file.chunks(ofDocument: bridge.id).map { file.pages[$0] } == [1, 2])
        let told = run.events.compactMap { if case .embedding(let pages) = $0 { pages } else { nil } }
        #expect(told == [5])
        let done = run.events.compactMap { if case .embedded(let pages) = $0 { pages } else { nil } }
        #expect(done.reduce(0, +) == 5)
    }

    /// Its vectors would be kept as those of the model, and would never be computed again.
    @Test(
        .enabled(
            if: ModelFolder.usual().has(.minilm), "the model is not on this machine; DOCSEARCH_MODEL names its folder")
    )
    func noVectorsAreMadeWithAnAlteredModel() async throws {
        let archive = try await MeaningArchive()
        let copy = try TemporaryFolder()
        let folder = ModelFolder(path: copy.path + "/model")
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        for name in ["model.safetensors", "vocab.txt"] {
            try FileManager.default.copyItem(
                atPath: URL(fileURLWithPath: ModelFolder.usual().path + "/" + name).resolvingSymlinksInPath().path,
                toPath: folder.path + "/" + name)
        }
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.path + "/model.safetensors"))
        try file.seek(toOffset: 60_000_000)
        try file.write(contentsOf: [0, 0, 0, 1])
        try file.close()
        let run = try await archive.archive.update { $0.model = MeaningModel(.minilm, folder: folder) }
        #expect(run.report.embedded == 0)
        #expect(run.report.meaningWaiting == 5)
        #expect(run.report.warnings.map(\.remedy) == [.installModelNamed("minilm")])
        #expect(run.report.warnings.allSatisfy { $0.message.contains("is altered") })
        #expect(try archive.index.meaningStatus()?.embedded ?? 0 == 0)
    }

    /// Copies share their texts, and some of these come up in a later round.
    @Test func pagesOfCopiesAreCountedAsEmbedded() async throws {
        let archive = try await MeaningArchive(pages: 40)
        let book = try Data(contentsOf: URL(fileURLWithPath: archive.archive.root + "/book.pdf"))
        try archive.archive.write(book, to: "again.pdf")
        let run = try await archive.update(StandInEmbedder())
        #expect(run.report.meaningWaiting == 0)
        #expect(run.report.warnings.isEmpty)
        let done = run.events.compactMap { if case .embedded(let pages) = $0 { pages } else { nil } }
        #expect(done.reduce(0, +) == 85)
        #expect(done.count > 1)
        #expect(try VectorStore(reading: archive.folder)?.value(.complete) != nil)
    }

    @Test func pagesThatTheModelCannotEmbedAreSaidAndWait() async throws {
        struct Failure: Error, CustomStringConvertible { var description: String { "It does not like birds." } }
        let archive = try await MeaningArchive()
        let model = StandInEmbedder { texts in
            if texts.contains(where: { $0.contains("heron") }) { throw Failure() }
        }
        let run = try await archive.update(model)
        #expect(run.report.embedded == 3)
        #expect(run.report.meaningWaiting == 1)
        #expect(run.report.warnings.map(\.message).allSatisfy { $0.contains("1 page: It does not like birds.") })
        #expect(run.report.warnings.count == 1)
        let next = try await archive.update(StandInEmbedder())
        #expect(next.report.embedded == 1)
        #expect(next.report.meaningWaiting == 0)
    }

    @Test(arguments: [(String(repeating: "m", count: 97), 32), ("", 32), ("wide", 5000)])
    func aModelThatNoIndexCanKeepIsRefused(_ name: String, _ dimensions: Int) async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder(modelID: name, dimensions: dimensions)
        let run = try await archive.update(model)
        #expect(run.report.warnings.count == 1)
        #expect(run.report.new == 3)
        #expect(model.texts.isEmpty)
    }

    @Test func theNewestDocumentsGetTheirVectorsFirst() async throws {
        let archive = try await MeaningArchive()
        try await archive.archive.update()
        try archive.archive.write(["the newest of all"], to: "aa-newest.pdf")
        let model = StandInEmbedder()
        try await archive.update(model)
        #expect(model.texts.first?.contains("newest") == true)
    }

    @Test func noVectorIsComputedTwice() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        let again = try await archive.update(model)
        #expect(model.texts.count == 4)
        #expect(again.report.embedded == 0)
        #expect(!again.report.hasChangedAnything)
        // Elsewhere, twice, and in an index that was made anew.
        try FileManager.default.moveItem(
            atPath: archive.archive.root + "/bridge.pdf", toPath: archive.archive.root + "/viaduct.pdf")
        try archive.archive.write([MeaningArchive.heron], to: "copy.pdf")
        try await archive.update(model)
        for suffix in ["", "-wal", "-shm"] { unlink(archive.folder.index + suffix) }
        try await archive.update(model)
        #expect(model.texts.count == 4)
        #expect(try archive.index.meaningStatus()?.embedded == 5)
        #expect(try archive.file().count == 5)
    }

    @Test func vectorsAreFoundAgainForAnotherFileOfTexts() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model)
        for file in [archive.folder.index, archive.folder.pages] {
            for suffix in ["", "-wal", "-shm"] { unlink(file + suffix) }
        }
        try await archive.update(model)
        #expect(model.texts.count == 4)
        #expect(try archive.file().count == 4)
    }

    @Test func aRunMakesNoVectorsWhenAskedNotTo() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder()
        try await archive.update(model) { $0.meaning = .never }
        #expect(model.texts.isEmpty)
        #expect(FileStatus(path: archive.folder.vectors) == nil)
        #expect(try archive.index.meaningStatus() == nil)
    }

    @Test func aRunThatMakesOnlyVectorsReadsNothing() async throws {
        let archive = try await MeaningArchive()
        try await archive.archive.update()
        try archive.archive.write(["a page that is not read"], to: "unread.pdf")
        let model = StandInEmbedder()
        let run = try await archive.update(model, []) { $0.meaning = .only }
        #expect(run.report.embedded == 4)
        #expect(run.report.bundles == 0)
        #expect(run.report.new == 0)
        #expect(try archive.archive.find("unread").isEmpty)
        #expect(try archive.file().count == 4)
        await #expect(throws: DocSearchError.noModel) {
            try await archive.archive.update([]) { $0.meaning = .only }
        }
    }

    @Test func vectorsOfDifferentModelsAreKeptApart() async throws {
        let archive = try await MeaningArchive()
        let (first, second) = (StandInEmbedder(), StandInEmbedder(modelID: "other", dimensions: 16))
        try await archive.update(first)
        try await archive.update(second)
        #expect(try archive.file().header.model == "other")
        #expect(try archive.file().header.dimensions == 16)
        #expect(second.texts.count == 4)
        try await archive.update(first)
        #expect(first.texts.count == 4, "the rows of the first one were kept")
        #expect(try archive.file().header.model == "stand-in")
    }

    @Test func theFileOfVectorsIsMadeAgainWhenDocumentsChange() async throws {
        let archive = try await MeaningArchive()
        try await archive.update(StandInEmbedder())
        try archive.archive.remove("heron.pdf")
        // Without a model as well.
        try await archive.archive.update { $0.pruneLimit = 1 }
        #expect(try archive.file().count == 3)
    }

    @Test func fewerTextsAreEmbeddedAtOnceWhenMemoryIsShort() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder { texts in
            if texts.count > 1 { throw EmbeddingError.outOfMemory(bytes: 1 << 40) }
        }
        let run = try await archive.update(model)
        #expect(run.report.embedded == 4)
        #expect(run.report.warnings.isEmpty)
    }

    @Test func pagesThatMemoryDoesNotSufficeToEmbedAreLeftToTheNextRun() async throws {
        let archive = try await MeaningArchive()
        let model = StandInEmbedder { texts in
            if texts.contains(where: { $0.contains("heron") }) { throw EmbeddingError.outOfMemory(bytes: 1 << 40) }
        }
        let run = try await archive.update(model)
        #expect(run.report.embedded == 3)
        #expect(run.report.meaningWaiting == 1)
        #expect(run.report.warnings.count == 1)
        let next = try await archive.update(StandInEmbedder())
        #expect(next.report.embedded == 1)
        #expect(next.report.meaningWaiting == 0)
    }

    @Test func aRunIndexesAllTheSameWhenTheModelFails() async throws {
        struct Failure: Error {}
        let archive = try await MeaningArchive()
        let run = try await archive.update(StandInEmbedder { _ in throw Failure() })
        #expect(run.report.warnings.count == 1)
        #expect(run.report.new == 3)
        #expect(try archive.archive.find("heron") == ["heron.pdf"])
    }

    @Test func makingVectorsIsStoppedAndGoesOnLater() async throws {
        let archive = try await MeaningArchive(pages: 60)
        let stopped = Mutex(false)
        let model = StandInEmbedder { _ in usleep(20_000) }
        var options = IndexingOptions.forTests
        options.model = MeaningModel(model)
        for try await event in archive.index.update([archive.archive.root], options: options) {
            if case .embedded = event {
                stopped.withLock { $0 = true }
                break
            }
        }
        #expect(stopped.withLock { $0 })
        // The run notices the end of the iteration by itself; the next one waits for its lock.
        let rest = try await archive.whenFree { try await archive.update(model) }
        #expect(rest.report.meaningWaiting == 0)
        #expect(Set(model.texts).count == model.texts.count, "no text was given twice")
        #expect(try archive.file().count == 64)
    }
}
