import DocSearchTestSupport
import Foundation
import Testing

/// Packages of work as people and batch systems run them, by hand here. `make test-slurm` has a real Slurm run them.
@Suite("docsearch farm") struct FarmTests {
    @Test(.timeLimit(.minutes(20)))
    func killedDoubledDamagedAndForeignWorkEndsWithTheFilesOfOneMachine() throws {
        let farm = try Farm()
        let expected = try farm.indexOnOneMachine()
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        let packages = try farm.status().int("packages")
        try #require(packages > 4, "the samples are divided")

        let killed = try farm.program.start(["farm", "work", farm.shared, "1"])
        #expect(try killed.until(.seconds(120)) { try !farm.results("json").isEmpty })
        killed.send(SIGKILL)
        _ = try killed.wait(.seconds(60))
        let after = try farm.program.run(["farm", "status", farm.shared]).output
        #expect(after.contains("package 1 failed: its process ended without a last report"), "\(after)")

        let twins = try (0..<2).map { _ in try farm.program.start(["farm", "work", farm.shared, "1"]) }
        for twin in twins { #expect([0, 3].contains(try twin.wait(.seconds(300)).exitCode)) }
        #expect(try farm.status().int("done") == 1)
        #expect(try farm.program.run(["farm", "work", farm.shared, "1"]).errors.contains("done already"))

        for package in 2...3 { try farm.work(package) }
        let first = try farm.collect()
        #expect(first.exitCode == 0 && first.errors.contains("taken over from"), "\(first.errors)")

        for package in 4...packages { try farm.work(package) }
        let texts = try farm.results("sqlite").filter { $0.hasPrefix("0000004-") }
        let damaged = try #require(texts.first)
        try farm.damage(damaged)
        let copy = try Data(
            contentsOf: URL(fileURLWithPath: farm.shared + "/results/" + #require(farm.results("sqlite").last)))
        try copy.write(to: URL(fileURLWithPath: farm.shared + "/results/0000005-foreign.sqlite"))
        try copy.prefix(copy.count / 2).write(to: URL(fileURLWithPath: farm.shared + "/results/0000005-half.sqlite"))
        try Data("hello".utf8).write(to: URL(fileURLWithPath: farm.shared + "/results/notes.sqlite"))
        let second = try farm.collect()
        #expect(second.exitCode == 3, "\(second.errors)")
        for words in [
            "\(damaged.dropLast(7)): it is damaged", "0000005-foreign: it belongs to another", "0000005-half: it",
        ] {
            #expect(second.errors.contains("refused: \(words)"), "\(words) in \(second.errors)")
        }
        #expect(try farm.status().int("done") == packages - 1, "the damaged one counts as undone")
        try farm.work(4)
        #expect(try farm.status().int("done") == packages)
        #expect(try farm.collect().exitCode == 0)
        #expect(try farm.collect().errors.contains("0 pages taken over from 0 files"))

        let run = try farm.index("--progress", "json")
        #expect(!run.errors.contains("\"event\":\"recognized\""), "everything is known: \(run.errors)")
        #expect(try IndexDump(folder: farm.indexFolder).differences(from: expected) == [])
        #expect(try farm.program.run(["verify", "--index", farm.indexFolder]).exitCode == 0)
    }

    @Test(.timeLimit(.minutes(10)))
    func newScansAreReadOnOtherMachinesBeforeTheIndexHasSeenThem() throws {
        let farm = try Farm(samples: ["minutes/1931-council-minutes.pdf"])
        try farm.index(farm.archive)
        try farm.add("letters/1936-tramway-company.pdf")
        try farm.index(into: "clean", farm.archive)
        try farm.plan()
        try farm.workAll()
        #expect(try farm.collect().exitCode == 0)
        let run = try farm.index("--progress", "json")
        #expect(run.exitCode == 0 && !run.errors.contains("\"event\":\"recognized\""), "\(run.errors)")
        let expected = try IndexDump(folder: farm.program.folder.path + "/clean")
        #expect(try IndexDump(folder: farm.indexFolder).differences(from: expected) == [])
        try farm.plan(says: "There is nothing to plan")
    }

    @Test(.timeLimit(.minutes(10)))
    func machinesWithOtherVersionsAndFoldersWithOtherLanguagesAreRefusedByName() throws {
        let farm = try Farm(samples: ["letters/1936-tramway-company.pdf"])
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        try farm.workAll()
        let file = farm.shared + "/plan.json"
        let plan = try String(contentsOfFile: file, encoding: .utf8)
        let other = plan.replacing(/"recognitionEngine":"[^"]*"/, with: "\"recognitionEngine\":\"tesseract 9.9\"")
        try other.write(toFile: file, atomically: true, encoding: .utf8)
        for arguments in [["work", farm.shared, "1"], ["collect", farm.shared, "--index", farm.indexFolder]] {
            let refused = try farm.program.run(["farm"] + arguments)
            #expect(refused.exitCode == 2 && refused.errors.contains("tesseract 9.9 in the plan"), "\(refused.errors)")
        }
        try plan.write(toFile: file, atomically: true, encoding: .utf8)
        try farm.index("--ocr", "never", "--language", "deu", farm.archive)
        let refused = try farm.collect()
        #expect(refused.exitCode == 64 && refused.errors.contains("is read in deu now"), "\(refused.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func whatATaskHadNoTimeForIsPlannedAgainInSmallerPackages() throws {
        let farm = try Farm(samples: ["letters/1936-tramway-company.pdf", "minutes/1924-sundry-papers.pdf"])
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan("--task-minutes", "60")
        #expect(try farm.status().int("packages") == 1)
        let stopped = try farm.program.run(["farm", "work", farm.shared, "1", "--max-time", "0.01s"])
        #expect(stopped.exitCode == 0, "\(stopped.errors)")
        let status = try farm.program.run(["farm", "status", farm.shared])
        #expect(status.exitCode == 3 && status.output.contains("package 1 failed: its time was up"), "\(status.output)")
        #expect(status.output.contains("docsearch farm plan"))
        try farm.plan("--task-minutes", "60", "--page-seconds", "900")
        let again = try farm.status()
        #expect(try again["failed"]?.elements.isEmpty == true && again.int("waiting") > 1, "the first one was replaced")
        try farm.workAll(from: 2)
        #expect(try farm.collect().exitCode == 0)
        let run = try farm.index("--progress", "json")
        #expect(!run.errors.contains("\"event\":\"recognized\""), "\(run.errors)")
    }

    @Test(.timeLimit(.minutes(10)))
    func textsOfFilesThatWereForgottenMeanwhileDoNotComeBack() throws {
        let farm = try Farm(samples: ["letters/1936-tramway-company.pdf", "letters/1949-library-gift.pdf"])
        try farm.index("--ocr", "never", farm.archive)
        try farm.plan()
        try farm.workAll()
        let hash = try #require(
            farm.program.run(["show", "--index", farm.indexFolder, "letters/1936-tramway-company.pdf", "--json"])
                .json()[
                    "sha256"]?.string)
        let forgotten = try farm.program.run([
            "forget", "--index", farm.indexFolder, "--yes", "letters/1936-tramway-company.pdf",
        ])
        #expect(forgotten.exitCode == 0, "\(forgotten.errors)")
        let collected = try farm.collect()
        #expect(collected.exitCode == 0 && collected.errors.contains("documents were forgotten"), "\(collected.errors)")
        let texts = try IndexDump(folder: farm.indexFolder).tables["page_text"] ?? []
        #expect(!texts.isEmpty && texts.allSatisfy { !$0.contains(hash) }, "\(texts.count) texts")
        #expect(try IndexDump.recognizedCount(folder: farm.indexFolder) > 0, "the others came")
        let run = try farm.index("--progress", "json")
        #expect(run.errors.contains("\"event\":\"recognized\""), "its file is still there and is read again")
    }

    @Test(arguments: [
        ("plan", "Name the shared folder"), ("work /a", "needs the number of a package"),
        ("status /a 1", "only work, needs the number"), ("work /a 1 --array-limit 3", "go with submit"),
        ("plan /a --shared /b", "once"),
        ("submit /a --nodes 3 --cpus 2", "--nodes goes without"),
        ("plan /a --task-minutes 0", "--task-minutes must be more than 0"),
        ("submit /a --cpus 0", "--cpus must be 1 or more"), ("work /a 1 --max-time soon", "is not a time"),
    ])
    func wrongUsageIsNamed(arguments: String, words: String) throws {
        let outcome = try Program().run(["farm"] + arguments.split(separator: " ").map(String.init))
        #expect(outcome.exitCode == 64 && outcome.errors.contains(words), "\(outcome.errors)")
    }

    @Test func aFolderWithoutAPlanIsNamed() throws {
        let program = try Program()
        for arguments in [["status"], ["submit"], ["work"]] {
            let more = arguments == ["work"] ? ["1"] : []
            let outcome = try program.run(["farm"] + arguments + [program.folder.path] + more)
            #expect(outcome.exitCode == 2 && outcome.errors.contains("There is no plan in"), "\(outcome.errors)")
        }
    }
}

/// An archive, its index, and the folder that machines share.
struct Farm {
    var program: Program
    let archive: String
    let shared: String
    let indexFolder: String

