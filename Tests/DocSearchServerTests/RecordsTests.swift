import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Logging
import Synchronization
import Testing

@Suite("What the server writes down, and whom it turns away")
struct RecordsTests {
    private final class Lines: Sendable {
        let all = Mutex<[String]>([])
    }

    private func site(_ lines: Lines, _ change: (inout SiteSettings) throws -> Void = { _ in }) async throws -> Site {
        var settings = try await ServedArchive.shared.value.settingsWithTokens()
        try change(&settings)
        return Site(settings) { line in lines.all.withLock { $0.append(line) } }
    }

    @Test func failedSignInsAndLinksLeaveARecord() async throws {
        let archive = try await ServedArchive()
        let lines = Lines()
        let site = Site(archive.settingsWithTokens()) { line in lines.all.withLock { $0.append(line) } }
        #expect(await site.ask("/", "GET", ["authorization": "Bearer wrong"]).status == 401)
        #expect(await site.ask("/sign-in", "POST", body: "token=secret-guess").status == 401)
        let council = try archive.document(titled: "Council").id
        let answer = await site.post("/documents/\(council)/share", as: "guest", "days=7")
        #expect(answer.status == 201)
        let link = try #require(try answer.json()["link"] as? String)
        let code = String(link.split(separator: "/")[3])
        let all = lines.all.withLock { $0 }
        #expect(all.count == 3, "\(all)")
        #expect(all.prefix(2).allSatisfy { $0.contains("sign-in") && $0.contains("127.0.0.1") })
        #expect(all.last?.contains("document \(council)") == true)
        #expect(all.last?.contains("\"guest\"") == true)
        #expect(!all.joined().contains(code), "the link itself is a secret")
        #expect(!all.joined().contains("secret-guess"))
    }

