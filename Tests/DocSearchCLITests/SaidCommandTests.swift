import DocSearchTestSupport
import Foundation
import Testing

/// What commands say where less, or something else, was done than one may think.
@Suite("Commands that say what they did not do")
struct SaidCommandTests {
    private static func program() throws -> Program {
        let program = try Program()
        try program.indexMinutes()
        return program
    }

    @Test func undoBringsBackNothingThatWasForgottenAndSaysSo() throws {
        let program = try Program()
        for name in ["a", "b"] {
            try program.folder.write(PDFWriter(texts: ["a heron \(name)"]).bytes, to: "archive/\(name).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try program.run(["forget", "--exclude", "--yes", "a.pdf"]).exitCode == 0)
        let refused = try program.run(["undo"])
        #expect(refused.exitCode == 2)
        #expect(
            refused.errors.contains("The last change, 1, leaves out the files of forgotten documents"),
            "\(refused.errors)")
        #expect(try program.run(["exclude", "--list"]).lines.count == 1)
        #expect(try program.run(["log"]).output.contains("forget --exclude /a.pdf"))
        // What was said later is taken back as ever.
        #expect(try program.run(["tag", "b.pdf", "+x"]).exitCode == 0)
        #expect(try program.run(["undo"]).exitCode == 0)
        let done = try program.run(["undo", "1"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("does not come back"), "\(done.errors)")
        #expect(try program.run(["exclude", "--list"]).output.isEmpty)
    }

    @Test func statusShowsWhyNothingIsLeftOut() throws {
        let program = try Self.program()
        try program.folder.write("[x\n".utf8, to: "archive/.docsearchignore")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 3)
        let status = try program.run(["status"]).output
        #expect(
            status.contains("Warning:    \"\(program.folder.path)/archive/.docsearchignore\" cannot be used"),
            "\(status)")
        #expect(try program.run(["status", "--json"]).json()["exclusion_problems"]?.elements.count == 1)
    }

    @Test func editorChangesANoteOnATerminal() throws {
        var program = try Self.program()
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

    @Test func highlightSaysThatWordsAreMarkedAlready() throws {
        let program = try Self.program()
        let words = ["highlight", "1", "--page", "1", "--quote", "minutes of the year"]
        #expect(try program.run(words).errors.contains("Highlighted, "))
        #expect(try program.run(words).errors.contains("Highlighted before, "))
        #expect(try program.run(words + ["--label", "x"]).errors.contains("Highlighted, "))
        #expect(try program.run(["highlight", "--adrift"]).output.isEmpty)
        let bytes = PDFWriter(texts: ["entirely other words"]).bytes
        try program.folder.write(bytes, to: "archive/minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        let list = try program.run(["highlight", "--adrift"])
        #expect(list.lines.count == 2, "\(list.output)")
        #expect(list.output.contains("1931-council-minutes.pdf, page 1, highlight "), "\(list.output)")
        let found = try program.run(["highlight", "--adrift", "--json"]).json()["highlights"]?.elements
        #expect(found?.count == 2)
        #expect(found?.first?["path"]?.string?.hasSuffix("1931-council-minutes.pdf") == true)
        #expect(found?.first?["adrift"] == .bool(true))
        #expect(try program.run(["highlight", "1", "--adrift"]).exitCode == 64)
    }

    @Test func importNamesWhatIsSaidOfPagesThatAreNotThere() throws {
        let program = try Self.program()
        #expect(try program.run(["note", "1", "--page", "1", "The goat."]).exitCode == 0)
        let export = try program.run(["export", "--user"]).output
        #expect(try program.run(["undo"]).exitCode == 0)
        let lines = export.replacing("\"page\":1", with: "\"page\":900").replacing(
            /"id":"[^"]*","kind"/, with: "\"id\":\"00000000-0000-4000-8000-000000000000\",\"kind\"")
        let file = try program.folder.write(lines.utf8, to: "said.jsonl")
        let done = try program.run(["import", file])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(done.errors.contains("line 2: "), "\(done.errors)")
        #expect(done.errors.contains("has no page 900"), "\(done.errors)")
        #expect(done.errors.contains("1 added, 0 changed, 0 the same, 0 refused, 1 adrift."), "\(done.errors)")
        #expect(try program.run(["note", "1", "--list"]).output.contains("page 900 (adrift: there is no such page)"))
    }

    @Test func clearingSearchesNamesDamagedFilesThatMayHaveSome() throws {
        let program = try Self.program()
        #expect(try program.run(["recent", "--clear"]).errors == "Removed 0 searches.\n")
        try program.folder.write("x".utf8, to: "data/docsearch/user.sqlite.damaged-1")
        try program.folder.write("x".utf8, to: "data/docsearch/pages.sqlite.damaged-1")
        let cleared = try program.run(["recent", "--clear"]).errors
        #expect(cleared.contains("earlier ones: user.sqlite.damaged-1. Remove"), "\(cleared)")
    }
}
