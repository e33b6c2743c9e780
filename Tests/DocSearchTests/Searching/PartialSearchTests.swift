@testable import DocSearch
import DocSearchTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@Suite("What a search answers when its time is up")
struct PartialSearchTests {
    private static let archive = Task {
        let archive = try TestArchive()
        var documents: [TestDocument] = []
        for number in 0..<12 {
            let words = ["heron", number % 2 == 0 ? "plover" : "curlew", number % 3 == 0 ? "reeds" : "moor"]
            let tags = [number < 9 ? "open" : "closed", number == 4 ? "draft" : "final"]
            documents.append(
                TestDocument(
                    "d\(number)", pages: [words.joined(separator: " ") + " \(number)"], title: "Birds \(number)",
                    tags: tags))
        }
        try archive.write(documents, to: "birds.zip")
        try archive.write([documents[0]], to: "again.zip")
        try await archive.update()
        return archive
    }

    /// A search whose time is up when it has been looked at the clock so often.
    private func search(
        _ request: SearchRequest, in archive: TestArchive, asking limit: Int, of stages: Set<SearchClock.Stage>
    ) throws -> SearchResults {
        let asked = Mutex(0)
        let clock = SearchClock { stage in
            guard stages.contains(stage) else { return false }
            return asked.withLock { asked in
                asked += 1
                return asked > limit
            }
        }
        let engine = try archive.index.searchEngine(request)
        return try SearchEngine(
            index: engine.index, request: request, clock: clock, openPages: engine.openPages,
            readRoots: engine.readRoots
        ).search()
    }

    @Test func partialAnswersShowNothingThatMustNotBeShown() async throws {
        let archive = try await Self.archive.value
        var request = SearchRequest("plover reeds OR curlew heron -tag:draft")
        request.filter = "title:birds"
        request.access = "tag:open"
        request.countsFacets = true
        request.limit = 50
        let whole = try archive.index.search(request)
        #expect(!whole.isPartial)
        #expect(whole.facets != nil)
        #expect(whole.hits.contains { !$0.copies.isEmpty })
        let allowed = try archive.index.search(
            {
                var all = request
                (all.match, all.showsCopies) = (.any, true)
                return all
            }())
        let paths = Set(allowed.hits.map(\.document.path))
        var (refused, partial) = (0, 0)
        for limit in 0..<500 {
            let results: SearchResults
            do {
                results = try search(request, in: archive, asking: limit, of: [.words, .details])
            } catch let error as DocSearchError {
                #expect(error.code == .limit, "there is more to show with more time")
                #expect(partial == 0, "there is more to show with more time")
                refused += 1
                continue
            }
            #expect(Set(results.hits.map(\.document.path)).isSubset(of: paths))
            #expect(results.facets?.tags.contains { ["closed", "draft"].contains($0.name) } != true)
            guard results.isPartial else {
                #expect(results.hits == whole.hits)
                #expect(results.facets == whole.facets)
                #expect(results.hints == whole.hints)
                break
            }
            partial += 1
            #expect(!results.hits.isEmpty)
            #expect(!results.hints.isEmpty)
        }
        #expect(refused > 2)
        #expect(partial > 5)
    }

    @Test func partialAnswersNameWordsThatWereNotLookedFor() async throws {
        let archive = try await Self.archive.value
        var request = SearchRequest("plover moor")
        request.limit = 50
        // Once for what may be seen, and once for the first word.
        let results = try search(request, in: archive, asking: 2, of: [.words])
        #expect(results.isPartial)
        #expect(results.isRelaxed)
        #expect(results.totalWithAll == 0)
        #expect(Set(results.hits.map { Int($0.document.title.split(separator: " ")[1]) }) == [0, 2, 4, 6, 8, 10])
        #expect(results.hits.allSatisfy { !$0.hasAllWords && $0.pages.first?.snippet.contains("plover") == true })
        #expect(results.hints.contains { $0.message.contains("“moor”") })
        #expect(!results.hints.contains { $0.message.contains("damaged") })
    }

    @Test(arguments: [("plover moor", SearchRequest.Match.all, 2), ("plover tag:open", .auto, 1), ("plover", .auto, 1)])
    func noAnswerIsGivenWithoutTheWordsThatDecide(query: String, match: SearchRequest.Match, asked: Int) async throws {
        let archive = try await Self.archive.value
        var request = SearchRequest(query)
        request.match = match
        #expect(throws: SearchClock.timeIsUp) {
            try search(request, in: archive, asking: asked, of: [.words])
        }
    }

    @Test(arguments: SearchRequest.Match.allCases)
    func aPhraseThatNobodyRequiresIsNotMissing(match: SearchRequest.Match) async throws {
        let archive = try await Self.archive.value
        var request = SearchRequest("moor 4")
        request.match = match
        // What may be seen, the two words, and no time for both side by side.
        let results = try search(request, in: archive, asking: 3, of: [.words])
        #expect(results.totalWithAll == 1)
        #expect(results.hits.first?.hasAllWords == true)
        #expect(results.isPartial, "its pages might come first")
        #expect(results.hints.map(\.message).filter { $0.contains("time") }.count == 1)
        #expect(!results.hints.contains { $0.message.contains("may lack") || $0.message.contains("signs") })
    }

    @Test func anAnswerIsGivenWithoutTimeForOtherSpellings() async throws {
        let results = try search(SearchRequest("plovre"), in: try await Self.archive.value, asking: 2, of: [.words])
        #expect(results.suggestion == nil)
        #expect(results.hints.last?.message.contains("other spellings were not tried") == true)
    }

    @Test func documentsAndPagesAreGivenWithoutTimeForDetails() async throws {
        let archive = try await Self.archive.value
        var request = SearchRequest("plover")
        (request.limit, request.countsFacets) = (50, true)
        let results = try search(request, in: archive, asking: 0, of: [.details])
        #expect(results.isPartial)
        #expect(results.facets == nil)
        #expect(results.total == 7, "copies are not grouped")
        #expect(results.hits.count == 7, "copies are not grouped")
        #expect(
            results.hits.allSatisfy { $0.pages.map(\.page) == [1] && $0.pages[0].snippet.isEmpty && $0.hasAllWords })
        let hint = try #require(results.hints.last?.message)
        #expect(hint.contains("copies are not grouped"))
        #expect(hint.contains("snippets are missing"))
        #expect(!results.hints.contains { $0.message.contains("damaged") })
    }

    @Test func whatSQLiteIsDoingEndsWhenTheTimeOfASearchIsUp() async throws {
        let store = try await Self.archive.value.index.indexStore()
        let asked = Mutex(0)
        let clock = SearchClock { _ in
            asked.withLock {
                $0 += 1
                return $0 > 3
            }
        }
        let endless = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"
        let result = try store.read { _ in
            try store.read(within: clock, .details) {
                try store.read { db in try Int.fetchOne(db, sql: endless) ?? 0 }
            }
        }
        #expect(result == nil)
        let again = try store.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM document") }
        #expect(again == 13, "and what comes after has all of its time")
    }
}
