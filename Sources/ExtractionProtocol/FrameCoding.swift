import Foundation

/// The bytes of a frame: a header of 12 bytes and a JSON payload.
///
/// | bytes | content |
/// |---|---|
/// | 0-1 | `DS` |
/// | 2 | ``ProtocolVersion/frames`` |
/// | 3 | kind |
/// | 4-7 | number of the request that is answered, big-endian; 0 for the greeting |
/// | 8-11 | length of the payload in bytes, big-endian |
package struct FrameHeader: Equatable, Sendable {
    package static let byteCount = 12
    /// A longer payload is taken for rubbish, whatever its kind; see ``FrameBounds`` for each.
    package static let maximumPayload = 64 << 20

    package var kind: UInt8
    package var request: UInt32
    package var payloadLength: Int

    package init(kind: UInt8, request: UInt32, payloadLength: Int) {
        self.kind = kind
        self.request = request
        self.payloadLength = payloadLength
    }

    /// Throws ``FrameError`` when the bytes are not a header.
    package init(bytes: some Collection<UInt8>) throws {
        let bytes = Array(bytes.prefix(Self.byteCount))
        guard bytes.count == Self.byteCount else { throw FrameError.truncated }
        guard bytes[0] == UInt8(ascii: "D"), bytes[1] == UInt8(ascii: "S") else { throw FrameError.notAFrame }
        guard bytes[2] == ProtocolVersion.frames else { throw FrameError.version(bytes[2]) }
        kind = bytes[3]
        request = Self.number(bytes[4..<8])
        payloadLength = Int(Self.number(bytes[8..<12]))
        guard payloadLength <= Self.maximumPayload else {
            throw FrameError.tooLong(payloadLength, most: Self.maximumPayload)
        }
    }

    package var bytes: [UInt8] {
        [UInt8(ascii: "D"), UInt8(ascii: "S"), ProtocolVersion.frames, kind]
            + Self.bigEndian(request) + Self.bigEndian(UInt32(payloadLength))
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// Why bytes from the other program were not a frame.
package enum FrameError: Error, Equatable, CustomStringConvertible {
    case truncated
    case notAFrame
    case version(UInt8)
    case tooLong(Int, most: Int)
    /// Longer, or another number, than there can be.
    case outOfBounds(String)
    case unknownKind(UInt8)
    case payload(String)

    package var description: String {
        switch self {
        case .truncated: "the stream ended inside a frame"
        case .notAFrame: "the bytes are not a frame"
        case .version(let found):
            "frames of version \(found) instead of \(ProtocolVersion.frames); docsearch and docsearch-extract "
                + "must come from the same release"
        case .tooLong(let length, let most): "a frame of \(length) bytes, more than \(most)"
        case .outOfBounds(let what): what
        case .unknownKind(let kind): "a frame of unknown kind \(kind)"
        case .payload(let detail): "a frame with an unreadable payload (\(detail))"
        }
    }
}

/// Turns frames and requests into bytes and back.
package struct FrameCoder {
    private static let requestKind: UInt8 = 1
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    package init() {}

    package func encode(_ request: ExtractionRequest, number: UInt32) throws -> [UInt8] {
        try bytes(kind: Self.requestKind, request: number, payload: request)
    }

    package func encode(_ frame: ExtractionFrame, request: UInt32) throws -> [UInt8] {
        switch frame {
        case .greeting(let value): try bytes(kind: 2, request: request, payload: value)
        case .bundle(let value): try bytes(kind: 3, request: request, payload: value)
        case .starting(let value): try bytes(kind: 4, request: request, payload: value)
        case .document(let value): try bytes(kind: 5, request: request, payload: value)
        case .page(let value): try bytes(kind: 6, request: request, payload: value)
        case .problem(let value): try bytes(kind: 7, request: request, payload: value)
        case .image(let value): try bytes(kind: 9, request: request, payload: value)
        case .file(let value): try bytes(kind: 10, request: request, payload: value)
        case .fixity(let value): try bytes(kind: 11, request: request, payload: value)
        case .need(let value): try bytes(kind: 12, request: request, payload: value)
        case .finished(let value): try bytes(kind: 8, request: request, payload: value)
        }
    }

    /// Throws ``FrameError``.
    package func request(header: FrameHeader, payload: Data) throws -> ExtractionRequest {
        guard header.kind == Self.requestKind else { throw FrameError.unknownKind(header.kind) }
        return try value(payload)
    }

    /// What can be decoded within bounds. Throws ``FrameError``.
    package func frame(header: FrameHeader, payload: Data, bounds: FrameBounds) throws -> ExtractionFrame {
        try bounds.check(header)
        guard FrameShape.values(in: payload) <= bounds.payloadValues(kind: header.kind) else {
            throw FrameError.outOfBounds("a frame of kind \(header.kind) with more values than allowed")
        }
        let frame = try self.frame(header: header, payload: payload)
        try bounds.check(frame)
        return frame
    }

    /// Throws ``FrameError``.
    package func frame(header: FrameHeader, payload: Data) throws -> ExtractionFrame {
        switch header.kind {
        case 2: .greeting(try value(payload))
        case 3: .bundle(try value(payload))
        case 4: .starting(try value(payload))
        case 5: .document(try value(payload))
        case 6: .page(try value(payload))
        case 7: .problem(try value(payload))
        case 8: .finished(try value(payload))
        case 9: .image(try value(payload))
        case 10: .file(try value(payload))
        case 11: .fixity(try value(payload))
        case 12: .need(try value(payload))
        default: throw FrameError.unknownKind(header.kind)
        }
    }

    private func bytes(kind: UInt8, request: UInt32, payload: some Encodable) throws -> [UInt8] {
        let data = try encoder.encode(payload)
        guard data.count <= FrameHeader.maximumPayload else {
            throw FrameError.tooLong(data.count, most: FrameHeader.maximumPayload)
        }
        return FrameHeader(kind: kind, request: request, payloadLength: data.count).bytes + data
    }

    private func value<Value: Decodable>(_ payload: Data) throws -> Value {
        do {
            return try decoder.decode(Value.self, from: payload)
        } catch {
            // What it says of the place may be as long as the payload.
            throw FrameError.payload(ControlCharacters.replaced(in: String("\(error)".prefix(300))))
        }
    }
}
