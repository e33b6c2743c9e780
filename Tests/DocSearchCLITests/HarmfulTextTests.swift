import DocSearchTestSupport
import Foundation
import Testing

@Suite struct HarmfulTextTests {
    private static let title = "Minutes\u{1B}]0;owned\u{7} \u{202E}fdp.exe\u{2066} \u{9B}31m\u{7F}goat"

    /// An archive in which everything that can be named is named with harm.
    private func program() throws -> Program {
        let program = try Program()
        let pdf = try SampleArchive.bytes("letters/1949-library-gift.pdf")
        let sidecar: [String: Any] = [
            "title": Self.title, "author": ["Ann\u{1B}[31m Lee"], "tags": ["a\u{1B}[2Jb\u{202E}c"],
            "description": "de\u{1B}scription\u{8}", "identifier": "id\u{1B}[1m", "language": "en\u{1B}g",
        ]
        let zip = ZipWriter([
            .init("pa\u{1B}[7mper.pdf", Array(pdf)),
            .init("pa\u{1B}[7mper.json", Array(try JSONSerialization.data(withJSONObject: sidecar))),
            .init(
                "pa\u{1B}[7mper.txt",
                "The \u{1B}[5mgoat\u{1B}[0m came \u{202E}back\u{7}\u{9B}2J.\u{2028}Twice."),
        ])
        try program.folder.write(zip.bytes, to: "archive\u{1B}[3m/bun\u{1B}]2;x\u{7}dle\u{202E}.zip")
        try program.folder.write("no PDF".utf8, to: "archive\u{1B}[3m/bro\u{1B}[31mken\u{202E}.pdf")
        return program
    }

    @Test func harmfulTextNeverReachesTheTerminal() throws {
        let program = try program()
        let indexed = try program.run(
            ["index", "--ocr", "never", "--verbose", program.folder.path + "/archive\u{1B}[3m"])
        #expect(indexed.exitCode == 3)
        #expect(harmfulScalars(in: indexed.errors).isEmpty, "index: \(indexed.errors.debugDescription)")
        let found = try program.run(["find", "goat", "--explain"])
        #expect(found.exitCode == 0)
        #expect(found.output.contains("goat"))
        for arguments in [
            ["find", "goat"], ["find", "goat", "--explain"], ["find", "goat", "--trec"],
            ["find", "goat", "--match", "any"],
            ["show", "1"], ["show", "1", "--page", "1"], ["show", "1", "--marks", "goat"],
            ["show", "1", "--raw"],
            ["status"], ["status", "--failed"], ["status", "--no-text"], ["open", "1", "--print"], ["doctor"],
        ] {
            let outcome = try program.run(arguments)
            #expect(
                harmfulScalars(in: outcome.output).isEmpty, "\(arguments): \(outcome.output.debugDescription)"
            )
        }
    }

    @Test func harmfulTextIsEscapedInJSON() throws {
        let program = try program()
        let archive = program.folder.path + "/archive\u{1B}[3m"
        let indexed = try program.run(["index", "--ocr", "never", "--progress", "json", archive])
        #expect(harmfulScalars(in: indexed.errors).isEmpty)
        for arguments in [
            ["find", "goat", "--json"], ["find", "goat", "--jsonl"], ["show", "1", "--json"],
            ["status", "--json"],
        ] {
            let outcome = try program.run(arguments)
            #expect(outcome.exitCode == 0)
            #expect(
                harmfulScalars(in: outcome.output).isEmpty, "\(arguments): \(outcome.output.debugDescription)"
            )
            #expect(outcome.output.contains("\\u001b"), "\(arguments)")
            #expect(outcome.output.contains("\\u202e"), "\(arguments)")
        }
        let hit = try #require(try program.run(["find", "goat", "--json"]).json()["hits"]?[0])
        #expect(hit["path"]?.string?.contains("bun\u{1B}]2;x\u{7}dle\u{202E}.zip!/") == true)
    }

    /// Messages go to a terminal as well, and arguments may be file names that the shell put there.
    @Test(arguments: [
        ["show", "1", "--page", "99"], ["open", "1", "--page", "99"], ["show", "no\u{1B}[31msuch"],
        ["remove", "no\u{1B}[31msuch"], ["index", "no\u{1B}[31msuch"], ["find", "\t\u{7}"],
        ["find", "\u{202E}"],
        ["find", "--\u{1B}[31m"], ["status", "no\u{1B}[31msuch"],
        ["find", "--queries", "no\u{1B}[31msuch"], ["--index", "no\u{1B}[31msuch", "status"],
    ])
    func harmfulTextIsNotInMessages(arguments: [String]) throws {
        let program = try program()
        let archive = program.folder.path + "/archive\u{1B}[3m"
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 3)
        #expect(try program.run(["show", "1"]).exitCode == 0)
        let outcome = try program.run(arguments)
        #expect([2, 64].contains(outcome.exitCode))
        #expect(!outcome.errors.isEmpty)
        #expect(harmfulScalars(in: outcome.errors).isEmpty, "\(outcome.errors.debugDescription)")
    }
}
