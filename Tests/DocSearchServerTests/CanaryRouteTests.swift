import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// Every route of the server, asked by a person who may see a part of the archive: nothing of the rest comes out, in no
/// member, header, count or error. A new route fails here until it is asked as well.
@Suite struct CanaryRouteTests {
    private struct Request {
        var method = "GET"
        var target: String
        var body = ""
        /// The document that is named.
        var document: Int64?
    }

    /// What shows nothing of the archive, and why.
    private static let withoutDocuments = [
        "GET /assets/{name}": "style sheet, script and icon are compiled in",
        "GET /robots.txt": "is the same for all",
        "GET /favicon.ico": "leads to an asset",
        "GET /sign-in": "is open to all, and shows a form",
        "POST /sign-in": "is asked before anyone is known; AccessTests",
        "POST /sign-out": "ends a session; AccessTests",
    ]

    /// Questions that reach for the closed documents in every way there is.
    private static let questions: [String] = {
        let part = CanaryArchive.beginning
        return [
            "sluice", "\(part)*", part, CanaryArchive.similar, "~\(part)witscho", "title:\(part)*", "author:\(part)*",
            "note:\(part)*", "label:\(part)*", "tag:closed", "-tag:open", "NOT sluice", "board OR \(part)*",
            "@closed-things", "path:\(part)", "date:1932", "date:1930..1935", "lang:de", "has:notes",
            "identifier:\(part)*",
            "description:\(part)*", "smith", "beside", "closed", ") OR (\(part)*", "\"water board\" sluice",
            "pages:1..",
            "secret of the floodgate", "letter about the floodgate", "minutes", "page of the \(part)*",
            "water NEAR/9 \(part)*",
            (0..<80).map { "w\($0)" }.joined(separator: " OR ") + " OR \(part)*",
        ]
    }()

    private static func general() -> [Request] {
        let part = CanaryArchive.beginning
        let asked = questions.flatMap { question in
            let coded = PercentCoding.encoded(question)
            return [
                "/?q=\(coded)&copies=1", "/?q=\(coded)&meaning=on",
                "/api/v1/context?tokens=20000&q=\(coded)", "/api/v1/context?hidden=true&meaning=on&q=\(coded)",
                "/topics?q=\(coded)", "/api/v1/topics?q=\(coded)&hidden=true", "/api/v1/topics?count=5&filter=\(coded)",
                "/api/v1/search?q=\(coded)&meaning=on&all=true&hidden=true&pages=100", "/?f=\(coded)",
                "/?q=board&f=\(coded)",
                "/api/v1/search?q=\(coded)&facets=true&all=true&hidden=true&match=any&boxes=true&pages=100",
                "/api/v1/search?q=board&facets=true&filter=\(coded)", "/api/v1/search?q=\(coded)&literal=true",
                "/api/v1/search.csv?q=\(coded)&all=true", "/api/v1/search.jsonl?q=\(coded)&all=true",
            ]
        }
        let others = [
            "/", "/topics", "/api/v1/topics?hidden=true", "/night", "/metrics", "/healthz", "/batch", "/opensearch.xml",
            "/openapi.json", "/api/v1/tags",
            "/api/v1/suggest?prefix=kan", "/api/v1/suggest?prefix=\(part)&limit=50",
            "/api/v1/suggest?prefix=sluice+kan",
            "/api/v1/suggest?prefix=tag:", "/api/v1/suggest?prefix=tag:kan", "/api/v1/suggest?prefix=author:",
            "/iiif/presentation/3/collection", "/iiif/presentation/3/collection/1", "/iiif/presentation/3/collection/2",
            "/api/v1/search?q=sluice&sort=wrong", "/nowhere", "/id/\(part)", "/id/closed.zip",
        ]
        let lists = ["/batch": "as=table&terms=", "/api/v1/batch": "terms="].flatMap { path, start in
            ["", "&as=csv"].map { end in
                Request(
                    method: "POST", target: path,
                    body: start + PercentCoding.encoded(questions.joined(separator: "\n")) + end)
            }
        }
        return (asked + others).map { Request(target: $0) } + lists
    }

    private static func requests(about document: ArchiveDocument) -> [Request] {
        requests(document.id, document.identifier, document.path)
    }

