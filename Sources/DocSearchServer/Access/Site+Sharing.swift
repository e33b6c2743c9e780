import AnswerForms
import DocSearch
import Foundation

extension Site {
    /// All other routes do not exist for visitors of a link.
    private static let shared: Set<String> = [
        "/documents/{id}", "/documents/{id}/go", "/documents/{id}/pages/{page}", "/documents/{id}/pages/{page}.txt",
        "/documents/{id}/pages/{page}.hocr", "/documents/{id}/pages/{page}.alto.xml",
        "/documents/{id}/pages/{page}.jpg", "/documents/{id}/pages/{page}/crop.jpg",
        "/documents/{id}/pages/{page}/crop.svg", "/files/{id}.pdf", "/documents/{id}/searchable.pdf",
    ]

    package static let sharedRoutes = RouteTable(
        [
            Route("GET", "/") { site, visit, _ in
                guard let share = visit.visitor.share else { throw ProblemDetails.noPage }
                return .redirect(303, to: site.links(for: visit).document(share.document))
            }
        ] + routes.routes.filter { $0.method == "GET" && shared.contains($0.pattern) })

    static var sharingRoutes: [Route] {
        [
            Route("POST", "/documents/{id}/share") { site, visit, values in
                let document = try await site.document(visit, values)
                return try site.share(document, visit)
            },
            Route("GET", "/links") { site, visit, _ in try await site.shareList(visit) },
            Route("POST", "/links/{link}/end", mostBytes: 16 << 10) { site, visit, values in
                let link = values["link"]
                guard site.mayShare(visit.visitor),
                    try site.openLinks(of: visit.visitor).contains(where: { $0.id == link }),
                    try site.door.links.end(link)
                else { throw ProblemDetails.noLink }
                site.log("Link \(link) was ended by \"\(visit.visitor.author)\": client \(visit.clientName)")
                return .redirect(303, to: site.links.to("/links"))
            },
        ]
    }

    private func openLinks(of visitor: Visitor) throws -> [ShareList.Entry] {
        do {
            return try door.links.entries().filter { $0.by == visitor.name || mayManage(visitor) }
        } catch let error as DocSearchError {
            throw ProblemDetails(
                503, "Links cannot be listed", "The log of the server says why.", cause: error.message)
        }
    }

    private func shareList(_ visit: Visit) async throws -> Answer {
        guard mayShare(visit.visitor) else { throw ProblemDetails.noPage }
        let entries = try openLinks(of: visit.visitor)
        let documents = Set(entries.map(\.document))
        let titles = try await desk.ask { try Self.titles(of: documents, for: visit.visitor, in: $0) }
        let rows = entries.map { (entry: $0, title: titles[$0.document]) }
        guard visit.wantsPage else {
            let links = rows.map { entry, title in
                [
                    "id": entry.id, "document": entry.document, "title": title, "by": entry.by,
                    "made": ShareListPage.day(entry.made), "expires": ShareListPage.day(entry.expires),
                ] as JSONObject
            }
            return Answer(json: ["links": links] as JSONObject)
        }
        return Answer(html: ShareListPage(frame: frame(visit), rows: rows).html)
    }

    /// Omits documents that are missing or no longer visible. Their links open nothing, but can be ended.
    private static func titles(
        of documents: Set<Int64>, for visitor: Visitor, in index: ArchiveIndex
    ) throws -> [Int64: String] {
        var titles: [Int64: String] = [:]
        for number in documents {
            do {
                titles[number] = try document(number, for: visitor, in: index).title
            } catch let problem as ProblemDetails where problem == .noDocument {}
        }
        return titles
    }

    /// Visitors without a token get none, as their links could not end with one.
    func mayShare(_ visitor: Visitor) -> Bool {
        settings.tokens != nil && !settings.isPublic && visitor.name != nil && visitor.share == nil
    }