    @Test func accessLogHasALineForEachAnswer() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/access.log"
        let log = try AccessLog(at: path) { Issue.record("\($0)") }
        let site = try await site(Lines()) { $0.accessLog = log }
        let hostile = "/?q=sluice%0A%22%1B" + "\u{7}"
        _ = await site.asReader("/api/v1/search?q=sluice")
        _ = await site.ask(hostile, "GET", ["authorization": "Bearer reader-token"])
        _ = await site.answer(nil)
        _ = await site.ask("/share/12-secret-code/documents/1?q=a")
        log.flush()
        // Moved away, as programs do that rotate logs.
        try FileManager.default.moveItem(atPath: path, toPath: path + ".1")
        _ = await site.ask("/%73hare/12-secret-code/documents/1")
        log.flush()
        func lines(_ path: String) throws -> [[String: Any]] {
            try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }
        let (old, new) = (try lines(path + ".1"), try lines(path))
        #expect(old.map { $0["status"] as? Int } == [200, 200, 400, 404])
        #expect(old[0]["user"] as? String == "reader")
        #expect(old[0]["client"] as? String == "127.0.0.1")
        #expect(old[0]["method"] as? String == "GET")
        #expect(old[0]["target"] as? String == "/api/v1/search?q=sluice")
        #expect((old[0]["bytes"] as? Int ?? 0) > 10)
        #expect(old[0]["elapsed_ms"] is Double)
        #expect((old[0]["time"] as? String ?? "").hasPrefix("2"))
        #expect(new.count == 1)
        let texts = try [path, path + ".1"].map { try String(contentsOfFile: $0, encoding: .utf8) }
        #expect(!texts.joined().contains("secret-code"))
        #expect(texts.joined().unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" })
        #expect(old[3]["link"] as? String == new[0]["link"] as? String, "it says which link it was")
    }

    @Test(arguments: [
        ("https://x.example/share", "/share/share/12-secret-code/documents/1"),
        ("https://x.example/share", "/share/12-secret-code/documents/1"),
        ("https://x.example/share/all", "/share/all/share/12-secret-code/documents/1"),
        ("https://x.example/share/all", "/share/12-secret-code/documents/1"),
        ("https://x.example/share", "/share/12-secret-code/share/none"),
        ("https://x.example", "/elsewhere/share/12-secret-code"),
    ])
    func noAddressBringsTheCodeOfALinkIntoTheLog(publicURL: String, target: String) async throws {
        let folder = try TemporaryFolder()
        let log = try AccessLog(at: folder.path + "/access.log") { Issue.record("\($0)") }
        let site = try await site(Lines()) { settings in
            settings.accessLog = log
            settings.publicURL = publicURL
        }
        _ = await site.ask(target)
        log.flush()
        let text = try String(contentsOfFile: folder.path + "/access.log", encoding: .utf8)
        #expect(text.contains("/share/"))
        #expect(!text.contains("secret-code"))
        #expect(text.contains("\"link\":\"\(Secret.hash("12-secret-code").prefix(12))\"") || target.hasSuffix("none"))
    }

    @Test func aDiskThatStandsStillCostsLinesAndNotMemory() throws {
        let folder = try TemporaryFolder()
        try folder.write([], to: "logs/access.log")
        let (lines, gate) = (Lines(), DispatchSemaphore(value: 0))
        let log = try AccessLog(at: folder.path + "/logs/access.log") { line in
            if lines.all.withLock({
                $0.append(line); return $0.count == 1
            }) {
                gate.wait()
            }
        }
        // The first line fails, and whoever is told of it takes long.
        try FileManager.default.moveItem(atPath: folder.path + "/logs", toPath: folder.path + "/away")
        log.write(["number": -1])
        let count = 20_000
        for number in 0..<count { log.write(["number": number, "text": String(repeating: "x", count: 1000)]) }
        try FileManager.default.moveItem(atPath: folder.path + "/away", toPath: folder.path + "/logs")
        gate.signal()
        log.flush()
        log.write(["number": count])
        log.flush()
        let written = try String(contentsOfFile: folder.path + "/logs/access.log", encoding: .utf8).split(
            separator: "\n")
        #expect(written.last == "{\"number\":\(count)}")
        #expect((1000..<10_000).contains(written.count), "\(written.count)")
        let told = lines.all.withLock { $0 }
        #expect(told.count == 2, "\(told)")
        #expect(told.last?.contains(" \(count - written.count + 1) lines") == true, "\(told)")
    }

    @Test func aLineThatWasCutOffDoesNotSpoilTheNextOne() async throws {
        let archive = try await ServedArchive.shared.value
        let folder = try TemporaryFolder()
        let path = folder.path + "/access.log"
        let server = try ServeProgramTests.Server(archive, ["--access-log", path], ignoring: "XFSZ")
        func lines() throws -> [Substring] { try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") }
        func ask(until isThere: () throws -> Bool) throws {
            #expect(try server.get("/api/v1/search?q=sluice").hasPrefix("HTTP/1.1 200"))
            while !(try isThere()) { usleep(1000) }
        }
        try ask { try lines().count == 1 }
        let size = try lines()[0].utf8.count + 1
        func limit(_ bytes: String) throws {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = ["prlimit", "--pid", String(server.process.processIdentifier), "--fsize=\(bytes):"]
            try process.run()
            process.waitUntilExit()
            try #require(process.terminationStatus == 0)
        }
        try limit(String(size + 20))
        try ask { try lines().count == 2 }
        try limit("unlimited")
        try ask { try lines().count == 3 }
        let last = try #require(try lines().last)
        let object = try JSONSerialization.jsonObject(with: Data(last.utf8)) as? [String: Any]
        #expect(object?["status"] as? Int == 200)
    }

    @Test func whatIsNoHTTPHasALineAsWell() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/access.log"
        let server = try ServeProgramTests.Server(try await ServedArchive.shared.value, ["--access-log", path])
        #expect(try server.exchange("NONSENSE\r\n\r\n").hasPrefix("HTTP/1.1 400"))
        var text = ""
        while !text.hasSuffix("\n") { text = try String(contentsOfFile: path, encoding: .utf8) }
        let line = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        #expect(line["status"] as? Int == 400)
        #expect(line["client"] as? String == "127.0.0.1")
        #expect(line["target"] is NSNull)
    }

    @Test func brokenRequestsCountAsOthersDo() async throws {
        var settings = try await ServedArchive.shared.value.settings()
        settings.requestsPerSecond = 1
        let site = Site(settings)
        func statuses(_ client: String, _ ask: (String) async -> Answer) async -> [Int] {
            var found: [Int] = []
            for _ in 0..<12 { found.append(await ask(client).status) }
            return found
        }
        let broken = await statuses("203.0.113.9") { site.answerToBrokenRequest(from: $0) }
        #expect(broken.prefix(10).allSatisfy { $0 == 400 })
        #expect(broken.last == 429)
        let unread = await statuses("203.0.113.10") { await site.answer(nil, from: $0) }
        #expect(unread.prefix(10).allSatisfy { $0 == 400 })
        #expect(unread.last == 429)
        let own = await statuses("127.0.0.1") { site.answerToBrokenRequest(from: $0) }
        #expect(own.allSatisfy { $0 == 400 }, "this machine has no limit")
    }

    @Test func whatTheServersLibrariesSayGoesIntoTheLogALineEach() {
        let lines = Lines()
        let logger = Logger(label: "tests") { _ in ServerLog { line in lines.all.withLock { $0.append(line) } } }
        logger.info("Nobody needs to know.")
        logger.error("It broke:\nof this", metadata: ["error": "\u{1B}[31mred", "a": "b"])
        #expect(lines.all.withLock { $0 } == ["It broke: of this; a: b; error:  [31mred"])
    }

    @Test func whatIsNoFileIsNoAccessLog() throws {
        let folder = try TemporaryFolder()
        #expect(throws: DocSearchError.self) { try AccessLog(at: folder.path) { _ in } }
        #expect(throws: DocSearchError.self) { try AccessLog(at: folder.path + "/none/log") { _ in } }
        #expect(throws: DocSearchError.self) { try AccessLog(at: "/dev/null") { _ in } }
    }

    @Test(arguments: [
        "x-forwarded-for", "forwarded", "via", "x-real-ip", "x-forwarded-host", "x-forwarded-proto",
        "x-forwarded-server",
        "x-forwarded-port", "x-forwarded", "forwarded-for", "x-original-forwarded-for", "x-client-ip", "x-clientip",
        "client-ip", "true-client-ip", "cf-connecting-ip", "cf-connecting-ipv6", "cf-ray", "fastly-client-ip",
        "x-cluster-client-ip", "x-original-host", "x-original-url", "x-rewrite-url", "x-proxyuser-ip",
        "x-envoy-external-address", "x-envoy-original-path", "fly-client-ip", "x-azure-clientip", "x-azure-socketip",
        "x-appengine-user-ip", "x-amzn-trace-id", "x-amz-cf-id", "cloudfront-viewer-address", "cdn-loop",
        "x-nf-client-connection-ip",
        "x-vercel-forwarded-for", "incap-client-ip", "x-sucuri-clientip", "x-remote-addr", "remote-addr",
        "wl-proxy-client-ip", "proxy-client-ip", "proxy-connection", "x-arr-log-id", "front-end-https", "x-real-port",
        "tailscale-user-login", "x-remote-user", "x-scheme", "akamai-origin-hop", "x-originating-ip", "x-source-ip",
        "x-proxy-id", "x-varnish", "x-traefik-router", "x_forwarded_for",
    ])
    func aProxyDoesNotTurnStrangersIntoTheOwner(header: String) async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.anonymousRights = Set(Visitor.Right.allCases)
        let id = try archive.document(titled: "Council").id
        let owner = Site(settings)
        #expect(await owner.ask("/", "GET", [header: "203.0.113.9"]).status == 403)
        #expect(await owner.ask("/documents/\(id)/tags", "POST", [header: "203.0.113.9"], body: "add=x").status == 403)
        #expect(await owner.ask("/").status == 200)
        settings.publicURL = "http://localhost/archive"
        #expect(await Site(settings).ask("/", "GET", [header: "203.0.113.9"]).status == 403)
        settings.isPublic = true
        settings.publicURL = "https://archive.example"
        settings.hostNames = ["archive.example"]
        #expect(await Site(settings).ask("/", "GET", [header: "203.0.113.9", "host": "archive.example"]).status == 200)
        #expect(await Site(archive.settingsWithTokens()).asReader("/").status == 200)
    }

    @Test func whatBrowsersAndProgramsSendThemselvesIsNotTakenForAProxy() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let usual = [
            "accept": "text/html,*/*;q=0.8", "accept-encoding": "gzip, br", "accept-language": "en",
            "cache-control": "no-cache",
            "connection": "keep-alive", "dnt": "1", "if-none-match": "\"x\"",
            "if-modified-since": "Mon, 6 Jan 2020 10:00:00 GMT",
            "pragma": "no-cache", "priority": "u=0, i", "referer": "http://127.0.0.1:8080/", "range": "bytes=0-1",
            "te": "trailers",
            "sec-ch-ua": "x", "sec-ch-ua-mobile": "?0", "sec-ch-ua-platform": "x", "sec-fetch-dest": "document",
            "sec-fetch-mode": "navigate", "sec-fetch-site": "none", "sec-fetch-user": "?1", "sec-gpc": "1",
            "traceparent": "x",
            "upgrade-insecure-requests": "1", "user-agent": "curl/8.5.0", "x-requested-with": "XMLHttpRequest",
            "x-request-id": "1",
            "authorization": "Basic eDp4", "cookie": "a=b", "content-type": "text/plain", "expect": "100-continue",
            "from": "a@example.org",
        ]
        #expect(await site.ask("/", "GET", usual).status == 200)
    }

    @Test func searchEnginesAreToldToKeepNothing() async throws {
        let archive = try await ServedArchive.shared.value
        let site = try await site(Lines())
        let robots = await site.ask("/robots.txt")
        #expect(robots.status == 200)
        #expect(robots.text == "User-agent: *\nDisallow: /\nAllow: /share/\n")
        for target in ["/", "/sign-in", "/share/no-such-link", "/robots.txt"] {
            #expect(await site.ask(target)[header: "x-robots-tag"]?.contains("noindex") == true, "\(target)")
        }
        #expect(await site.asReader("/")[header: "x-robots-tag"]?.contains("noindex") == true)
        var open = archive.settings()
        open.isPublic = true
        #expect(await Site(open).ask("/")[header: "x-robots-tag"] == nil)
    }

    @Test func viewersOnOtherSitesMayAskBeforeTheyAsk() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.isPublic = true
        let headers = ["origin": "https://viewer.example", "access-control-request-method": "GET"]
        let target = "/iiif/presentation/3/collection"
        let answer = await Site(settings).ask(target, "OPTIONS", headers)
        #expect(answer.status == 204)
        #expect(answer[header: "access-control-allow-origin"] == "*")
        #expect(answer[header: "access-control-allow-methods"] == "GET, HEAD")
        #expect(answer[header: "content-type"] == nil)
        let closed = await Site(archive.settings()).ask(target, "OPTIONS", headers)
        #expect(closed.status == 405)
        #expect(closed[header: "access-control-allow-origin"] == nil)
        #expect(await Site(archive.settingsWithTokens()).ask(target, "OPTIONS", headers).status == 401)
    }

    @Test func whatIsKnownAlreadyIsNotSentAgain() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settings())
        for target in ["/api/v1/tags", "/iiif/presentation/3/collection", "/"] {
            let tag = try #require(await site.ask(target)[header: "etag"])
            #expect(tag.hasPrefix("W/\""))
            let again = await site.ask(target, "GET", ["if-none-match": tag])
            #expect(again.status == 304)
            #expect(again.bytes.isEmpty)
            #expect(again[header: "vary"] == "accept-encoding")
            #expect(await site.ask(target, "GET", ["if-none-match": "\"other\""]).status == 200)
        }
        #expect(await site.ask("/nowhere")[header: "etag"] == nil)
        let style = await site.ask("/assets/site.css")
        let again = await site.ask("/assets/site.css", "GET", ["if-none-match": style[header: "etag"] ?? ""])
        #expect(again.status == 304)
        #expect(again[header: "vary"] == style[header: "vary"])
    }

    @Test func whatSaysHowLongItTookHasNoTag() async throws {
        let site = Site(try await ServedArchive.shared.value.settingsWithTokens())
        let target = "/api/v1/search?q=sluice"
        #expect(await site.asReader(target)[header: "etag"] == nil)
        let tag = try #require(await site.asGuest(target)[header: "etag"])
        let headers = ["authorization": "Bearer guest-token", "if-none-match": tag]
        #expect(await site.ask(target, "GET", headers).status == 304)
    }

    @Test func largeTextsAreSentAsTheyAre() throws {
        let visit = try #require(Visit("GET", "/", headers: ["accept-encoding": "gzip"]))
        let large = Answer(text: String(repeating: "Of the sluice. ", count: 400_000))
        let sent = large.tagged(for: visit).compressed(for: visit)
        #expect(sent[header: "etag"] == nil)
        #expect(sent[header: "content-encoding"] == nil)
        #expect(sent[header: "vary"] == "accept-encoding")
        #expect(sent.bytes == large.bytes)
        let small = Answer(text: String(repeating: "Of the sluice. ", count: 40_000))
        #expect(small.tagged(for: visit).compressed(for: visit)[header: "content-encoding"] == "gzip")
    }

    @Test(arguments: [
        ("gzip", true), ("br, gzip;q=0.5", true), ("*", true), ("GZIP", true), ("gzip;q=0, *", false), ("br", false),
        ("", false), ("identity", false),
    ])
    func textComesAsGzipToThoseWhoTakeIt(accepted: String, isSmall: Bool) async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let plain = await site.ask("/")
        let answer = await site.ask("/", "GET", ["accept-encoding": accepted])
        #expect(answer[header: "vary"] == "accept-encoding")
        #expect((answer[header: "content-encoding"] == "gzip") == isSmall)
        guard isSmall else { return #expect(answer.bytes == plain.bytes) }
        #expect(answer.bytes.count < plain.bytes.count)
        let folder = try TemporaryFolder()
        try folder.write(answer.bytes, to: "page.gz")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", "-d", folder.path + "/page.gz"]
        try process.run()
        process.waitUntilExit()
        #expect(FileManager.default.contents(atPath: folder.path + "/page").map { Array($0) } == plain.bytes)
    }

    @Test func whatIsNoTextIsNotCompressed() async throws {
        let archive = try await ServedArchive.shared.value
        let id = try archive.document(titled: "Council").id
        let file = await Site(archive.settings()).ask("/files/\(id).pdf", "GET", ["accept-encoding": "gzip"])
        #expect(file[header: "content-encoding"] == nil)
    }
}
