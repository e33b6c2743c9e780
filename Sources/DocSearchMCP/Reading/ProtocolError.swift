import AnswerForms

/// An error of JSON-RPC 2.0 or of the Model Context Protocol.
package struct ProtocolError: Error, Sendable {
    package var code: Int
    package var message: String
    package var data: JSONObject?

    init(_ code: Int, _ message: String, data: JSONObject? = nil) {
        (self.code, self.message, self.data) = (code, message, data)
    }

    static func unreadable(_ reason: String) -> ProtocolError {
        ProtocolError(-32700, "The message cannot be read: \(reason).")
    }

    package static func tooLong(_ most: Int) -> ProtocolError {
        .unreadable("it is longer than \(most >> 10) KiB")
    }

    static func invalidRequest(_ reason: String) -> ProtocolError {
        ProtocolError(-32600, "This is not a valid request: \(reason).")
    }

    static func unknownMethod(_ method: String) -> ProtocolError {
        ProtocolError(-32601, "There is no method \"\(method.prefix(100))\" here.")
    }

    static func invalidParams(_ sentence: String) -> ProtocolError { ProtocolError(-32602, sentence) }

    static let failed = ProtocolError(-32603, "Something failed. The log of docsearch says what.")

    package static func headerMismatch(_ header: String) -> ProtocolError {
        ProtocolError(-32020, "The header \(header) does not say what the message says.")
    }

    package static func unsupportedVersion(_ version: String) -> ProtocolError {
        ProtocolError(
            -32022, "This version of the protocol is not supported.",
            data: ["supported": [Revision.stateless.rawValue], "requested": String(version.prefix(100))])
    }

    /// HTTP's, for clients of the stateless revision.
    package var status: Int {
        switch code {
        case -32601: 404
        case -32603: 500
        default: 400
        }
    }

    func object(for id: MessageID?) -> JSONObject {
        let error: JSONObject = ["code": code, "message": message]
        // The schemas have no null: an error without an id is one of a message without a readable one.
        return ["jsonrpc": "2.0"] + (id.map { ["id": $0] } ?? [:])
            + ["error": error + (data.map { ["data": $0] } ?? [:])]
    }
}