    private func share(_ document: ArchiveDocument, _ visit: Visit) throws -> Answer {
        guard mayShare(visit.visitor),
            let token = settings.tokens?.tokens.first(where: { $0.name == visit.visitor.name })
        else { throw ProblemDetails(403, "This cannot be shared", "Sign in with a token to make links.") }
        let form = visit.form
        let days = try form.number("days", Share.days, usually: Share.usualDays)
        let page = try form.number("page", 1...max(1, document.pageCount))
        let end = Int64(Date().timeIntervalSince1970) + Int64(days) * 86_400
        var share = Share(document: document.id, content: document.contentHash, expires: min(end, token.expires ?? end))
        do {
            share.code = try door.shares.code(of: share, by: token)
            try door.links.add(
                ShareList.Entry(
                    id: Share.identifier(ofCode: share.code), document: share.document,
                    made: Int64(Date().timeIntervalSince1970), expires: share.expires, by: token.name))
        } catch let error as DocSearchError where error.code == .limit {
            throw ProblemDetails(409, "There are too many links", error.message)
        } catch let error as DocSearchError {
            throw ProblemDetails(
                503, "Links cannot be made here", "The log of the server says what is missing.", cause: error.message)
        }
        let identifier = Share.identifier(ofCode: share.code)
        log(
            "Link \(identifier) to document \(document.id) was made by \"\(token.name)\", for \(days.counted("day")): client \(visit.clientName)"
        )
        let address = Links(base: "/share/\(share.code)").document(document.id, page: page)
        let link = settings.base(host: visit.host) + address
        let expires = String(
            DocumentDate(secondsSinceEpoch: share.expires, precision: .instant).description.prefix(10))
        guard visit.wantsPage else { return Answer(201, json: ["link": link, "expires": expires] as JSONObject) }
        return Answer(
            html: SharePage(frame: frame(visit), document: document, page: page, link: link, expires: expires).html)
    }
}

struct SharePage {
    let frame: SiteFrame
    let document: ArchiveDocument
    let page: Int?
    let link: String
    let expires: String

    var html: HTML {
        frame.page(
            "A link to share – docsearch", width: "narrow",
            """
            <p class="back"><a href="\(frame.links.document(document.id, page: page))">← <bdi>\(document.title)</bdi></a></p>
            <h1>A link to share</h1>
            <p class="stack"><label for="link">Link</label> <input id="link" value="\(link)" readonly autofocus></p>
            <p>Who has it sees this document, all of its pages and its file (unless that has other
            documents within it), and nothing else, until \(expires). It ends before
            when your token does, when you may not see the document any more, and when its file changes.</p>
            """)
    }
}

struct ShareListPage {
    let frame: SiteFrame
    let rows: [(entry: ShareList.Entry, title: String?)]

    static func day(_ seconds: Int64) -> String {
        String(DocumentDate(secondsSinceEpoch: seconds, precision: .instant).description.prefix(10))
    }

    var html: HTML {
        let items: [HTML] = rows.map { entry, title in
            let document: HTML =
                title.map { "<a href=\"\(frame.links.document(entry.document))\"><bdi>\($0)</bdi></a>" }
                ?? "<span class=\"faint\">a document that is not there any more</span>"
            return """
                <li>\(document) <span class="faint">until \(Self.day(entry.expires)), made by \(entry.by), link \(entry.id)</span> <form class="plain" method="post" action="\(frame.links.to("/links/\(entry.id)/end"))"><button>End</button></form></li>
                """
        }
        let list: HTML = items.isEmpty ? "<p>There are no links.</p>" : "<ul class=\"notes\">\(items)</ul>"
        return frame.page("Links – docsearch", width: "narrow", "<h1>Links that are open</h1>\(list)")
    }
}

enum ShareForm {
    static func html(_ frame: SiteFrame, _ document: Int64, page: Int? = nil) -> HTML {
        guard frame.mayShare else { return .none }
        let field: HTML = page.map { "<input type=\"hidden\" name=\"page\" value=\"\($0)\">" } ?? .none
        return """
            <form class="row" method="post" action="\(frame.links.to("/documents/\(document)/share"))">\(field)<label for="days">Share for</label> <input type="number" id="days" name="days" value="\(Share.usualDays)" min="\(Share.days.lowerBound)" max="\(Share.days.upperBound)" required> days <button>Make a link</button></form>
            """
    }
}