    /// All samples when none is named.
    init(samples: [String] = []) throws {
        program = try Program()
        archive = program.folder.path + "/archive"
        shared = program.folder.path + "/shared"
        indexFolder = program.folder.path + "/index"
        if samples.isEmpty {
            try FileManager.default.copyItem(atPath: SampleArchive.path, toPath: archive)
        } else {
            for sample in samples { try add(sample) }
        }
    }

    func add(_ sample: String) throws { try program.folder.write(SampleArchive.bytes(sample), to: "archive/" + sample) }

    /// The index that one machine makes of the archive.
    func indexOnOneMachine() throws -> IndexDump {
        try index(into: "clean", "--ocr", "never", archive)
        try index(into: "clean")
        return try IndexDump(folder: program.folder.path + "/clean")
    }

    @discardableResult
    func index(
        into name: String = "index", launcher: [String] = [], _ arguments: String...
    ) throws -> Outcome {
        let folder = program.folder.path + "/" + name
        let words = ["index", "--index", folder, "--no-background"] + arguments
        let outcome = try program.run(words, launcher: launcher)
        // srun has a code of its own for a step that ran out of memory.
        guard [0, 3].contains(outcome.exitCode) || !launcher.isEmpty else {
            throw ProgramError(message: outcome.errors)
        }
        return outcome
    }

