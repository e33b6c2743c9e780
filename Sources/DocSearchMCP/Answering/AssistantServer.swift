import AnswerForms
import DocSearch

/// Answers the requests of an assistant, one at a time and without a memory of those before.
package struct AssistantServer: Sendable {
    private let archive: any AssistantArchive

    package init(_ archive: any AssistantArchive) { self.archive = archive }

    /// The answer has no line feed. Throws only `CancellationError`, as nobody waits for the answer then.
    package func answer(_ request: IncomingRequest, agreed: Revision?) async throws -> AssistantReply {
        do {
            let revision = try Revision(of: request, agreed: agreed)
            let result = try await result(of: request, in: revision)
            return AssistantReply(["jsonrpc": "2.0", "id": request.id, "result": result])
        } catch let error as CancellationError {
            throw error
        } catch {
            return AssistantReply(error as? ProtocolError ?? .failed, to: request.id)
        }
    }

    private func result(of request: IncomingRequest, in revision: Revision) async throws -> JSONObject {
        let params = request.params
        switch (request.method, revision.isStateless) {
        case ("initialize", false):
            guard params["protocolVersion"]?.string != nil
            else { throw ProtocolError.invalidParams("\"protocolVersion\" must be a text.") }
            return ["protocolVersion": Revision.agreed(with: params).rawValue] + Self.offer + ["serverInfo": Self.own]
        case ("ping", false): return [:]
        case ("server/discover", true):
            let versions: JSONObject = ["supportedVersions": [Revision.stateless.rawValue]]
            return complete(versions + Self.offer, in: revision, secondsKept: 3600)
        case ("tools/list", _):
            try refuseCursor(params)
            let tools = try await AssistantTool.offered(by: archive)
            return complete(["tools": tools.map(\.object)], in: revision, secondsKept: 300)
        case ("tools/call", _): return complete(try await call(params), in: revision)
        case ("resources/list", _):
            // An archive has too many documents for a list; clients have "search".
            try refuseCursor(params)
            return complete(["resources": [] as [JSONObject]], in: revision, secondsKept: 3600)
        case ("resources/templates/list", _):
            try refuseCursor(params)
            return complete(["resourceTemplates": DocumentResource.templates], in: revision, secondsKept: 3600)
        case ("resources/read", _):
            // What may be read can change at any time.
            return complete(try await read(params, in: revision), in: revision, secondsKept: 0)
        default: throw ProtocolError.unknownMethod(request.method)
        }
    }

    private static let own: JSONObject = [
        "name": "docsearch", "title": "docsearch", "version": DocSearchVersion.current,
    ]

    private static let offer: JSONObject = [
        "capabilities": ["tools": JSONObject([]), "resources": JSONObject([])] as JSONObject,
        "instructions": """
        docsearch finds pages in an archive of scanned papers. Search first, then fetch pages to read them, and look at \
        page_image where recognised text seems wrong. Cite pages by the members "cite" and "link" of an answer. \
        \(AssistantTool.notice)
        """,
    ]

    private func complete(
        _ result: JSONObject, in revision: Revision, secondsKept: Int? = nil
    ) -> JSONObject {
        guard revision.isStateless else { return result }
        let cache: JSONObject = secondsKept.map { ["ttlMs": $0 * 1000, "cacheScope": "private"] } ?? [:]
        return result + cache + [
            "resultType": "complete", "_meta": ["io.modelcontextprotocol/serverInfo": Self.own] as JSONObject,
        ]
    }

    /// All lists are short, so no client has been given one.
    private func refuseCursor(_ params: [String: MessageValue]) throws {
        guard params["cursor"] ?? .null == .null
        else { throw ProtocolError.invalidParams("This cursor is not known. The list has one page.") }
    }

    private func call(_ params: [String: MessageValue]) async throws -> JSONObject {
        guard let name = params["name"]?.string
        else { throw ProtocolError.invalidParams("\"name\" must be the name of a tool.") }
        guard let tool = try await AssistantTool.named(name, by: archive)
        else { throw ProtocolError.invalidParams("There is no tool \"\(name.prefix(100))\".") }
        guard let arguments = (params["arguments"] ?? .object([:])).object
        else { throw ProtocolError.invalidParams("\"arguments\" must be an object.") }
        do {
            let result = try await tool.call(ToolArguments(arguments, for: tool.parameters), archive)
            return ["content": result.content, "structuredContent": result.structured, "isError": false]
        } catch {
            // The model that made the call can mend it, so the error is an answer to it.
            let text = try await sentence(error)
            return ["content": [["type": "text", "text": text] as JSONObject], "isError": true]
        }
    }

    private func sentence(_ error: any Error) async throws -> String {
        if error is CancellationError { throw error }
        if let fault = error as? ToolFault { return fault.sentence }
        if let text = archive.sentence(error) { return text }
        throw error
    }

    private func read(_ params: [String: MessageValue], in revision: Revision) async throws -> JSONObject {
        guard let uri = params["uri"]?.string else { throw ProtocolError.invalidParams("\"uri\" must be a text.") }
        guard let resource = DocumentResource(uri) else { throw unknownResource(in: revision) }
        do {
            let answer = try await FetchTool.answer(
                String(resource.document), from: resource.page ?? 1, pages: resource.page == nil ? nil : 1, in: archive)
            return [
                "contents": [["uri": uri, "mimeType": "application/json", "text": answer.json] as JSONObject]
            ]
        } catch {
            if error is ToolFault || archive.isMissing(error) { throw unknownResource(in: revision) }
            throw ProtocolError(-32603, try await sentence(error))
        }
    }

    private func unknownResource(in revision: Revision) -> ProtocolError {
        ProtocolError(revision.isStateless ? -32602 : -32002, "There is no such resource.")
    }
}

package struct AssistantReply: Sendable {
    package let text: String
    package let error: ProtocolError?

    init(_ object: JSONObject) { (text, error) = (object.json, nil) }

    package init(_ error: ProtocolError, to id: MessageID?) { (text, self.error) = (error.object(for: id).json, error) }
}
