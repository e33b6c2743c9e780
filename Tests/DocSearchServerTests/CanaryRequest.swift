import DocSearch
import DocSearchServer
import Foundation

/// The addresses that tests of rights ask for: every route, with questions that reach for closed documents.
struct CanaryRequest {
    var method = "GET"
    var target: String
    var body = ""
    /// The document that is named.
    var document: Int64?

    /// The route that answers it, as the table of routes has it; nil where none does.
    var route: String? {
        Visit(method, target).flatMap(Site.routes.route).map { "\($0.route.method) \($0.route.pattern)" }
    }

    /// What shows nothing of the archive, and why.
    static let withoutDocuments = [
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
            "water NEAR/9 \(part)*", "sluice board", "=sluice ship", "=ship sluice", "shi* board", "~sluise", "~sluisx",
            "quay OR sluice",
            "has:attachments", "root:nowhere", "by locke", "sluise boart", "shared-name", "one0.pdf",
            "\"seen at the quay\"",
            "\"board has seen\"", "tagged closed",
            "\"another page about\" board", "modified:2001", "-modified:2001", "modified:2002..", "path:whole",
            "whole/closed",
            "has:highlights",
            (0..<80).map { "w\($0)" }.joined(separator: " OR ") + " OR \(part)*",
            // Of so many words those that are somewhere are kept.
            (0..<64).map { "n\($0)" }.joined(separator: " ") + " saax",
        ]
    }()

    /// A question of an assistant. `about` tells addresses apart, and means nothing to the server.
    private static func assistant(_ method: String, _ params: String, about: String = "") -> Self {
        let meta = #""_meta":{"docsearch/test":true}"#
        let body = #"{"jsonrpc":"2.0","id":"x","method":"\#(method)","params":{\#(meta),\#(params)}}"#
        return Self(method: "POST", target: "/mcp" + about, body: body)
    }

    private static func call(_ tool: String, _ arguments: [String: any Sendable], about: String = "") -> Self {
        // What tests ask for can be written as JSON.
        let data = (try? JSONSerialization.data(withJSONObject: arguments)) ?? Data()
        let text = String(decoding: data, as: UTF8.self)
        return assistant("tools/call", #""name":"\#(tool)","arguments":\#(text)"#, about: about)
    }

    /// Changes nothing.
    var isReading: Bool { method == "GET" || target.hasPrefix("/mcp") }

    static func general() -> [Self] {
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
                "/api/v1/search?q=\(coded)&sort=modified", "/api/v1/search?q=\(coded)&sort=indexed&match=any",
            ]
        }
        let others = [
            "/", "/links", "/topics", "/api/v1/topics?hidden=true", "/night", "/metrics", "/healthz", "/batch",
            "/opensearch.xml",
            "/openapi.json", "/api/v1/tags",
            "/api/v1/suggest?prefix=kan", "/api/v1/suggest?prefix=\(part)&limit=50",
            "/api/v1/suggest?prefix=sluice+kan",
            "/api/v1/suggest?prefix=s", "/api/v1/suggest?prefix=the+sh", "/id/shared-name",
            "/api/v1/suggest?prefix=tag:", "/api/v1/suggest?prefix=tag:kan", "/api/v1/suggest?prefix=author:",
            "/iiif/presentation/3/collection", "/iiif/presentation/3/collection/1", "/iiif/presentation/3/collection/2",
            "/api/v1/search?q=letter.pdf&filter=~sluise",
            "/api/v1/search?q=sluice&sort=wrong", "/nowhere", "/id/\(part)", "/id/closed.zip",
        ]
        let lists = [
            ("/batch", "&as=table"), ("/batch", "&as=csv"), ("/batch", "&as=table&match=auto"),
            ("/batch", "&as=csv&match=auto"), ("/api/v1/batch", ""), ("/api/v1/batch?match=any", ""),
        ].map { path, end in
            let terms = PercentCoding.encoded(questions.joined(separator: "\n"))
            return Self(method: "POST", target: path, body: "terms=\(terms)\(end)")
        }
        let links = [Self(method: "POST", target: "/links/0123456789ab/end")]
        let assistants = questions.flatMap { question in
            [
                call("search", ["query": question, "pages": 20, "limit": 50, "match": "any"]),
                call("search", ["query": "board", "filter": question, "sort": "modified"]),
                call("context", ["question": question, "tokens": 20_000]),
            ]
        }
        let listings = ["tools/list", "resources/list", "resources/templates/list"].map { assistant($0, #""none":1"#) }
        return (asked + others).map { Self(target: $0) } + lists + links + assistants + listings
    }

    static func requests(about document: ArchiveDocument) -> [Self] {
        requests(document.id, document.identifier, document.path)
    }

    static func requests(_ id: Int64, _ identifier: String?, _ path: String) -> [Self] {
        let part = CanaryArchive.beginning
        let addresses = [
            "/documents/\(id)", "/documents/\(id)?q=\(part)*", "/documents/\(id)/pages/1?q=\(part)*",
            "/documents/\(id)/pages/1?q=sluice", "/documents/\(id)/pages/1.txt", "/documents/\(id)/pages/1.hocr",
            "/documents/\(id)/pages/1.alto.xml", "/documents/\(id)/pages/1.jpg?width=100",
            "/documents/\(id)/pages/1/crop.jpg?q=sluice", "/documents/\(id)/pages/1/crop.svg?q=sluice",
            "/documents/\(id)/attachments/1", "/documents/\(id)/attachments/2", "/api/v1/documents/\(id)/contents",
            "/documents/\(id)/pages/2", "/documents/\(id)/pages/99",
            "/documents/\(id)/go?page=1", "/files/\(id).pdf", "/documents/\(id)/searchable.pdf", "/id/\(id)",
            "/id/\(PercentCoding.encoded(identifier ?? path))",
            "/id/\(PercentCoding.encoded(path))", "/api/v1/documents/\(id)",
            "/api/v1/documents/\(id)/related?limit=200&all=true&hidden=true", "/api/v1/documents/\(id)/related?page=1",
            "/api/v1/documents/\(id)/pages/1?q=sluice", "/iiif/presentation/3/\(id)/manifest",
            "/iiif/presentation/3/\(id)/lines/1", "/iiif/presentation/3/\(id)/said/1", "/iiif/image/3/\(id)-1",
            "/iiif/image/3/\(id)-1/info.json", "/iiif/image/3/\(id)-1/full/100,/0/default.jpg",
            "/iiif/autocomplete/1/\(id)?q=kan", "/iiif/autocomplete/2/\(id)?q=kan", "/iiif/search/1/\(id)?q=\(part)*",
            "/iiif/search/2/\(id)?q=\(part)*", "/iiif/search/1/\(id)?q=sluice", "/iiif/search/2/\(id)?q=sluice",
            "/iiif/autocomplete/1/\(id)?q=s", "/iiif/search/1/\(id)?q=~sluise", "/documents/\(id)?q=~sluise",
            "/documents/\(id)/pages/1?q=~sluise", "/api/v1/documents/\(id)/pages/1?q=~sluise",
            "/documents/\(id)/pages/1/crop.svg?q=~sluise",
            "/documents/\(id)?q=sluice+path:whole", "/documents/\(id)?q=@closed-things",
            "/?q=id:\(id)", "/api/v1/search?q=sluice&filter=id:\(id)",
        ]
        let changes = [
            ("tags", "add=seen"), ("tags", "remove=\(part)"), ("notes", "text=seen"), ("notes", "text=seen&page=9"),
            ("pages/1/highlights", "quote=sluice"), ("pages/1/highlights", "remove=x"), ("share", "days=1"),
        ]
        let about = "?about=\(id)"
        let uri = "docsearch://documents/\(id)"
        let names: [any Sendable] = [id, "\(id)", path] + (identifier.map { [$0] } ?? [])
        let assistants =
            names.flatMap { name in
                [
                    call("fetch", ["id": name], about: about),
                    call("similar", ["id": name, "limit": 50], about: about),
                    call("page_image", ["id": name, "page": 1, "width": 100], about: about),
                ]
            } + [
                call("fetch", ["id": id, "page": 99], about: about),
                call("page_image", ["id": id, "page": 99], about: about),
                call("similar", ["id": id, "page": 1], about: about),
                call("search", ["query": "sluice", "filter": "id:\(id)"], about: about),
                assistant("resources/read", #""uri":"\#(uri)""#, about: about),
                assistant("resources/read", #""uri":"\#(uri)/pages/1""#, about: about),
                assistant("resources/read", #""uri":"\#(uri)/pages/99""#, about: about),
            ]
        return addresses.map { Self(target: $0, document: id) } + assistants
            + changes.map { Self(method: "POST", target: "/documents/\(id)/\($0)", body: $1, document: id) }
    }
}
