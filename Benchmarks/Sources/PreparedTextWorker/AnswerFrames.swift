import PreparedText

/// The frames of an answer, in the form that docsearch reads (Sources/ExtractionProtocol). They are written here a
/// second time because that module is for docsearch's own packages, and because JSON put together by hand costs a
/// small part of what an encoder takes, which keeps the stand-in out of the measurement.
struct AnswerFrames {
    private(set) var bytes: [UInt8] = []
    private let request: UInt32

    private enum Kind: UInt8 {
        case greeting = 2
        case bundle, starting, document, page, problem, finished
    }

    /// Must be the number of `ProtocolVersion.frames`.
    private static let version: UInt8 = 13

    private init(request: UInt32) { self.request = request }

    /// Claims no sandbox, as it has none: docsearch is to be run with `--no-sandbox`.
    static var greeting: [UInt8] {
        var frames = AnswerFrames(request: 0)
        frames.append(
            .greeting,
            #"{"extractorVersion":3,"recognitionEngine":"none","pdfEngine":"prepared text","languages":["eng"]}"#)
        return frames.bytes
    }

    /// All pages of a bundle, announced one by one as the real worker does.
    static func reading(_ bundle: PreparedBundle, request: UInt32) -> [UInt8] {
        var frames = AnswerFrames(request: request)
        let hash = bundle.contentHash
        frames.start("bundle", page: 0)
        frames.append(.bundle, #"{"format":"pdf","contentHash":"\#(hash)"}"#)
        frames.start("document", page: 0)
        frames.append(
            .document,
            #"{"entry":"","contentHash":"\#(hash)","byteCount":\#(bundle.bytes.count),"metadata":{"title":""#
                + bundle.title
                + #"","titleSource":"metadata","authors":[],"authorAddresses":[],"tags":[],"details":[]},"#
                + "\"pageCount\":\(bundle.pageCount)}")
        for page in 0..<bundle.pageCount {
            frames.start("text-layer", page: page + 1)
            frames.append(page: page + 1, bundle.text(page: page + 1))
        }
        frames.append(.finished, #"{"outcome":"complete"}"#)
        return frames.bytes
    }

    static func unchanged(_ bundle: PreparedBundle, request: UInt32) -> [UInt8] {
        var frames = AnswerFrames(request: request)
        frames.append(.bundle, #"{"format":"pdf","contentHash":"\#(bundle.contentHash)"}"#)
        frames.append(.finished, #"{"outcome":"unchanged"}"#)
        return frames.bytes
    }

    static func refusal(request: UInt32) -> [UInt8] {
        var frames = AnswerFrames(request: request)
        frames.append(
            .problem,
            #"{"address":{"entry":"","page":0},"stage":"bundle","code":"unsupported","reason":"not a prepared bundle"}"#
        )
        frames.append(.finished, #"{"outcome":"failed"}"#)
        return frames.bytes
    }

    private mutating func start(_ stage: String, page: Int) {
        var payload: [UInt8] = []
        for text in [stage, ""] { Self.pack(Array(text.utf8), into: &payload) }
        Self.pack(UInt64(page), bytes: 8, into: &payload)
        append(.starting, payload)
    }

    /// The members of `PageFrame` in their order, in the form of `PackedFrame`.
    private mutating func append(page: Int, _ text: [UInt8]) {
        var payload: [UInt8] = []
        payload.reserveCapacity(text.count + 256)
        Self.pack([], into: &payload)
        Self.pack(UInt64(page), bytes: 8, into: &payload)
        // No label.
        payload.append(0)
        for size in [595.0, 842.0] { Self.pack(size.bitPattern, bytes: 8, into: &payload) }
        Self.pack(text, into: &payload)
        // No language.
        payload.append(0)
        for value in ["text-layer", "good"] { Self.pack(Array(value.utf8), into: &payload) }
        payload.append(1)
        Self.pack(Array("born-digital".utf8), into: &payload)
        // No reasons, confidence, words and hash; not truncated.
        payload += [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
        append(.page, payload)
    }

    private static func pack(_ text: [UInt8], into payload: inout [UInt8]) {
        pack(UInt64(text.count), bytes: 4, into: &payload)
        payload += text
    }

    private static func pack(_ number: UInt64, bytes: Int, into payload: inout [UInt8]) {
        for byte in 0..<bytes { payload.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte))) }
    }

    private mutating func append(_ kind: Kind, _ payload: String) { append(kind, Array(payload.utf8)) }

    private mutating func append(_ kind: Kind, _ payload: [UInt8]) {
        bytes += [UInt8(ascii: "D"), UInt8(ascii: "S"), Self.version, kind.rawValue]
        for number in [request, UInt32(payload.count)] {
            for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> UInt32(shift))) }
        }
        bytes += payload
    }
}
