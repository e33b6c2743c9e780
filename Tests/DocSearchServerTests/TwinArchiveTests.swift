import ContentHashing
import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite(.serialized) struct TwinArchiveTests {
    /// Without what differs from one moment of these days, and from one key of links, to the next.
    private func told(_ answer: Answer) -> String {
        var (answer, sum) = (answer, SHA256())
        sum.update(answer.bytes)
        // A tag of nothing but the text differs as the times and numbers in the text do.
        if answer[header: "etag"] == "W/\"\(sum.digest().prefix(32))\"" { answer = answer.with("etag", "of the text") }
        let text = ([String(answer.status)] + headers(answer) + [String(decoding: answer.bytes, as: UTF8.self)])
            .joined(separator: "\n")
        // An assistant gets the same as JSON and as a text of it.
        return text.replacing("\\\"", with: "\"").replacing(/20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/, with: "TIME")
            .replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
            .replacing(/"(created|modified)":1[6-9]\d{8}/, with: "TIME")
            .replacing(/\/share\/[0-9A-Za-z_-]+/, with: "/share/CODE")
    }

    private func pieces(_ answer: String) -> [Substring] { answer.split { "{}".contains($0) }.sorted() }

    private func headers(_ answer: Answer) -> [String] { answer.headers.map { "\($0.name): \($0.value)" }.sorted() }

    private func send(_ request: CanaryRequest, to site: Site, token: String?) async -> Answer {
        var headers = ["content-type": "application/x-www-form-urlencoded"]
        if let token { headers["authorization"] = "Bearer \(token)" }
        return await site.follow(await site.ask(request.target, request.method, headers, body: request.body), headers)
    }

    private func expectAlike(
        _ request: CanaryRequest, _ sites: (whole: Site, part: Site), token: String?, _ who: String, _ when: String
    ) async {
        let (inWhole, inPart) = (
            await send(request, to: sites.whole, token: token), await send(request, to: sites.part, token: token)
        )
        // To take times and numbers out of every answer takes long, and most have none that differ.
        guard inWhole.status != inPart.status || inWhole.bytes != inPart.bytes || headers(inWhole) != headers(inPart)
        else { return }
        let (whole, part) = (told(inWhole), told(inPart))
        guard whole != part else { return }
        // On a busy machine the documents of one run are not indexed in the same second.
        if request.target.contains(/sort=(indexed|modified)/), pieces(whole) == pieces(part) { return }
        let beginning = whole.commonPrefix(with: part).suffix(120)
        let rest = [whole, part].map { String($0.dropFirst(whole.commonPrefix(with: part).count).prefix(120)) }
        let what = "\(who): \(request.method) \(request.target.prefix(200))"
        Issue.record("\(what), \(when): …\(beginning) [\(rest[0]) | \(rest[1])]")
    }

    private func compare(
        _ request: CanaryRequest, _ sites: (whole: Site, part: Site), filters: [Int?], _ when: String
    ) async {
        for filter in filters {
            let who = filter.map { TwinArchives.filters[$0]("OPEN", "CLOSED") } ?? "a stranger"
            await expectAlike(request, sites, token: filter.map { "guest-\($0)-token" }, who, when)
        }
    }

    /// One request for each route and kind of document; those that change something come last.
    private func asked(_ archives: TwinArchives) throws -> [CanaryRequest] {
        let documents = try archives.documents(archives.whole)
        let open = try #require(documents.first(where: archives.isOpen))
        let closed = try #require(documents.first { !archives.isOpen($0) })
        let all = CanaryRequest.general() + [open, closed].flatMap(CanaryRequest.requests)
        var known: Set<String> = []
        let first = all.filter { request in
            guard let route = request.route, CanaryRequest.withoutDocuments[route] == nil else { return false }
            return known.insert("\(route) \(request.document.map { $0 == open.id } ?? false)").inserted
        }
        return first.filter { $0.method == "GET" } + first.filter { $0.method != "GET" }
    }

    @Test func everyRouteAnswersAlikeAsTheFirstAfterAStartAndAfterAChange() async throws {
        let archives = try await TwinArchives()
        let filters = Array(TwinArchives.filters.indices)
        let requests = try asked(archives)
        let routes = Set(Site.routes.routes.map { "\($0.method) \($0.pattern)" })
        #expect(Set(requests.compactMap(\.route)) == routes.subtracting(CanaryRequest.withoutDocuments.keys))
        for (number, request) in requests.enumerated() {
            let sites = try archives.sites()
            await compare(request, sites, filters: filters, "first after a start")
            try archives.change(number)
            await compare(request, sites, filters: filters, "after a change")
        }
    }

    @Test func everyQuestionIsAnsweredAlikeBeforeAndAfterARun() async throws {
        let archives = try await TwinArchives()
        let sites = try archives.sites()
        let documents = try archives.documents(archives.whole)
        let closed = try #require(documents.first { !archives.isOpen($0) })
        let named = documents.filter(archives.isOpen) + [closed]
        // An open document lies below another folder in each.
        let below = PercentCoding.encoded("ship path:\"\(archives.folder.path)/whole/\"")
        let requests =
            CanaryRequest.general() + [CanaryRequest(target: "/api/v1/search?q=\(below)")]
            + named.flatMap(CanaryRequest.requests(about:))
        for request in requests where request.method == "GET" || request.document == nil {
            // What others may see has been found out just before.
            for site in [sites.whole, sites.part] {
                _ = await send(CanaryRequest(target: "/api/v1/search?q=quay"), to: site, token: "everyone-token")
            }
            await compare(request, sites, filters: [3], "before a run")
        }
        try await archives.readAgain()
        for request in requests { await compare(request, sites, filters: [8], "after a run") }
    }

    @Test func aStrangerLearnsNothingOfHiddenDocuments() async throws {
        let archives = try await Self.archivesToHide.value
        try await archives.hideClosed()
        let sites = try archives.publicSites()
        let documents = try archives.documents(archives.whole)
        let hidden = try #require(documents.first { !archives.isOpen($0) })
        // Of what lies beside a hidden document less is given: HiddenNeighbourTests.
        let named = documents.filter { archives.isOpen($0) && !$0.path.hasPrefix("aside.zip") } + [hidden]
        let requests = CanaryRequest.general() + named.flatMap(CanaryRequest.requests(about:))
        for request in requests where request.isReading {
            await compare(request, sites, filters: [nil], "where documents are hidden")
        }
    }

    /// Each address is asked for before a change, by a server of its own, and is the first that is asked for after it.
    @Test(arguments: TwinArchives.Closing.allCases)
    func whatIsClosedLaterIsGoneWithTheNextQuestion(closing: TwinArchives.Closing) async throws {
        let archives = try await (closing == .hidden ? Self.archivesToHide : Self.archivesToClose).value
        let requests = try asked(archives)
        let closed = try Set(archives.closed(archives.whole).map(\.id))
        let token = closing == .hidden ? nil : "guest-later-token"
        try await archives.prepare(closing)
        let part = try archives.site(archives.part, of: closing)
        var seen = 0
        for start in stride(from: 0, to: requests.count, by: Self.serversAtOnce) {
            var asked: [(request: CanaryRequest, site: Site)] = []
            for request in requests[start...].prefix(Self.serversAtOnce) {
                let site = try archives.site(archives.whole, of: closing)
                let isChange = request.method != "GET" && request.document != nil
                for before in [CanaryRequest(target: "/api/v1/search?q=quay")] + (isChange ? [] : [request]) {
                    let answer = await send(before, to: site, token: token)
                    if let id = before.document, closed.contains(id), answer.status == 200 { seen += 1 }
                }
                asked.append((request, site))
            }
            try await archives.close(true, by: closing)
            for (request, site) in asked {
                await expectAlike(request, (site, part), token: token, closing.rawValue, "first after it was closed")
            }
            try await archives.close(false, by: closing)
        }
        #expect(seen > 15, "what is closed could be seen before")
        try archives.endLinks()
    }

    /// Each way of closing ends with everything open again, so that one pair of archives is enough.
    private static let archivesToClose = Task { try await TwinArchives() }
    /// In these, `part` gets a document to hide.
    private static let archivesToHide = Task { try await TwinArchives(hasSameBytes: false) }

    /// Each has files that are open.
    private static let serversAtOnce = 16

    @Test func everyFilterLetsThroughTheOpenDocumentsAlone() async throws {
        let archives = try await TwinArchives()
        let sites = try archives.sites()
        #expect(try archives.documents(archives.whole).count > 10 + archives.documents(archives.part).count)
        for filter in TwinArchives.filters.indices {
            for site in [sites.whole, sites.part] {
                let answer = await site.ask(
                    "/api/v1/search?q=sluice&all=true", "GET", ["authorization": "Bearer guest-\(filter)-token"])
                let total = try answer.json()["total"] as? Int
                #expect(total == 3, "\(TwinArchives.filters[filter]("OPEN", "CLOSED"))")
            }
        }
    }
}
