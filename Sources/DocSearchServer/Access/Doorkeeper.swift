import DocSearch
import Foundation

/// Checks each request: the host it names, its visitor, and that a change comes from this server's own pages.
package struct Doorkeeper: Sendable {
    package let settings: SiteSettings
    package let sessions = Sessions()
    package let shares: ShareSigner
    package let links: ShareList

    package static let cookie = "docsearch"

    package init(_ settings: SiteSettings) {
        self.settings = settings
        shares = ShareSigner(folder: settings.index)
        links = ShareList(folder: settings.index)
    }

    package func admitted(_ visit: Visit) throws -> Visit {
        try checkHost(visit)
        try checkForwarding(visit)
        var visit = visit
        if visit.path.first == "share" { return try shared(visit) }
        visit.visitor = try visitor(of: visit)
        // A browser's preflight request changes nothing, and comes from other sites.
        if visit.method != "GET", visit.method != "OPTIONS" { try checkOrigin(visit) }
        return visit
    }

    /// Style sheets and the sign-in page are open to all.
    package func mayEnter(_ visit: Visit) -> Bool {
        guard settings.tokens != nil, !settings.isPublic, visit.visitor.name == nil, visit.visitor.share == nil
        else { return true }
        return ["sign-in", "assets", "healthz", "robots.txt"].contains(visit.path.first ?? "")
    }

    // MARK: - Share links

    private func shared(_ visit: Visit) throws -> Visit {
        let ended = ProblemDetails(404, "This link no longer works", "It has expired, was revoked, or is incomplete.")
        guard let tokens = settings.tokens, visit.path.count > 1 else { throw ended }
        guard visit.method == "GET" else {
            throw ProblemDetails(
                405, "This cannot be done here", "A link allows reading, and nothing else.", allow: "GET, HEAD")
        }
        do {
            guard let visitor = try shares.visitor(of: visit.path[1], tokens),
                try links.contains(Share.identifier(ofCode: visit.path[1]))
            else { throw ended }
            var visit = visit
            visit.visitor = visitor
            visit.path = Array(visit.path.dropFirst(2))
            if visit.path == [""] { visit.path = [] }
            return visit
        } catch let error as DocSearchError {
            throw ProblemDetails(
                503, "Links cannot be followed here", "The log of the server says what is missing.",
                cause: error.message)
        }
    }

    // MARK: - Host

    /// A page of another site can let a host name of its own resolve to this server ("DNS rebinding"). The browser
    /// would then take our answers for that site's. That cannot be done with an IP address.
    private func checkHost(_ visit: Visit) throws {
        guard let host = visit.headers["host"]
        else { throw ProblemDetails(400, "The request has no Host", "HTTP/1.1 requires a Host header.") }
        guard settings.isOwnHost(host) else {
            throw ProblemDetails(
                421, "This is another host",
                "This server does not answer under this name. If people reach it under this name, start it with --public-url."
            )
        }
    }

    /// Where no token is required and not everyone may read, visitors are taken for users of this machine. Requests
    /// through a proxy are not, whatever host they name.
    private func checkForwarding(_ visit: Visit) throws {
        guard settings.tokens == nil, !settings.isPublic,
            visit.headers.keys.contains(where: ProxyHeaders.contains)
        else { return }
        throw ProblemDetails(
            403, "This server is for its own machine",
            "The request came through a proxy. To let others in, start the server with --public-url, and with --token-file or --public."
        )
    }

    // MARK: - Visitor

    private func visitor(of visit: Visit) throws -> Visitor {
        guard let tokens = settings.tokens else { return settings.anonymous }
        if let header = visit.headers["authorization"] {
            let parts = header.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer", let found = tokens.visitor(of: String(parts[1]))
            else {
                throw ProblemDetails.unknownToken
            }
            return found
        }
        if let secret = Self.cookies(visit)[Self.cookie], let name = sessions.token(of: secret),
            let token = tokens.tokens.first(where: { $0.name == name }),
            token.isValid(at: Int64(Date().timeIntervalSince1970))
        {
            var visitor = token.visitor
            visitor.isByCookie = true
            return visitor
        }
        return settings.anonymous
    }

    /// Hummingbird reads cookies from its own requests alone, which end in `Listening`.
    package static func cookies(_ visit: Visit) -> [String: String] {
        let pairs = (visit.headers["cookie"] ?? "").split(whereSeparator: { $0 == ";" || $0 == "," }).map { pair in
            let parts = pair.trimmingCharacters(in: .whitespaces).split(separator: "=", maxSplits: 1)
            return (String(parts.first ?? ""), parts.count > 1 ? String(parts[1]) : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }

    // MARK: - Origin

    /// Browsers send the origin with each form. A request without one comes from a program, and a program sends only
    /// cookies that it was given.
    private func checkOrigin(_ visit: Visit) throws {
        let refusal = ProblemDetails(
            403, "This comes from another site",
            "Changes are accepted only from this server's own pages and from programs.")
        if let site = visit.headers["sec-fetch-site"], site != "same-origin", site != "none" { throw refusal }
        if let origin = visit.headers["origin"] ?? visit.headers["referer"].map(Self.origin) {
            guard settings.isOwnOrigin(origin, host: visit.host) else { throw refusal }
        } else if visit.visitor.isByCookie, visit.headers["sec-fetch-site"] != "same-origin" {
            throw refusal
        }
    }

    /// Old browsers send only the whole address of the page.
    private static func origin(ofPage address: String) -> String {
        guard let scheme = address.firstRange(of: "://") else { return address }
        return String(address[..<scheme.upperBound] + address[scheme.upperBound...].prefix { !"/?#".contains($0) })
    }

    /// Other sites can cause it to be sent only by links to this one, such as those of a catalogue. Changes are checked
    /// separately.
    package func cookieHeader(_ secret: String?) -> String {
        let age = secret == nil ? 0 : Sessions.hours * 3600
        return
            "\(Self.cookie)=\(secret ?? ""); Path=\(settings.basePath.isEmpty ? "/" : settings.basePath); HttpOnly; SameSite=Lax; "
            + "Max-Age=\(age)\(settings.isSecure ? "; Secure" : "")"
    }
}
