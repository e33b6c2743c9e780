import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct AccessTests {
    private func site() async throws -> Site { Site(try await ServedArchive.shared.value.settingsWithTokens()) }

    @Test func howLongAnAnswerTookIsNotForThoseWithAFilter() async throws {
        let site = try await site()
        #expect(try await site.asGuest("/api/v1/search?q=sluice").json()["elapsed_ms"] is NSNull)
        #expect(try await site.asReader("/api/v1/search?q=sluice").json()["elapsed_ms"] is Double)
    }

    @Test func tagsOfWhatMayBeSeenAreAllThere() async throws {
        let site = try await site()
        func tags(_ answer: Answer) throws -> [String] {
            try #require(try answer.json()["tags"] as? [[String: Any]]).compactMap { $0["name"] as? String }
        }
        let all = try tags(await site.asReader("/api/v1/tags"))
        let seen = try tags(await site.asGuest("/api/v1/tags"))
        #expect(seen.contains("council"))
        #expect(Set(seen).isSubset(of: all))
        #expect(seen.count < all.count)
        #expect(seen == seen.sorted())
    }

    @Test func thoseWhoseSessionHasEndedAreAskedToSignIn() async throws {
        let archive = try await ServedArchive.shared.value
        let id = try archive.document(titled: "Council").id
        let headers = ["origin": "http://127.0.0.1:8080", "accept": "text/html"]
        let answer = await (try await site()).ask("/documents/\(id)/notes", "POST", headers, body: "text=a")
        #expect(answer.status == 401)
        #expect(answer.text.contains("no longer signed in"))
        #expect(answer.text.contains("name=\"token\""))
        #expect(!answer.text.contains("href=\"/night\""))
    }

    @Test func oneTokenCannotEndTheSessionsOfOthers() {
        let sessions = Sessions()
        let other = sessions.begin(token: "other")
        let first = sessions.begin(token: "guest")
        var last = ""
        for _ in 0..<1000 { last = sessions.begin(token: "guest") }
        #expect(sessions.token(of: other) == "other")
        #expect(sessions.token(of: last) == "guest")
        #expect(sessions.token(of: first) == nil, "its own oldest ones end")
    }

    @Test(arguments: [("-@closed", true), ("tag:open @mine", true), ("author:clerk@example.org", false)])
    func aSavedQuestionIsNoFilter(filter: String, isRefused: Bool) throws {
        let folder = try TemporaryFolder()
        let text = #"{"tokens": [{"name": "a", "sha256": "\#(Secret.hash("x"))", "filter": "\#(filter)"}]}"#
        try folder.write(Array(text.utf8), to: "tokens.json")
        chmod(folder.path + "/tokens.json", 0o600)
        func taken() throws { _ = try TokenFile(contentsOf: folder.path + "/tokens.json") }
        if isRefused {
            let error = #expect(throws: DocSearchError.self) { try taken() }
            #expect(error?.message.contains("saved question") == true)
            #expect(error?.message.components(separatedBy: "cannot be used").count == 2, "the refusal is said once")
        } else {
            #expect(throws: Never.self) { try taken() }
        }
    }

    @Test(arguments: [
        "-tags:=closed", "- tag:=closed", "not tag:=closed", "-path=/srv/closed/", "~sluice", "date:today",
        "subject:minutes", "tag:=open -date:today", "tag:=open OR date:yesterday", "tag:=open -pages:many",
        (0..<64).map { "word\($0)" }.joined(separator: " "), "", "-",
    ])
    func aFilterThatIsMistypedIsRefused(filter: String) async throws {
        let archive = try await ServedArchive.shared.value
        let error = #expect(throws: DocSearchError.self) { _ = try archive.index.permitted([], by: filter) }
        #expect(error?.code == .usage)
        #expect(error?.message.contains("cannot be used as an access filter") == true)
    }

    @Test func withoutATokenNothingIsShown() async throws {
        let archive = try await CanaryArchive.shared.value
        let site = try archive.site()
        for request in CanaryRequest.general() + (try archive.documents).flatMap(CanaryRequest.requests)
        where request.target != "/healthz" {
            let answer = await site.ask(request.target, request.method, body: request.body)
            #expect(answer.status == 401, "\(request.method) \(request.target)")
            #expect(answer[header: "www-authenticate"] != nil)
        }
        let page = await site.ask("/?q=a", "GET", ["accept": "text/html"])
        #expect(page.status == 303)
        #expect(page[header: "location"] == "/sign-in?to=%2F%3Fq%3Da")
        #expect(await site.ask("/", "GET", ["authorization": "Bearer wrong"]).status == 401)
        #expect(await site.ask("/", "GET", ["authorization": "Basic reader-token"]).status == 401)
    }

    @Test func signingInGivesACookieThatNoScriptAndNoOtherSiteCanUse() async throws {
        let site = try await site()
        let own = ["origin": "http://127.0.0.1:8080"]
        let answer = await site.ask("/sign-in", "POST", own, body: "token=guest-token&to=%2F%3Fq%3Da")
        #expect(answer.status == 303)
        #expect(answer[header: "location"] == "/?q=a")
        let cookie = try #require(answer[header: "set-cookie"])
        #expect(cookie.contains("HttpOnly"))
        #expect(cookie.contains("SameSite=Lax"))
        let pair = String(cookie.prefix { $0 != ";" })
        #expect(!pair.contains("guest-token"))
        #expect(await site.ask("/", "GET", ["cookie": pair]).text.contains("Search 2 documents"))
        // Changes with the cookie must come from here.
        #expect(await site.ask("/sign-out", "POST", ["cookie": pair]).status == 403)
        #expect(await site.ask("/sign-out", "POST", ["cookie": pair, "origin": "http://evil.example"]).status == 403)
        #expect(await site.ask("/sign-out", "POST", ["cookie": pair, "origin": "null"]).status == 403)
        #expect(
            await site.ask("/sign-out", "POST", ["cookie": pair, "referer": "http://evil.example/a"]).status == 403)
        let linked = ["cookie": pair, "sec-fetch-site": "cross-site", "referer": "https://catalogue.example/"]
        #expect(await site.ask("/", "GET", linked).text.contains("Search 2 documents"), "a link of a catalogue")
        #expect(await site.ask("/sign-out", "POST", own.merging(linked) { $1 }).status == 403)
        #expect(await site.ask("/sign-out", "POST", own.merging(["cookie": pair]) { $1 }).status == 303)
        #expect(await site.ask("/", "GET", ["cookie": pair]).status == 401)
        #expect(await site.ask("/sign-in", "POST", own, body: "token=wrong").status == 401)
    }

    @Test(arguments: ["//evil.example", "https://evil.example", "/\\evil.example", "evil", "/a\r\nx: y", ""])
    func signingInLeadsToNoOtherSite(address: String) async throws {
        let answer = try await site().ask(
            "/sign-in", "POST", body: QueryItems([("token", "guest-token"), ("to", address)]).encoded)
        #expect(answer[header: "location"] == "/")
    }

    @Test(
        arguments: [
            ("http://evil.example/", 403), ("http://evil.example", 403), ("http://127.0.0.1:8080.evil.example/x", 403),
            ("http://127.0.0.1:9090/", 403), ("about:client", 403), ("", 403),
            ("http://127.0.0.1:8080/documents/1?q=a", 303),
            (nil, 303),
        ] as [(String?, Int)])
    func aPageOfAnotherSiteChangesNothingByItsAddressAlone(referer: String?, status: Int) async throws {
        let archive = try await ServedArchive()
        var settings = archive.settings()
        settings.anonymousRights = [.tags]
        let id = try archive.document(titled: "Council").id
        let headers = referer.map { ["referer": $0] } ?? [:]
        #expect(await Site(settings).ask("/documents/\(id)/tags", "POST", headers, body: "add=x").status == status)
        let tags = try archive.document(titled: "Council").tags
        #expect(tags.contains("x") == (status == 303))
    }

    @Test func aNoteOfTwoLinesIsWrittenInABrowser() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let document = try archive.document(titled: "Council")
        let reader = ["authorization": "Bearer reader-token"]
        let body = "text=first%0D%0Asecond%0Dthird%0Afourth"
        #expect(await site.ask("/documents/\(document.id)/notes", "POST", reader, body: body).status == 303)
        let notes = try archive.index.annotations(of: document).filter { $0.kind == .note }
        #expect(notes.map(\.value) == ["first\nsecond\nthird\nfourth"])
    }

    @Test func aRefusedFormComesBackWithItsText() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let id = try archive.document(titled: "Council").id
        let page = ["authorization": "Bearer reader-token", "accept": "text/html"]
        let long = String(repeating: "zebra ", count: 2000)
        for (address, body, shown) in [
            ("/documents/\(id)/notes", "text=zebras+%3Cb%3E&page=99", "zebras &lt;b&gt;</textarea>"),
            ("/documents/\(id)/notes", "text=\(PercentCoding.encoded(long))", long),
            ("/documents/\(id)/tags", "add=\(String(repeating: "zebra", count: 60))", "zebrazebra"),
            (
                "/documents/\(id)/pages/1/highlights", "quote=zebra&comment=striped%0D%0Ahorse&start=1",
                "striped\nhorse</textarea>"
            ),
            ("/batch", "as=table&terms=\(PercentCoding.encoded(String(long.prefix(3000))))", "zebra zebra"),
        ] {
            let answer = await site.ask(address, "POST", page, body: body)
            #expect(answer.status == 400, "\(address)")
            #expect(answer.text.contains(shown), "\(address)")
            #expect(answer.text.contains("method=\"post\" action=\"\(address)\""), "\(address)")
            let program = await site.ask(address, "POST", ["authorization": "Bearer reader-token"], body: body)
            #expect(!program.text.contains("<form"), "\(address)")
        }
        // What another site has filled in is not offered to be sent.
        let forged = page.merging(["origin": "http://evil.example"]) { $1 }
        let refused = await site.ask("/documents/\(id)/notes", "POST", forged, body: "text=zebra&page=99")
        #expect(refused.status == 403)
        #expect(!refused.text.contains("zebra"))
    }

    @Test func onlyWhoMayWriteCanChangeSomething() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let document = try archive.document(titled: "Council")
        let guest = ["authorization": "Bearer guest-token"]
        let reader = ["authorization": "Bearer reader-token"]
        #expect(await site.ask("/documents/\(document.id)/tags", "POST", guest, body: "add=x").status == 403)
        #expect(await site.ask("/documents/\(document.id)/tags", "POST", reader, body: "add=seen").status == 303)
        #expect(
            await site.ask("/documents/\(document.id)/notes", "POST", reader, body: "text=A+note&page=1").status == 303)
        let mark = await site.ask(
            "/documents/\(document.id)/pages/1/highlights", "POST", reader, body: "quote=water+board&comment=Who%3F")
        #expect(mark.status == 303)
        let after = try archive.index.document(DocumentReference(id: document.id))
        #expect(after.tags.contains("seen"))
        #expect(try archive.index.highlights(of: after).map(\.quote.exact) == ["water board"])
        #expect(try archive.index.annotations(of: after).allSatisfy { $0.author == "reader" })
        let nowhere = await site.ask(
            "/documents/\(document.id)/pages/1/highlights", "POST", reader, body: "quote=zeppelin")
        #expect(nowhere.status == 400)
        let anonymous = Site(archive.settings())
        #expect(await anonymous.ask("/documents/\(document.id)/tags", "POST", body: "add=x").status == 403)
    }

    @Test(arguments: [
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":""}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":"  "}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":"lang:"}]}"#, #"{"tokens":[{"name":"a","sha256":"short"}]}"#,
        #"{"tokens":[{"name":"","sha256":"HASH"}]}"#, #"{"tokens":[{"name":"a","sha256":"HASH","filtre":"tag:x"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","write":["all"]}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","expires":"soon"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH"},{"name":"a","sha256":"HASH"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH"},{"name":"b","sha256":"HASH"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH"}],"filter":"tag:x"}"#, #"{"tokens":[]}"#, "", "[]", "{",
        // Which of two members counts is not said, and null would mean that there is no filter.
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":null,"filter":"tag:=open"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":"tag:=x","filt\u0065r":"tag:=open"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":"tag:=x"}],"tokens":[{"name":"a","sha256":"HASH"}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","filter":null}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","expires":null}]}"#,
        #"{"tokens":[{"name":"a","sha256":"HASH","write":null}]}"#,
    ])
    func aFileOfTokensThatIsNotWhollyUnderstoodLetsNoOneIn(text: String) throws {
        let folder = try TemporaryFolder()
        let hash = Secret.hash("x")
        try folder.write(Array(text.replacing("HASH", with: hash).utf8), to: "tokens.json")
        let path = folder.path + "/tokens.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        #expect(throws: DocSearchError.self) { try TokenFile(contentsOf: path) }
    }

    private static let mistakes = [
        (
            #"{"tokens":[{"name":"a","sha256":"HASH","filtr":"tag:x"}]}"#,
            [#"filtr: there is no such member; the nearest is "filter""#]
        ),
        (
            #"{"tokens":[{"name":"a","sha256":"HASH"},{"name":"b","sha256":"HASH","write":["tag"]}]}"#,
            ["token 2, ", "write: there is no right \"tag\"; the nearest is \"tags\""]
        ),
        (#"{"tokens":[{"name":"a","sha256":"HASH","write":"tags"}]}"#, ["token 1, ", "write: it must be a list"]),
        (#"{"tokens":[{"name":"a"}]}"#, ["token 1, ", #"the member "sha256" is missing"#]),
        ("{\n\"tokens\": [\n{,}]}", ["line 3: "]),
        // As "--make-token" prints it.
        (#"{"name":"a","sha256":"HASH"}"#, ["name: there is no such member", #"a list "tokens""#]),
        ("[]", ["it must be an object"]),
        (#"{"tokens":[{"name":"","sha256":"HASH"}]}"#, ["1 to 64 letters"]),
    ]

    @Test(arguments: mistakes)
    func aRefusalOfAFileOfTokensNamesTheMistake(text: String, expected: [String]) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(Array(text.replacing("HASH", with: Secret.hash("x")).utf8), to: "tokens.json")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let message = try #require(#expect(throws: DocSearchError.self) { try TokenFile(contentsOf: path) }).message
        for words in expected { #expect(message.contains(words), "\(message)") }
    }

    @Test func namesOfTokensAreThoseThatTheServerTakes() {
        for name in ["a", "reading room", String(repeating: "é", count: 64)] { #expect(TokenFile.isName(name)) }
        for name in ["", String(repeating: "x", count: 65), "a\u{1B}[31m", "a\nb"] {
            #expect(!TokenFile.isName(name), "\(name)")
        }
    }

    @Test func aTokenEndsWhenItExpires() throws {
        let folder = try TemporaryFolder()
        let line =
            #"{"tokens":[{"name":"a","sha256":"\#(Secret.hash("x"))","filter":"tag:open","expires":"2027-01-31"}]}"#
        try folder.write(Array(line.utf8), to: "tokens.json")
        let path = folder.path + "/tokens.json"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        let file = try TokenFile(contentsOf: path)
        #expect(file.visitor(of: "x", now: 1_700_000_000)?.access == "tag:open")
        #expect(file.visitor(of: "x", now: 1_900_000_000) == nil)
        #expect(file.visitor(of: "y", now: 1_700_000_000) == nil)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: path)
        #expect(throws: DocSearchError.self) { try TokenFile(contentsOf: path) }
    }
}
