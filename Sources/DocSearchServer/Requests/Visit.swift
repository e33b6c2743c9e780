package struct Visit: Sendable {
    /// `GET` for a `HEAD` request.
    package var method: String
    package var path: [String]
    package var target: String
    package var query: QueryItems
    /// By lower-case name. Repeated headers are joined with a comma and a blank.
    package var headers: [String: String]
    package var body: [UInt8]
    package var client: String
    package let isHead: Bool
    package var visitor = Visitor()

    /// Nil for more than 16 KiB, and unless `target` is a path or an absolute address.
    package init?(
        _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = [], client: String = ""
    ) {
        guard target.utf8.count <= 16 << 10 else { return nil }
        self.headers = headers
        var rest = Substring(target)
        if !rest.hasPrefix("/") {
            // The form of a request to a proxy (RFC 9112, 3.2.2). Its host takes precedence over the header.
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

    package var host: String { headers["host"] ?? "" }

    /// Browsers send line ends as CR LF (HTML, "constructing the entry list").
    package var form: QueryItems {
        var form = QueryItems(encoded: String(decoding: body, as: UTF8.self))
        for position in form.items.indices {
            let value = form.items[position].value
            form.items[position].value = value.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        }
        return form
    }

    package var wantsPage: Bool { headers["accept"]?.contains("text/html") ?? false }

    package var isAPI: Bool { ["api", "iiif", "mcp", "healthz", "metrics"].contains(path.first ?? "") }
}
