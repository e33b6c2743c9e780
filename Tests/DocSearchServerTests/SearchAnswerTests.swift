import AnswerForms
import DocSearch
import DocSearchServer
import Foundation
import Testing

@Suite struct SearchAnswerTests {
    private func site() async throws -> Site { Site(try await ServedArchive.shared.value.settings()) }

    @Test func serverShowsHitsWithMarksAndLinksToTheirPages() async throws {
        let archive = try await ServedArchive.shared.value
        let answer = try await site().ask("/?q=tramway+extension")
        #expect(answer.status == 200)
        let id = try archive.document(titled: "Council").id
        #expect(answer.text.contains("/documents/\(id)/pages/2?q=tramway%20extension"))
        #expect(answer.text.contains("<mark class=\"hit\">tramway</mark>"))
        #expect(answer.text.contains("Council minutes"))
    }

    @Test func serverNeverShowsTextOfDocumentsAsMarkup() async throws {
        let archive = try await ServedArchive.shared.value
        let site = try await site()
        let id = try archive.document(titled: "<script>").id
        for target in [
            "/?q=sluice", "/?q=%3Cscript%3Ealert(4)%3C/script%3E", "/documents/\(id)",
            "/documents/\(id)/pages/1?q=bold",
            "/documents/\(id)/pages/1?q=%22%3E%3Cscript%3E", "/", "/night", "/?q=a&f=%3Cscript%3E",
            "/sign-in?to=%22%3E%3Cscript%3E",
        ] {
            let text = await site.ask(target).text
            #expect(!text.contains("<script>"), "\(target)")
            #expect(!text.contains("<img src=x"), "\(target)")
            #expect(!text.contains("<b>bold"), "\(target)")
        }
    }

    @Test func serverGivesTheJSONOfTheCommandLine() async throws {
        let archive = try await ServedArchive.shared.value
        let answer = try await site().ask("/api/v1/search?q=sluice&facets=true&limit=5").json()
        var request = SearchRequest("sluice")
        request.countsFacets = true
        request.limit = 5
        let results = ResultsJSON.object(try archive.index.search(request), hint: \.message)
        var expected = try #require(try JSONSerialization.jsonObject(with: Data(results.json.utf8)) as? [String: Any])
        var found = answer
        for key in ["elapsed_ms"] { (expected[key], found[key]) = (nil, nil) }
        #expect(NSDictionary(dictionary: found) == NSDictionary(dictionary: expected))
    }

    @Test func serverWritesRowsForASpreadsheetWithLinks() async throws {
        let answer = try await site().ask("/api/v1/search.csv?q=tramway")
        let lines = answer.text.split(separator: "\r\n")
        #expect(lines.first == "query,document,path,page,printed number,snippet,match,total_all,total,link")
        #expect(lines.count == 2)
        #expect(lines.last?.contains("http://127.0.0.1:8080/documents/") == true)
        #expect(answer[header: "content-disposition"]?.hasPrefix("attachment") == true)
    }

    @Test func serverFindsAListOfTerms() async throws {
        let site = try await site()
        let answer = await site.ask(
            "/batch", "POST", ["origin": "http://127.0.0.1:8080"],
            body: "terms=sluice%0Anothingness%0A%0Atramway&as=csv")
        #expect(answer.status == 200)
        #expect(answer.text.contains("tramway,"))
        #expect(answer[header: "content-disposition"]?.contains("docsearch-list.csv") == true)
        let sent = await site.ask("/batch", "POST", body: "terms=sluice%0Anothingness&as=table")
        let table = await site.follow(sent, [:])
        #expect(table.text.contains("1 of 2 found"))
        let many = await site.ask("/batch", "POST", body: "terms=" + String(repeating: "a%0A", count: 1001))
        #expect(many.status == 400)
    }

    @Test func serverTakesAListOfWhateverTypeAProgramSays() async throws {
        let site = try await site()
        let types = ["application/x-www-form-urlencoded", "text/plain", nil]
        for (type, body) in types.map({ ($0, "sluice\ntramway") }) + [(types[0], "terms=sluice%0Atramway")] {
            let answer = await site.ask("/api/v1/batch", "POST", type.map { ["content-type": $0] } ?? [:], body: body)
            #expect(answer.status == 200, "\(type ?? "none")")
            #expect(answer.text.contains("tramway,"), "\(type ?? "none")")
        }
    }

    @Test func serverShowsTypedFactsAsChipsThatCanBeRemoved() async throws {
        let text = try await site().ask("/?q=board&f=date:1931").text
        #expect(text.contains("aria-label=\"Without date:1931\""))
        #expect(text.contains("1 document"))
    }

    @Test func serverNamesNoFolderOfTheMachine() async throws {
        let archive = try await ServedArchive.shared.value
        let site = try await site()
        for target in [
            "/?q=root:nowhere+board", "/api/v1/search?q=root:nowhere+board", "/api/v1/search?q=board", "/id/nothing",
            "/?q=path:council", "/api/v1/search?q=path:council", "/api/v1/search.jsonl?q=root:archive+board",
            "/api/v1/search?q=board&filter=path:council", "/api/v1/search.csv?q=board+path:council",
        ] {
            let answer = await site.ask(target)
            #expect(answer.status != 500, "\(target)")
            #expect(!answer.text.contains(archive.folder.path), "\(target)")
        }
        #expect(try await site.ask("/api/v1/search?q=path:council").json()["total"] as? Int == 2)
    }

    /// Letter by letter a path could be guessed by what is found below it.
    @Test func serverTellsNothingOfFoldersByWhatIsFound() async throws {
        let archive = try await ServedArchive.shared.value
        let site = try await site()
        let path = archive.folder.path
        for query in ["path:\(path)", "path:\(path.dropLast(3))", "root:\(path)/archive"] {
            let address = "/api/v1/search?q=board+\(PercentCoding.encoded(query))"
            #expect(try await site.ask(address).json()["total"] as? Int == 0, "\(query)")
        }
    }
}
