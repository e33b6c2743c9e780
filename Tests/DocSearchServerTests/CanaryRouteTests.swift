import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

/// Every route of the server, asked by a person who may see a part of the archive: nothing of the rest comes out, in no
/// member, header, count or error. A new route fails here until it is asked as well.
@Suite struct CanaryRouteTests {
    private typealias Request = CanaryRequest

    private func send(_ request: Request, to site: Site, as name: String) async -> Answer {
        let headers = ["authorization": "Bearer \(name)-token", "content-type": "application/x-www-form-urlencoded"]
        return await site.follow(await site.ask(request.target, request.method, headers, body: request.body), headers)
    }

    @Test func everyRouteIsAsked() async throws {
        let archive = try await CanaryArchive.shared.value
        let requests = try Request.general() + archive.documents.flatMap(Request.requests)
        let visits = requests.compactMap { Visit($0.method, $0.target) }
        let asked = Set(
            visits.compactMap { Site.routes.route(of: $0).map { "\($0.route.method) \($0.route.pattern)" } })
        let all = Set(Site.routes.routes.map { "\($0.method) \($0.pattern)" })
        let left = all.subtracting(asked).subtracting(Request.withoutDocuments.keys)
        #expect(left.isEmpty, "ask these in \"general\" or \"requests(about:)\"")
        #expect(Set(Request.withoutDocuments.keys).isSubset(of: all), "routes that are no more")
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
        let before = try closed.map { try archive.index.annotations(of: $0).count }
        var seen: [String: Int] = [:]
        for request in Request.general() + documents.flatMap(Request.requests) {
            let route = Visit(request.method, request.target).flatMap(Site.routes.route)?.route.pattern ?? "none"
            if await send(request, to: site, as: "reader").text.contains(CanaryArchive.canary) {
                seen[route, default: 0] += 1
            }
            for name in ["guest", "clerk"] {
                let answer = await send(request, to: site, as: name)
                check(answer, to: request, as: name, closedIDs, folder: archive.folder.path)
            }
        }
        let after = try closed.map { try archive.index.annotations(of: $0).count }
        #expect(zip(before, after).allSatisfy { $0 <= $1 })
        let authors = try closed.flatMap { try archive.index.annotations(of: $0).map(\.author) }
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
            let pairs = zip(
                Request.requests(about: document), Request.requests(absent, document.identifier, document.path))
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
