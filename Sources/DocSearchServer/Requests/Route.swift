/// An address that the server answers, with what answers it.
package struct Route: Sendable {
    /// Parts of a path that vary, by their names.
    package struct Values: Sendable {
        fileprivate var values: [String: String] = [:]

        package subscript(name: String) -> String { values[name] ?? "" }

        /// A number of a document or page. Throws ``Problem`` for what is none.
        package func number(_ name: String) throws -> Int {
            guard let number = Int(self[name]), number > 0, number < 1 << 53, self[name].first != "+" else {
                throw Problem.noDocument
            }
            return number
        }
    }

    package typealias Handler = @Sendable (Site, Visit, Values) async throws -> Answer

    package let method: String
    package let pattern: String
    private let parts: [Part]
    package let handler: Handler

    private enum Part: Sendable {
        case fixed(String)
        /// The rest of the part ends so.
        case named(String, before: String)
    }

    /// `pattern` has names in braces, as in `/documents/{id}/pages/{page}.txt`.
    package init(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
        self.method = method
        self.pattern = pattern
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
}

/// All routes, in the order in which they are tried.
package struct RouteTable: Sendable {
    package let routes: [Route]

    package init(_ routes: [Route]) { self.routes = routes }

    /// The route that answers a request; nil when no route fits, or only routes of other methods.
    package func route(of visit: Visit) -> Route? {
        routes.first { $0.method == visit.method && $0.values(of: visit.path) != nil }
    }

    /// Throws ``Problem`` when no route fits, or only routes of other methods.
    package func answer(_ visit: Visit, by site: Site) async throws -> Answer {
        if let route = route(of: visit), let values = route.values(of: visit.path) {
            return try await route.handler(site, visit, values)
        }
        let methods = routes.filter { $0.values(of: visit.path) != nil }.map(\.method)
        guard !methods.isEmpty else { throw Problem.noPage }
        let allowed = (methods.contains("GET") ? methods + ["HEAD"] : methods).joined(separator: ", ")
        var problem = Problem(405, "This cannot be done here", "This address takes \(allowed).")
        problem.allow = allowed
        throw problem
    }
}
