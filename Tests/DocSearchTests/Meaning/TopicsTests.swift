import DocSearchTestSupport
import Foundation
import SentenceEmbedding
import Testing

@testable import DocSearch

@Suite("Topics")
struct TopicsTests {
    /// Two letters of bridges and three of ships, one of which is closed.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument("bridge", pages: ["the bridge was restored"], date: "1893-02-01"),
                TestDocument("viaduct", pages: ["mending of the viaduct"], date: "1921-02-01"),
                TestDocument("vessel", pages: ["a schooner of timber", "the vessel of timber"], date: "1900-02-01"),
                TestDocument("ship", pages: ["the ship of timber"]),
                TestDocument("secret", pages: ["a ship with opium"], tags: ["closed"]),
            ], to: "all.zip")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        return archive
    }

    private static func titles(_ topics: ArchiveTopics) -> [Set<String>] {
        topics.topics.map { Set($0.typical.map(\.title)) }
    }

    @Test func topicsGatherDocumentsThatSpeakOfTheSame() async throws {
        let archive = try await Self.archive()
        let topics = try archive.index.topics(count: 2)
        #expect(Self.titles(topics) == [["vessel", "ship", "secret"], ["bridge", "viaduct"]])
        #expect(topics.topics.map(\.documents) == [3, 2])
        #expect(topics.documents == 5)
        #expect(topics.lookedAt == 5)
        #expect(topics.others == 0)
        #expect(topics.topics[0].words.contains("timber"))
        #expect(topics.topics[1].years == ArchiveTopics.Years(first: 1893, middle: 1893, last: 1921))
        #expect(try archive.index.topics(count: 2) == topics, "they are the same each time")
    }

    @Test func topicsKnowNothingOfWhatMayNotBeSeen() async throws {
        let archive = try await Self.archive()
        var request = SearchRequest("")
        request.access = "-tag:closed"
        let topics = try archive.index.topics(request, count: 2)
        #expect(topics.documents == 4)
        #expect(!Self.titles(topics).joined().contains("secret"))
        #expect(!topics.topics.flatMap(\.words).contains("opium"))
    }

    @Test func topicsAreOfTheDocumentsThatAQueryFinds() async throws {
        let archive = try await Self.archive()
        #expect(Self.titles(try archive.index.topics(SearchRequest("timber"))) == [["vessel", "ship"]])
        var request = SearchRequest("")
        request.filter = "date:1893..1921"
        #expect(try archive.index.topics(request).documents == 3)
        #expect(try archive.index.topics(SearchRequest("nowhere")).topics.isEmpty)
    }

    @Test(arguments: [0, -1, 51]) func anImpossibleNumberOfTopicsIsRefused(_ count: Int) async throws {
        let archive = try await Self.archive()
        #expect(throws: DocSearchError.self) { try archive.index.topics(count: count) }
    }

    @Test func topicsNeedVectors() async throws {
        let archive = try await Self.archive()
        #expect(archive.index.hasVectors)
        try FileManager.default.removeItem(atPath: archive.indexPath + "/vectors")
        #expect(!archive.index.hasVectors)
        #expect(throws: DocSearchError.self) { try archive.index.topics() }
    }

    @Test func topicsEndWithAnErrorWhenTheTimeIsUp() async throws {
        let archive = try await Self.archive()
        var request = SearchRequest("")
        request.timeLimit = .zero
        #expect(throws: DocSearchError.self) { try archive.index.topics(request) }
        let document = try archive.index.document(DocumentReference("all.zip!/ship.pdf"))
        #expect(throws: DocSearchError.self) { try archive.index.related(to: document, request) }
    }
}

@Suite("Groups of vectors")
struct TopicClusterTests {
    @Test func clustersOfVectorsAreThoseOfOneDirection() throws {
        // Around three axes, in turns.
        let vectors = (0..<30).flatMap { number -> [Float] in
            var vector: [Float] = [0, 0, 0]
            vector[number % 3] = 0.995
            vector[(number + 1) % 3] = number % 2 == 0 ? 0.1 : -0.1
            return vector
        }
        let clusters = try TopicClusters(vectors, dimensions: 3, count: 3).clusters
        #expect(Set(clusters.map { Set($0.members.map { $0 % 3 }) }) == [[0], [1], [2]])
        #expect(clusters.map(\.members.count) == [10, 10, 10])
    }

    @Test(arguments: [0, 1, 7, 100]) func clustersOfVectorsAreAtMostAsManyAsDirections(_ count: Int) throws {
        let vectors = (0..<20).flatMap { _ in [Float](repeating: 0.5, count: 4) }
        let clusters = try TopicClusters(vectors, dimensions: 4, count: count).clusters
        #expect(clusters.count == min(count, 1))
        #expect(clusters.reduce(0) { $0 + $1.members.count } == (count == 0 ? 0 : 20))
    }

    @Test func noVectorsMakeNoClusters() throws {
        #expect(try TopicClusters([], dimensions: 4, count: 3).clusters.isEmpty)
    }
}

@Suite("Words of topics")
struct TopicWordTests {
    @Test func wordsOfATopicStandInManyOfItsTextsAndFewOfOthers() {
        var words = TopicWords(topics: 2)
        for text in ["Minutes of the bridge", "minutes about Bridges", "minutes: bridges, tolls", "minutes and a toll"]
        {
            words.add(text, to: 0)
        }
        for text in ["minutes of the ship", "minutes of ships"] { words.add(text, to: 1) }
        #expect(words.telling(of: 0, limit: 6) == ["bridges", "toll"])
        #expect(words.telling(of: 1, limit: 1).first.map { $0.hasPrefix("ship") } == true)
    }
}
