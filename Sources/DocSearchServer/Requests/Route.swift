/// Hummingbird's router answers a wrong method with 404, and cannot list its routes, so that tests could not ask all of them.
package struct Route: Sendable {
    package struct Values: Sendable {
        fileprivate var values: [String: String] = [:]

        package subscript(name: String) -> String { values[name] ?? "" }

        package func number(_ name: String) throws -> Int {
            guard let number = Int(self[name]), number > 0, number < 1 << 53, self[name] == String(number)
            else { throw ProblemDetails.noDocument }
            return number
        }
    }

    package typealias Handler = @Sendable (Site, Visit, Values) async throws -> Answer

    package let method: String
    package let pattern: String
    package enum Time: Sendable {
        case question
        case drawing
        case list
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
    package let mostBytes: Int
    private let parts: [Part]
    package let handler: Handler

    /// The largest bodies are lists of terms and notes.
    package static let mostBytes = 1 << 20

    private enum Part: Sendable {
        case fixed(String)
        case named(String, before: String)
    }

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

    /// More than people type. A page with the form in it is several times as long.
    private static let mostFormBytes = 1 << 16

    fileprivate func answer(_ visit: Visit, _ values: Values, by site: Site) async throws -> Answer {
        do {
            let time = time.duration(question: site.settings.questionTime)
            return try await Deadline.within(time) { try await handler(site, visit, values) }
        } catch  where method != "GET" && visit.wantsPage && visit.body.count <= Self.mostFormBytes {
            throw RefusedForm(reason: error, fields: visit.form)
        }
    }
}

/// A form whose content is shown again with the reason.
struct RefusedForm: Error {
    var reason: any Error
    var fields: QueryItems
}

package struct RouteTable: Sendable {
    package let routes: [Route]

    package init(_ routes: [Route]) { self.routes = routes }

    package func route(of visit: Visit) -> (route: Route, values: Route.Values)? {
        for route in routes where route.method == visit.method {
            if let values = route.values(of: visit.path) { return (route, values) }
        }
        return nil
    }

    /// `body` is still to arrive; nil when `visit` contains it.
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
