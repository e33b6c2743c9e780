import DocSearchTestSupport
import Foundation
import Testing

@Suite("Recent searches")
struct RecentSearchTests {
    private static func program() throws -> Program {
        var program = try Program()
        program.environment["TERM"] = "dumb"
        try program.indexMinutes()
        return program
    }

    private func recent(_ program: Program) throws -> [String] {
        try program.run(["recent"]).lines.compactMap { $0.split(separator: "\t").last.map(String.init) }
    }

    @Test func recentSearchesAreThoseOnATerminal() throws {
        let program = try Self.program()
        #expect(try program.run(["recent"]).exitCode == 1, "there are none yet")
        let first = try program.runOnTerminal(["find", "council", "minutes"])
        #expect(first.exitCode == 0, "\(first.output) \(first.errors)")
        #expect(first.output.contains("1. [Minutes]"), "\(first.output) \(first.errors)")
        #expect(try program.runOnTerminal(["find", "zzzqqq", "--limit", "3"]).exitCode == 1)
        #expect(try program.runOnTerminal(["find", "Council", "Minutes"]).exitCode == 0)
        #expect(try recent(program) == ["Council Minutes", "zzzqqq"])
        let listed = try program.run(["recent", "--limit", "1", "--json"]).json()["searches"]
        #expect(listed?.elements.count == 1)
        #expect(listed?[0]?["query"]?.string == "Council Minutes")
        #expect(listed?[0]?["found"]?.int == 1)
        #expect(abs((listed?[0]?["time"]?.number ?? 0) - Date().timeIntervalSince1970) < 3600)
    }

    @Test func recentSearchesAreNotThoseOfProgramsAndPipes() throws {
        let program = try Self.program()
        _ = try program.run(["find", "council"])
        _ = try program.run(["find", "council", "--json"])
        for arguments in [["--json"], ["--jsonl"], ["--csv"], ["--trec"], ["--offset", "1"]] {
            _ = try program.runOnTerminal(["find", "council"] + arguments)
        }
        try program.folder.write("1\tcouncil\n".utf8, to: "queries")
        _ = try program.runOnTerminal(["find", "--queries", program.folder.path + "/queries"])
        _ = try program.runOnTerminal(["find", String(repeating: "council ", count: 200)])
        let wrong = try program.runOnTerminal(["find", "council", "--root", "/nowhere"])
        #expect(wrong.exitCode == 2)
        #expect(try recent(program).isEmpty)
    }

    @Test func recentSearchesAreNotKeptWhereTheConfigurationSaysSo() throws {
        let program = try Self.program()
        _ = try program.runOnTerminal(["find", "council"])
        try program.folder.write(#"{"recent": false}"#.utf8, to: "config/docsearch/config.json")
        _ = try program.runOnTerminal(["find", "goat"])
        #expect(try recent(program) == ["council"])
        let cleared = try program.run(["recent", "--clear"])
        #expect(cleared.errors == "Removed 1 search.\n")
        #expect(cleared.exitCode == 0)
        #expect(try recent(program).isEmpty)
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func recentSearchesAreGoneFromTheFilesWhenTheyAreRemoved() throws {
        let program = try Self.program()
        let canary = "canarywordxyz"
        _ = try program.runOnTerminal(["find", canary])
        // A back-up is made of what was tagged.
        _ = try program.run(["tag", "1", "+a"])
        _ = try program.run(["index", "--ocr", "never"])
        #expect(try recent(program) == [canary])
        #expect(try program.run(["recent", "--clear"]).exitCode == 0)
        for name in try FileManager.default.contentsOfDirectory(atPath: program.index) {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: program.index + "/" + name))
            #expect(bytes.range(of: Data(canary.utf8)) == nil, "\(name)")
        }
    }

    @Test func recentSearchesNeverMakeASearchFailOrWait() throws {
        let program = try Self.program()
        let lock = open(program.index + "/user-lock", O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let start = ContinuousClock.now
        let found = try program.runOnTerminal(["find", "council"])
        #expect(found.exitCode == 0, "\(found.errors)")
        #expect(found.errors.isEmpty, "\(found.errors)")
        #expect(ContinuousClock.now - start < .seconds(8), "a lock is waited for ten seconds")
        flock(lock, LOCK_UN)
        #expect(try recent(program).isEmpty)
    }

    @Test func recentSearchesAreCountedForWhoLooksAfterTheArchive() throws {
        let program = try Self.program()
        #expect(try program.run(["stats", "queries"]).output.isEmpty)
        for query in ["council", "zzzqqq", "Council", "goat\u{1B}[31m", "zzzqqq", "council"] {
            _ = try program.runOnTerminal(["find", query])
        }
        let statistics = try program.run(["stats", "queries", "--json"]).json()
        #expect(statistics["searches"]?.int == 6)
        #expect(statistics["frequent"]?.elements.map { $0["times"]?.int } == [3, 2, 1])
        #expect(statistics["frequent"]?[0]?["query"]?.string == "council")
        #expect(statistics["not_found"]?.elements.first?["query"]?.string == "zzzqqq")
        let text = try program.run(["stats", "queries", "--limit", "1"])
        #expect(text.output.contains("Asked most:\n3\t1\tcouncil\n"), "\(text.output)")
        #expect(text.output.contains("Not found:\n2\t0\tzzzqqq\n"))
        #expect(try program.run(["stats", "words"]).exitCode == 64)
        for command in [["recent"], ["stats", "queries"]] {
            #expect(try !program.run(command).output.contains("\u{1B}"))
        }
    }

    @Test func recentSearchesAreOfferedWhereNoWordsAreGiven() throws {
        let program = try Self.program()
        _ = try program.run(["tag", "1", "+street lamps"])
        _ = try program.runOnTerminal(["find", "council"])
        let offer = try program.runOnTerminal(["find"])
        #expect(offer.exitCode == 0, "\(offer.errors)")
        #expect(offer.output.contains("Recent searches\n  council  (1 document)\n"), "\(offer.output)")
        #expect(offer.output.contains("  'tag:=\"street lamps\"'  (1 document)"), "as a shell takes it")
        #expect(offer.output.contains("  'author:\""))
        #expect(try program.runOnTerminal(["find", "--json"]).exitCode == 64)
        let piped = try program.run(["find"])
        #expect(piped.exitCode == 64)
        #expect(piped.errors.contains("Give the words to look for"))
        var empty = try Program()
        empty.environment["TERM"] = "dumb"
        #expect(try empty.runOnTerminal(["find"]).exitCode == 2, "there is no index")
        try empty.folder.write("Nothing to read.".utf8, to: "papers/README.txt")
        _ = try empty.run(["index", "--ocr", "never", empty.folder.path + "/papers"])
        #expect(try empty.runOnTerminal(["find"]).output.contains("docsearch index FOLDER"))
    }
}
