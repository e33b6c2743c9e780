import DocSearch
import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@Suite(
    "Vectors of runs that were killed", .serialized,
    .enabled(if: ModelInstallation().isThere, "the model is not on this machine; DOCSEARCH_MODEL names its folder"))
struct VectorCrashTests {
    private static let kills = 8

    @Test(.timeLimit(.minutes(30)))
    func vectorsOfKilledRunsAreNeverLostAndNeverComputedTwice() throws {
        let program = try Self.program()
        let archive = try Self.archive(program)
        let (clean, crashed) = (program.folder.path + "/clean", program.folder.path + "/crashed")
        for index in [clean, crashed] {
            let read = try program.run(["index", "--index", index, "--meaning", "never", archive])
            try #require(read.exitCode == 0, "\(read.errors)")
        }
        let alone = try program.run(["index", "--index", clean, "--meaning", "only"])
        #expect(alone.exitCode == 0, "\(alone.errors)")
        let expected = try VectorRows(folder: clean)
        try #require(expected.rows.count >= 250)

        var generator = SeededGenerator(seed: Torture.seed)
        var kept = 0
        for kill in 0...Self.kills {
            let run = try program.start([
                "index", "--index", crashed, "--meaning", "only", "--jobs", "2", "--no-background", "--progress",
                "json",
            ])
            let isLast = kill == Self.kills
            let delay = Duration.milliseconds(Int.random(in: 1...2500, using: &generator))
            if try !run.until(isLast ? .seconds(300) : delay, { run.hasEnded }) { run.send(SIGKILL) }
            let outcome = try run.wait(.seconds(60))
            let now = try VectorRows(folder: crashed).rows
            // Rows are kept before they are announced: each announcement stands for some that were not there before.
            #expect(now.count - kept >= Self.announced(outcome), "seed \(Torture.seed), kill \(kill)")
            kept = now.count
            let answer = try program.run(["find", "--index", crashed, "who keeps the birds of the reeds"])
            #expect([0, 1].contains(answer.exitCode), "seed \(Torture.seed), kill \(kill): \(answer.errors)")
        }
        #expect(try VectorRows(folder: crashed) == expected, "seed \(Torture.seed)")
        let check = try program.run(["verify", "--index", crashed])
        #expect(check.exitCode == 0, "seed \(Torture.seed): \(check.errors)")
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func vectorsAreComputedWhenThereIsRoomAgain() throws {
        let program = try Self.program()
        let archive = try Self.archive(program)
        let disk = try Disk(at: program.folder.path + "/disk", size: "64m")
        let index = disk.path + "/index"
        let read = try program.run(["index", "--index", index, "--meaning", "never", archive])
        try #require(read.exitCode == 0, "\(read.errors)")
        try disk.fill(leaving: 80)
        let full = try program.run(["index", "--index", index, "--meaning", "only"])
        #expect(full.exitCode != 0, "\(full.errors)")
        #expect(full.errors.contains("is full"), "\(full.errors)")
        let answer = try program.run(["find", "--index", index, "keeper herons"])
        #expect(answer.exitCode == 0, "\(answer.errors)")
        try disk.makeRoom()
        let rest = try program.run(["index", "--index", index, "--meaning", "only"])
        #expect(rest.exitCode == 0, "\(rest.errors)")
        #expect(try VectorRows(folder: index).rows.count >= 250)
        let check = try program.run(["verify", "--index", index])
        #expect(check.exitCode == 0, "\(check.errors)")
    }

    private static func program() throws -> Program {
        var program = try Program()
        program.environment["DOCSEARCH_MODEL"] = ModelInstallation().path
        return program
    }

    /// 300 pages with words, of which some say the same.
    private static func archive(_ program: Program) throws -> String {
        for book in 1...5 {
            let pages = (1...60).map { page in
                "Keeper \(page % 50) of book \(book) counts the herons in the reed beds below the weir. "
                    + "On day \(page % 50) there were \(page % 50 * book) of them, and the miller saw none."
            }
            try program.folder.write(PDFWriter(texts: pages).bytes, to: "archive/books/\(book).pdf")
        }
        return program.folder.path + "/archive"
    }

    private static func announced(_ outcome: Outcome) -> Int {
        // Pages that say the same share a row, so announcements are counted and not pages.
        outcome.errors.split(separator: "\n").count { $0.contains("\"event\":\"embedded\"") }
    }
}

private struct VectorRows: Equatable {
    let rows: Set<String>

    init(folder: String) throws {
        let file = folder + "/vectors.sqlite"
        guard FileManager.default.fileExists(atPath: file) else {
            rows = []
            return
        }
        let queue = try DatabaseQueue(path: file)
        let found = try queue.read { db in
            // A run that was killed at once has made the file and nothing in it.
            guard try db.tableExists("vector") else { return [String]() }
            return try String.fetchAll(
                db, sql: "SELECT hex(text_hash) || ' ' || ifnull(omission, '') || ' ' || hex(chunks) FROM vector")
        }
        try queue.close()
        rows = Set(found)
    }
}
