import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Answers made up at random, of frames that can be decoded and make some sense: whatever comes of them, the run ends by
/// itself, and what is in the index can be found and shown. `DOCSEARCH_FUZZ` makes it so many rounds instead of two.
@Suite struct ImaginedAnswersTests {
    private static let rounds = ProcessInfo.processInfo.environment["DOCSEARCH_FUZZ"].flatMap { Int($0) } ?? 2

    @Test(arguments: 0..<rounds)
    func imaginedAnswersOfReadersLeaveAnIndexThatCanBeSearched(round: Int) async throws {
        let worker = try FakeWorker(
            "answer",
            answers: { number in
                var imagination = Imagination(seed: UInt64(round) << 32 | UInt64(number))
                return imagination.answer()
            })
        let archive = try TestArchive()
        for number in 1...12 { try archive.write(Array("bad \(number)".utf8), to: "bad\(number).zip") }
        for name in ["a.zip", "c.zip"] { try archive.write(Array(name.utf8), to: name) }
        let run = try await archive.update {
            $0.extractorPath = worker.path
            $0.openingTimeout = .seconds(5)
            $0.pageTimeout = .seconds(5)
            // Only so that the test ends.
            $0.maximumTime = .seconds(120)
        }
        #expect(!run.report.isPartial, "the run ended by itself")
        #expect(run.failures.allSatisfy { $0.path.hasPrefix("bad") }, "\(run.failures)")
        #expect(Set(try archive.find("faithful")).isSuperset(of: ["a.zip", "c.zip"]))
        for path in try archive.find("treacherous OR faithful") {
            let document = try archive.index.document(path)
            for page in try archive.index.pages(of: document) {
                #expect(page.confidence.map { (0...1).contains($0) } ?? true)
                #expect(page.words.allSatisfy { $0.box.allSatisfy(\.isFinite) })
            }
        }
        #expect(try archive.index.status().documents >= 2)
    }
}

/// Makes up answers, mostly such as an honest reader gives.
private struct Imagination: RandomNumberGenerator {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    mutating func next() -> UInt64 { numbers.next() }

    mutating func answer() -> [ExtractionFrame] {
        var frames = [FakeWorker.starting, FakeWorker.bundle]
        for number in 0..<Int.random(in: 1...4, using: &self) {
            let entry = isRare ? text() : "\(number).pdf"
            let count = isRare ? integer() : Int.random(in: 0...6, using: &self)
            frames.append(.starting(StartingFrame(stage: .document, address: PageAddress(entry: entry, page: 0))))
            frames.append(document(entry, count))
            for page in 1...max(1, min(count, 6)) where !isRare {
                frames.append(self.page(entry, isRare ? integer() : page))
                if isRare { frames.append(problem(entry)) }
            }
        }
        if isRare { frames.shuffle(using: &self) }
        return frames + [FakeWorker.complete]
    }

    private var isRare: Bool { mutating get { Int.random(in: 0..<12, using: &self) == 0 } }

    private mutating func document(_ entry: String, _ count: Int) -> ExtractionFrame {
        var metadata = DocumentMetadata()
        metadata.title = isRare ? text() : "A title"
        metadata.authors = isRare ? Array(repeating: text(), count: 300) : ["Ann"]
        metadata.date = isRare ? text() : "1931-04"
        metadata.tags = isRare ? Array(repeating: text(), count: 2000) : ["tag"]
        metadata.claimedPageCount = isRare ? integer() : nil
        return .document(
            DocumentFrame(
                entry: entry, contentHash: isRare ? nil : "0badc0de", byteCount: isRare ? Int64(integer()) : 1,
                metadata: metadata, pageCount: count, rawMetadata: isRare ? text() : nil,
                unpagedText: isRare ? text() : nil))
    }

    private mutating func page(_ entry: String, _ number: Int) -> ExtractionFrame {
        .page(
            PageFrame(
                entry: entry, page: number, label: isRare ? text() : nil, width: isRare ? self.number() : 595,
                height: isRare ? self.number() : 842, text: isRare ? text() : "treacherous page",
                origin: isRare ? .sidecar : .textLayer,
                verdict: TextLayerVerdict.allCases.randomElement(using: &self) ?? .good,
                reasons: isRare ? [text()] : [], confidence: isRare ? self.number() : 0.5,
                words: isRare ? [PageWord(text: text(), box: [0, 1, self.number(), 3], confidence: self.number())] : [])
        )
    }

    private mutating func problem(_ entry: String) -> ExtractionFrame {
        .problem(
            ProblemFrame(
                address: PageAddress(entry: entry, page: isRare ? integer() : 0), stage: .textLayer, code: .damaged,
                reason: isRare ? text() : "no"))
    }

    private mutating func text() -> String {
        let pieces = ["", "a", "\u{1B}[2J", "\u{0}", "é", "\n", "\"", "🐐", "\u{9B}", "e\u{301}", "treacherous "]
        let piece = pieces.randomElement(using: &self) ?? ""
        return String(repeating: piece, count: [0, 1, 20, 3000].randomElement(using: &self) ?? 0)
    }

    private mutating func number() -> Double {
        [0, 1, -1, 1e300, -1e300, 1e-300, 0.5].randomElement(using: &self) ?? 0
    }

    private mutating func integer() -> Int { [0, 1, -1, .max, .min, 7, 999].randomElement(using: &self) ?? 0 }
}
