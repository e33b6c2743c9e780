import DocSearchTestSupport
import Foundation
import Testing

@Suite("The command that marks words")
struct HighlightCommandTests {
    private func listed(_ program: Program, _ options: [String] = []) throws -> JSON {
        try JSON(Data(try program.run(["highlight", "1", "--list", "--json"] + options).output.utf8))
    }

    @Test func highlightCommandMarksListsChangesAndRemoves() throws {
        let program = try Program.withMinutes()
        let words = ["highlight", "1", "--page", "1", "--quote", "minutes of THE  year"]
        let made = try program.run(
            words + ["--label", "title page", "--color", "#FFEE00", "--comment", "Bound later."])
        #expect(made.exitCode == 0, "\(made.errors)")
        let list = try program.run(["highlight", "1", "--list"]).output
        #expect(list.contains("title page, #FFEE00: “Minutes of the Year” – Bound later."), "\(list)")
        let id = try #require(try listed(program)["highlights"]?[0]?["id"]?.string)
        #expect(try listed(program)["highlights"]?[0]?["adrift"] == .bool(false))
        #expect(try listed(program)["highlights"]?[0]?["quote"]?.string == "Minutes of the Year")
        #expect(try program.run(["find", "label:title"]).exitCode == 0)
        #expect(
            try program.run(["find", "has:highlight", "note:bound"]).output.contains("highlight on page 1: [Bound]"))
        #expect(try program.run(["show", "1", "--page", "1"]).output.contains("highlight \(id.prefix(8)), title page"))
        let shown = try JSON(Data(try program.run(["show", "1", "--json", "--page", "1"]).output.utf8))
        #expect(shown["pages"]?[0]?["highlights"]?[0]?["id"]?.string == id)
        #expect(try program.run(["highlight", "--edit", id, "--label", "cover", "--color="]).exitCode == 0)
        #expect(try listed(program)["highlights"]?[0]?["label"]?.string == "cover")
        #expect(try listed(program)["highlights"]?[0]?["color"]?.string == nil)
        #expect(try listed(program, ["--label", "other"])["highlights"] == .array([]))
        #expect(try program.run(["highlight", "--remove", id]).exitCode == 0)
        #expect(try program.run(["highlight", "--remove", id]).exitCode == 2)
        #expect(try program.run(["highlight", "1", "--list"]).output.isEmpty)
    }

    @Test func notesOfOnePageAreListed() throws {
        let program = try Program.withMinutes()
        for page in ["1", "2"] {
            try #require(try program.run(["note", "1", "--page", page, "On page \(page)."]).exitCode == 0)
        }
        let listed = try program.run(["note", "1", "--list", "--page", "2"]).output
        #expect(listed.contains("On page 2."))
        #expect(!listed.contains("On page 1."))
    }

    @Test func wordsToHighlightAreChosenAmongSeveral() throws {
        let program = try Program.withMinutes()
        let words = ["highlight", "1", "--page", "2", "--quote", "the"]
        let many = try program.run(words)
        try #require(many.exitCode == 2, "\(many.errors)")
        #expect(many.errors.contains("1: …"))
        #expect(many.errors.contains("Nothing was changed"))
        #expect(try program.run(words + ["--occurrence", "2"]).exitCode == 0)
        #expect(try program.run(words + ["--occurrence", "99"]).exitCode == 64)
        #expect(try listed(program)["highlights"]?[1] == nil)
        #expect(try program.run(["highlight", "1", "--remove-all"], input: "no\n").exitCode == 2)
        #expect(try program.run(["highlight", "1", "--remove-all", "--yes"]).exitCode == 0)
        #expect(try listed(program)["highlights"] == .array([]))
    }

    @Test func highlightCommandRefusesWhatMakesNoSense() throws {
        let program = try Program.withMinutes()
        let senseless: [([String], Int32, String)] = [
            (["1", "--page", "1", "--quote", "Minuttes of the Yaer"], 2, "Minutes of the Year"),
            (["1", "--page", "99", "--quote", "council"], 2, "no page 99"),
            (["nothing.pdf", "--page", "1", "--quote", "council"], 2, "nothing.pdf"),
            (["1", "--page", "1", "--quote", "\u{AD}"], 2, "not on page"),
            (["1", "--page", "1", "--range", "5-5"], 64, "range"), (["1", "--page", "1", "--range", "x"], 64, "range"),
            (["1", "--page", "1", "--range", "0-999999"], 64, "more than"),
            (["1", "--page", "1", "--range", "90000-90001"], 64, "outside"),
            (["1", "--page", "1", "--range", "0-4", "--color", "red"], 64, "colour"),
            (["1", "--page", "1", "--range", "0-4", "--label", "a\u{1B}]0;x\u{7}"], 64, "control characters"),
            (["--edit", "00000000", "--label", "x"], 2, "no highlight"),
        ]
        for (arguments, code, reason) in senseless {
            let refused = try program.run(["highlight"] + arguments)
            #expect(refused.exitCode == code, "\(arguments)")
            #expect(refused.errors.contains(reason), "\(refused.errors)")
            #expect(harmfulScalars(in: refused.errors).isEmpty)
        }
        #expect(try program.run(["log"]).output.isEmpty, "nothing was changed")
    }

    @Test func highlightSaysThatWordsAreMarkedAlready() throws {
        let program = try Program.withMinutes()
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
}
