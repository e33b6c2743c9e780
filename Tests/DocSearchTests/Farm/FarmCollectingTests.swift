import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// Texts of tasks that were made up, so that nothing need be recognised for them.
@Suite("Collecting a farm") struct FarmCollectingTests {
    /// Each is something that no reader may say.
    private static let impossible: [(String, @Sendable (inout PageFrame) -> Void)] = [
        ("a control character", { $0.text = "a\u{1B}[2J" }), ("a label of a control character", { $0.label = "\u{7}" }),
        ("a control character in a word", { $0.words[0].text = "a\u{9B}b" }),
        ("a long word", { $0.words[0].text = String(repeating: "a", count: 2000) }),
        ("page 0", { $0.page = 0 }), ("a page too many", { $0.page = 200_000 }),
        ("a wide page", { $0.width = 1e9 }), ("a confidence of 2", { $0.confidence = 2 }),
        ("no hash", { $0.imageHash = "image" }),
        ("many words", { $0.words = Array(repeating: $0.words[0], count: 60_000) }),
    ]

    @Test(arguments: impossible.map(\.0))
    func aRowThatNoReaderCouldHaveSaidHasItsFileRefused(name: String) async throws {
        let farm = try await MadeFarm()
        let spoil = try #require(Self.impossible.first { $0.0 == name }).1
        try farm.publish(package: 1, pages: 20)
        try farm.publish(package: 2, pages: 20) { page, frame in if page == 11 { spoil(&frame) } }
        let collection = try farm.collect()
        #expect(collection.counts == MergedTexts(new: 20), "nothing of the other file is taken")
        #expect(collection.refused.count == 1 && collection.refused[0].hasPrefix("0000002-"), "\(collection.refused)")
        #expect(try farm.collect().counts == MergedTexts(), "twice is once")
    }

    @Test func afterAForgettingTextsOfBytesThatTheIndexDoesNotKnowAreLeftOut() async throws {
        let farm = try await MadeFarm()
        try farm.publish(package: 1, pages: 3)
        try farm.archive.write(["a secret page"], to: "secret.pdf")
        try await farm.archive.update()
        _ = try farm.archive.index.forget([farm.archive.document("secret.pdf")])
        try farm.publish(package: 2, pages: 4)
        #expect(try farm.collect().counts == MergedTexts(new: 4, left: 3))
    }

    @Test func wordsWithoutAnythingOddNeedNoDecoding() throws {
        var generator = SeededGenerator(seed: 3)
        let letters = Array("abcxyzäßéÄ中\"\\/ .-")
        for _ in 0..<300 {
            let words = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
                let count = Int.random(in: 0...12, using: &generator)
                return PageWord(
                    text: String((0..<count).map { _ in letters.randomElement(using: &generator) ?? "a" }),
                    box: (0..<4).map { _ in (Double.random(in: -10...900, using: &generator) * 100).rounded() / 100 },
                    confidence: Double.random(in: 0.01...1, using: &generator), isIndexed: .random(using: &generator))
            }
            let json = try JSONText.encode(words)
            #expect(PlainWords.are(json, most: 40), "\(json)")
            #expect(!PlainWords.are(json, most: words.count - 1), "too many")
            var bytes = Array(json.utf8)
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...127, using: &generator)
            let changed = String(decoding: bytes, as: UTF8.self)
            guard PlainWords.are(changed, most: 40) else { continue }
            let decoded: [PageWord] = try JSONText.decode(changed)
            #expect(decoded.allSatisfy { $0.box.count == 4 && !$0.text.unicodeScalars.contains { $0.value < 32 } })
        }
    }

    /// DOCSEARCH_FARM_PAGES=100000 measures; fewer pages are too few for a figure.
    @Test(.enabled(if: MadeFarm.measuredPages != nil, "DOCSEARCH_FARM_PAGES is not set"))
    func pagesASecondAreMeasured() async throws {
        let farm = try await MadeFarm()
        let each = 400
        let packages = (MadeFarm.measuredPages ?? 0) / each
        for package in 1...max(1, packages) { try farm.publish(package: package, pages: each) }
        let before = MadeFarm.greatestMemory()
        let start = ContinuousClock.now
        let collection = try farm.collect()
        let time = ContinuousClock.now - start
        let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        #expect(collection.counts.new == packages * each)
        print(
            "collect: \(collection.counts.new) pages in \(seconds) s, \(Int(Double(collection.counts.new) / seconds)) a "
                + "second; memory \(before >> 10) MB before and \(MadeFarm.greatestMemory() >> 10) MB at most")
    }
}

/// A plan whose packages are written here.
private struct MadeFarm {
    let archive: TestArchive
    let folder: FarmFolder
    private let plan: FarmPlan

    static let measuredPages = ProcessInfo.processInfo.environment["DOCSEARCH_FARM_PAGES"].flatMap { Int($0) }

    /// The most memory of this process until now, in kilobytes.
    static func greatestMemory() -> Int {
        let lines = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8))?.split(separator: "\n") ?? []
        return lines.first { $0.hasPrefix("VmHWM") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    init() async throws {
        archive = try TestArchive()
        try archive.write(["a page"], to: "a.pdf")
        try await archive.update()
        folder = FarmFolder(path: archive.folder.path + "/farm")
        try folder.create()
        let greeting = try #require(try ReaderSupply.greeting(options: .forTests, stop: StopFlag()))
        plan = FarmPlan(
            name: "made", engines: FarmEngines(greeting), reading: FarmPlan.Reading(.forTests),
            roots: [FarmPlan.Root(path: archive.root, isFile: false, languages: ["eng"])], taskSeconds: 1200,
            packages: 100_000)
        try folder.write(plan)
    }

    /// Each package is a document of its own.
    func publish(package: Int, pages: Int, change: (Int, inout PageFrame) -> Void = { _, _ in }) throws {
        let generation = try PageStore(reading: archive.index.folder).generation()
        try folder.write(
            FarmPackage(plan: plan.name, number: package, generation: generation, seconds: 1, items: []))
        let attempt = FarmAttempt(package: package)
        var generator = SeededGenerator(seed: UInt64(package))
        func hash() -> String {
            (0..<4).map { _ in String(generator.next() | 1 << 63, radix: 16) }.joined()
        }
        let scratch = IndexFolder(path: archive.folder.path + "/scratch-\(package)")
        try scratch.create()
        let store = try PageStore(writing: scratch)
        let source = TextSource.recognition(engine: plan.engines.recognitionEngine, languages: ["eng"])
        let texts = (1...pages).map { page in
            let words = (0..<330).map { word in
                PageWord(
                    text: String(generator.next() >> 32, radix: 36),
                    box: [Double(word % 10) * 52.8, Double(word / 10) * 21.12, 48.24, 10.56],
                    confidence: Double(generator.next() % 100) / 100)
            }
            var frame = PageFrame(
                entry: "", page: page, label: nil, width: 595, height: 842,
                text: words.map(\.text).joined(separator: " "), origin: .ocr, verdict: .good, layer: nil, reasons: [],
                confidence: 0.9, words: words, imageHash: hash())
            change(page, &frame)
            return StoredPage(source: source, frame: frame)
        }
        try store.insert(texts, contentHash: hash(), witness: .content)
        try store.note(FarmMark.own(attempt, plan))
        try store.writer?.close()
        let copy = scratch.path + "/copy.sqlite"
        try PageStore(reading: scratch).copy(to: copy)
        try folder.publish(copy, as: attempt)
        try FileManager.default.removeItem(atPath: scratch.path)
    }

    func collect() throws -> FarmCollection { try archive.index.collectFarm(folder, options: .forTests) }
}
