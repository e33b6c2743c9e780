import BundleReading
internal import CSandbox
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearchExtract

/// One request that is answered in the tests' own process, as a reader would answer it.
enum Conversation {
    /// No process of the tests shall be ended by the limit of one request.
    static let limits: ExtractionLimits = {
        var limits = ExtractionLimits()
        limits.processorSeconds = 1_000_000
        return limits
    }()

    /// All that the reader says. A request for a copy takes a second descriptor, `output`; `answers` are what the coordinator
    /// answers to the reader's questions, in their order.
    static func frames(
        _ request: ExtractionRequest, bundle: [UInt8], output: Int32? = nil, answers: [KnownAnswer] = []
    ) throws -> [ExtractionFrame] {
        let folder = try TemporaryFolder()
        let bundle = OwnedDescriptor(adopting: open(try folder.write(bundle, to: "bundle"), O_RDONLY))
        let said = try folder.write([], to: "said")
        let answer = OwnedDescriptor(adopting: open(said, O_WRONLY))
        var sockets: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &sockets) == 0)
        defer { sockets.forEach { close($0) } }
        let coder = FrameCoder()
        let bytes = try coder.encode(request, number: 1)
        try #require(csandbox_send_descriptor(sockets[0], bundle.rawValue) == 1)
        try #require(write(sockets[0], bytes, bytes.count) == bytes.count)
        if let output { try #require(csandbox_send_descriptor(sockets[0], output) == 1) }
        let known = answers.map(\.rawValue)
        try #require(write(sockets[0], known, known.count) == known.count)
        // A question too many fails, and does not wait.
        shutdown(sockets[0], Int32(SHUT_WR))
        let channel = Channel(input: sockets[1], output: answer.rawValue)
        let work = try #require(try channel.nextRequest())
        defer { close(work.descriptor) }
        try Reader.answer(work.request, about: work.descriptor, on: channel, with: RecognizerCache())
        return try frames(in: Data(contentsOf: URL(fileURLWithPath: said)), coder)
    }

    private static func frames(in bytes: Data, _ coder: FrameCoder) throws -> [ExtractionFrame] {
        var frames: [ExtractionFrame] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let header = try FrameHeader(bytes: Array(rest.prefix(FrameHeader.byteCount)))
            rest = rest.dropFirst(FrameHeader.byteCount)
            frames.append(try coder.frame(header: header, payload: Data(rest.prefix(header.payloadLength))))
            rest = rest.dropFirst(header.payloadLength)
        }
        return frames
    }
}

extension [ExtractionFrame] {
    var documents: [DocumentFrame] { compactMap { if case .document(let frame) = $0 { frame } else { nil } } }
    var pages: [PageFrame] { compactMap { if case .page(let frame) = $0 { frame } else { nil } } }
    var problems: [ProblemFrame] { compactMap { if case .problem(let frame) = $0 { frame } else { nil } } }
    var outcome: FinishedFrame? { if case .finished(let frame) = last { frame } else { nil } }

    /// A few words for each.
    var summaries: [String] {
        map { frame in
            switch frame {
            case .greeting: "greeting"
            case .bundle(let frame): "bundle \(frame.format.rawValue)"
            case .starting(let frame): "starting \(frame.stage.rawValue) \(frame.address.entry)#\(frame.address.page)"
            case .document(let frame): "document \(frame.entry) of \(frame.pageCount)"
            case .page(let frame): "page \(frame.entry)#\(frame.page) \(frame.origin.rawValue)"
            case .image(let frame): "image \(frame.address.entry)#\(frame.address.page)"
            case .file(let frame): "file \(frame.index)"
            case .need(let frame): "need \(frame.need.rawValue)"
            case .fixity(let frame): "fixity \(frame.entry)"
            case .drawn(let frame): "drawn \(frame.byteCount)"
            case .languages(let frame): "languages \(frame.codes.joined(separator: " "))"
            case .contents(let frame): "contents \(frame.outline.count) \(frame.files.count)"
            case .problem(let frame):
                "problem \(frame.stage.rawValue) \(frame.code.rawValue) \(frame.address.entry)#\(frame.address.page)"
            case .finished(let frame): "finished \(frame.outcome.rawValue)"
            }
        }
    }
}
