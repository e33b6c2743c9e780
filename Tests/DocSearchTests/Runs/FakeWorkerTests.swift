import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

/// What of ``TakenOverReaderTests`` does not fit into a row.
@Suite("A worker that a hostile file has taken over, more closely")
struct FakeWorkerTests {
    @Test func aReaderThatHangsIsStoppedWithAllItsChildren() async throws {
        let worker = try FakeWorker(#"sleep 300 & echo $! > "$dir/child"; wait"#)
        let (archive, run) = try await Self.index(with: worker) { $0.openingTimeout = .seconds(1) }
        #expect(run.failures.map(\.path) == ["bad.zip"])
        #expect(run.failures.first?.reason.contains("within 1 s") == true, "\(run.failures)")
        let child = try #require(worker.note("child").flatMap { Int32($0) })
        #expect(!isRunning(child))
        #expect(try processes(running: worker.path).isEmpty)
        try Self.expectTheOthers(in: archive, run)
    }

    /// What is closed is ready for ever: waiting for it as well would take a whole processor.
    @Test func aReaderThatHasClosedItsMessagesIsWaitedForAtNoCost() throws {
        let worker = try FakeWorker("", opening: "exec 2>&-")
        let stop = StopFlag(after: nil)
        let supply = ReaderSupply(program: worker.path, usesSandbox: true, stop: stop)
        let (reader, _) = try supply.reader()
        let time = try processorTime {
            #expect(throws: ReaderProcess.Failure.self) { try reader.nextFrame(within: .seconds(2), stop: stop) }
        }
        #expect(time < .milliseconds(200), "\(time)")
    }

    @Test(
        "Frames without end come to an end",
        arguments: [
            FakeWorker.starting, FakeWorker.bundle,
            .problem(ProblemFrame(address: FakeWorker.whole, stage: .bundle, code: .damaged, reason: "no")),
        ])
    func aReaderThatFloodsIsStopped(frame: ExtractionFrame) async throws {
        let worker = try FakeWorker("while true; do answer; done", frames: Array(repeating: frame, count: 50))
        let (archive, run) = try await Self.index(with: worker) {
            $0.limits.entries = 20
            $0.limits.pages = 20
            // Only so that the test ends.
            $0.maximumTime = .seconds(180)
        }
        #expect(!run.report.isPartial, "ended by itself")
        #expect(run.failures.allSatisfy { $0.path == "bad.zip" })
        #expect(run.failures.last?.reason.contains("invalid answer") == true)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test(
        "Recognition without end comes to an end",
        arguments: [
            FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(),
            .problem(ProblemFrame(address: FakeWorker.whole, stage: .document, code: .damaged, reason: "no")),
        ])
    func aReaderThatFloodsInsteadOfRecognisingIsStopped(frame: ExtractionFrame) async throws {
        let scan = [
            FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(), FakeWorker.page(1, text: ""),
        ]
        let worker = try FakeWorker(
            """
            case "$request" in
            *recognizePages*) while true; do tail -c +\(try Self.byteCount(of: scan + [FakeWorker.complete]) + 1) "$dir/answer.$number"; done ;;
            *) head -c \(try Self.byteCount(of: scan + [FakeWorker.complete])) "$dir/answer.$number" ;;
            esac
            """, frames: scan + [FakeWorker.complete] + Array(repeating: frame, count: 50))
        let (archive, run) = try await Self.index(with: worker) {
            $0.ocr = .auto
            $0.limits.entries = 20
            $0.limits.pages = 20
            $0.maximumTime = .seconds(180)
        }
        #expect(!run.report.isPartial, "ended by itself")
        #expect(run.failures.allSatisfy { $0.path == "bad.zip" })
        #expect(!run.failures.isEmpty)
        #expect(run.failures.count < 1000)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test func pagesThatAReaderLeavesOutAreFailures() async throws {
        let worker = try FakeWorker(
            "answer",
            frames: FakeWorker.answer(FakeWorker.document(pageCount: 3), FakeWorker.page(2)))
        let (archive, run) = try await Self.index(with: worker)
        #expect(run.report.standingFailures == 2)
        #expect(try archive.index.status().failures.compactMap(\.page) == [1, 3])
        #expect(run.report.failed == 2, "items that failed in this run")
        #expect(run.failures.compactMap(\.page) == [1, 3], "and an event for each")
        #expect(try archive.find("treacherous") == ["bad.zip"])
        try Self.expectTheOthers(in: archive, run)
    }

    /// What it had in hand when it died is tried once more, and then left out.
    @Test func aReaderThatDiesCostsThePageThatItDiesOf() async throws {
        let page = { (number: Int) in FakeWorker.page(number, text: "treacherous page \(number)") }
        let inHand = StartingFrame(stage: .textLayer, address: PageAddress(entry: "", page: 2))
        let opening = [FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(pageCount: 3)]
        let worker = try FakeWorker(
            """
            case "$request" in
            *'skippedPages":[{'*) say rest ;;
            *) echo x >> "$dir/deaths"; say first; kill -SEGV $$ ;;
            esac
            """,
            parts: [
                "first": opening + [page(1), .starting(inHand)], "rest": opening + [page(3), FakeWorker.complete],
            ])
        let (archive, run) = try await Self.index(with: worker)
        #expect(worker.note("deaths") == "x\nx", "a first death is tried again")
        #expect(run.failures.map(\.path) == ["bad.zip"], "\(run.failures)")
        #expect(run.failures.map(\.page) == [2], "\(run.failures)")
        #expect(run.failures.first?.reason.contains("crashed") == true, "\(run.failures)")
        let pages = try archive.index.pages(of: archive.index.document("bad.zip"))
        #expect(pages.map(\.text) == ["treacherous page 1", "", "treacherous page 3"])
        try Self.expectTheOthers(in: archive, run)
    }

    @Test func aReaderCannotBringControlCharactersIntoTheIndex() async throws {
        let text = "a \u{1B}]0;gone\u{7} treacherous \u{2} page \u{1} with \u{0} all \u{9B}31m of it\u{85}"
        let worker = try FakeWorker(
            "answer",
            frames: FakeWorker.answer(FakeWorker.document(), FakeWorker.page(1, text: text)))
        let (archive, run) = try await Self.index(with: worker)
        #expect(try archive.find("treacherous").isEmpty)
        #expect(run.report.failed > 0)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test(arguments: [
        "exit 1", "echo 'no libpoppler' >&2; exit 127", "kill -SEGV $$",
        "printf 'Hello, I am a worker'; exit",
    ])
    func anExtractorThatNeverStartsEndsTheRunWithAnError(opening: String) async throws {
        let worker = try FakeWorker("", opening: opening)
        let error = await #expect(throws: DocSearchError.self) { _ = try await Self.index(with: worker) }
        #expect(error?.code == .environment)
        #expect(error?.remedy == .checkUp, "\(error?.message ?? "")")
        #expect(try processes(running: worker.path).isEmpty)
    }

