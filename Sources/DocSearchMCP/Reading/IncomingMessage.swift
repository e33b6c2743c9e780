import AnswerForms

package enum MessageID: Sendable, Hashable, JSONValue {
    case string(String)
    case integer(Int64)

    init?(_ value: MessageValue?) {
        switch value {
        case .string(let text)?: self = .string(text)
        case .integer(let number)?: self = .integer(number)
        default: return nil
        }
    }

    package var json: String {
        switch self {
        case .string(let text): text.json
        case .integer(let number): number.json
        }
    }
}

package struct IncomingRequest: Sendable {
    package var id: MessageID
    package var method: String
    package var params: [String: MessageValue]

    /// HTTP's header `Mcp-Name` repeats it.
    package var name: String? {
        switch method {
        case "tools/call", "prompts/get": params["name"]?.string
        case "resources/read": params["uri"]?.string
        default: nil
        }
    }
}

/// A message of a client: JSON-RPC 2.0, with objects as parameters and without batches.
package enum IncomingMessage: Sendable {
    case request(IncomingRequest)
    case notification(method: String, params: [String: MessageValue])
    /// Answers to requests, which this server never sends.
    case ignored
    case fault(ProtocolError, MessageID?)

    package static let mostBytes = 1 << 20

    package init(reading bytes: [UInt8]) {
        do {
            self = try Self.message(MessageValue(reading: bytes))
        } catch {
            self = .fault(error as? ProtocolError ?? .failed, nil)
        }
    }

    private static func message(_ value: MessageValue) throws -> IncomingMessage {
        guard let members = value.object else {
            throw ProtocolError.invalidRequest("it must be one JSON object")
        }
        let id = MessageID(members["id"])
        guard members["jsonrpc"] == .string("2.0") else {
            return .fault(.invalidRequest("its member \"jsonrpc\" must be \"2.0\""), id)
        }
        if members["method"] == nil, members["result"] != nil || members["error"] != nil { return .ignored }
        guard let method = members["method"]?.string else {
            return .fault(.invalidRequest("its member \"method\" must be a text"), id)
        }
        let params = members["params"].map(\.object) ?? [:]
        guard members["id"] != nil else { return params.map { .notification(method: method, params: $0) } ?? .ignored }
        guard let id else {
            return .fault(.invalidRequest("its member \"id\" must be a text or a whole number"), nil)
        }
        guard let params else {
            return .fault(.invalidParams("The member \"params\" must be an object."), id)
        }
        return .request(IncomingRequest(id: id, method: method, params: params))
    }

    /// The request that a client has no more use for.
    package var cancelled: MessageID? {
        guard case .notification("notifications/cancelled", let params) = self else { return nil }
        return MessageID(params["requestId"])
    }
}
