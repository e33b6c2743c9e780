import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// The rights of documents are in CanaryRouteTests and TwinArchiveTests, which ask `/mcp` as they ask every route.
@Suite struct AssistantRouteTests {
    private static let version = "io.modelcontextprotocol/protocolVersion"

    private static func message(_ method: String, _ more: String = "", isStateless: Bool = false) -> String {
        let meta = #""_meta":{"\#(version)":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#
        let members = [isStateless ? meta : "", more].filter { !$0.isEmpty }.joined(separator: ",")
        return #"{"jsonrpc":"2.0","id":"x","method":"\#(method)","params":{\#(members)}}"#
    }

    private static func headers(_ method: String, _ name: String? = nil) -> [String: String] {
        var headers = ["mcp-protocol-version": "2026-07-28", "mcp-method": method]
        headers["mcp-name"] = name
        return headers
    }

    private static let listing = message("tools/list", isStateless: true)

    @Test(
        arguments: [
            (message("tools/list"), [:], 200), (message("ping"), ["mcp-protocol-version": "2025-06-18"], 200),
            (message("tools/list"), ["mcp-protocol-version": "2025-03-26"], 200),
            (message("tools/list"), ["mcp-protocol-version": "1999-01-01"], 400),
            (message("tools/list"), ["mcp-protocol-version": "2026-07-28"], 400), (listing, [:], 400),
            (listing, headers("tools/list"), 200), (listing, headers("ping"), 400),
            (listing, ["mcp-protocol-version": "2025-11-25", "mcp-method": "tools/list"], 400),
            (message("none", isStateless: true), headers("none"), 404),
            (message("ping", isStateless: true), headers("ping"), 404),
            (
                message("resources/read", #""uri":"ü""#, isStateless: true),
                headers("resources/read", "=?base64?w7w=?="), 400
            ),
            (
                message("tools/call", #""name":"search","arguments":{"query":"sluice"}"#, isStateless: true),
                headers("tools/call", "search"), 200
            ),
            (
                message("tools/call", #""name":"search","arguments":{"query":"sluice"}"#, isStateless: true),
                headers("tools/call", "fetch"), 400
            ),
            (#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#, [:], 202),
            (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, [:], 202), ("{", [:], 400), ("", [:], 400), ("[]", [:], 400),
        ] as [(String, [String: String], Int)])
    func headersAndMessagesMustAgree(_ body: String, _ headers: [String: String], _ status: Int) async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let answer = await site.ask("/mcp", "POST", headers, body: body)
        #expect(answer.status == status, "\(answer.text)")
        if status != 202 { #expect(try answer.json()["jsonrpc"] as? String == "2.0") }
    }

    @Test func onlyOwnersOfTokensAndOwnPagesAreAnswered() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settingsWithTokens())
        let body = Self.message("tools/call", #""name":"search","arguments":{"query":"board"}"#)
        let guest = ["authorization": "Bearer guest-token"]
        #expect(await site.ask("/mcp", "POST", body: body).status == 401)
        #expect(await site.ask("/mcp", "POST", ["authorization": "Bearer other"], body: body).status == 401)
        for origin in ["https://elsewhere.example", "null", "http://127.0.0.1:9"] {
            let answer = await site.ask("/mcp", "POST", guest.merging(["origin": origin]) { $1 }, body: body)
            #expect(answer.status == 403, "\(origin)")
        }
        #expect(await site.ask("/mcp", "GET", guest).status == 405)
        #expect(await site.ask("/mcp", "DELETE", guest).status == 405)
        let seen = await site.ask("/mcp", "POST", guest, body: body)
        let all = await site.ask("/mcp", "POST", ["authorization": "Bearer reader-token"], body: body)
        #expect(!seen.text.contains(ServedArchive.canary))
        #expect(all.text.contains(ServedArchive.canary))
        let link = try await site.link(to: try archive.document(titled: "Council").id)
        #expect(await site.ask(link.startOfLink + "/mcp", "POST", body: body).status == 405)
    }

    @Test func hiddenDocumentsAreNotThereForAnAssistant() async throws {
        let archive = try await ServedArchive()
        let hidden = try archive.document(titled: "Council")
        let site = Site(archive.settings())
        let calls = [
            Self.message("tools/call", #""name":"fetch","arguments":{"id":\#(hidden.id)}"#),
            Self.message("tools/call", #""name":"search","arguments":{"query":"tramway extension"}"#),
            Self.message("resources/read", #""uri":"docsearch://documents/\#(hidden.id)/pages/1""#),
        ]
        for body in calls { #expect(await site.ask("/mcp", "POST", body: body).text.contains("Council")) }
        try archive.index.hide([hidden], by: "tests")
        for body in calls { #expect(!(await site.ask("/mcp", "POST", body: body).text.contains("Council"))) }
        #expect(await site.ask("/documents/\(hidden.id)").status == 200, "a person sees it")
    }

    @Test func linksLeadToPagesOfTheServer() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.publicURL = "https://archive.example/papers"
        let body = Self.message("tools/call", #""name":"search","arguments":{"query":"tramway extension"}"#)
        let id = try archive.document(titled: "Council").id
        let answer = await Site(settings).ask("/mcp", "POST", body: body)
        #expect(answer.text.contains(#""link":"https://archive.example/papers/documents/\#(id)/pages/2""#))
    }

    @Test func mutatedMessagesGetAnAnswerAndShowNothingClosed() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settingsWithTokens())
        let closed = try archive.document(titled: "Closed").id
        let seeds = [
            Self.message(
                "tools/call",
                #""name":"search","arguments":{"query":"sluice OR board kanarienz*","match":"any","pages":9}"#),
            Self.message("tools/call", #""name":"fetch","arguments":{"id":\#(closed),"page":1}"#),
            Self.message("tools/call", #""name":"page_image","arguments":{"id":"\#(closed)","page":1}"#),
            Self.message("resources/read", #""uri":"docsearch://documents/\#(closed)/pages/1""#), Self.listing,
        ].map { Array($0.utf8) }
        var generator = SeededGenerator(seed: Torture.seed)
        var headers = ["host": "127.0.0.1:8080", "authorization": "Bearer guest-token"]
        for round in 0..<(Torture.rounds ?? 1000) {
            headers["mcp-protocol-version"] = round % 2 == 0 ? nil : "2025-11-25"
            let body = MutatedMessage.next(seeds, &generator)
            let visit = Visit("POST", "/mcp", headers: headers, body: body, client: "127.0.0.1")
            let answer = await site.answer(visit)
            #expect(
                [200, 202, 400, 404].contains(answer.status),
                "\(answer.status) \(String(decoding: body, as: UTF8.self))")
            #expect(!answer.text.contains(ServedArchive.canary), "\(String(decoding: body, as: UTF8.self))")
            if answer.status != 202 { #expect((try? answer.json()) != nil) }
        }
    }
}
