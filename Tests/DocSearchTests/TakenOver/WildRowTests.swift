import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// Numbers that no page has, in the files of an index, as a disk may leave them.
@Suite struct WildRowTests {
    @Test(arguments: ["1e300", "-1e300", "9e999", "-9e999", "-0.5"])
    func wildNumbersOfPagesAreShownAsTheNearestPossible(number: String) async throws {
        let archive = try TestArchive()
        try await archive.read(["pears and quinces"], as: "a.pdf")
        try change(archive, "index.sqlite", "UPDATE page SET confidence = \(number), origin = 'ocr'")
        try change(
            archive, "pages.sqlite",
            "UPDATE page_text SET confidence = \(number), width = \(number), height = \(number)")
        let index = ArchiveIndex(at: archive.indexPath)
        let hit = try #require(try index.search(SearchRequest("quinces")).hits.first)
        #expect(hit.pages.allSatisfy { $0.confidence.map { (0...1).contains($0) } ?? true })
        let pages = try index.pages(of: try index.document("a.pdf"))
        #expect(pages.count == 1)
        for page in pages {
            #expect(page.confidence.map { (0...1).contains($0) } ?? true)
            #expect(page.size.map { (0...1_000_000).contains($0.width) && (0...1_000_000).contains($0.height) } ?? true)
        }
    }

    @Test func wildBoxesAreShownAsThoseThatWordsCanHave() async throws {
        let archive = try TestArchive()
        try await archive.read(["pears and quinces"], as: "a.pdf")
        let words = [
            PageWord(text: "pears", box: [1e300, -1e300, 5, 5], confidence: 7),
            PageWord(text: "quinces", box: [1], confidence: -1),
        ]
        let queue = try archive.database("pages.sqlite")
        try await queue.write { db in
            try db.execute(sql: "UPDATE page_text SET words = ?", arguments: [WordCoding.encode(words)])
        }
        try queue.close()
        let index = ArchiveIndex(at: archive.indexPath)
        let page = try #require(try index.pages(of: try index.document("a.pdf")).first)
        #expect(page.words.map(\.text) == ["pears", "quinces"])
        #expect(page.words.map(\.confidence) == [1, 0])
        #expect(page.words.map(\.box) == [[1_000_000, -1_000_000, 5, 5], [1, 0, 0, 0]])
    }

    @Test(arguments: [Int64.max, Int64.min])
    func wildNumbersAreNoDates(seconds: Int64) async throws {
        let archive = try TestArchive()
        try await archive.read(["pears and quinces"], as: "a.pdf")
        try change(archive, "index.sqlite", "UPDATE document SET date = \(seconds), date_precision = 'day'")
        let index = ArchiveIndex(at: archive.indexPath)
        #expect(try index.search(SearchRequest("quinces")).hits.map(\.document.date) == [nil])
    }

    private func change(_ archive: TestArchive, _ file: String, _ statement: String) throws {
        let queue = try archive.database(file)
        try queue.write { try $0.execute(sql: statement) }
        try queue.close()
    }
}
