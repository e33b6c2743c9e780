import Foundation
import Testing

@Suite(.serialized) struct InterruptionTests {
    private static let pages = 5

    /// An index run over five scanned pages, in the middle of recognition.
    private func recognizing(_ program: Program) throws -> RunningProgram {
        let archive = try program.archive("letters/1931-water-board.zip", "letters/1936-tramway-company.pdf")
        let run = try program.start(["index", "--jobs", "2", "--no-background", "--progress", "json", archive])
        try #require(try run.until(.seconds(60)) { recognized(run) >= 1 }, "\(run.errorText)")
        return run
    }

    private func recognized(_ run: RunningProgram) -> Int {
        run.errorText.split(separator: "\n").count { $0.contains("\"event\":\"recognized\"") }
    }

    private func expectNoWorker(of run: RunningProgram, _ workers: [pid_t]) throws {
        #expect(try run.until(.seconds(60)) { !workers.contains(where: ProcessState.isLivingWorker) })
    }

    /// The second run must read only what the first one had not; what was in hand at the kill may count once.
    private func expectCompletion(_ program: Program, _ first: Int) throws {
        let outcome = try program.run(["index", "--report", "second.json"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let report = try program.json("second.json")
        let second = try #require(report["recognized"]?.int)
        // A page may be stored in the instant before its event is written, never the other way round.
        #expect((Self.pages - 1...Self.pages).contains(first + second), "\(first) + \(second)")
        let status = try program.run(["status", "--json"]).json()
        #expect(status["states"] == .object(["ocr": .number(Double(Self.pages))]))
        #expect(status["failures"] == .array([]))
        for query in ["\"nine thousand gallons\"", "trestle", "\"deaf in one ear\""] {
            #expect(try program.run(["find", query]).exitCode == 0, "\(query)")
        }
    }

    @Test func runGoesOnAfterAKillWithoutRecognizingTwice() throws {
        let program = try Program()
        let run = try recognizing(program)
        let workers = run.workers
        #expect(workers.contains(where: ProcessState.isLivingWorker))
        let readers = workers.flatMap(RunningProgram.children)
        #expect(!readers.isEmpty)
        run.send(SIGKILL)
        #expect(try run.wait(.seconds(5)).exitCode == 128 + SIGKILL)
        let first = recognized(run)
        #expect(first < Self.pages)
        try expectNoWorker(of: run, workers + readers)
        #expect([0, 1].contains(try program.run(["find", "water"]).exitCode))
        try expectCompletion(program, first)
    }

    /// The JPEG of its first page gets a hole in place.
    @Test func runsThatAreKilledTakeNoWordOfADamagedScanAlong() throws {
        let program = try Program()
        let archive = try program.archive("letters/1936-tramway-company.pdf")
        #expect(try program.run(["index", archive]).exitCode == 0)
        let path = archive + "/letters/1936-tramway-company.pdf"
        func found() throws -> [String] {
            let outcome = try program.run(["find", "\"calf on a rope\""])
            #expect(outcome.exitCode == 0)
            // The last line tells how long it took.
            return outcome.lines.dropLast()
        }
        let before = try found()
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let image = try #require(bytes.range(of: Data("stream\n".utf8)))
        bytes.resetBytes(in: image.upperBound + 50_000..<image.upperBound + 52_000)
        try bytes.write(to: URL(fileURLWithPath: path))
        for milliseconds in [1, 50, 150, 300, 500, 800] {
            let run = try program.start(["index", "--no-background"])
            if try !run.until(.milliseconds(milliseconds), { run.hasEnded }) { run.send(SIGKILL) }
            _ = try run.wait(.seconds(60))
            #expect(try found() == before)
        }
        let rest = try program.run(["index"])
        #expect(rest.exitCode == 3)
        #expect(try found() == before)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func runEndsSoonWhenAskedTo(signal: Int32) throws {
        // Tests that were started with nohup ignore SIGHUP, and a run honours what it inherits.
        let former = Glibc.signal(signal, SIG_DFL)
        defer { _ = Glibc.signal(signal, former) }
        let program = try Program()
        let run = try recognizing(program)
        let workers = run.workers
        #expect(workers.contains(where: ProcessState.isLivingWorker))
        run.send(signal)
        let outcome = try run.wait(.seconds(20))
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("the next run continues"))
        try expectNoWorker(of: run, workers)
        if signal == SIGTERM { try expectCompletion(program, recognized(run)) }
    }
}
