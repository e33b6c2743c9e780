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
        try farm.wait { try farm.holdReaders { $0["host"]?.string == "n1" } }
        try SlurmHarness.run("kill", "n1")
        let twin = try farm.program.start(["farm", "work", farm.shared, "1"])
        try SlurmHarness.run("revive", "n1")
        try farm.waitUntilDone()
        #expect([0, 3].contains(try twin.wait(.seconds(300)).exitCode))
        #expect(Set(try farm.reports().compactMap { $0["host"]?.string }).isSuperset(of: ["n1", "n2", "n3"]))
        try farm.requireFiles(expected)
    }

    /// The tasks have as much memory as the one machine, where the page ends in the same way.
    @Test(.timeLimit(.minutes(15)))
    func aPageThatTakesMoreMemoryThanItsTaskHasFailsByNameAndTheOthersAreKept() throws {
        let farm = try SlurmHarness.farm(["letters/1936-tramway-company.pdf"])
        try farm.program.folder.write(HungryPDF(groups: 24).bytes, to: "archive/hungry.pdf")
        let inMemory = ["srun", "--quiet", "--mem=260M"]
        try farm.index(into: "clean", launcher: inMemory, "--ocr", "never", farm.archive)
        try farm.index(into: "clean", launcher: inMemory)
        let expected = try IndexDump(folder: farm.program.folder.path + "/clean")
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan("--task-minutes", "60")
        try farm.submit("--memory", "260M")
        try farm.waitUntilDone()
        let text = try farm.text()
        #expect(text.contains("hungry.pdf, page 2: the reader stopped: it was killed"), "\(text)")
        #expect(try farm.status()["failures"]?.elements.count == 1)
        try farm.requireFiles(expected, failures: 1)
    }

    @Test(.timeLimit(.minutes(15)))
    func tasksEndedByTheirTimeOrByHandAreNamedAndPlannedAgain() throws {
        let farm = try SlurmHarness.farm(["letters/1936-tramway-company.pdf", "minutes/1924-sundry-papers.pdf"])
        let expected = try farm.indexOnOneMachine()
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan("--task-minutes", "60")
        // Slurm sends the signal a minute before the end: from the first second on, so perhaps before there are readers.
        try farm.submit("--time-limit", "1")
        let isToldToStop = { try farm.status()["failed"]?.elements.count == 1 }
        try farm.wait { try farm.holdReaders { _ in true } || isToldToStop() }
        try farm.wait(until: isToldToStop)
        #expect(try farm.text().contains("it was told to stop"))

        try farm.plan("--task-minutes", "60", "--page-seconds", "900")
        try farm.submit()
        try farm.wait { try farm.holdReaders { _ in true } }
        try farm.slurm("scancel", "--me")
        try farm.wait { try farm.isIdle() }
        let text = try farm.text()
        #expect(text.contains("it was told to stop") || text.contains("it was cancelled"), "\(text)")
        try farm.plan("--task-minutes", "60", "--page-seconds", "900")
        try farm.submit()
        try farm.waitUntilDone()
        try farm.requireFiles(expected)
    }

    @Test(.timeLimit(.minutes(15)))
    func aFullSharedFolderIsNamedAndItsPackagesArePlannedAgainWhenThereIsRoom() throws {
        let farm = try SlurmHarness.farm(["letters/1936-tramway-company.pdf", "minutes/1924-sundry-papers.pdf"])
        let expected = try farm.indexOnOneMachine()
        try farm.index("--ocr", "never", farm.archive)
        try FileManager.default.createDirectory(atPath: farm.shared, withIntermediateDirectories: true)
        try farm.slurm("mount", "-t", "tmpfs", "-o", "size=96k", "tmpfs", farm.shared)
        // Its processes have ended when the test is through.
        defer { try? farm.slurm("umount", farm.shared) }
        try farm.plan("--task-minutes", "60")
        try farm.submit()
        try farm.wait { try farm.status()["failed"]?.elements.count == 1 && farm.isIdle() }
        let text = try farm.text()
        #expect(text.contains("package 1 failed") && text.contains("is almost full"), "\(text)")
        #expect(try farm.results("sqlite") == [], "nothing half written is there")
        try farm.slurm("mount", "-o", "remount,size=64m", farm.shared)
        try farm.plan("--task-minutes", "60")
        try farm.submit()
        try farm.waitUntilDone()
        try farm.requireFiles(expected)
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

    /// Collects, brings the index up to date, and compares it: nothing may be recognised, nor any text be there twice.
    func requireFiles(_ expected: IndexDump, failures: Int = 0) throws {
        let collected = try collect()
        #expect(collected.exitCode == 0, "\(collected.errors)")
        #expect(failures == 0 || collected.errors.contains("\(failures) failure"), "\(collected.errors)")
        let run = try index("--progress", "json")
        #expect(!run.errors.contains("\"event\":\"recognized\""), "\(run.errors)")
        #expect(try IndexDump(folder: indexFolder).differences(from: expected) == [])
        #expect(try program.run(["verify", "--index", indexFolder]).exitCode == 0)
    }

    func slurm(_ words: String...) throws { try SlurmHarness.execute(words) }

    func text() throws -> String { try program.run(["farm", "status", shared]).output }

    func reports() throws -> [JSON] {
        try results("json").map { try JSON(Data(contentsOf: URL(fileURLWithPath: shared + "/results/" + $0))) }
    }

    /// Stops the readers of tasks at work, so that these are surely in the middle of it when something happens to them.
    /// False before there are any.
    func holdReaders(where isMeant: (JSON) -> Bool) throws -> Bool {
        let tasks = try reports().filter { $0["state"]?.string == "working" && isMeant($0) }
        let prepared = tasks.compactMap { $0["process"]?.int }.flatMap { RunningProgram.children(of: pid_t($0)) }
        let readers = prepared.flatMap { RunningProgram.children(of: $0) }
        // A prepared process that is stopped too early makes none.
        guard !readers.isEmpty else { return false }
        for process in prepared + readers { kill(process, SIGSTOP) }
        return true
    }

    func isIdle() throws -> Bool {
        let status = try status()
        return try status.int("queued") == 0 && status.int("working") == 0
    }

    func wait(until isSo: () throws -> Bool) throws {
        guard try RunningProgram.until(.seconds(400), isSo) else { throw ProgramError(message: try text()) }
    }

    func waitUntilDone() throws { try wait { try isIdle() && status().int("done") == status().int("packages") } }
}
