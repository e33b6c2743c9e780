import DocSearch
import Foundation
import GRDB
import Testing

/// Numbers that no page has, in the files of an index: of an earlier release, which kept what readers said, or of a disk.
@Suite struct WildRowTests {
    @Test(arguments: ["1e300", "-1e300", "9e999", "-9e999", "-0.5"])
    func areShownAsTheNearestPossible(number: String) async throws {
        let archive = try TestArchive()
        try archive.write(["pears and quinces"], to: "a.pdf")
        try await archive.update()
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

    @Test(arguments: [Int64.max, Int64.min])
    func areNoDates(seconds: Int64) async throws {
        let archive = try TestArchive()
        try archive.write(["pears and quinces"], to: "a.pdf")
        try await archive.update()
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
