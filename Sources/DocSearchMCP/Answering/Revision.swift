import AnswerForms

/// Revisions of the Model Context Protocol.
package enum Revision: String, Sendable, CaseIterable {
    case june2025 = "2025-06-18"
    case november2025 = "2025-11-25"
    /// Each request says what it needs, and there is no handshake.
    case july2026 = "2026-07-28"

    package static let stateless = Revision.july2026
    package var isStateless: Bool { self == .stateless }

    /// The answer to `initialize`. A client that does not know it goes away.
    package static func agreed(with params: [String: MessageValue]) -> Revision {
        let wanted = params["protocolVersion"]?.string.flatMap(Revision.init)
        return wanted.flatMap { $0.isStateless ? nil : $0 } ?? .november2025
    }

    private static let version = "io.modelcontextprotocol/protocolVersion"
    private static let capabilities = "io.modelcontextprotocol/clientCapabilities"

    /// The version that a request names itself.
    package static func named(in request: IncomingRequest) -> MessageValue? {
        request.params["_meta"]?.object?[version]
    }

    /// `agreed` is that of the handshake; nil before one. Throws ``ProtocolError``.
    package init(of request: IncomingRequest, agreed: Revision?) throws {
        guard let named = Self.named(in: request) else {
            if let agreed {
                self = agreed
            } else if ["initialize", "ping"].contains(request.method) {
                self = .november2025
            } else {
                throw ProtocolError.invalidParams(
                    "The parameters need \"_meta\" with \"\(Self.version)\" and \"\(Self.capabilities)\". Clients of earlier versions begin with \"initialize\"."
                )
            }
            return
        }
        guard let text = named.string
        else { throw ProtocolError.invalidParams("\"\(Self.version)\" in \"_meta\" must be a text.") }
        guard text == Self.stateless.rawValue else { throw ProtocolError.unsupportedVersion(text) }
        guard request.params["_meta"]?.object?[Self.capabilities]?.object != nil
        else { throw ProtocolError.invalidParams("\"_meta\" needs \"\(Self.capabilities)\", an object.") }
        self = .stateless
    }
}
