import DocSearchTestSupport
import Foundation
import Testing

/// Limits in the configuration file.
@Suite struct ConfiguredLimitTests {
    private func makeProgram(limits: String) throws -> Program {
        let program = try Program()
        try program.folder.write(#"{"limits": \#(limits)}"#.utf8, to: "config/docsearch/config.json")
        return program
    }

    @Test(arguments: ["index", "bundles"])
    func configuredLimitsAreThoseOfARun(command: String) throws {
        let program = try makeProgram(limits: #"{"mail_header_bytes": 20}"#)
        try program.folder.write("From: a@aldermere.example\nSubject: Herons\n\nin the reeds".utf8, to: "archive/a.eml")
        let outcome = try program.run([command, program.folder.path + "/archive"])
        #expect(outcome.exitCode == 3)
        #expect((outcome.output + outcome.errors).contains("the limit is 20 (mailHeaderBytes)"), "\(outcome.errors)")
    }

    @Test(arguments: [
        ("entries", "0", "1 to 9223372036854775807"), ("pages", "1048576", "1 to 1048575"),
        ("nesting", "-3", "1 to 8"), ("memory_bytes", "1e30", "1 to 9223372036854775807"),
        ("mail_bytes", "\"much\"", "1 to 9223372036854775807"),
    ])
    func configuredLimitsThatMakeNoSenseAreRefusedByName(key: String, value: String, allowed: String) throws {
        let program = try makeProgram(limits: #"{"\#(key)": \#(value)}"#)
        let outcome = try program.run(["index", program.archive("minutes/1931-council-minutes.pdf")])
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(
            outcome.errors.contains("limits.\(key): it must be a whole number from \(allowed)."), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: program.index))
    }

    @Test func configuredLimitsThatNobodyKnowsAreRefused() throws {
        let outcome = try makeProgram(limits: #"{"entrys": 5}"#).run(["index", "archive"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("limits.entrys: there is no such limit"))
    }
}
