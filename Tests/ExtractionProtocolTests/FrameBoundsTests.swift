import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Both programs hold on to the same bounds: whatever a worker cuts passes the coordinator.
@Suite struct FrameBoundsTests {
    private static let small: ExtractionLimits = {
        var limits = ExtractionLimits()
        limits.valueBytes = 300
        limits.values = 5
        limits.recordBytes = 4096
        limits.pageTextBytes = 500
        limits.pageWords = 20
        limits.nameBytes = 60
        return limits
    }()

    @Test(arguments: 0..<400)
    func cutFramesAreWithinBounds(seed: Int) throws {
        var random = WildValues(seed: UInt64(seed))
        let bounds = FrameBounds(Self.small)
        var left = seed % 3 == 0 ? 100 : bounds.recordBytesOfBundle
        let wild: [ExtractionFrame] = [
            .document(random.document()), .page(random.page()), .problem(random.problem()),
            .contents(random.contents()),
        ]
        for frame in wild.map({ bounds.trimmed($0, left: &left).frame }) {
            let bytes = try FrameCoder().encode(frame, request: 1)
            let read = try FrameCoder().frame(
                header: FrameHeader(bytes: bytes), payload: Data(bytes.dropFirst(FrameHeader.byteCount)), bounds: bounds
            )
            #expect(read == frame)
        }
        #expect(left >= 0)
    }

    @Test func nothingOfAnHonestDocumentIsCut() {
        let bounds = FrameBounds(ExtractionLimits())
        var metadata = DocumentMetadata()
        metadata.title = "Minutes of the orchard society"
        metadata.authors = ["Ann Lee", "Ben Oak"]
        metadata.tags = (1...200).map { "tag \($0)" }
        metadata.description = "First line\nSecond line"
        metadata.claimedPageCount = 12
        let document = DocumentFrame(
            entry: "box/minutes.pdf", contentHash: String(repeating: "a", count: 64), byteCount: 1 << 32,
            metadata: metadata, pageCount: 12, rawMetadata: "{\n\t\"title\": \"Minutes\"\n}",
            unpagedText: "All of it.\n")
        var left = bounds.recordBytesOfBundle
        let trimmed = bounds.trimmed(.document(document), left: &left)
        #expect(trimmed.frame == .document(document))
        #expect(trimmed.omissions.isEmpty)
    }

    /// What no honest worker says of an outline and of files.
    @Test(arguments: [
        ContentsFrame(outline: [.init(title: "a", page: 1, depth: 1)], files: []),
        ContentsFrame(
            outline: [.init(title: "a", page: 1, depth: 0), .init(title: "b", page: 1, depth: 2)], files: []),
        ContentsFrame(outline: [.init(title: "a", page: 0, depth: 0)], files: []),
        ContentsFrame(outline: [.init(title: "a", page: .max, depth: 0)], files: []),
        ContentsFrame(outline: [.init(title: "a", page: nil, depth: -1)], files: []),
        ContentsFrame(outline: [.init(title: "a\nb", page: nil, depth: 0)], files: []),
        ContentsFrame(outline: [.init(title: String(repeating: "a", count: 513), page: 1, depth: 0)], files: []),
        ContentsFrame(outline: Array(repeating: .init(title: "", page: 1, depth: 0), count: 2_001), files: []),
        ContentsFrame(outline: [], files: [.init(number: 0, name: "a")]),
        ContentsFrame(outline: [], files: [.init(number: 1, name: "\u{1B}[2J")]),
        ContentsFrame(outline: [], files: [.init(number: 1, name: String(repeating: "a", count: 1_025))]),
        ContentsFrame(outline: [], files: Array(repeating: .init(number: 1, name: "a"), count: 501)),
    ])
    func contentsBeyondBoundsAreRefused(contents: ContentsFrame) throws {
        #expect(throws: FrameError.self) { try FrameBounds(ExtractionLimits()).check(.contents(contents)) }
    }

    @Test(arguments: [
        ["de-AT"], ["German"], ["tlh"], ["\u{1B}"], Array(repeating: "de", count: LanguagesFrame.most + 1),
    ])
    func languagesThatNoHonestReaderKnowsAreRefused(codes: [String]) {
        let bounds = FrameBounds(ExtractionLimits())
        #expect(throws: FrameError.self) { try bounds.check(.languages(LanguagesFrame(codes: codes))) }
        #expect(throws: Never.self) { try bounds.check(.languages(LanguagesFrame(codes: ["de", ""]))) }
    }

