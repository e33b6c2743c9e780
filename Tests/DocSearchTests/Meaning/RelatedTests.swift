import DocSearchTestSupport
import Foundation
import SentenceEmbedding
import Testing

@testable import DocSearch

@Suite("Related documents and passages")
struct RelatedTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        let bridge = TestDocument("bridge", pages: ["the cost of the bridge repair", "a ship in the harbour"])
        try archive.write(
            [
                bridge, TestDocument("viaduct", pages: ["the expense of a viaduct being restored"]),
                TestDocument("vessel", pages: ["a schooner in the harbour"], tags: ["closed"]),
                TestDocument("other", pages: ["timber coal ledger spring market"]),
            ], to: "all.zip")
        try archive.write([bridge], to: "copy.zip")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        return archive
    }

    private static func related(
        to name: String, page: Int? = nil, _ archive: TestArchive, _ change: (inout SearchRequest) -> Void = { _ in }
    ) throws -> [String] {
        var request = SearchRequest("")
        change(&request)
        let document = try archive.index.document(DocumentReference("all.zip!/\(name).pdf"))
        return try archive.index.related(to: document, page: page, request).map(\.document.title)
    }

    @Test func relatedDocumentsAreTheNearestThatAreNoCopies() async throws {
        let archive = try await Self.archive()
        #expect(try Self.related(to: "viaduct", archive) == ["bridge"])
        #expect(try Self.related(to: "bridge", page: 2, archive) == ["vessel"])
        #expect(try Self.related(to: "viaduct", archive) { $0.showsCopies = true } == ["bridge", "bridge"])
        #expect(try Self.related(to: "bridge", page: 2, archive) { $0.access = "-tag:closed" }.isEmpty)
        #expect(try Self.related(to: "bridge", page: 2, archive) { $0.filter = "-tag:closed" }.isEmpty)
    }

    @Test func relatedDocumentsNeedVectors() async throws {
        let archive = try await Self.archive()
        let other = try archive.index.document(DocumentReference("all.zip!/other.pdf"))
        #expect(throws: DocSearchError.self) { try archive.index.related(to: other, page: 9) }
        // A file that is mapped is never written to, but exchanged.
        try FileManager.default.removeItem(atPath: archive.indexPath + "/vectors")
        #expect(throws: DocSearchError.self) { try archive.index.related(to: other) }
        try archive.folder.write([UInt8](), to: "index/vectors")
        #expect(throws: DocSearchError.self) { try archive.index.related(to: other) }
    }

    /// A run cannot help there, so none is advised.
    @Test func relatedPassagesOfAPageWithoutTextAreRefused() async throws {
        let archive = try TestArchive()
        try archive.write(["the cost of the bridge repair", ""], to: "bridge.pdf")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        let document = try archive.index.document(DocumentReference("bridge.pdf"))
        let error = try #require(throws: DocSearchError.self) { try archive.index.related(to: document, page: 2) }
        #expect(error.code == .notFound)
        #expect(error.remedy == nil)
        #expect(error.message.contains("Page 2 of \"bridge.pdf\""))
    }

    @Test func passagesFillTheirRoomWithAnswersAndDoNotRepeat() async throws {
        let archive = try await Self.archive()
        let index = archive.index(with: TopicEmbedder())
        let request = SearchRequest("who paid for mending the bridge")
        let all = try index.context(for: request, room: 10_000) { $0.text.utf8.count }
        #expect(all.passages.map(\.text).contains("the expense of a viaduct being restored"))
        #expect(Set(all.passages.map(\.text)).count == all.passages.count)
        #expect(all.found >= all.passages.count)
        let none = try index.context(for: request, room: 0) { $0.text.utf8.count }
        #expect(none.passages.isEmpty)
        #expect(none.found == all.found)
        let some = try index.context(for: request, room: 45) { $0.text.utf8.count }
        #expect(some.passages.reduce(0) { $0 + $1.text.utf8.count } <= 45)
        #expect(!some.passages.isEmpty)
        let passage = try #require(all.passages.first)
        #expect(passage.citation == "\(passage.document.contentHash.prefix(12))-p\(passage.page)")
    }
}
