import Foundation
import Testing

@Suite struct ExitCodeTests {
    @Test(
        arguments: [
            (["find", "goat"], 0), (["find", "water", "board"], 0), (["find", "goat", "--json"], 0),
            (["find", "zzzqqq"], 1), (["find", "zzzqqq", "--json"], 1), (["find", "zzzqqq", "--trec"], 1),
            (["status"], 0), (["doctor"], 0), (["show", "nothing/such.pdf"], 2),
            (["remove", "nothing/such.pdf"], 2),
        ] as [([String], Int32)])
    func exitCodeSaysHowItWent(arguments: [String], code: Int32) throws {
        #expect(try SampleArchive.program().run(arguments).exitCode == code)
    }

    @Test(arguments: [
        ["find", "water"], ["status"], ["show", "1"], ["open", "1"], ["remove", "1"], ["reset", "--yes"],
        ["export", "--user"], ["export", "--documents"], ["import", "/dev/null"],
    ])
    func exitCodeIsTwoWithoutIndex(arguments: [String]) throws {
        let program = try Program()
        let outcome = try program.run(arguments)
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("docsearch index FOLDER"))
        #expect(!FileManager.default.fileExists(atPath: program.index))
    }

    /// What is wrong before that is in UsageTests.
    @Test(arguments: [
        ["find"], ["find", "--"], ["find", ""], ["find", "***"], ["find", "a", "--nonsense"], ["nonsense"],
        ["index", "--language", "eng+../deu", "."], ["note", "1"],
    ])
    func exitCodeIsSixtyFourForWrongUsage(arguments: [String]) throws {
        let outcome = try SampleArchive.program().run(arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }

    @Test(arguments: [["--help"], ["help", "find"], ["index", "-h"]])
    func exitCodeIsZeroForHelp(arguments: [String]) throws {
        let outcome = try Program().run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("USAGE: docsearch"))
        #expect(outcome.errors.isEmpty)
    }

    @Test func versionIsANumber() throws {
        let version = try Program().run(["--version"]).output
        #expect(version.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
    }

    @Test func exitCodeIsSixtyFourForBrokenConfiguration() throws {
        let program = try Program()
        try program.folder.write("{\"index\": 7".utf8, to: "config/docsearch/config.json")
        let outcome = try program.run(["status"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("config.json"))
    }

    @Test func exitCodeIsZeroForCleanArchiveAndThreeOnceAFileIsDamaged() throws {
        let program = try Program.withMinutes()
        let archive = try program.archive("reports/1955-burial-register.zip")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 3)
        // What failed still stands although nothing changed.
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 3)
        try FileManager.default.removeItem(atPath: archive + "/reports/1955-burial-register.zip")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
    }

    @Test func exitCodeIsSeventyFiveWhileAnotherRunHoldsTheLock() throws {
        let program = try Program.withMinutes()
        let lock = open(program.index + "/lock", O_RDWR | O_CLOEXEC)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        for arguments in [["index"], ["remove", "1"], ["reset", "--yes"]] {
            let outcome = try program.run(arguments)
            #expect(outcome.exitCode == 75, "\(arguments)")
            for words in ["Another run", " on ", " since 2", "Nothing was done"] {
                #expect(outcome.errors.contains(words), "\(arguments): \(outcome.errors)")
            }
        }
        #expect(try program.run(["find", "goat"]).exitCode == 0)
        flock(lock, LOCK_UN)
        #expect(try program.run(["index"]).exitCode == 0)
    }
}
