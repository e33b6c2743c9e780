import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("The server finds by meaning")
struct MeaningAnswerTests {
    private static func hits(_ site: Site, _ more: String, as name: String = "reader") async throws -> [String: Any] {
        let target = "/api/v1/search?q=where+floodgate+stands&\(more)"
        return try await site.ask(target, "GET", ["authorization": "Bearer \(name)-token"]).json()
    }

    private static func related(_ object: [String: Any]) throws -> [Int64] {
        try #require(object["related"] as? [[String: Any]]).compactMap { ($0["id"] as? NSNumber)?.int64Value }
    }

    @Test func serverFindsByMeaningWhereQuestionsHaveOtherWords() async throws {
        let site = try await CanaryArchive.shared.value.site()
        let found = try await Self.hits(site, "meaning=auto")
        #expect(found["meaning"] as? Bool == true)
        let hit = try #require((found["hits"] as? [[String: Any]])?.first)
        #expect(hit["match"] as? String == "meaning")
        let ranks = try #require(hit["ranks"] as? [String: Any])
        #expect(ranks["meaning"] as? Int == 1)
        #expect((ranks["similarity"] as? Double ?? 0) > 0.2)
        let page = try #require((hit["pages"] as? [[String: Any]])?.first)
        #expect(page["by_meaning"] as? Bool == true)
        #expect(page["snippet"] as? String != "")
        let rows = await site.asReader("/api/v1/search.jsonl?q=where+floodgate+stands").text
        #expect(rows.contains("\"match\":\"meaning\""))
        #expect(await site.asReader("/api/v1/search.csv?q=where+floodgate+stands").text.contains("sluice"))
    }

    @Test func hintsOnTopicsNameNoFolderOfTheMachine() async throws {
        let archive = try await CanaryArchive.shared.value
        let told = try await archive.site().asReader("/api/v1/topics?q=sluice+OR+root:nowhere").text
        #expect(told.contains("has no folder"))
        #expect(!told.contains(archive.folder.path))
    }

    @Test func serverDoesNotFindByMeaningWhereOnlyWordsAreAskedFor() async throws {
        let site = try await CanaryArchive.shared.value.site()
        let found = try await Self.hits(site, "meaning=off")
        #expect(found["meaning"] as? Bool == false)
        #expect(found["total"] as? Int == 0)
        #expect(await site.asReader("/api/v1/search?q=sluice&meaning=never").status == 400)
        #expect(await site.asReader("/?q=sluice&meaning=never").status == 400)
    }

    @Test func answerByMeaningMarksPagesAndLeadsToWordsAlone() async throws {
        let site = try await CanaryArchive.shared.value.site()
        let page = await site.asReader("/?q=where+floodgate+stands").text
        #expect(page.contains("<span class=\"label\">by meaning</span>"))
        #expect(page.contains("meaning=off\">Words alone</a>"))
        #expect(!page.contains("crop.svg"))
        let words = await site.asReader("/?q=where+floodgate+stands&meaning=off").text
        #expect(!words.contains("by meaning"))
    }

    @Test func findingByMeaningIsTurnedOffForAll() async throws {
        let archive = try await CanaryArchive.shared.value
        var settings = try archive.site().settings
        settings.usesMeaning = false
        let site = Site(settings)
        let found = try await Self.hits(site, "meaning=on")
        #expect(found["meaning"] as? Bool == false)
        #expect((found["hints"] as? [String])?.contains { $0.contains("--meaning never") } == true)
        let id = try #require(try archive.documents.first).id
        let answer = await site.asReader("/api/v1/documents/\(id)/related")
        #expect(answer.status == 404)
        #expect(answer.text.contains("--meaning never"))
    }

    @Test func serverSaysWhatIsMissingForFindingByMeaning() async throws {
        var settings = try await ServedArchive.shared.value.settings()
        settings.model = MeaningModel(StandInEmbedder())
        let site = Site(settings)
        let found = try await site.ask("/api/v1/search?q=where+floodgate+stands&meaning=on").json()
        #expect((found["hints"] as? [String])?.contains { $0.contains("the index has no vectors") } == true)
        let id = try await ServedArchive.shared.value.document(titled: "Council").id
        let answer = await site.ask("/api/v1/documents/\(id)/related")
        #expect(answer.status == 404)
        #expect(answer.text.contains("no vectors"))
    }

    @Test func relatedDocumentsAreThoseThatMayBeSeen() async throws {
        let archive = try await CanaryArchive.shared.value
        let site = try archive.site()
        let open = try archive.documents.filter { !archive.isClosed($0) }
        let closed = Set(try archive.documents.filter(archive.isClosed).map(\.id))
        let id = try #require(open.first { $0.title == "Minutes" }).id
        let target = "/api/v1/documents/\(id)/related?all=true"
        let all = try Self.related(try await site.asReader(target).json())
        #expect(!closed.isDisjoint(with: all))
        #expect(!all.contains(id))
        #expect(closed.isDisjoint(with: try Self.related(try await site.asGuest(target).json())))
        let none = try Self.related(try await site.asReader(target + "&filter=tag:nothing").json())
        #expect(none.isEmpty)
        #expect(await site.asReader(target + "&limit=0").status == 400)
        #expect(await site.asReader("/api/v1/documents/\(id)/related?page=99").status == 404)
    }
}