    /// Too many bytes for a row of a table.
    @Test func namesOfDocumentsAreHeldToALimitTogether() throws {
        var totals = AnswerTotals(limits: ExtractionLimits())
        let document = DocumentFrame(
            entry: String(repeating: "n", count: 1 << 20), contentHash: nil, byteCount: 0, metadata: DocumentMetadata(),
            pageCount: 0)
        for _ in 1...64 { try totals.add(document) }
        #expect(throws: ReaderProcess.Failure.self) { try totals.add(document) }
    }

    @Test(arguments: ["/nowhere/docsearch-extract", "/etc/passwd"])
    func aMissingExtractorEndsTheRunWithAnError(path: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a page"], to: "a.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.update { $0.extractorPath = path }
        }
        #expect(error?.code == .environment)
        #expect(error?.item == path)
    }

    // MARK: -

    private static func index(
        with worker: FakeWorker, _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> (TestArchive, TestRun) {
        let archive = try TestArchive()
        for name in ["a.zip", "bad.zip", "c.zip"] { try archive.write(Array(name.utf8), to: name) }
        let run = try await archive.update {
            $0.extractorPath = worker.path
            change(&$0)
        }
        return (archive, run)
    }

    private static func expectTheOthers(in archive: TestArchive, _ run: TestRun) throws {
        #expect(run.report.bundles == 3)
        #expect(try archive.find("faithful") == ["a.zip", "c.zip"])
    }

    private static func byteCount(of frames: [ExtractionFrame]) throws -> Int {
        try frames.reduce(0) { try $0 + FrameCoder().encode($1, request: 1).count }
    }
}

extension ArchiveIndex {
    func document(_ path: String) throws -> ArchiveDocument { try document(DocumentReference(path)) }
}
