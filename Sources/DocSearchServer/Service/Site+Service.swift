import AnswerForms
import DocSearch

extension Site {
    static var serviceRoutes: [Route] {
        [
            Route("GET", "/assets/{name}") { site, visit, values in
                guard let asset = Asset.all.first(where: { $0.name == values["name"] })
                else { throw ProblemDetails.noPage }
                // The address contains the hash of the bytes.
                let lasts = visit.query["v"] == asset.tag ? "public, max-age=31536000, immutable" : "public, no-cache"
                return Answer(200, type: asset.type, asset.bytes).unless(visit, has: asset.tag, cache: lasts)
            },
            Route("GET", "/healthz") { site, _, _ in
                // Tells whether the index can be read, and nothing of its content.
                try await site.desk.checkIndex()
                return Answer(text: "ok\n")
            },
            Route("GET", "/metrics") { site, visit, _ in
                guard site.mayManage(visit.visitor) else { throw ProblemDetails.noPage }
                return Answer(text: site.metrics.text, type: "text/plain; version=0.0.4; charset=utf-8")
            },
            Route("GET", "/night") { site, visit, _ in
                guard site.mayManage(visit.visitor) else { throw ProblemDetails.noPage }
                let frame = site.frame(visit)
                let page = try await site.desk.ask { index in
                    NightPage(
                        frame: frame, status: try index.status(), orphans: try index.orphans().count,
                        redaction: try Redaction(rootsOf: index))
                }
                return Answer(html: page.html)
            },
            Route("GET", "/robots.txt") { site, _, _ in
                // Crawlers must be able to fetch a leaked link to see its "noindex" (RFC 9309, 2.2.2).
                Answer(text: "User-agent: *\nDisallow: /\nAllow: \(site.settings.basePath)/share/\n")
            },
            Route("GET", "/favicon.ico") { site, _, _ in .redirect(to: site.links.asset(.icon)) },
            Route("GET", "/documents/{id}/go") { site, visit, values in
                let page = try visit.query.number("page", QueryItems.pages, usually: 1)
                return .redirect(303, to: site.links(for: visit).page(Int64(try values.number("id")), page))
            },
            Route("GET", "/opensearch.xml") { site, visit, _ in
                let description = OpenSearch.description(site.settings.base(host: visit.host))
                return Answer(text: description.source, type: "application/opensearchdescription+xml")
            },
            Route("GET", "/openapi.json") { site, visit, _ in
                Answer(json: OpenAPI.description(site.settings.base(host: visit.host)))
            },
        ]
    }
}

enum OpenSearch {
    static func description(_ base: String) -> HTML {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/"><ShortName>docsearch</ShortName><Description>Search this archive</Description><InputEncoding>UTF-8</InputEncoding><Image width="16" height="16" type="image/svg+xml">\(base)/assets/icon.svg</Image><Url type="text/html" template="\(base)/?q={searchTerms}"/><Url type="application/json" template="\(base)/api/v1/search?q={searchTerms}"/></OpenSearchDescription>

        """
    }
}
