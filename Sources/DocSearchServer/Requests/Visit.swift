/// A request, as far as the server goes by it.
package struct Visit: Sendable {
    /// `GET`, `POST` and so on; of a `HEAD` request `GET`.
    package var method: String
    /// The parts of the path, decoded; none for `/`.
    package var path: [String]
    /// The path and the query as they were sent.
    package var target: String
    package var query: QueryItems
    /// By their names in small letters. Several of a name are joined with a comma and a blank.
    package var headers: [String: String]
    package var body: [UInt8]
    /// The address that the request comes from.
    package var client: String
    /// Whether the answer is wanted without its body.
    package let isHead: Bool
    /// Who asks.
    package var visitor = Visitor()

    /// `target` is a path with its query, or a whole address. Nil for one that is neither, and for more than 16 KiB.
    package init?(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = [], client: String = ""
    ) {
        guard target.utf8.count <= 16 << 10 else { return nil }
        self.headers = headers
        var rest = Substring(target)
        if !rest.hasPrefix("/") {
            // As a proxy is asked (RFC 9112, 3.2.2): what stands there counts, and not the header.
            guard let scheme = rest.firstRange(of: "://"), ["http", "https"].contains(rest[..<scheme.lowerBound])
            else { return nil }
            self.headers["host"] = String(rest[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" })
            rest = rest[scheme.upperBound...].drop { $0 != "/" }
            if rest.isEmpty { rest = "/" }
        }
        rest = rest.prefix { $0 != "#" }
        let parts = rest.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        self.target = String(rest)
        path = parts[0].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            .map { PercentCoding.decoded($0) }
        if path == [""] { path = [] }
        query = parts.count > 1 ? QueryItems(encoded: parts[1]) : QueryItems()
        isHead = method == "HEAD"
        self.method = isHead ? "GET" : method
        self.body = body
        self.client = client
    }

    /// The name that the server was asked by; empty where none was given.
    package var host: String { headers["host"] ?? "" }

    /// The fields of a form that was sent. Browsers send each end of a line as CR LF (HTML, "constructing the entry list").
    package var form: QueryItems {
        var form = QueryItems(encoded: String(decoding: body, as: UTF8.self))
        for position in form.items.indices {
            let value = form.items[position].value
            form.items[position].value = value.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        }
        return form
    }

    /// Whether a person at a browser asks, rather than a program.
    package var wantsPage: Bool { headers["accept"]?.contains("text/html") ?? false }

    package var isAPI: Bool { ["api", "iiif", "healthz", "metrics"].contains(path.first ?? "") }
}