    /// Packages of a page or two.
    func plan(_ arguments: String..., says words: String = "planned for") throws {
        let all = arguments.isEmpty ? ["--task-minutes", "0.12"] : arguments
        let outcome = try program.run(["farm", "plan", "--index", indexFolder, "--shared", shared] + all)
        guard outcome.exitCode == 0, outcome.errors.contains(words) else { throw ProgramError(message: outcome.errors) }
    }

    func work(_ package: Int) throws {
        let outcome = try program.run(["farm", "work", shared, String(package)])
        guard [0, 3].contains(outcome.exitCode) else { throw ProgramError(message: outcome.errors) }
    }

    func workAll(from first: Int = 1) throws {
        let plan = try JSON(Data(contentsOf: URL(fileURLWithPath: shared + "/plan.json")))
        for package in first...(try plan.int("packages")) { try work(package) }
    }

    func collect() throws -> Outcome { try program.run(["farm", "collect", "--index", indexFolder, shared]) }

    func status() throws -> JSON { try program.run(["farm", "status", "--json", shared]).json() }

    func results(_ ending: String) throws -> [String] {
        let folder = shared + "/results"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix("." + ending) }
            .sorted()
    }

    /// Turns a few bits in the middle of a file, of the same length after it.
    func damage(_ name: String) throws {
        let file = URL(fileURLWithPath: shared + "/results/" + name)
        var bytes = try Data(contentsOf: file)
        for page in stride(from: 8192, to: bytes.count, by: 8192) {
            for offset in page + 4000..<min(page + 8192, bytes.count) { bytes[offset] ^= 0x55 }
        }
        try bytes.write(to: file)
    }
}

extension JSON {
    func int(_ name: String) throws -> Int {
        guard let number = self[name]?.int else { throw ProgramError(message: "no number \(name) in \(self)") }
        return number
    }
}
