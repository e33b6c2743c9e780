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
    private static let version: UInt8 = 8

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
                + bundle.title + #"","titleSource":"metadata","authors":[],"authorAddresses":[],"tags":[]},"#
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
        append(.starting, #"{"stage":"\#(stage)","address":{"entry":"","page":\#(page)}}"#)
    }

    private mutating func append(page: Int, _ text: [UInt8]) {
        var payload: [UInt8] = []
        payload.reserveCapacity(text.count + text.count / 20 + 256)
        payload += #"{"entry":"","page":\#(page),"width":595,"height":842,"text":""#.utf8
        for byte in text {
            // The only character of prepared text that JSON does not take as it is.
            if byte == UInt8(ascii: "\n") { payload += #"\n"#.utf8 } else { payload.append(byte) }
        }
        payload += #"","origin":"text-layer","verdict":"good","layer":"born-digital","reasons":[],"words":[],"#.utf8
        payload += #""isTruncated":false}"#.utf8
        append(.page, payload)
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
