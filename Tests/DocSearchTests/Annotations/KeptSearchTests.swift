import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Searches that are kept")
struct KeptSearchTests {
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write([TestDocument("a", pages: ["a heron"], title: "A", tags: ["river"])], to: "a.zip")
        try archive.write([TestDocument("b", pages: ["a plover"], title: "B", tags: ["river", "moor"])], to: "b.zip")
        try await archive.update()
        return archive
    }

    @Test func recentSearchesAreTheLastFewHundred() async throws {
        let archive = try await Self.archive()
        for number in 1...SearchHistory.kept + 3 {
            #expect(archive.index.keepSearch("heron \(number)", found: 1))
        }
        #expect(try archive.index.searchStatistics().searches == SearchHistory.kept)
        #expect(try archive.index.recentSearches(limit: .max).last?.query == "heron 4")
        #expect(try archive.index.clearSearches() == SearchHistory.kept)
        #expect(try archive.index.recentSearches().isEmpty)
    }

    @Test func recentSearchesAreEachListedOnceAsTheyWereTypedLast() async throws {
        let archive = try await Self.archive()
        let times = [1000.0, 2000, 3000].map { Date(timeIntervalSince1970: $0) }
        for (query, time) in zip(["Heron  in reeds", "plover", "heron in reeds"], times) {
            archive.index.keepSearch(query, found: 1, at: time)
        }
        #expect(
            try archive.index.recentSearches() == [
                RecentSearch(query: "heron in reeds", time: 3_000_000, found: 1),
                RecentSearch(query: "plover", time: 2_000_000, found: 1),
            ])
        let statistics = try archive.index.searchStatistics(limit: 1)
        #expect(statistics.since == 1_000_000)
        #expect(statistics.frequent.map(\.times) == [2])
        #expect(statistics.fruitless.isEmpty)
    }

    @Test(.enabled(if: geteuid() == 0)) func onlySearchesOfTheOwnerOfTheIndexAreKept() async throws {
        let archive = try await Self.archive()
        #expect(chown(archive.indexPath + "/user.sqlite", 4321, 4321) == 0)
        #expect(!archive.index.keepSearch("heron", found: 1))
        #expect(chown(archive.indexPath + "/user.sqlite", 0, 0) == 0)
        #expect(archive.index.keepSearch("heron", found: 1))
    }

    @Test func noSearchFailsWhereItCannotBeKept() async throws {
        let archive = try await Self.archive()
        try await archive.database("user.sqlite").write { db in try db.execute(sql: "DROP TABLE search") }
        #expect(!archive.index.keepSearch("heron", found: 1))
        let error = #expect(throws: DocSearchError.self) { try archive.index.recentSearches() }
        #expect(error?.code == .damagedIndex)
        #expect(try archive.find("heron") == ["a.zip!/a.pdf"])
        #expect(!ArchiveIndex(at: archive.folder.path + "/nothing").keepSearch("heron", found: 1))
    }

    @Test func keepingSearchesIsNoReasonForABackup() async throws {
        let archive = try await Self.archive()
        func backups() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: archive.indexPath).filter { $0.contains(".backup") }
        }
        let before = try backups()
        archive.index.keepSearch("heron", found: 1)
        try await archive.update()
        #expect(try backups() == before)
    }

    @Test func recentSearchesAreOfferedWithTagsAndAuthorsOfWhatIsNotHidden() async throws {
        let archive = try await Self.archive()
        archive.index.keepSearch("heron", found: 1)
        #expect(try archive.index.offers().tags.map(\.name) == ["river", "moor"])
        try archive.index.hide([archive.index.document("b.zip!/b.pdf")], by: "ada")
        let offers = try archive.index.offers()
        #expect(offers.tags == [SearchFacets.Value(name: "river", documents: 1)])
        #expect(offers.recent.map(\.query) == ["heron"])
        #expect(offers.documents == 1)
        #expect(try archive.index.tags().map(\.tag) == ["river"])
        #expect(try archive.index.tags().map(\.documents) == [1])
    }
}
