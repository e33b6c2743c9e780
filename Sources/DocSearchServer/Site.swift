import AnswerForms
import DocSearch
import Foundation

/// Everything enters and leaves through it.
package final class Site: Sendable {
    package let settings: SiteSettings
    package let desk: IndexDesk
    package let door: Doorkeeper
    package let links: Links
    package let metrics = Metrics()
    package let pages: ArchivePages?
    private let limit: RateLimit?
    let latePages = LatePages()
    let lists = KeptLists()
    let bodies = ByteBudget(32 << 20)

    package let log: @Sendable (String) -> Void

    package init(_ settings: SiteSettings, log: @escaping @Sendable (String) -> Void = { _ in }) {
        self.settings = settings
        self.log = log
        desk = IndexDesk(
            // One more than run at a time, as no visitor may have them all.
            path: settings.index, count: max(2, ProcessInfo.processInfo.activeProcessorCount) + 1,
            time: settings.questionTime, model: settings.model)
        door = Doorkeeper(settings)
        links = Links(base: settings.basePath)
        limit = settings.requestsPerSecond.map { RateLimit(perSecond: $0) }
        pages = Self.pages(settings, log)
    }

    /// Patterns with a suffix come before those without.
    package static let routes = RouteTable(
        searchRoutes + imageRoutes + contentsRoutes + documentRoutes + meaningRoutes + changeRoutes
            + sharingRoutes + batchRoutes + signingRoutes + apiRoutes + assistantRoutes + viewerRoutes + serviceRoutes)

    /// `visit` is nil for an unreadable request, whose address is `client`. `body` is read once the visitor and the
    /// route are known.
    package func answer(_ visit: Visit?, body: IncomingBody? = nil, from client: String? = nil) async -> Answer {
        let start = ContinuousClock.now
        var visit = visit
        var answer: Answer
        do {
            if let refusal = refusal(ofMoreFrom: visit?.client ?? client ?? "") { throw refusal }
            guard var asked = visit else { throw ProblemDetails.noRequest }
            asked.path = Visit.path(asked.path, below: settings.basePath)
            asked = try door.admitted(asked)
            visit = asked
            let routes = asked.visitor.share == nil ? Self.routes : Self.sharedRoutes
            let entered = asked
            answer = try await Turn.$visitor.withValue(entered.turn) {
                if let allowed = preflight(entered) { return allowed }
                guard door.mayEnter(entered) else { return try entrance(entered) }
                let answer = try await routes.answer(entered, body: body, by: self)
                return try await FilePieces.setAside(answer.tagged(for: entered).compressed(for: entered))
            }.inTurn(of: entered)
        } catch {
            answer = problem(error, visit)
        }
        let time = ContinuousClock.now - start
        metrics.count(answer.status, time, of: visit)
        answer = finished(answer)
        settings.accessLog?.write(
            AccessLog.line(answer, to: visit, from: client, below: settings.basePath, after: time))
        return answer
    }

    /// A browser sends a preflight request before a page of another site may use headers of its own (Fetch, 4.8).
    private func preflight(_ visit: Visit) -> Answer? {
        guard visit.method == "OPTIONS", isOpen, visit.headers["access-control-request-method"] != nil else {
            return nil
        }
        var answer = Answer(204, type: "", [])
        answer.headers = [
            ("access-control-allow-methods", "GET, HEAD"),
            ("access-control-allow-headers", "accept, if-none-match, if-range, range"),
            ("access-control-max-age", "86400"),
        ]
        return answer
    }

    private var isOpen: Bool { settings.isPublic && settings.tokens == nil }

    private func refusal(ofMoreFrom client: String) -> ProblemDetails? {
        // Behind a proxy all requests come from this machine. The proxy has limits of its own.
        guard let limit, !ClientAddress(client).isLoopback, let seconds = limit.wait(for: client) else { return nil }
        return ProblemDetails(
            429, "Too many requests",
            "One address may send at most \(settings.requestsPerSecond ?? 0) requests a second.",
            retryAfter: seconds)
    }

    private func entrance(_ visit: Visit) throws -> Answer {
        guard visit.wantsPage
        else { throw ProblemDetails(401, "This needs a token", "Send one in the header Authorization: Bearer TOKEN.") }
        return visit.method == "GET"
            ? .redirect(303, to: links.to("/sign-in", QueryItems([("to", visit.target)])))
            : Answer(401, html: SignInPage(frame: frame(visit), to: "", notice: .sessionEnded).html)
    }

    func frame(_ visit: Visit?) -> SiteFrame {
        let visitor = visit?.visitor ?? Visitor()
        return SiteFrame(
            links: visit.map { links(for: $0) } ?? links, visitor: visitor, hasTokens: settings.tokens != nil,
            mayShare: mayShare(visitor), showsNight: visit.map { door.mayEnter($0) && mayManage($0.visitor) } ?? false)
    }

    /// Runs and failures name files, so only people who may see all documents see them.
    func mayManage(_ visitor: Visitor) -> Bool {
        visitor.access == nil && visitor.share == nil && (!settings.isPublic || visitor.name != nil)
    }

    func links(for visit: Visit) -> Links {
        guard let share = visit.visitor.share else { return links }
        return Links(base: "\(settings.basePath)/share/\(share.code)", assets: settings.basePath)
    }

    // MARK: - Going out

    package func answerToBrokenRequest(from client: String) -> Answer {
        let answer = finished((refusal(ofMoreFrom: client) ?? .noRequest).answer)
        metrics.count(answer.status, .zero, of: nil)
        settings.accessLog?.write(
            AccessLog.line(answer, to: nil, from: client, below: settings.basePath, after: .zero))
        return answer
    }

    private func problem(_ error: any Error, _ visit: Visit?) -> Answer {
        let refused = error as? RefusedForm
        let error = refused?.reason ?? error
        let problem = details(of: error)
        if problem == .unknownToken, let visit { note(failedSignIn: visit) }
        note(problem)
        var answer = problem.answer
        if let visit, visit.wantsPage, !visit.isAPI {
            let again = refused.map { FormAgain(fields: $0.fields, address: links.to(visit.address)) }
            answer = Answer(problem.status, html: frame(visit).problem(problem, again)).with(of: problem)
        }
        return problem.status == 401 ? answer.with("www-authenticate", "Bearer realm=\"docsearch\"") : answer
    }

    func details(of error: any Error) -> ProblemDetails {
        switch error {
        case let error as ProblemDetails: error
        case let error as DocSearchError: ProblemDetails(error, hiding: Redaction([settings.index]))
        case is CancellationError, is Deadline.Passed: ProblemDetails.tooSlow
        default: ProblemDetails(500, "Something failed", "The log of the server says why.", cause: "\(error)")
        }
    }

    func note(_ problem: ProblemDetails) {
        if let cause = problem.cause, problem.status >= 500 { log("\(problem.status) \(problem.title): \(cause)") }
    }

    /// Guessed tokens are logged even without an access log.
    func note(failedSignIn visit: Visit) {
        log("A sign-in with an unknown token was refused: client \(visit.clientName)")
    }

    package func finished(_ answer: Answer) -> Answer {
        var answer = answer
        let usual: [(String, String)] = [
            (
                "content-security-policy",
                "default-src 'none'; img-src 'self'; style-src 'self'; script-src 'self'; connect-src 'self'; "
                    + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            ),
            ("x-content-type-options", "nosniff"),
            // Without a referrer, browsers would not say where a form comes from.
            ("referrer-policy", "same-origin"), ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", isOpen ? "cross-origin" : "same-origin"),
            ("permissions-policy", "camera=(), geolocation=(), microphone=()"), ("x-frame-options", "DENY"),
            // Where people sign in and out at one machine, going back must not show the previous person's pages.
            ("cache-control", settings.tokens == nil ? "private, no-cache" : "no-store"),
        ]
        for (name, value) in usual where answer[header: name] == nil { answer.headers.append((name, value)) }
        if settings.usesCertificate { answer = answer.with("strict-transport-security", "max-age=31536000") }
        // Pages that need a token or a link are not for search engines, even if their address leaks.
        if settings.tokens != nil { answer = answer.with("x-robots-tag", "noindex, nofollow, noarchive") }
        // Viewers on other sites may show what everyone may see.
        if isOpen {
            answer = answer.with("access-control-allow-origin", "*")
                .with("access-control-expose-headers", "content-range, docsearch-partial, etag, link")
        }
        return answer
    }
}

extension Answer {
    fileprivate func inTurn(of visit: Visit) -> Answer {
        guard case .pieces(let length, let write) = body else { return self }
        var answer = self
        answer.body = .pieces(length: length) { send in
            try await Turn.$visitor.withValue(visit.turn) { try await write(send) }
        }
        return answer
    }
}

extension Visit {
    /// Behind a proxy a header states it.
    var clientName: String {
        let letters = client.prefix(64).filter { $0.isASCII && ($0.isLetter || $0.isNumber || ".:%[]-_".contains($0)) }
        return letters.isEmpty ? "unknown" : letters
    }

    fileprivate var address: String { "/" + path.map(PercentCoding.encoded).joined(separator: "/") }

    /// People who share a token count separately by address, and the other way round.
    var turn: String { "\(ClientAddress(client).group) \(visitor.name ?? "")" }

    /// Some proxies leave the prefix in the path.
    static func path(_ path: [String], below base: String) -> [String] {
        let parts = base.split(separator: "/").map(String.init)
        return !parts.isEmpty && path.starts(with: parts) ? Array(path.dropFirst(parts.count)) : path
    }
}
