import DocSearchTestSupport
import Foundation
import SentenceEmbedding
import Synchronization
import Testing

@testable import DocSearch

/// With a model of the tests' own, so that what is near to what is known.
@Suite("Finding by meaning")
struct MeaningSearchTests {
    private static let question = "who paid for mending the bridge"

    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        let other = "the harbour ledger lists coal and timber that arrived in spring"
        try archive.write(
            [
                TestDocument("said", pages: [other, "the expense of the viaduct repair was borne by the county"]),
                TestDocument("words", pages: ["the bridge had a keeper with a lantern and a dog that barked at night"]),
                TestDocument("ledger", pages: [other], tags: ["closed"]),
                TestDocument("ship", pages: ["a schooner and its surgeon"], date: "1931"),
                TestDocument("later", pages: ["repair of a crossing at great cost"], tags: ["closed"], date: "1950"),
            ], to: "all.zip")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        return archive
    }

    private static func search(
        _ archive: TestArchive, asking query: String = question, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> SearchResults {
        var request = SearchRequest(query)
        change(&request)
        return try archive.index(with: TopicEmbedder()).search(request)
    }

    private static func names(_ results: SearchResults) -> [String] { results.hits.map(\.document.title) }

    @Test func meaningFindsThePageThatHasNoneOfTheWords() async throws {
        let archive = try await Self.archive()
        let results = try Self.search(archive)
        #expect(results.usesMeaning)
        let hit = try #require(results.hits.first { $0.document.title == "said" })
        #expect(hit.isByMeaning)
        #expect(!hit.hasAllWords)
        #expect(hit.pages.map(\.page) == [2])
        #expect(hit.pages[0].isByMeaning)
        #expect(hit.pages[0].marks.isEmpty)
        #expect(hit.pages[0].snippet == "the expense of the viaduct repair was borne by the county")
        #expect(hit.ranks?.meaning == 1)
        #expect(hit.ranks?.words == nil)
        #expect(!Self.names(results).contains("ledger"), "what has nothing to do with it is no answer")
    }

    @Test func hitsThatOnlyMeaningFoundAreCounted() async throws {
        let archive = try await Self.archive()
        let results = try Self.search(archive)
        #expect(results.total == results.hits.count)
        #expect(results.totalByMeaning == results.hits.count { $0.isByMeaning })
        #expect(try Self.search(archive) { $0.countsFacets = true }.facets?.tags.map(\.name) == ["closed"])
    }

    @Test(arguments: ["off", "sort", "match"]) func meaningIsLeftOutWhereTheRequestHasNoPlaceForIt(_ reason: String)
        async throws
    {
        let archive = try await Self.archive()
        let results = try Self.search(archive) { request in
            switch reason {
            case "off": request.meaning = .off
            case "sort": request.sort = .date
            default: request.match = .all
            }
        }
        #expect(!results.usesMeaning)
        #expect(results.hints.isEmpty)
        #expect(!Self.names(results).contains("said"))
    }

    @Test(arguments: [
        "mending bridge", "\"mending the bridge\" paid", "bridge mending 1931 12/4", "title:mending bridge paid",
        "Bridge Mending Paid", "mend* bridge paid", "mending OR bridge OR paid", "=mending bridge paid",
    ]) func meaningIsNotAskedOfNamesNumbersPhrasesAndFields(_ query: String) async throws {
        let archive = try await Self.archive()
        #expect(try !Self.search(archive, asking: query).usesMeaning)
        #expect(try Self.search(archive, asking: query) { $0.meaning = .on }.usesMeaning)
    }

    @Test func findingByMeaningKeepsToFilters() async throws {
        let archive = try await Self.archive()
        #expect(try Self.names(Self.search(archive) { $0.filter = "tag:closed" }) == ["later"])
        #expect(try Self.names(Self.search(archive, asking: Self.question + " 1940..1960")) == ["later"])
        #expect(try !Self.names(Self.search(archive, asking: Self.question + " -tag:closed")).contains("later"))
        #expect(try !Self.names(Self.search(archive, asking: Self.question + " -county")).contains("said"))
        #expect(try Self.names(Self.search(archive) { $0.roots = ["archive"] }).contains("said"))
    }

    @Test func findingByMeaningTellsNothingOfWhatMayNotBeSeen() async throws {
        let archive = try await Self.archive()
        let open = try Self.search(archive) { $0.access = "-tag:closed" }
        #expect(!Self.names(open).contains("later"))
        let alone = try TestArchive()
        try alone.write(
            [
                TestDocument("said", pages: ["x", "the expense of the viaduct repair was borne by the county"]),
                TestDocument("words", pages: ["the bridge had a keeper with a lantern and a dog that barked at night"]),
                TestDocument("ship", pages: ["a schooner and its surgeon"], date: "1931"),
            ], to: "all.zip")
        try await alone.update()
        try alone.writeVectors(by: TopicEmbedder())
        let without = try Self.search(alone) { $0.access = "-tag:closed" }
        #expect(Self.names(open) == Self.names(without))
        #expect(open.total == without.total)
        #expect(open.totalByMeaning == without.totalByMeaning)
        #expect(open.hits.map(\.ranks) == without.hits.map(\.ranks))
        #expect(open.hits.map(\.score) == without.hits.map(\.score))
    }

    @Test func findingByMeaningPassesOverHiddenDocuments() async throws {
        let archive = try await Self.archive()
        let said = try #require(try Self.search(archive).hits.first { $0.isByMeaning }?.document)
        try archive.index.hide([said], by: "t")
        #expect(try !Self.names(Self.search(archive)).contains(said.title))
        #expect(try Self.names(Self.search(archive) { $0.showsHidden = true }).contains(said.title))
    }

    /// The words are together on a page that says something else besides.
    @Test func findingByMeaningPutsThePageWithAllWordsFirst() async throws {
        let archive = try await Self.archive()
        let filler = (0..<200).map { "filler\($0)" }.joined(separator: " ")
        try archive.write(["paid \(filler) mending \(filler) bridge"], to: "together.pdf")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        let hits = try Self.search(archive).hits
        #expect(hits.first?.document.path == "together.pdf")
        #expect(hits.first?.hasAllWords == true)
        #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
    }

    @Test func partsOfAListFoundByMeaningFitTogether() async throws {
        let archive = try await Self.archive()
        let whole = try Self.names(Self.search(archive))
        let parts = try (0..<whole.count).flatMap { offset in
            try Self.names(
                Self.search(archive) {
                    $0.limit = 1
                    $0.offset = offset
                })
        }
        #expect(parts == whole)
    }

    /// The file of vectors is older than the index.
    @Test func meaningNeverShowsAPageThatHasAnotherTextByNow() async throws {
        let archive = try await Self.archive()
        try archive.write(
            [TestDocument("said", pages: ["nothing of the kind", "nor here"])], to: "all.zip")
        try await archive.update()
        let results = try Self.search(archive) { $0.meaning = .on }
        #expect(results.hits.allSatisfy { !$0.isByMeaning })
        #expect(results.hits.isEmpty)
    }

    @Test func oneLineSaysWhatIsMissingWhenMeaningWasAskedFor() async throws {
        let archive = try TestArchive()
        try archive.write(["mending a bridge"], to: "a.pdf")
        try await archive.update()
        #expect(try Self.search(archive).hints.isEmpty)
        let asked = try Self.search(archive) { $0.meaning = .on }
        #expect(asked.hints.map(\.remedy) == [.vectors])
        try archive.writeVectors(by: TopicEmbedder(modelID: "another"))
        #expect(try Self.search(archive).hints.isEmpty)
        #expect(try Self.search(archive) { $0.meaning = .on }.hints.map(\.remedy) == [.vectors])
        #expect(asked.hits.count == 1)
    }

    @Test func wordsAreSearchedWhenTheVectorsAreDamaged() async throws {
        let archive = try await Self.archive()
        try archive.folder.write(Array("DSVECTOR and no more".utf8), to: "index/vectors")
        let results = try Self.search(archive)
        #expect(!results.usesMeaning)
        #expect(results.hits.map(\.document.title) == ["words"])
        #expect(results.hints.count == 1)
    }

    @Test func aLongQuestionIsCutForTheModelAndThatIsSaid() async throws {
        let archive = try await Self.archive()
        let long = Self.question + String(repeating: " expense", count: 10_000)
        let results = try Self.search(archive, asking: long)
        #expect(results.usesMeaning)
        #expect(results.hints.contains { $0.message.contains("longer than the model can read") })
    }

    @Test func hitsByWordsAreTheAnswerWhenThereIsNoTimeForMeaning() async throws {
        let archive = try await Self.archive()
        let index: ArchiveIndex
        let request = SearchRequest(Self.question)
        // Over when the words have been looked up and the model is waited for.
        let asked = Mutex(0)
        let isOver = Atomic(false)
        let clock = SearchClock { stage in
            guard stage == .words else { return false }
            let count = asked.withLock { count in
                count += 1
                return count
            }
            if count > 60 { isOver.store(true, ordering: .relaxed) }
            return isOver.load(ordering: .relaxed)
        }
        let slow = StandInEmbedder(modelID: "topics", dimensions: 256) { _ in
            while !isOver.load(ordering: .relaxed) { usleep(1_000) }
        }
        index = archive.index(with: slow)
        let engine = SearchEngine(
            index: try index.indexStore(), request: request, clock: clock, sources: index.meaning,
            openPages: { try index.pageStore() }, readRoots: { [] })
        let results = try engine.search()
        #expect(results.isPartial)
        #expect(!results.usesMeaning)
        #expect(results.hits.map(\.document.title) == ["words"])
    }

    @Test func searchesTellNothingOfTheFolderOfADamagedModel() async throws {
        let archive = try await Self.archive()
        let folder = try TemporaryFolder()
        try folder.write(Array("cut short".utf8), to: "model.safetensors")
        try folder.write(Array("[PAD]".utf8), to: "vocab.txt")
        let index = ArchiveIndex(
            at: archive.indexPath, lockPatience: .zero,
            model: MeaningModel(.minilm, folder: ModelFolder(path: folder.path)))
        let results = try index.search(SearchRequest(Self.question))
        #expect(results.hits.map(\.document.title) == ["words"])
        #expect(results.hints.count == 1)
        #expect(results.hints.allSatisfy { !$0.message.contains(folder.path) })
    }

    /// More documents with all words than take part in the fusion, and some with a few words.
    @Test func searchesByMeaningGiveTheSameTotalForEveryPartOfTheList() async throws {
        let archive = try TestArchive()
        let many = (0..<120).map { TestDocument("all \($0)", pages: ["paid for mending the bridge, entry \($0)"]) }
        let few = (0..<10).map { TestDocument("some \($0)", pages: ["a bridge, \($0)"]) }
        try archive.write(
            many + few + [TestDocument("near", pages: ["the expense of the viaduct repair"])], to: "a.zip")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        let parts = try [0, 60, 118, 125].map { offset in
            try Self.search(archive) { request in
                (request.offset, request.limit, request.showsCopies) = (offset, 10, true)
            }
        }
        #expect(Set(parts.map(\.total)).count == 1)
        #expect(Set(parts.map(\.totalByMeaning)) == [1])
        let all = try Self.search(archive) { request in (request.limit, request.showsCopies) = (200, true) }
        #expect(
            !all.hits.prefix(120).contains { !$0.hasAllWords },
            "those with all words stay in front, also beyond the hundredth")
        #expect(all.hits.contains { $0.document.title == "near" })
        #expect(zip(all.hits, all.hits.dropFirst()).allSatisfy { $0.score >= $1.score })
    }

    @Test func pagesWithWordsAreToldFromThoseByMeaningWithoutSnippets() async throws {
        let archive = try await Self.archive()
        let results = try Self.search(archive) { $0.makesSnippets = false }
        let flags = Dictionary(
            uniqueKeysWithValues: results.hits.map { ($0.document.title, $0.pages.map(\.isByMeaning)) })
        #expect(flags["said"] == [true])
        #expect(flags["words"] == [false])
    }

    @Test func findingByMeaningEndsWhenItsTaskIsCancelled() async throws {
        let archive = try await Self.archive()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try Self.search(archive)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
