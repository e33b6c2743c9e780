import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct BadRequestTests {
    private func site() async throws -> Site { Site(try await ServedArchive.shared.value.settings()) }

    @Test(arguments: [
        ("/nowhere", 404), ("/documents/0", 404), ("/documents/x", 404), ("/documents/-1", 404), ("/documents/+1", 404),
        ("/documents/99999999999999999999", 404), ("/documents/999999", 404), ("/documents/1/pages/0", 404),
        ("/documents/1/pages/4000000", 404), ("/?q=a&sort=wrong", 400), ("/?q=a&from=-1", 400), ("/?q=a&from=x", 400),
        ("/api/v1/search", 400), ("/api/v1/search?q=", 400), ("/api/v1/search?q=a&limit=0", 400),
        ("/api/v1/search?q=a&limit=201", 400), ("/api/v1/search?q=a&limit=99999999999999999999", 400),
        ("/api/v1/search?q=a&facets=maybe", 400), ("/api/v1/search?q=a&match=%00", 400), ("/%2e%2e/etc/passwd", 404),
        ("/assets/..%2f..%2fetc%2fpasswd", 404), ("/assets/site.css/", 404), ("/documents/1/pages/1.jpg?width=5", 400),
        ("/iiif/image/3/1-1/full/9999999,/0/default.jpg", 400), ("/iiif/image/3/1-1/a,b,c,d/max/0/default.jpg", 400),
        ("/documents/01", 404), ("/iiif/image/3/1-01/info.json", 404), ("/iiif/image/3/+1-1/info.json", 404),
        ("/iiif/image/3/1-1/0,0,1,1/^30000,666/0/default.jpg", 400),
        ("/iiif/image/3/1/info.json", 404), ("/iiif/image/3/1-0/info.json", 404), ("/iiif/search/3/1?q=a", 404),
    ])
    func badRequestsGetAProblemDocument(target: String, status: Int) async throws {
        let answer = try await site().ask(target)
        #expect(answer.status == status)
        #expect(answer[header: "content-type"] == "application/problem+json")
        let problem = try answer.json()
        #expect(problem["status"] as? Int == status)
        #expect((problem["detail"] as? String)?.isEmpty == false)
        let page = try await site().ask(target, "GET", ["accept": "text/html"])
        #expect(page.status == status)
    }

    @Test(arguments: ["DELETE", "PUT", "OPTIONS", "TRACE", "BREW"])
    func requestsWithAWrongMethodAreToldWhichThereAre(method: String) async throws {
        let answer = try await site().ask("/", method)
        #expect(answer.status == 405)
        #expect(answer[header: "allow"] == "GET, HEAD")
    }

    @Test func requestsWithoutAPathGetAnAnswer() async throws {
        #expect(Visit("GET", "") == nil)
        #expect(Visit("GET", "*") == nil)
        #expect(Visit("GET", "ftp://a/") == nil)
        #expect(Visit("GET", "/" + String(repeating: "a", count: 20_000)) == nil)
        #expect(Visit("GET", "http://host/a%20b?q=c+d%2")?.path == ["a b"])
        #expect(Visit("GET", "http://host/a%20b?q=c+d%2")?.query["q"] == "c d%2")
        #expect(await (try site().answer(nil)).status == 400)
    }

    /// RFC 9112, 3.2.2: the host of the address stands for the header.
    @Test func requestsWithAWholeAddressAreForItsHost() async throws {
        let site = try await site()
        #expect(await site.ask("http://127.0.0.1:8080/healthz").status == 200)
        #expect(await site.ask("http://evil.example/healthz").status == 421)
    }

    @Test func formsOfManyFieldsComeBackNoLongerThanTheyWere() async throws {
        let body = String(repeating: "b'a&'", count: 200_000)
        #expect(QueryItems(encoded: body).items.count == 1000)
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.isPublic = true
        let site = Site(settings)
        let id = try archive.document(titled: "Council").id
        for target in ["/documents/\(id)/notes", "/batch", "/sign-in"] {
            let answer = await site.ask(target, "POST", ["accept": "text/html"], body: body)
            #expect(answer.status >= 400)
            #expect(answer.text.utf8.count < body.utf8.count, "\(target)")
        }
    }

    @Test func requestsThatSayNothingOrTooMuchChangeNothing() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settingsWithTokens())
        let id = try archive.document(titled: "Council").id
        let headers = ["authorization": "Bearer reader-token"]
        let long = String(repeating: "a", count: 10_001)
        for (address, body) in [
            ("tags", ""), ("tags", "{\"add\": \"x\"}"), ("notes", "text=\(long)"),
            ("pages/1/highlights", "quote=sluice&comment=\(long)"),
        ] {
            #expect(await site.ask("/documents/\(id)/\(address)", "POST", headers, body: body).status == 400)
        }
    }

    @Test func namesOfDownloadsHaveNothingThatTurnsOrBreaksThem() {
        let header = Answer(text: "").downloaded(as: "new\nline\r\u{202E}fdp.exe")[header: "content-disposition"]
        #expect(header?.hasSuffix("filename*=UTF-8''new_line__fdp.exe") == true)
    }

    @Test func imagesAreDrawnWhereTheyCannotBeKept() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.extractorPath = try ExtractProgram.path()
        // A file stands where the folder would be.
        settings.imageFolder = "/proc/self/status/images"
        let id = try archive.document(titled: "Council").id
        let answer = await Site(settings).ask("/documents/\(id)/pages/1.jpg?width=100")
        #expect(answer.status == 200)
        #expect(answer[header: "content-type"] == "image/jpeg")
    }

    @Test func answersHaveTheHeadersThatKeepBrowsersSafe() async throws {
        for target in ["/", "/nowhere", "/api/v1/search?q=a", "/assets/site.css"] {
            let answer = try await site().ask(target)
            let policy = try #require(answer[header: "content-security-policy"])
            #expect(policy.contains("default-src 'none'"))
            #expect(!policy.contains("unsafe"))
            #expect(answer[header: "x-content-type-options"] == "nosniff")
            #expect(answer[header: "access-control-allow-origin"] == nil)
        }
        let text = try await site().ask("/?q=board").text
        #expect(!text.contains(" style="))
        #expect(!text.contains(" onclick="))
        #expect(!text.contains("<script>"))
    }

    @Test(arguments: [
        "evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "localhost.evil.example",
        // What stands behind the name would be written into links.
        "localhost:8080/evil", "127.0.0.1:evil.example", "localhost:65536", "localhost:-1", "[::1]evil.example",
        "[::1]:8080@evil.example", "127.0.0.1:8080\"><b>",
    ])
    func requestsOfForeignHostsAreRefused(host: String) async throws {
        #expect(try await site().ask("/", "GET", ["host": host]).status == 421)
    }

    @Test(arguments: ["localhost", "LOCALHOST:8080", "127.0.0.1", "[::1]:8080", "192.168.1.7:80"])
    func requestsOfNumbersAndThisMachineAreAnswered(host: String) async throws {
        #expect(try await site().ask("/", "GET", ["host": host]).status == 200)
    }

    @Test func answersWhereThereIsNoIndexSaySo() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = SiteSettings.forTests(index: archive.folder.path + "/no-index")
        settings.imageFolder = archive.folder.path + "/no-images"
        let site = Site(settings)
        for target in ["/", "/?q=a", "/documents/1", "/api/v1/search?q=a", "/night", "/healthz"] {
            let answer = await site.ask(target)
            #expect(answer.status == 503, "\(target)")
            #expect(answer.text.contains("There is no index yet"))
            #expect(!answer.text.contains(archive.folder.path))
        }
    }

    @Test func requestsOfOneAddressAreLimited() {
        let limit = RateLimit(perSecond: 5)
        let now = ContinuousClock.now
        let waits = (0..<60).map { _ in limit.wait(for: "a", now: now) }
        #expect(waits.prefix(50).allSatisfy { $0 == nil })
        #expect(waits.suffix(10).allSatisfy { $0 == 1 })
        #expect(limit.wait(for: "b", now: now) == nil)
        #expect(limit.wait(for: "a", now: now + .seconds(1)) == nil)
    }
}
