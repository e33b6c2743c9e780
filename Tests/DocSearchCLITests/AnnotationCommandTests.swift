import DocSearchTestSupport
import Foundation
import Testing

@Suite("Commands about what people say")
struct AnnotationCommandTests {
    private static let document = "1931-council-minutes.pdf"

    private func tags(_ program: Program) throws -> [String] {
        try program.run(["tags"]).output.split(separator: "\n").compactMap {
            $0.split(separator: "\t").last.map(String.init)
        }
    }

    @Test func tagsAreGivenWithAPlusAndTakenWithAMinus() throws {
        let program = try Program.withMinutes()
        let given = try program.run(["tag", "1", "+council", "+street lamps", "-draft"])
        #expect(given.exitCode == 0, "\(given.errors)")
        #expect(try tags(program) == ["council", "street lamps"])
        #expect(try program.run(["find", "tag:=\"street lamps\""]).exitCode == 0)
        #expect(try program.run(["tag", "1", "-council", "--quiet"]).errors.isEmpty)
        #expect(try tags(program) == ["street lamps"])
        #expect(try program.run(["tag", "1", "+a", "-a"]).exitCode == 64)
        #expect(try program.run(["tag", "1"]).exitCode == 64)
        #expect(try program.run(["tag", "nothing.pdf", "+a"]).exitCode == 2)
    }

    @Test func queriesAreTaggedOnlyAfterAnAnswer() throws {
        let program = try Program.withMinutes()
        let refused = try program.run(["tag", "--query", "council", "+a"], input: "no\n")
        #expect(refused.exitCode == 2)
        #expect(try tags(program).isEmpty)
        #expect(try program.run(["tag", "--query", "council", "+a"], input: "yes\n").exitCode == 0)
        #expect(try program.run(["tag", "--query", "council", "+b", "--yes"]).exitCode == 0)
        #expect(try program.run(["tag", "-", "+c"], input: Self.document + "\n").exitCode == 2, "the path form counts")
        #expect(try program.run(["tag", "-", "+c"], input: "minutes/\(Self.document)\n1\n").exitCode == 0)
        #expect(try tags(program) == ["a", "b", "c"])
        let none = try program.run(["tag", "--query", "xyzzy", "+d", "--yes"])
        #expect(none.exitCode == 1)
        #expect(none.errors == "Nothing found.\n")
    }

