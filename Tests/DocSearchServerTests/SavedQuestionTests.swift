import DocSearch
import DocSearchServer
import Foundation
import Testing

@Suite("Saved questions and facts on pages")
struct SavedQuestionTests {
    private static let served = Task {
        let archive = try await ServedArchive()
        try archive.index.saveQuestion("boards", "board in 1931", by: "tests")
        return archive
    }

    private static func site() async throws -> (site: Site, minutes: Int64) {
        let archive = try await served.value
        return (Site(archive.settings()), try archive.document(titled: "Council").id)
    }

    @Test func aSavedQuestionMarksItsWordsOnPages() async throws {
        let (site, id) = try await Self.site()
        let page = await site.ask("/documents/\(id)/pages/1?q=@boards").text
        #expect(page.contains("<mark class=\"hit\">board</mark>"))
        #expect(page.contains("1 hit"))
        let document = await site.ask("/documents/\(id)?q=@boards").text
        #expect(document.contains("/documents/\(id)/pages/2?q=%40boards") || document.contains("/pages/2?q=@boards"))
        #expect(await site.ask("/documents/\(id)/pages/1?q=@nothing").status == 200)
    }

    @Test func aSavedQuestionIsAFilterOfTheAPI() async throws {
        let (site, id) = try await Self.site()
        let found = try await site.ask("/api/v1/search?q=sluice&filter=@boards&match=all").json()
        let hits = try #require(found["hits"] as? [[String: Any]])
        #expect(hits.compactMap { ($0["id"] as? NSNumber)?.int64Value } == [id])
        #expect(await site.ask("/api/v1/search?q=sluice&filter=@nothing").status == 404)
    }

    @Test(arguments: [1, 2])
    func contentSearchMarksNoYearThatIsADate(version: Int) async throws {
        let (site, id) = try await Self.site()
        func texts(_ query: String) async throws -> [String] {
            let answer = try await site.ask("/iiif/search/\(version)/\(id)?q=\(query)").json()
            let items = try #require((answer["resources"] ?? answer["items"]) as? [[String: Any]])
            return items.compactMap { item in
                let body = (item["resource"] ?? item["body"]) as? [String: Any]
                return (body?["chars"] ?? body?["value"]) as? String
            }
        }
        #expect(try await texts("board") == ["board", "board"])
        #expect(try await texts("board+in+1931") == ["board", "board"])
        #expect(try await texts("@boards") == ["board", "board"])
        #expect(try await texts("sluice+in+1999") == ["sluice"], "a guess that finds nothing is words")
    }
}
