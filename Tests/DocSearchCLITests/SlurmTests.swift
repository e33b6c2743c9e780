import DocSearchTestSupport
import Foundation
import Testing

/// With a real Slurm of three nodes, which `make test-slurm` sets up: DOCSEARCH_SLURM is its folder, and Slurm's programs
/// find their controller.
@Suite(
    "A farm in Slurm", .serialized, .enabled(if: SlurmHarness.folder != nil, "there is no Slurm: see make test-slurm"))
struct SlurmTests {
    @Test(.timeLimit(.minutes(15)))
    func aNodeKilledInMidRunAndAPackageRunTwiceEndWithTheFilesOfOneMachine() throws {
        let farm = try SlurmHarness.farm()
        let expected = try farm.indexOnOneMachine()
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        try farm.submit()
        #expect(try RunningProgram.until(.seconds(120)) { try farm.reports().contains { $0["host"]?.string == "n1" } })
        try SlurmHarness.run("kill", "n1")
        let twin = try farm.program.start(["farm", "work", farm.shared, "1"])
        try SlurmHarness.run("revive", "n1")
        try farm.waitUntilDone()
        #expect([0, 3].contains(try twin.wait(.seconds(300)).exitCode))
        #expect(try farm.collect().exitCode == 0)
        let run = try farm.index("--progress", "json")
        #expect(!run.errors.contains("\"event\":\"recognized\""), "\(run.errors)")
        #expect(try IndexDump(folder: farm.indexFolder).differences(from: expected) == [])
    }

    @Test(.timeLimit(.minutes(15)))
    func tasksEndedByTheirTimeByHandOrForTheirMemoryAreNamedAndPlannedAgain() throws {
        let farm = try SlurmHarness.farm(["letters/1936-tramway-company.pdf", "minutes/1924-sundry-papers.pdf"])
        let expected = try farm.indexOnOneMachine()
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan("--task-minutes", "60")
        // Slurm sends the signal a minute before the end: at once.
        try farm.submit("--time-limit", "1")
        #expect(try farm.until { try farm.status()["failed"]?.elements.count == 1 })
        #expect(try farm.text().contains("its time was up"))

        try farm.plan("--task-minutes", "60", "--page-seconds", "900")
        try farm.submit("--memory", "8M")
        #expect(try farm.until { try farm.isIdle() })
        let text = try farm.text()
        #expect(text.contains("memory") || text.contains("nothing was heard") || text.contains("waiting"), "\(text)")

        try farm.plan("--task-minutes", "60", "--page-seconds", "900")
        try farm.submit()
        try farm.slurm("scancel", "--me")
        #expect(try farm.until { try farm.isIdle() })
        #expect(try farm.status().int("queued") == 0)
        try farm.plan(says: "plan")
        try farm.submit()
        try farm.waitUntilDone()
        #expect(try farm.collect().exitCode == 0)
        let run = try farm.index("--progress", "json")
        #expect(!run.errors.contains("\"event\":\"recognized\""), "\(run.errors)")
        #expect(try IndexDump(folder: farm.indexFolder).differences(from: expected) == [])
    }
}

enum SlurmHarness {
    static let folder = ProcessInfo.processInfo.environment["DOCSEARCH_SLURM"]

    static func farm(_ samples: [String] = []) throws -> Farm {
        var farm = try Farm(samples: samples)
        farm.program.environment["SLURM_CONF"] = ProcessInfo.processInfo.environment["SLURM_CONF"]
        return farm
    }

    static func run(_ action: String, _ node: String) throws {
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Tools/slurm-harness.sh").path
        try execute([script, action, folder ?? "", node])
    }

    static func execute(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = words
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw ProgramError(message: "\(words) failed") }
    }
}

extension Farm {
    func submit(_ arguments: String...) throws {
        // A task gets the environment of sbatch, with the folders of this test.
        let outcome = try program.run(["farm", "submit", shared] + arguments)
        guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
    }

    func slurm(_ words: String...) throws { try SlurmHarness.execute(words) }

    func text() throws -> String { try program.run(["farm", "status", shared]).output }

    func reports() throws -> [JSON] {
        try results("json").map { try JSON(Data(contentsOf: URL(fileURLWithPath: shared + "/results/" + $0))) }
    }

    func isIdle() throws -> Bool {
        let status = try status()
        return try status.int("queued") == 0 && status.int("working") == 0
    }

    func until(_ isSo: () throws -> Bool) throws -> Bool { try RunningProgram.until(.seconds(400), isSo) }

    func waitUntilDone() throws {
        guard try until({ try isIdle() && status().int("done") == status().int("packages") }) else {
            throw ProgramError(message: try text())
        }
    }
}