    private static func requests(_ id: Int64, _ identifier: String?, _ path: String) -> [Request] {
        let part = CanaryArchive.beginning
        let addresses = [
            "/documents/\(id)", "/documents/\(id)?q=\(part)*", "/documents/\(id)/pages/1?q=\(part)*",
            "/documents/\(id)/pages/1?q=sluice", "/documents/\(id)/pages/1.txt", "/documents/\(id)/pages/1.hocr",
            "/documents/\(id)/pages/1.alto.xml", "/documents/\(id)/pages/1.jpg?width=100",
            "/documents/\(id)/pages/1/crop.jpg?q=sluice", "/documents/\(id)/pages/1/crop.svg?q=sluice",
            "/documents/\(id)/attachments/1", "/documents/\(id)/attachments/2", "/api/v1/documents/\(id)/contents",
            "/documents/\(id)/pages/2", "/documents/\(id)/pages/99",
            "/documents/\(id)/go?page=1", "/files/\(id).pdf", "/id/\(id)",
            "/id/\(PercentCoding.encoded(identifier ?? path))",
            "/id/\(PercentCoding.encoded(path))", "/api/v1/documents/\(id)",
            "/api/v1/documents/\(id)/related?limit=200&all=true&hidden=true", "/api/v1/documents/\(id)/related?page=1",
            "/api/v1/documents/\(id)/pages/1?q=sluice", "/iiif/presentation/3/\(id)/manifest",
            "/iiif/presentation/3/\(id)/lines/1", "/iiif/presentation/3/\(id)/said/1", "/iiif/image/3/\(id)-1",
            "/iiif/image/3/\(id)-1/info.json", "/iiif/image/3/\(id)-1/full/100,/0/default.jpg",
            "/iiif/autocomplete/1/\(id)?q=kan", "/iiif/autocomplete/2/\(id)?q=kan", "/iiif/search/1/\(id)?q=\(part)*",
            "/iiif/search/2/\(id)?q=\(part)*", "/iiif/search/1/\(id)?q=sluice", "/iiif/search/2/\(id)?q=sluice",
            "/?q=id:\(id)", "/api/v1/search?q=sluice&filter=id:\(id)",
        ]
        let changes = [
            ("tags", "add=seen"), ("tags", "remove=\(part)"), ("notes", "text=seen"), ("notes", "text=seen&page=9"),
            ("pages/1/highlights", "quote=sluice"), ("pages/1/highlights", "remove=x"), ("share", "days=1"),
        ]
        return addresses.map { Request(target: $0, document: id) }
            + changes.map { Request(method: "POST", target: "/documents/\(id)/\($0)", body: $1, document: id) }
    }

    private func send(_ request: Request, to site: Site, as name: String) async -> Answer {
        let headers = ["authorization": "Bearer \(name)-token", "content-type": "application/x-www-form-urlencoded"]
        return await site.ask(request.target, request.method, headers, body: request.body)
    }

    @Test func everyRouteIsAsked() async throws {
        let archive = try await CanaryArchive.shared.value
        let requests = try Self.general() + archive.documents.flatMap(Self.requests)
        let visits = requests.compactMap { Visit($0.method, $0.target) }
        let asked = Set(
            visits.compactMap { Site.routes.route(of: $0).map { "\($0.route.method) \($0.route.pattern)" } })
        let all = Set(Site.routes.routes.map { "\($0.method) \($0.pattern)" })
        let left = all.subtracting(asked).subtracting(Self.withoutDocuments.keys)
        #expect(left.isEmpty, "ask these in \"general\" or \"requests(about:)\"")
        #expect(Set(Self.withoutDocuments.keys).isSubset(of: all), "routes that are no more")
    }

    /// The clerk changes what is open, so this archive is not shared.
    @Test func nothingComesOutOfClosedDocuments() async throws {
        let archive = try await CanaryArchive()
        let site = try archive.site()
        let documents = try archive.documents
        let closed = documents.filter(archive.isClosed)
        let closedIDs = Set(closed.map(\.id))
        #expect(closed.count == 3)
        #expect(documents.count == 5)
        let before = try closed.map { try archive.index.decisions(of: $0).count }
        var seen: [String: Int] = [:]
        for request in Self.general() + documents.flatMap(Self.requests) {
            let route = Visit(request.method, request.target).flatMap(Site.routes.route)?.route.pattern ?? "none"
            if await send(request, to: site, as: "reader").text.contains(CanaryArchive.canary) {
                seen[route, default: 0] += 1
            }
            for name in ["guest", "clerk"] {
                let answer = await send(request, to: site, as: name)
                check(answer, to: request, as: name, closedIDs, folder: archive.folder.path)
            }
        }
        let after = try closed.map { try archive.index.decisions(of: $0).count }
        #expect(zip(before, after).allSatisfy { $0 <= $1 })
        let authors = try closed.flatMap { try archive.index.decisions(of: $0).map(\.author) }
        #expect(!authors.contains("clerk"))
        #expect(!authors.contains("guest"))
        // Where the reader gets the word, the guest could have got it.
        #expect(seen.keys.count >= 24, "\(seen)")
    }

