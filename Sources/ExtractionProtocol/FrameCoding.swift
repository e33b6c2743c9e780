import Foundation

/// The bytes of a frame: a header of 12 bytes and a payload, which is JSON except in a ``PackedFrame``.
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
    /// Bytes. A longer payload of any kind is invalid; see ``FrameBounds`` for each kind.
    package static let maximumPayload = 64 << 20

    package var kind: UInt8
    package var request: UInt32
    package var payloadLength: Int

    package init(kind: UInt8, request: UInt32, payloadLength: Int) {
        (self.kind, self.request, self.payloadLength) = (kind, request, payloadLength)
    }

    package init(bytes: [UInt8]) throws {
        guard bytes.count >= Self.byteCount else { throw FrameError.truncated }
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

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    private static func bigEndian(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

enum FrameKind: UInt8 {
    case request = 1
    case greeting, bundle, starting, document, page, problem, finished, image, file, fixity, need, drawn, contents,
        languages
}

package enum FrameError: Error, Equatable, CustomStringConvertible {
    case truncated
    case notAFrame
    case version(UInt8)
    case tooLong(Int, most: Int)
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

package struct FrameCoder {
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()

    package init() {}

    package func encode(_ request: ExtractionRequest, number: UInt32) throws -> [UInt8] {
        try bytes(.request, request: number, payload: request)
    }

    package func encode(_ frame: ExtractionFrame, request: UInt32) throws -> [UInt8] {
        switch frame {
        case .greeting(let value): try bytes(.greeting, request: request, payload: value)
        case .bundle(let value): try bytes(.bundle, request: request, payload: value)
        case .starting(let value): try bytes(.starting, request: request, packed: value)
        case .document(let value): try bytes(.document, request: request, payload: value)
        case .page(let value): try bytes(.page, request: request, packed: value)
        case .problem(let value): try bytes(.problem, request: request, payload: value)
        case .finished(let value): try bytes(.finished, request: request, payload: value)
        case .image(let value): try bytes(.image, request: request, payload: value)
        case .file(let value): try bytes(.file, request: request, payload: value)
        case .fixity(let value): try bytes(.fixity, request: request, payload: value)
        case .need(let value): try bytes(.need, request: request, payload: value)
        case .drawn(let value): try bytes(.drawn, request: request, payload: value)
        case .contents(let value): try bytes(.contents, request: request, payload: value)
        case .languages(let value): try bytes(.languages, request: request, payload: value)
        }
    }

    package func request(header: FrameHeader, payload: Data) throws -> ExtractionRequest {
        guard header.kind == FrameKind.request.rawValue else { throw FrameError.unknownKind(header.kind) }
        return try value(payload)
    }

    package func frame(header: FrameHeader, payload: Data, bounds: FrameBounds) throws -> ExtractionFrame {
        try bounds.check(header)
        let most = bounds.payloadValues(kind: header.kind)
        guard most.map({ FrameShape.values(in: payload) <= $0 }) ?? true else {
            throw FrameError.outOfBounds("a frame of kind \(header.kind) with more values than allowed")
        }
        let frame = try self.frame(header: header, payload: payload)
        try bounds.check(frame)
        return frame
    }

    package func frame(header: FrameHeader, payload: Data) throws -> ExtractionFrame {
        switch FrameKind(rawValue: header.kind) {
        case .greeting: .greeting(try value(payload))
        case .bundle: .bundle(try value(payload))
        case .starting: .starting(try PackedReader.frame(payload))
        case .document: .document(try value(payload))
        case .page: .page(try PackedReader.frame(payload))
        case .problem: .problem(try value(payload))
        case .finished: .finished(try value(payload))
        case .image: .image(try value(payload))
        case .file: .file(try value(payload))
        case .fixity: .fixity(try value(payload))
        case .need: .need(try value(payload))
        case .drawn: .drawn(try value(payload))
        case .contents: .contents(try value(payload))
        case .languages: .languages(try value(payload))
        case .request, nil: throw FrameError.unknownKind(header.kind)
        }
    }

    private func bytes(_ kind: FrameKind, request: UInt32, payload: some Encodable) throws -> [UInt8] {
        try bytes(kind, request: request, content: encoder.encode(payload))
    }

    private func bytes(_ kind: FrameKind, request: UInt32, packed frame: some PackedFrame) throws -> [UInt8] {
        var payload = PackedWriter()
        frame.pack(&payload)
        return try bytes(kind, request: request, content: payload.bytes)
    }

    private func bytes(_ kind: FrameKind, request: UInt32, content: some Collection<UInt8>) throws -> [UInt8] {
        guard content.count <= FrameHeader.maximumPayload else {
            throw FrameError.tooLong(content.count, most: FrameHeader.maximumPayload)
        }
        return FrameHeader(kind: kind.rawValue, request: request, payloadLength: content.count).bytes + content
    }

    private func value<Value: Decodable>(_ payload: Data) throws -> Value {
        do {
            return try decoder.decode(Value.self, from: payload)
        } catch {
            // Its text about the position may be as long as the payload.
            throw FrameError.payload(ControlCharacters.replaced(in: String("\(error)".prefix(300))))
        }
    }
}

enum FrameShape {
    /// At least the number of values and member names in a JSON text.
    static func values(in payload: Data) -> Int {
        payload.withUnsafeBytes { bytes in
            var count = 1
            var isText = false
            var isEscaped = false
            for byte in bytes {
                if isText {
                    if isEscaped {
                        isEscaped = false
                    } else if byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == UInt8(ascii: "\"") {
                        isText = false
                    }
                    continue
                }
                switch byte {
                case UInt8(ascii: "\""): isText = true
                case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "{"): count += 1
                default: break
                }
            }
            return count
        }
    }
}
