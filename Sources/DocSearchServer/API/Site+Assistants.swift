import AnswerForms
import DocSearch
import DocSearchMCP
import Foundation

/// The Model Context Protocol over HTTP ("Streamable HTTP"): a message in each request, and one JSON answer.
extension Site {
    static var assistantRoutes: [Route] {
        [
            Route("POST", "/mcp", time: .drawing, mostBytes: IncomingMessage.mostBytes) { site, visit, _ in
                try await site.message(visit)
            }
        ]
    }

    private func message(_ visit: Visit) async throws -> Answer {
        switch IncomingMessage(reading: visit.body) {
        case .fault(let error, let id): return Answer(400, AssistantReply(error, to: id))
        case .notification, .ignored: return Answer(202, type: "text/plain; charset=utf-8", [])
        case .request(let request):
            let reply: AssistantReply
            do {
                // Without the header, a client is older than the versions that have it.
                let named = visit.headers["mcp-protocol-version"]
                let header = try named.map(Self.revision) ?? .june2025
                if header.isStateless || Revision.named(in: request) != nil { try Self.checkHeaders(visit, request) }
                var visit = visit
                // What an assistant reads goes further than what a person reads.
                visit.visitor.sees.remove(.hidden)
                reply = try await AssistantServer(VisitorArchive(site: self, visit: visit))
                    .answer(request, agreed: header.isStateless ? nil : header)
            } catch let error as ProtocolError {
                return Answer(400, AssistantReply(error, to: request.id))
            }
            return Answer(Revision.named(in: request) == nil ? 200 : reply.error?.status ?? 200, reply)
        }
    }

    private static func revision(_ name: String) throws -> Revision {
        // Version 2025-03-26 has no handshake of its own here, and its answers lack nothing that these have.
        guard let revision = Revision(rawValue: name == "2025-03-26" ? Revision.june2025.rawValue : name)
        else { throw ProtocolError.unsupportedVersion(name) }
        return revision
    }

    /// Proxies decide by the headers, so these must say what the message says.
    private static func checkHeaders(_ visit: Visit, _ request: IncomingRequest) throws {
        let named = Revision.named(in: request)
        guard visit.headers["mcp-protocol-version"].map({ named == .string($0) }) ?? false
        else { throw ProtocolError.headerMismatch("MCP-Protocol-Version") }
        guard visit.headers["mcp-method"] == request.method else { throw ProtocolError.headerMismatch("Mcp-Method") }
        if let name = request.name, visit.headers["mcp-name"].flatMap(decoded) != name {
            throw ProtocolError.headerMismatch("Mcp-Name")
        }
    }

    /// A header has ASCII alone, so clients may send other text in this form.
    private static func decoded(_ value: String) -> String? {
        guard value.hasPrefix("=?base64?"), value.hasSuffix("?=") else { return value }
        return Data(base64Encoded: String(value.dropFirst(9).dropLast(2))).flatMap {
            String(bytes: $0, encoding: .utf8)
        }
    }
}

extension Answer {
    fileprivate init(_ status: Int, _ reply: AssistantReply) {
        self.init(status, type: "application/json", Array(reply.text.utf8))
    }
}

/// The archive as a visitor may see it, with all that holds on the other routes.
private struct VisitorArchive: AssistantArchive {
    let site: Site
    let visit: Visit

    var comparesMeaning: Bool {
        get async throws { site.settings.usesMeaning ? try await site.desk.ask { $0.hasVectors } : false }
    }

    func search(_ request: SearchRequest) async throws -> SearchResults { try await site.search(request, visit) }

    func ask<Value: Sendable>(
        _ request: SearchRequest, _ body: @escaping @Sendable (ArchiveIndex, SearchRequest) throws -> Value
    ) async throws -> Value { try await site.compare(request, by: visit, body) }

    func document(_ reference: String) async throws -> ArchiveDocument {
        try await site.document(linked: reference, visit)
    }

    func about(_ document: ArchiveDocument) async throws -> JSONObject {
        let visitor = visit.visitor
        return try await site.desk.ask { try Site.members(of: document, for: visitor, $0) }
    }

    func page(_ number: Int, of document: ArchiveDocument) async throws -> SeenPage? {
        let visitor = visit.visitor
        return try await site.desk.ask { index in
            guard var page = try SeenPage(number, of: document, in: index, repair: Site.noFile) else { return nil }
            page.text = visitor.seen(page.text)
            page.highlights = visitor.seen(page.highlights)
            page.corrections = visitor.seen(page.corrections)
            return page
        }
    }

    func size(ofPage page: Int, of document: ArchiveDocument) async throws -> PageText.Size {
        try await site.size(of: document, page)
    }

    func image(_ request: PageImageRequest, of document: ArchiveDocument) async throws -> PageImage {
        try await site.drawn { try await $0.image(request, of: document) }
    }

    func link(_ document: Int64, page: Int?) -> String {
        site.settings.base(host: visit.host) + Links().document(document, page: page)
    }

    func sentence(_ error: any Error) -> String? {
        let problem = site.details(of: error)
        site.note(problem)
        return "\(problem.title). \(problem.detail)"
    }

    func isMissing(_ error: any Error) -> Bool { site.details(of: error).status == 404 }
}
