/// An address that the server answers, with what answers it.
package struct Route: Sendable {
    /// Parts of a path that vary, by their names.
    package struct Values: Sendable {
        fileprivate var values: [String: String] = [:]

        package subscript(name: String) -> String { values[name] ?? "" }

        /// A number of a document or page. Throws ``ProblemDetails`` for what is none.
        package func number(_ name: String) throws -> Int {
            guard let number = Int(self[name]), number > 0, number < 1 << 53, self[name] == String(number)
            else { throw ProblemDetails.noDocument }
            return number
        }
    }

    package typealias Handler = @Sendable (Site, Visit, Values) async throws -> Answer

    package let method: String
    package let pattern: String
    /// How long an answer may take.
    package enum Time: Sendable {
        /// As long as one question.
        case question
        /// A page is drawn, or sizes of all pages are read, which have limits of their own; others may be drawn first.
        case drawing
        /// A list of questions.
        case list
        /// A document is copied out of its bundle.
        case copying

        func duration(question: Duration) -> Duration {
            switch self {
            case .question: question
            case .drawing: max(question, .seconds(75))
            case .list: question * 10
            case .copying: max(question, .seconds(600))
            }
        }
    }

    package let time: Time
    /// Bytes that the body of a request may have.
    package let mostBytes: Int
    private let parts: [Part]
    package let handler: Handler

    /// A list of terms or a note is the largest body there is.
    package static let mostBytes = 1 << 20

    private enum Part: Sendable {
        case fixed(String)
        /// The rest of the part ends so.
        case named(String, before: String)
    }

    /// `pattern` has names in braces, as in `/documents/{id}/pages/{page}.txt`.
    package init(
        _ method: String, _ pattern: String, time: Time = .question, mostBytes: Int = Route.mostBytes,
        handler: @escaping Handler
    ) {
        self.time = time
        self.method = method
        self.pattern = pattern
        self.mostBytes = method == "GET" ? 0 : mostBytes
        self.handler = handler
        parts = pattern.split(separator: "/").map { part in
            guard part.hasPrefix("{"), let end = part.firstIndex(of: "}") else { return .fixed(String(part)) }
            return .named(
                String(part[part.index(after: part.startIndex)..<end]), before: String(part[part.index(after: end)...]))
        }
    }

    /// The varying parts of a path that fits; nil for another.
    func values(of path: [String]) -> Values? {
        guard path.count == parts.count else { return nil }
        var values = Values()
        for (part, text) in zip(parts, path) {
            switch part {
            case .fixed(let fixed): guard text == fixed else { return nil }
            case .named(let name, let ending):
                guard text.hasSuffix(ending), text.count > ending.count else { return nil }
                values.values[name] = String(text.dropLast(ending.count))
            }
        }
        return values
    }

    /// More than anybody types: a page with a form in it is several times as long.
    private static let mostFormBytes = 1 << 16

    /// Throws ``RefusedForm`` where a person has sent one.
    fileprivate func answer(_ visit: Visit, _ values: Values, by site: Site) async throws -> Answer {
        do {
            let time = time.duration(question: site.settings.questionTime)
            return try await Deadline.within(time) { try await handler(site, visit, values) }
        } catch  where method != "GET" && visit.wantsPage && visit.body.count <= Self.mostFormBytes {
            throw RefusedForm(reason: error, fields: visit.form)
        }
    }
}

/// A form that somebody has filled in and that was not accepted: what they wrote comes back with the reason.
struct RefusedForm: Error {
    var reason: any Error
    var fields: QueryItems
}

/// All routes, in the order in which they are tried.
package struct RouteTable: Sendable {
    package let routes: [Route]

    package init(_ routes: [Route]) { self.routes = routes }

    /// The route of a request, with the varying parts of its address; nil when none fits, or only of other methods.
    package func route(of visit: Visit) -> (route: Route, values: Route.Values)? {
        for route in routes where route.method == visit.method {
            if let values = route.values(of: visit.path) { return (route, values) }
        }
        return nil
    }

    /// Throws ``ProblemDetails`` when no route fits. `body` is what is still to come in; nil when `visit` has it.
    package func answer(_ visit: Visit, body: IncomingBody? = nil, by site: Site) async throws -> Answer {
        if let (route, values) = route(of: visit) {
            guard let body, route.mostBytes > 0 else { return try await route.answer(visit, values, by: site) }
            let most = max(0, min(body.length ?? .max, route.mostBytes))
            return try await site.bodies.with(most) {
                try await body.bytes(most: route.mostBytes)
            } work: { bytes in
                var visit = visit
                visit.body = bytes
                return try await route.answer(visit, values, by: site)
            }
        }
        let methods = routes.filter { $0.values(of: visit.path) != nil }.map(\.method)
        guard !methods.isEmpty else { throw ProblemDetails.noPage }
        let allowed = (methods.contains("GET") ? methods + ["HEAD"] : methods).joined(separator: ", ")
        throw ProblemDetails(405, "This cannot be done here", "This address takes \(allowed).", allow: allowed)
    }
}
