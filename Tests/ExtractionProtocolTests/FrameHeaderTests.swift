import ExtractionProtocol
import Foundation
import Testing

@Suite("The header of a frame")
struct FrameHeaderTests {
    /// `DS`, version, kind 6, request 0x01020304, 0x00010203 bytes of payload.
    private static let example: [UInt8] = [
        0x44, 0x53, ProtocolVersion.frames, 6, 0x01, 0x02, 0x03, 0x04, 0x00, 0x01, 0x02, 0x03,
    ]

    @Test func frameHeaderHasTheLayoutThatIsDocumented() throws {
        let header = FrameHeader(kind: 6, request: 0x0102_0304, payloadLength: 0x0001_0203)
        #expect(FrameHeader.byteCount == 12)
        #expect(header.bytes == Self.example)
        #expect(try FrameHeader(bytes: Self.example) == header)
        #expect(try FrameHeader(bytes: Self.example + [9, 9]) == header, "what follows is payload")
    }

    @Test(arguments: 0..<FrameHeader.byteCount)
    func frameHeaderIsTruncatedWithFewerBytes(count: Int) {
        #expect(throws: FrameError.truncated) { try FrameHeader(bytes: Array(Self.example.prefix(count))) }
    }

    @Test(arguments: [
        "HTTP/1.1 200", "ds\u{1}\u{6}aaaabbbb", "SD\u{1}\u{6}aaaabbbb", "%PDF-1.4 abc",
        "D \u{1}\u{6}aaaabbbb",
    ])
    func frameHeaderIsForeignWithoutItsMark(text: String) {
        #expect(throws: FrameError.notAFrame) { try FrameHeader(bytes: Array(text.utf8)) }
    }

    private static let standIn = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Benchmarks/Sources/PreparedTextWorker/AnswerFrames.swift")

    /// It writes its frames by itself, in a package of its own.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: standIn.path), "there are no benchmarks"))
    func frameHeaderHasTheVersionThatTheBenchmarksHave() throws {
        let source = try String(contentsOf: Self.standIn, encoding: .utf8)
        #expect(source.contains("version: UInt8 = \(ProtocolVersion.frames)\n"))
    }

    @Test(arguments: [UInt8(0), ProtocolVersion.frames + 1, 0xFF])
    func frameHeaderOfAnotherReleaseIsRefused(version: UInt8) {
        var bytes = Self.example
        bytes[2] = version
        #expect(throws: FrameError.version(version)) { try FrameHeader(bytes: bytes) }
        #expect(FrameError.version(version).description.contains("same release"))
    }

    @Test(
        "A payload has at most 64 MiB",
        arguments: [
            ([0x03, 0xFF, 0xFF, 0xFF], nil), ([0x04, 0x00, 0x00, 0x00], nil),
            ([0x04, 0x00, 0x00, 0x01], (64 << 20) + 1), ([0xFF, 0xFF, 0xFF, 0xFF], 0xFFFF_FFFF),
        ] as [([UInt8], Int?)])
    func frameHeaderThatStatesTooLongAPayloadIsRefused(length: [UInt8], refused: Int?) throws {
        let bytes = Array(Self.example.prefix(8)) + length
        if let refused {
            #expect(throws: FrameError.tooLong(refused, most: FrameHeader.maximumPayload)) {
                try FrameHeader(bytes: bytes)
            }
        } else {
            #expect(try FrameHeader(bytes: bytes).payloadLength > 0)
        }
    }
}