    @Test func everythingThatWasCutOfAFrameIsSaid() {
        let bounds = FrameBounds(Self.small)
        var metadata = DocumentMetadata()
        metadata.title = String(repeating: "t", count: 301)
        metadata.tags = (1...6).map(String.init)
        var left = bounds.recordBytesOfBundle
        let document = DocumentFrame(
            entry: "a.pdf", contentHash: nil, byteCount: 0, metadata: metadata, pageCount: 1,
            rawMetadata: String(repeating: "r", count: 5000))
        let omissions = bounds.trimmed(.document(document), left: &left).omissions
        #expect(omissions.count == 3)
        for (name, sentence) in zip(["(valueBytes)", "(values)", "(recordBytes)"], omissions) {
            #expect(sentence.contains(name))
        }
    }

    /// Decoded, such a payload would take a hundred times its bytes.
    @Test(arguments: ["[", "{\"a\":", "0,", "\"\","])
    func frameOfCountlessValuesIsNotDecoded(piece: String) throws {
        let bounds = FrameBounds(Self.small)
        let payload = Data(String(repeating: piece, count: 100_000).utf8)
        let header = FrameHeader(kind: 11, request: 1, payloadLength: 5000)
        let error = #expect(throws: FrameError.self) {
            _ = try FrameCoder().frame(header: header, payload: payload, bounds: bounds)
        }
        // It is no JSON either, which would be noticed too late.
        #expect(error?.description.contains("more values than allowed") == true, "\(error?.description ?? "")")
    }

    /// A packed frame is not counted like JSON.
    @Test func pageOfManyCommasIsDecoded() throws {
        let text = String(repeating: "\"1,2,", count: 50_000)
        let page = ExtractionFrame.page(
            PageFrame(entry: "", page: 1, width: 1, height: 1, text: text, origin: .textLayer, verdict: .good))
        let (header, payload) = try parts(FrameCoder().encode(page, request: 1))
        let decoded = try FrameCoder().frame(header: header, payload: payload, bounds: FrameBounds(ExtractionLimits()))
        #expect(decoded == page)
    }

    @Test(arguments: UInt8(0)...15)
    func noFrameIsAsLongAsItsHeaderCanSay(kind: UInt8) {
        let header = FrameHeader(kind: kind, request: 1, payloadLength: FrameHeader.maximumPayload)
        #expect(throws: FrameError.self) { try FrameBounds(ExtractionLimits()).check(header) }
    }
}

/// Values that no honest file has.
private struct WildValues: RandomNumberGenerator {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    private mutating func text() -> String {
        let pieces = ["", "a", "\u{1B}[2J", "\u{0}", "é", "\r\n", "\"", "\\", "/", "🐐", "\u{9B}", "\u{85}", "e\u{301}"]
        let count = [0, 1, 3, 50, 2000].randomElement(using: &self) ?? 0
        return (0..<count).map { _ in pieces.randomElement(using: &self) ?? "" }.joined()
    }

    private mutating func texts() -> [String] {
        let count = [0, 1, 4, 30].randomElement(using: &self) ?? 0
        return (0..<count).map { _ in text() }
    }

    private mutating func number() -> Double {
        let some: [Double] = [0, -0.0, 1, 0.5, -1, 1e300, -1e300, .infinity, -.infinity, .nan, 595, 1e-300]
        return some.randomElement(using: &self) ?? 0
    }

    private mutating func integer() -> Int {
        [0, 1, -1, .max, .min, 7, 1 << 40].randomElement(using: &self) ?? 0
    }

    mutating func document() -> DocumentFrame {
        var metadata = DocumentMetadata()
        metadata.identifier = text()
        metadata.title = text()
        metadata.authors = texts()
        metadata.date = text()
        metadata.tags = texts()
        metadata.language = text()
        metadata.description = text()
        metadata.claimedPageCount = integer()
        return DocumentFrame(
            entry: text(), contentHash: nil, byteCount: Int64(integer()), metadata: metadata, pageCount: 3,
            rawMetadata: text(), unpagedText: text())
    }

    mutating func page() -> PageFrame {
        let words = (0..<([0, 2, 40].randomElement(using: &self) ?? 0)).map { _ in
            PageWord(
                text: text(), box: (0..<([4, 4, 4, 3].randomElement(using: &self) ?? 4)).map { _ in number() },
                confidence: number())
        }
        return PageFrame(
            entry: text(), page: 2, label: text(), width: number(), height: number(), text: "fine",
            language: ["de", "zz", nil].randomElement(using: &self) ?? nil, origin: .sidecar,
            verdict: .good, reasons: texts(), confidence: number(), words: words)
    }

    mutating func contents() -> ContentsFrame {
        let count = [0, 3, 40, 3_000].randomElement(using: &self) ?? 0
        return ContentsFrame(
            outline: (0..<count).map { _ in
                ContentsFrame.Heading(title: count > 100 ? "a" : text(), page: integer(), depth: integer())
            }, files: texts().map { ContentsFrame.File(number: integer(), name: $0) })
    }

    mutating func problem() -> ProblemFrame {
        ProblemFrame(
            address: PageAddress(entry: text(), page: 3), stage: .document, code: .damaged, reason: text())
    }
}
