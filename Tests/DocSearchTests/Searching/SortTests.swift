import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("When files were written and indexed")
struct SortTests {
    private static func set(_ archive: TestArchive, _ name: String, modified: TimeInterval) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: modified)], ofItemAtPath: archive.root + "/" + name)
    }

    /// Written in the order c, a, b, and indexed long ago.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for (name, modified) in [("a", 2000.0), ("b", 3000), ("c", 1000)] {
            try archive.write(["a heron on page \(name)"], to: "\(name).pdf")
            try set(archive, "\(name).pdf", modified: modified)
        }
        try await archive.update()
        let database = try archive.database("index.sqlite")
        try await database.write { db in try db.execute(sql: "UPDATE document SET indexed = 60") }
        try database.close()
        return archive
    }

    private func hits(
        _ archive: TestArchive, _ sort: SearchRequest.Sort, access: String? = nil
    ) throws -> [ArchiveDocument] {
        var request = SearchRequest("heron")
        request.sort = sort
        request.access = access
        return try archive.index.search(request).hits.map(\.document)
    }

    @Test func documentsAreSortedByWhenTheirFilesWereWritten() async throws {
        let archive = try await Self.archive()
        let found = try hits(archive, .modified)
        #expect(found.map(\.path) == ["b.pdf", "a.pdf", "c.pdf"])
        #expect(found.map { $0.modified?.secondsSinceEpoch } == [3000, 2000, 1000])
        #expect(found.first?.modified?.description == "1970-01-01T00:50:00Z")
    }

    /// The time of a bundle is that of all documents in it, and some of these may be closed.
    @Test func timesOfFilesPutNothingInOrderForThoseWithAFilter() async throws {
        let archive = try await Self.archive()
        let paths = try hits(archive, .modified, access: "pages:1..").map(\.path)
        #expect(try paths == hits(archive, .indexed, access: "pages:1..").map(\.path))
        #expect(paths.count == 3 && paths != ["b.pdf", "a.pdf", "c.pdf"])
    }

    @Test func aDocumentIsIndexedAnewWhenItHasOtherBytes() async throws {
        let archive = try await Self.archive()
        #expect(try hits(archive, .indexed).allSatisfy { $0.indexed?.description == "1970-01-01T00:01:00Z" })
        try archive.write(["a heron was here once more"], to: "a.pdf")
        try Self.set(archive, "b.pdf", modified: 4000)
        try await archive.update()
        let found = try hits(archive, .indexed)
        #expect(found.first?.path == "a.pdf")
        #expect(found.first?.indexed?.secondsSinceEpoch ?? 0 > 1_000_000)
        #expect(found.dropFirst().allSatisfy { $0.indexed?.secondsSinceEpoch == 60 }, "its bytes are the same")
        #expect(found.first { $0.path == "b.pdf" }?.modified?.secondsSinceEpoch == 4000)
    }

    private static let nightly: [Int64] = [20_000, 19_999, 19_998, 19_997]
    private static let weekly: [Int64] = [20_000, 19_993, 19_985, 19_979]

    private func days(_ runs: [Int64], until today: Int64, lastLook: Int64? = nil) -> Int? {
        RunRhythm(days: runs).daysWithoutRun(until: today * 86400 + 1000, lastLook: lastLook.map { $0 * 86400 })
    }

    @Test func runsThatHaveStoppedAreNoticed() {
        #expect(days(Self.nightly, until: 20_009) == 9)
        #expect(days(Self.nightly, until: 20_004) == 4)
        #expect(days(Self.nightly, until: 20_003) == nil)
        #expect(days(Self.nightly, until: 20_009, lastLook: 20_008) == nil, "there was nothing to do")
        #expect(days(Self.weekly, until: 20_009) == nil)
        #expect(days(Self.weekly, until: 20_030) == 30)
        #expect(days(Self.nightly, until: 19_000) == nil, "a clock that went wrong")
        for few in [[], [20_000], [20_000, 19_999, 19_998]] as [[Int64]] { #expect(days(few, until: 20_400) == nil) }
    }
}
