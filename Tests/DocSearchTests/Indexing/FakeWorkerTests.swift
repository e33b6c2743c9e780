import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// Whatever a worker does, the run ends, the bundle is named and the others are in the index.
@Suite("A worker that a hostile file has taken over")
struct FakeWorkerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var script: String
        var frames: [ExtractionFrame] = []
        /// A part of the reason that is reported.
        var reason: String
    }

    static let cases: [Case] = [
        Case(
            testDescription: "dies on the request", script: "echo 'out of luck' >&2; exit 3", reason: "code 3"
        ),
        Case(testDescription: "is killed", script: "kill -9 $$", reason: "was killed"),
        Case(testDescription: "crashes", script: "kill -SEGV $$", reason: "crashed"),
        Case(
            testDescription: "says what it has in hand and dies", script: "answer; exit 3",
            frames: [FakeWorker.starting],
            reason: "code 3"),
        Case(
            testDescription: "talks rubbish", script: "printf 'Once upon a time there was'",
            reason: "not a frame"),
        Case(
            testDescription: "speaks another version", script: #"printf 'DS\377\010\0\0\0\001\0\0\0\0'"#,
            reason: "same release"),
        Case(
            testDescription: "announces four gigabytes",
            script: #"printf 'DS\004\010\0\0\0\001\377\377\377\377'"#,
            reason: "4294967295 bytes"),
        Case(
            testDescription: "sends a frame of no kind",
            script: #"printf 'DS\004\143\0\0\0\001\0\0\0\002{}'"#,
            reason: "unknown kind 99"),
        Case(
            testDescription: "answers another request", script: #"number=$((number + 1)); answer"#,
            frames: [FakeWorker.complete], reason: "an answer to request"),
        Case(testDescription: "greets again", script: "cat \"$dir/greeting\"", reason: "nonsense"),
        bad(
            "sends a page of another document", FakeWorker.document("a.pdf"),
            FakeWorker.page(1, entry: "b.pdf")),
        bad("sends a page of no document", FakeWorker.page(1)),
        bad("sends a huge page number", FakeWorker.document(), FakeWorker.page(.max)),
        bad("sends page 0", FakeWorker.document(), FakeWorker.page(0)),
        bad("sends a negative page number", FakeWorker.document(), FakeWorker.page(.min)),
        bad("sends a page twice", FakeWorker.document(pageCount: 2), FakeWorker.page(1), FakeWorker.page(1)),
        bad("sends a document twice", FakeWorker.document(), FakeWorker.document()),
        bad("has countless pages", FakeWorker.document(pageCount: .max)),
        bad("has fewer than no pages", FakeWorker.document(pageCount: -1)),
        bad("sends a page beyond the limit", FakeWorker.document(), FakeWorker.page(1, text: tooLong)),
    ]

    private static let tooLong = String(repeating: "x", count: 5 << 20)

    private static func bad(_ description: String, _ frames: ExtractionFrame...) -> Case {
        Case(
            testDescription: description, script: "answer",
            frames: [FakeWorker.starting, FakeWorker.bundle] + frames,
            reason: "nonsense")
    }

    @Test(arguments: cases)
    func isReportedByName(example: Case) async throws {
        let worker = try FakeWorker(example.script, frames: example.frames)
        let (archive, run) = try await Self.index(with: worker)
        #expect(run.report.failed == 1)
        #expect(run.failures.map(\.path) == ["bad.zip"])
        #expect(run.failures.first?.stage == "bundle")
        #expect(run.failures.first?.reason.contains(example.reason) == true, "\(run.failures)")
        try Self.expectTheOthers(in: archive, run)
    }

    @Test func isStoppedWithAllItsChildrenWhenItHangs() async throws {
        let worker = try FakeWorker(#"sleep 300 & echo $! > "$dir/child"; wait"#)
        let (archive, run) = try await Self.index(with: worker) { $0.openingTimeout = .seconds(1) }
        #expect(run.failures.map(\.path) == ["bad.zip"])
        #expect(run.failures.first?.reason.contains("within 1 s") == true, "\(run.failures)")
        let child = try #require(worker.note("child").flatMap { Int32($0) })
        #expect(!isRunning(child))
        #expect(try processes(running: worker.path).isEmpty)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test(
        "Frames without end come to an end",
        arguments: [
            FakeWorker.starting, FakeWorker.bundle,
            .problem(ProblemFrame(address: FakeWorker.whole, stage: .bundle, code: .damaged, reason: "no")),
        ])
    func isStoppedWhenItFloods(frame: ExtractionFrame) async throws {
        let worker = try FakeWorker("while true; do answer; done", frames: Array(repeating: frame, count: 50))
        let (archive, run) = try await Self.index(with: worker) {
            $0.limits.entries = 20
            $0.limits.pages = 20
            // Only so that the test ends.
            $0.maximumTime = .seconds(180)
        }
        #expect(!run.report.isPartial, "ended by itself")
        #expect(run.failures.allSatisfy { $0.path == "bad.zip" })
        #expect(run.failures.last?.reason.contains("nonsense") == true)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test(
        "Recognition without end comes to an end",
        arguments: [
            FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(),
            .problem(ProblemFrame(address: FakeWorker.whole, stage: .document, code: .damaged, reason: "no")),
        ])
    func isStoppedWhenItFloodsInsteadOfRecognising(frame: ExtractionFrame) async throws {
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
        #expect(!run.failures.isEmpty && run.failures.count < 1000)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test func isMissedWhereItLeavesPagesOut() async throws {
        let worker = try FakeWorker(
            "answer",
            frames: [
                FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(pageCount: 3), FakeWorker.page(2),
                FakeWorker.complete,
            ])
        let (archive, run) = try await Self.index(with: worker)
        #expect(run.report.standingFailures == 2)
        #expect(try archive.index.status().failures.compactMap(\.page) == [1, 3])
        #expect(run.report.failed == 2, "items that failed in this run")
        #expect(run.failures.compactMap(\.page) == [1, 3], "and an event for each")
        #expect(try archive.find("treacherous") == ["bad.zip"])
        try Self.expectTheOthers(in: archive, run)
    }

    @Test func cannotBringControlCharactersIntoTheIndex() async throws {
        let text = "a \u{1B}]0;gone\u{7} treacherous \u{2} page \u{1} with \u{0} all \u{9B}31m of it\u{85}"
        let worker = try FakeWorker(
            "answer",
            frames: [
                FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(), FakeWorker.page(1, text: text),
                FakeWorker.complete,
            ])
        let (archive, run) = try await Self.index(with: worker)
        #expect(try archive.find("treacherous").isEmpty)
        #expect(run.report.failed > 0)
        try Self.expectTheOthers(in: archive, run)
    }

    @Test(arguments: [
        "exit 1", "echo 'no libpoppler' >&2; exit 127", "kill -SEGV $$",
        "printf 'Hello, I am a worker'; exit",
    ])
    func neverStarts(opening: String) async throws {
        let worker = try FakeWorker("", opening: opening)
        let error = await #expect(throws: DocSearchError.self) { _ = try await Self.index(with: worker) }
        #expect(error?.code == .environment)
        #expect(error?.message.contains("docsearch doctor") == true, "\(error?.message ?? "")")
        #expect(try processes(running: worker.path).isEmpty)
    }

    @Test(arguments: ["/nowhere/docsearch-extract", "/etc/passwd"])
    func isNotThere(path: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a page"], to: "a.pdf")
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.update { $0.extractorPath = path }
        }
        #expect(error?.code == .environment)
        #expect(error?.message.contains(path) == true)
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