    @Test func hostileTextsReachNoTerminal() throws {
        let program = try Program.withMinutes()
        let escape = "\u{1B}]0;x\u{7}"
        #expect(try program.run(["tag", "1", "+a\(escape)"]).exitCode == 64)
        #expect(try program.run(["edit", "1", "--title", "a\(escape)"]).exitCode == 64)
        #expect(try program.run(["note", "1", "a\(escape)"]).exitCode == 64)
        var hostile = program
        hostile.environment["USER"] = "ada\(escape)"
        let tagged = try hostile.run(["tag", "1", "+a"])
        #expect(harmfulScalars(in: tagged.errors).isEmpty)
        let quotes = "'; DROP TABLE decision; -- \" NEAR( * {title} : x"
        #expect(try program.run(["note", "1", quotes]).exitCode == 0)
        #expect(try program.run(["find", "note:drop"]).output.contains("DROP"))
        #expect(try program.run(["note", "1", "--list"]).output.contains(quotes))
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func textsThatAreNotUTF8AreRefused() throws {
        let program = try Program.withMinutes()
        try program.folder.write([0x53, 0x74, 0x72, 0x61, 0xDF, 0x65], to: "latin.txt")
        let shell = ["/bin/sh", "-c", "exec \"$0\" \"$@\" < latin.txt"]
        let latin = try program.run(["note", "1", "-"], launcher: shell)
        #expect(latin.exitCode == 64)
        #expect(latin.errors.contains("UTF-8"))
        #expect(try program.run(["note", "1", "-"], input: "Straße\r\n").exitCode == 0)
        #expect(try program.run(["note", "1", "--list"]).output.hasSuffix("  Straße\n  \n"))
    }

    @Test func savedQuestionsMailOnlyWhatIsNew() throws {
        let program = try Program.withMinutes()
        #expect(try program.run(["save", "minutes", "council", "-nonsense"]).exitCode == 0)
        #expect(try program.run(["saved"]).output == "@minutes\tcouncil -nonsense\n")
        #expect(try program.run(["saved", "minutes"]).output == "@minutes\tcouncil -nonsense\n")
        #expect(try program.run(["saved", "@minutes"]).output == "@minutes\tcouncil -nonsense\n")
        let unknown = try program.run(["saved", "min"])
        #expect(unknown.exitCode == 2 && unknown.output.isEmpty && unknown.errors.contains("no saved question \"min\""))
        #expect(try program.run(["find", "@minutes", "--new"]).exitCode == 0)
        let again = try program.run(["find", "@minutes", "--new"])
        #expect(again.exitCode == 1)
        #expect(again.errors == "Nothing new for @minutes.\n")
        #expect(try program.run(["find", "@minutes"]).exitCode == 0)
        #expect(try program.run(["find", "@other"]).exitCode == 2)
        #expect(try program.run(["find", "--", "@council"]).exitCode == 0, "a word, behind --")
        #expect(try program.run(["find", "minutes", "--new"]).exitCode == 64)
        #expect(try program.run(["find", "goat", "--filter", "@minutes"]).exitCode == 0)
        #expect(try program.run(["find", "goat", "--filter", "@other"]).exitCode == 2)
        let named = try program.run(["save", "other", "@minutes"])
        #expect(named.exitCode == 64, "\(named.errors)")
        #expect(named.errors.contains("is the name of a question"), "\(named.errors)")
        #expect(try program.run(["save", "minutes", "--remove"]).exitCode == 0)
        #expect(try program.run(["find", "@minutes"]).exitCode == 2)
    }

    @Test func whatWasDoneIsLoggedAndUndone() throws {
        let program = try Program.withMinutes()
        _ = try program.run(["edit", "1", "--title", "Drainage report", "--note", "Seen in May."])
        #expect(try program.run(["show", "1"]).output.contains("Title: Drainage report"))
        #expect(try program.run(["show", "1"]).output.contains("Note: Seen in May."))
        let log = try JSON(Data(try program.run(["log", "--json"]).output.utf8))
        #expect(log["changes"]?[0]?["action"]?.string == "edit title, note: minutes/\(Self.document)")
        #expect(log["changes"]?[0]?["steps"]?.int == 2)
        #expect(try program.run(["undo"]).exitCode == 0)
        #expect(try program.run(["undo"]).exitCode == 2)
        #expect(try !program.run(["show", "1"]).output.contains("Drainage"))
    }

    /// 10 kills, or as many as ``Torture`` says.
    @Test func nothingThatWasSaidIsLostByAKill() throws {
        let program = try Program.withMinutes()
        let kills = Torture.rounds ?? 10
        var generator = SeededGenerator(seed: Torture.seed)
        var said: Set<String> = []
        for round in 0..<kills {
            let arguments = round.isMultiple(of: 2) ? ["tag", "1", "+t\(round)"] : ["note", "1", "note t\(round)"]
            let command = try program.start(arguments)
            usleep(UInt32.random(in: 0...60_000, using: &generator))
            command.send(SIGKILL)
            if try command.wait(.seconds(60)).exitCode == 0 { said.insert("t\(round)") }
            // Some are let through, so that there is something to lose.
            if round.isMultiple(of: 3) {
                #expect(try program.run(["tag", "1", "+u\(round)"]).exitCode == 0)
                said.insert("u\(round)")
            }
            let shown = try program.run(["show", "1", "--json", "--page", "1"]).output
            for word in said { #expect(shown.contains("\(word)\""), "\(word) is lost after \(round) kills") }
        }
        let check = try program.run(["verify"])
        #expect(check.exitCode == 0, "\(check.errors)")
    }

    @Test func manyCommandsSayThingsAtOnce() throws {
        let program = try Program.withMinutes()
        let commands = try (0..<8).map { try program.start(["tag", "1", "+t\($0)"]) }
        for command in commands { #expect(try command.wait(.seconds(60)).exitCode == 0) }
        #expect(try tags(program).count == 8)
        #expect(try program.run(["verify"]).exitCode == 0)
    }

    @Test func editorChangesANoteOnATerminal() throws {
        var program = try Program.withMinutes()
        #expect(try program.run(["note", "1", "The goat was sold."]).exitCode == 0)
        func note() throws -> JSON? { try program.run(["note", "1", "--list", "--json"]).json()["notes"]?[0] }
        let id = try #require(try note()?["id"]?.string)
        let editor = try program.folder.write("sed -i 's/sold/returned/' \"$1\"\n".utf8, to: "editor")
        program.environment["VISUAL"] = "sh \(editor)"
        let changed = try program.runOnTerminal(["note", "--edit", id])
        #expect(changed.exitCode == 0, "\(changed.errors)")
        #expect(try note()?["value"]?.string == "The goat was returned.")
        let same = try program.runOnTerminal(["note", "--edit", id])
        #expect(same.errors.contains("Nothing was changed."), "\(same.errors)")
        #expect(try program.run(["log"]).lines.count == 2)
        #expect(try program.run(["note", "--edit", id]).exitCode == 64, "there is no terminal")
        #expect(try program.runOnTerminal(["note", "--edit", "00000000"]).exitCode == 2)
    }

    @Test func clearingSearchesNamesDamagedFilesThatMayHaveSome() throws {
        let program = try Program.withMinutes()
        #expect(try program.run(["recent", "--clear"]).errors == "Removed 0 searches.\n")
        try program.folder.write("x".utf8, to: "data/docsearch/user.sqlite.damaged-1")
        try program.folder.write("x".utf8, to: "data/docsearch/pages.sqlite.damaged-1")
        let cleared = try program.run(["recent", "--clear"]).errors
        #expect(cleared.contains("earlier ones: user.sqlite.damaged-1. Remove"), "\(cleared)")
    }
}