    private func check(_ answer: Answer, to request: Request, as name: String, _ closed: Set<Int64>, folder: String) {
        let what = "\(name): \(request.method) \(request.target)"
        // What was asked may be repeated.
        let given = PercentCoding.decoded(request.target, plusIsBlank: true)
        let isRepeated = given.contains(CanaryArchive.canary)
        let told = (answer.text + answer.headers.map(\.value).joined(separator: "\n")).lowercased()
        #expect(isRepeated || !told.contains(CanaryArchive.canary), "\(what)")
        #expect(!told.contains("said kan"), "\(what)")
        #expect(!told.contains("1932-01-01"), "\(what)")
        #expect(!told.contains(folder.lowercased()), "\(what) names where the archive lies")
        #expect(answer.status < 500, "\(what) \(answer.text)")
        if let document = request.document, closed.contains(document), !request.target.contains("search?q"),
            !request.target.hasPrefix("/?"), !request.target.hasSuffix("/go?page=1")
        {
            let wanted: Set<Int> =
                request.method == "POST" && name == "guest" && !request.target.hasSuffix("/share") ? [403] : [404]
            #expect(wanted.contains(answer.status), "\(what) \(answer.status)")
        }
        guard request.document.map({ !closed.contains($0) }) ?? true else { return }
        for id in closed {
            let paths = ["/documents/\(id)/", "/documents/\(id)?", "/documents/\(id)\"", "/3/\(id)/"]
            let members = ["id", "near_copy_of"].flatMap { ["\"\($0)\":\(id),", "\"\($0)\": \(id),"] }
            for form in paths + members { #expect(!told.contains(form), "\(what) \(form)") }
        }
    }

    @Test func countsAreThoseOfAnArchiveWithoutClosedDocuments() async throws {
        let archive = try await CanaryArchive.shared.value
        let site = try archive.site()
        let open = try archive.documents.filter { !archive.isClosed($0) }
        #expect(open.count == 2)
        func object(_ target: String) async throws -> [String: Any] {
            try await site.ask(target, "GET", ["authorization": "Bearer guest-token"]).json()
        }
        let all = try await object("/api/v1/search?q=sluice&facets=true&all=true&match=any")
        #expect(all["total"] as? Int == 2)
        #expect(all["total_all"] as? Int == 2)
        let facets = try #require(all["facets"] as? [String: [[String: Any]]])
        for (fact, values) in facets {
            for value in values {
                #expect((value["documents"] as? Int ?? 99) <= 2, "\(fact) \(value)")
            }
        }
        let words = try await object("/api/v1/suggest?prefix=slui")
        let sluice = try #require((words["words"] as? [[String: Any]])?.first { $0["text"] as? String == "sluice" })
        #expect(sluice["pages"] as? Int == 2)
        let tags = try #require(try await object("/api/v1/tags")["tags"] as? [[String: Any]])
        #expect(tags.map { $0["name"] as? String } == ["open"])
        let copies = try #require(all["hits"] as? [[String: Any]]).flatMap { $0["copies"] as? [String] ?? [] }
        #expect(copies.isEmpty)
        let home = await site.ask("/", "GET", ["authorization": "Bearer guest-token"]).text
        #expect(home.contains("Search 2 documents"))
    }

    @Test func noDifferenceTellsWhetherAClosedDocumentIsThere() async throws {
        let archive = try await CanaryArchive.shared.value
        let site = try archive.site()
        let closed = try archive.documents.filter(archive.isClosed)
        let absent: Int64 = 987_654
        for document in closed {
            let pairs = zip(Self.requests(about: document), Self.requests(absent, document.identifier, document.path))
            for (request, other) in pairs where request.target != other.target && !request.target.contains("id:") {
                for name in ["guest", "clerk"] {
                    let (one, two) = (await send(request, to: site, as: name), await send(other, to: site, as: name))
                    #expect(one.status == two.status, "\(request.method) \(request.target)")
                    let text = one.text.replacing("/documents/\(document.id)/", with: "/documents/\(absent)/")
                    #expect(text == two.text, "\(request.method) \(request.target)")
                }
            }
        }
    }
}
