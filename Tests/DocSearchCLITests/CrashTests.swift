import DocSearchTestSupport
import Foundation
import Testing

/// Runs that are killed again and again at moments of no meaning, until one of them comes to its end.
///
/// 50 kills, or as many as ``Torture`` says.
@Suite(.serialized) struct CrashTests {
    private static let kills = Torture.rounds ?? 50

    @Test(.timeLimit(.minutes(60)))
    func killedRunsEndWithTheFilesOfARunThatWasNotKilled() throws {
        let undisturbed = try UndisturbedRun.shared.get()
        let (program, archive, expected) = (undisturbed.program, undisturbed.archive, undisturbed.dump)
        try #require(try IndexDump.recognizedCount(folder: undisturbed.index) >= 9)

        var generator = SeededGenerator(seed: Torture.seed)
        var (kills, series) = (0, 0)
        while kills < Self.kills {
            series += 1
            let crashing = Crashing(program: program, archive: archive, name: "crashed-\(series)")
            kills += try crashing.killUntilFinished(upTo: Self.kills - kills, &generator)
            let differences = try IndexDump(folder: crashing.index).differences(from: expected)
            #expect(differences == [], "seed \(Torture.seed), series \(series)")
            #expect(crashing.recognizedAgain == 0, "seed \(Torture.seed), series \(series)")
            let check = try program.run(["verify", "--index", crashing.index])
            #expect(check.exitCode == 0, "seed \(Torture.seed), series \(series): \(check.errors)")
        }
    }

    /// Power fails while a run mends what an earlier failure has damaged.
    @Test(.timeLimit(.minutes(60)), arguments: ["index.sqlite", "pages.sqlite"])
    func killedRunsMendDamagedFilesAllTheSame(name: String) throws {
        let undisturbed = try UndisturbedRun.shared.get()
        let program = undisturbed.program
        let crashing = Crashing(program: program, archive: undisturbed.archive, name: "mended-\(name)")
        try FileManager.default.copyItem(atPath: undisturbed.index, toPath: crashing.index)
        let file = URL(fileURLWithPath: crashing.index + "/" + name)
        var bytes = try Data(contentsOf: file)
        for suffix in ["-wal", "-shm"] { unlink(file.path + suffix) }
        bytes.resetBytes(in: bytes.count / 2..<bytes.count / 2 + 8 * 4096)
        try bytes.write(to: file)
        var generator = SeededGenerator(seed: Torture.seed)
        for _ in 1...5 {
            let repair = try program.start(["verify", "--repair", "--index", crashing.index])
            _ = try repair.until(.milliseconds(Int.random(in: 1...1500, using: &generator))) { repair.hasEnded }
            repair.send(SIGKILL)
            _ = try repair.wait(.seconds(60))
        }
        let rest = try program.run(["verify", "--repair", "--index", crashing.index], timeout: .seconds(300))
        #expect([0, 3].contains(rest.exitCode), "seed \(Torture.seed): \(rest.errors)")
        _ = try crashing.killUntilFinished(upTo: 3, &generator)
        #expect(try IndexDump(folder: crashing.index).differences(from: undisturbed.dump) == [], "seed \(Torture.seed)")
        let check = try program.run(["verify", "--index", crashing.index])
        #expect(check.exitCode == 0, "seed \(Torture.seed): \(check.errors)")
    }
}

/// A run that nobody kills, and its index. No test changes either.
private struct UndisturbedRun {
    let program: Program
    let archive: String
    let index: String
    let dump: IndexDump

    static let shared = Result { try UndisturbedRun() }

    private init() throws {
        program = try Program()
        Leftovers.shared.add(program.folder.path)
        archive = try Self.mixedArchive(program)
        index = program.folder.path + "/clean"
        let run = try program.run(
            ["index", "--index", index, "--language", "eng+deu", "--no-background", archive], timeout: .seconds(300))
        guard run.exitCode == 3 else { throw ProgramError(message: "some samples are meant to fail: \(run.errors)") }
        dump = try IndexDump(folder: index)
    }

    /// Scans, texts, bundles of all kinds, broken and locked ones, and documents of many pages.
    private static func mixedArchive(_ program: Program) throws -> String {
        let archive = program.folder.path + "/archive"
        try FileManager.default.copyItem(atPath: SampleArchive.path, toPath: archive)
        for number in 1...3 {
            let pages = (1...60).map { "ledger \(number) page \($0) of herons and their reed beds" }
            try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/ledgers/\(number).pdf")
        }
        return archive
    }
}

/// One index, and the runs that are killed while they write it.
private final class Crashing {
    let index: String
    private let program: Program
    private let archive: String
    /// How often a page was recognised whose text was kept already.
    private(set) var recognizedAgain = 0

    init(program: Program, archive: String, name: String) {
        self.program = program
        self.archive = archive
        index = program.folder.path + "/" + name
    }

    /// Returns how many runs were killed.
    func killUntilFinished(upTo limit: Int, _ generator: inout SeededGenerator) throws -> Int {
        var kills = 0
        while true {
            let before = try IndexDump.recognizedCount(folder: index)
            let run = try program.start([
                "index", "--index", index, "--language", "eng+deu", "--jobs", "2", "--no-background",
                "--progress", "json", archive,
            ])
            let isLast = kills >= limit
            let delay = Duration.milliseconds(Int.random(in: 1...1500, using: &generator))
            let hasEnded = try run.until(isLast ? .seconds(300) : delay) { run.hasEnded }
            if !hasEnded { run.send(SIGKILL) }
            let outcome = try run.wait(.seconds(60))
            // A page is kept before it is announced: each announcement stands for a text that was not there before.
            let new = try IndexDump.recognizedCount(folder: index) - before
            recognizedAgain += max(0, Self.announcements(in: outcome) - new)
            if hasEnded {
                #expect(outcome.exitCode == 3, "\(outcome.errors)")
                return kills
            }
            kills += 1
            let answer = try program.run(["find", "--index", index, "--json", "water"])
            #expect([0, 1, 2].contains(answer.exitCode), "\(answer.errors)")
            #expect(answer.exitCode != 2 || answer.errors.contains("Run \"docsearch "), "\(answer.errors)")
        }
    }

    private static func announcements(in outcome: Outcome) -> Int {
        outcome.errors.split(separator: "\n").count { $0.contains("\"event\":\"recognized\"") }
    }
}
