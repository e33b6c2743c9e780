import ExtractionProtocol
import Foundation
import DocSearchTestSupport
import Testing

@Suite("Frames and requests as bytes")
struct FrameCodingTests {
    private let coder = FrameCoder()

    @Test(arguments: Example.frames)
    func codingBringsBackEveryFrame(frame: ExtractionFrame) throws {
        let (header, payload) = try parts(coder.encode(frame, request: 0xDEAD_BEEF))
        #expect(header.request == 0xDEAD_BEEF)
        #expect(header.payloadLength == payload.count)
        #expect(try coder.frame(header: header, payload: payload) == frame)
    }

    @Test(arguments: Example.requests)
    func codingBringsBackEveryRequest(request: ExtractionRequest) throws {
        let (header, payload) = try parts(coder.encode(request, number: 42))
        #expect(header.request == 42)
        #expect(try coder.request(header: header, payload: payload) == request)
    }

    @Test func everyKindOfFrameHasItsOwnNumber() throws {
        let kinds = try Example.frames.map { try coder.encode($0, request: 1)[3] }
        let request = try coder.encode(Example.requests[0], number: 1)[3]
        #expect(Set(kinds) == Set(2...15))
        #expect(request == 1)
    }

    @Test func takesNoRequestForAFrameAndNoFrameForARequest() throws {
        let request = try parts(coder.encode(Example.requests[0], number: 1))
        #expect(throws: FrameError.unknownKind(1)) {
            try coder.frame(header: request.header, payload: request.payload)
        }
        let frame = try parts(coder.encode(Example.frames[0], request: 1))
        #expect(throws: FrameError.unknownKind(2)) {
            try coder.request(header: frame.header, payload: frame.payload)
        }
    }

    @Test(arguments: [UInt8(0), 16, 0x7F, 0xFF])
    func framesOfUnknownKindsAreRefused(kind: UInt8) {
        let header = FrameHeader(kind: kind, request: 1, payloadLength: 2)
        #expect(throws: FrameError.unknownKind(kind)) {
            try coder.frame(header: header, payload: Data("{}".utf8))
        }
        #expect(throws: FrameError.unknownKind(kind)) {
            try coder.request(header: header, payload: Data("{}".utf8))
        }
    }

    @Test(
        "An unreadable payload is an error of the frame",
        arguments: [
            "", "{", "null", "[]", "{}", "\u{0}", "{\"outcome\": \"perhaps\"}", "{\"outcome\": 1}",
            String(repeating: "[", count: 5000),
        ])
    func framesWithUnreadablePayloadsAreRefused(text: String) throws {
        for kind in UInt8(2)...8 {
            let header = FrameHeader(kind: kind, request: 1, payloadLength: text.utf8.count)
            let error = try #require(throws: FrameError.self) {
                _ = try coder.frame(header: header, payload: Data(text.utf8))
            }
            guard case .payload = error else {
                Issue.record("kind \(kind): \(error)")
                continue
            }
        }
    }

    @Test func pagesWithNumbersThatAreNotFiniteAreRefused() throws {
        for width in [Double.nan, .infinity, -.infinity] {
            let page = PageFrame(
                entry: "", page: 1, width: width, height: 0, text: "", origin: .textLayer, verdict: .blank)
            let (header, payload) = try parts(coder.encode(.page(page), request: 1))
            #expect(throws: FrameError.self) { try coder.frame(header: header, payload: payload) }
        }
    }

    @Test(arguments: Example.frames)
    func framesThatAreCutShortOrGoOnAreRefused(frame: ExtractionFrame) throws {
        let (header, payload) = try parts(coder.encode(frame, request: 1))
        for length in payload.indices {
            #expect(throws: FrameError.self) { try coder.frame(header: header, payload: payload.prefix(length)) }
        }
        #expect(throws: FrameError.self) { try coder.frame(header: header, payload: payload + [1]) }
    }

    @Test func refusesToWriteAFrameThatNobodyWouldRead() {
        let text = String(repeating: "x", count: FrameHeader.maximumPayload)
        let frame = ExtractionFrame.page(
            PageFrame(entry: "", page: 1, width: 0, height: 0, text: text, origin: .ocr, verdict: .good))
        #expect(throws: FrameError.self) { try coder.encode(frame, request: 1) }
    }

    @Test func decodingFramesNeverTrapsOnRandomBytes() throws {
        var generator = SeededGenerator(seed: 1931)
        let valid = try Example.frames.map { try coder.encode($0, request: 1) }
        for round in 0..<4000 {
            var bytes = (0..<Int.random(in: 0...80, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            if round % 2 == 0, var frame = valid.randomElement(using: &generator) {
                // A valid frame with a few bytes changed gets further than noise.
                for _ in 0..<Int.random(in: 1...4, using: &generator) {
                    frame[Int.random(in: 0..<frame.count, using: &generator)] = UInt8.random(
                        in: 0...255, using: &generator)
                }
                bytes = frame
            }
            do {
                let (header, payload) = try parts(bytes)
                #expect((0...FrameHeader.maximumPayload).contains(header.payloadLength))
                _ = try? coder.request(header: header, payload: payload)
                _ = try coder.frame(header: header, payload: payload)
            } catch let error as FrameError {
                #expect(!error.description.isEmpty)
            }
        }
    }
}
