import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// The frames of pages of text have a writer and a reader of their own beside Foundation's coder, and no format of their own.
@Suite("The JSON of frames that come with each page")
struct PlainJSONTests {
    private let coder = FrameCoder()

    private static let texts = [
        "", "The council met.", "Two\nlines", "\"quoted\" \\ / back", "tab\tbell\u{7}end\r\n", "naïve ﬁ \u{301} 漢字 🐐",
        "\u{0}", "\u{1F}\u{7F}\u{85}\u{2028}\u{FEFF}", String(repeating: "word\n", count: 500),
    ]

    private static var pages: [PageFrame] {
        var pages = texts.map {
            PageFrame(entry: "", page: 1, width: 595, height: 842, text: $0, origin: .textLayer, verdict: .good)
        }
        pages += texts.map {
            PageFrame(
                entry: $0, page: 100_000, label: $0, width: 595.27600000000001, height: 0.1, text: "goat",
                origin: .sidecar, verdict: .partial, layer: .earlierOCR, reasons: [$0, "ink: 0.5", $0],
                isTruncated: true)
        }
        for verdict in TextLayerVerdict.allCases {
            pages.append(
                PageFrame(
                    entry: "a/b.pdf", page: 2, width: 1e-7, height: 1e20, text: "goat", origin: .textLayer,
                    verdict: verdict, layer: .bornDigital, reasons: ["one"]))
        }
        pages.append(
            PageFrame(
                entry: "", page: 3, width: 1, height: -1, text: "goat", origin: .ocr, verdict: .missing,
                confidence: 0.9, words: [PageWord(text: "goat", box: [1, 2, 3, 4], confidence: 0.9)],
                imageHash: String(repeating: "a", count: 64)))
        return pages
    }

    private static var frames: [ExtractionFrame] {
        pages.map { .page($0) }
            + texts.flatMap { text in
                ExtractionStage.allCases.map {
                    .starting(StartingFrame(stage: $0, address: PageAddress(entry: text, page: 7)))
                }
            } + [.starting(StartingFrame(stage: .bundle, address: PageAddress(entry: "", page: -1)))]
    }

    /// What Foundation's coder writes and reads.
    private static func foundation(_ frame: ExtractionFrame) throws -> Data {
        switch frame {
        case .page(let value): try JSONEncoder().encode(value)
        case .starting(let value): try JSONEncoder().encode(value)
        default: Data()
        }
    }

    private static func foundation(_ header: FrameHeader, _ payload: Data) throws -> ExtractionFrame {
        header.kind == 6
            ? .page(try JSONDecoder().decode(PageFrame.self, from: payload))
            : .starting(try JSONDecoder().decode(StartingFrame.self, from: payload))
    }

    @Test(arguments: frames)
    func framesOfPagesAreJSONThatFoundationReadsAndWrites(frame: ExtractionFrame) throws {
        let (header, payload) = try parts(coder.encode(frame, request: 1))
        #expect(try Self.foundation(header, payload) == frame)
        #expect(try coder.frame(header: header, payload: payload) == frame)
        #expect(try coder.frame(header: header, payload: Self.foundation(frame)) == frame)
    }

    @Test func sizesThatAreNoNumbersAreRefused() {
        for size in [Double.nan, .infinity, -.infinity] {
            let page = PageFrame(
                entry: "", page: 1, width: 1, height: size, text: "", origin: .textLayer, verdict: .blank)
            #expect(throws: EncodingError.self) { try coder.encode(.page(page), request: 1) }
        }
    }

    /// A reader that was taken over may write anything. It is understood, or refused, as Foundation would.
    @Test func changedFramesOfPagesMeanWhatFoundationReadsInThem() throws {
        var generator = SeededGenerator(seed: 1970)
        let valid = try Self.frames.map { try parts(coder.encode($0, request: 1)) }.filter { $0.payload.count < 400 }
        let pieces = [
            "\"", "\\", "\\n", "\\u0041", "\\/", ",", ":", "0", "1e5", ".", "-", " ", "null", "true", "{", "}", "\u{0}",
        ]
        for _ in 0..<20_000 {
            guard let (header, payload) = valid.randomElement(using: &generator) else { return }
            var bytes = [UInt8](payload)
            for _ in 0..<Int.random(in: 1...2, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &generator)], at: place)
                default:
                    guard let piece = pieces.randomElement(using: &generator) else { return }
                    bytes.insert(contentsOf: piece.utf8, at: place)
                }
            }
            let changed = Data(bytes)
            let expected = try? Self.foundation(header, changed)
            let found = try? coder.frame(header: header, payload: changed)
            #expect(found == expected, "\(String(decoding: bytes, as: UTF8.self))")
        }
    }
}
