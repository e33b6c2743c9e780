import DocSearchTestSupport
import Foundation
import Testing

@Suite("A reader that crashes where SIGCHLD is ignored") struct ReaderEndTests {
    private static let ignoring = ["/usr/bin/env", "--ignore-signal=CHLD"]

    private func program(_ name: String) throws -> Program {
        var program = try Program(name)
        let reader = try program.script("kill -SEGV $$", named: "reader")
        program.environment["DOCSEARCH_EXTRACT"] = reader
        return program
    }

    @Test func crashedReaderIsSaidToHaveCrashedWhereSIGCHLDIsIgnored() throws {
        let program = try program("docsearch")
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run(["index", archive], launcher: Self.ignoring)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("the reader stopped: it crashed (Segmentation fault)"), "\(outcome.errors)")
    }

    @Test func crashedReaderIsSaidToHaveStoppedWhereNoMoreIsKnown() throws {
        let program = try program("ArchiveTool")
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run([program.folder.path + "/index", archive, "goat"], launcher: Self.ignoring)
        #expect(outcome.errors.contains("the reader stopped: the cause is unknown"), "\(outcome.errors)")
        #expect(!outcome.errors.contains("code 0"))
    }
}

@Suite("The environment of a reader") struct ReaderEnvironmentTests {
    @Test func readerEnvironmentHasNothingOfTheUsersButWhatItNeeds() throws {
        var program = try Program()
        let reader = try program.script("env > \"$0.env\"\nexit 1", named: "reader")
        program.environment["DOCSEARCH_EXTRACT"] = reader
        for name in ["API_TOKEN", "SSH_AUTH_SOCK", "LD_PRELOAD_NOT", "DOCSEARCH_INDEX"] {
            program.environment[name] = program.folder.path + "/secret"
        }
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", archive]).exitCode == 2)
        let text = try String(contentsOfFile: reader + ".env", encoding: .utf8)
        let names = Set(text.split(separator: "\n").compactMap { $0.split(separator: "=").first.map(String.init) })
        let needed: Set = [
            "LANG", "LC_ALL", "LC_CTYPE", "TESSDATA_PREFIX", "TMPDIR", "FONTCONFIG_PATH", "HOME", "OMP_THREAD_LIMIT",
            "GLIBC_TUNABLES", "LD_BIND_NOW",
        ]
        // Which the shell sets.
        #expect(names.subtracting(needed).subtracting(["PWD", "OLDPWD", "SHLVL", "_"]) == [])
        #expect(!text.contains("/secret"))
    }
}
