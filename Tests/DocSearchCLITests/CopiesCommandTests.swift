import DocSearchTestSupport
import Foundation
import Testing

@Suite("docsearch copies")
struct CopiesCommandTests {
    private static let letter = """
        The surveyor reports that the timber of the old bridge
        is rotten below the water line and that mending it would
        take three masons four weeks if the mill pond were drained
        before harvest.
        """

    /// A letter, the same bytes under another name, the same letter with other words, and something else.
    private static func program() throws -> Program {
        let program = try Program()
        let first = PDFWriter(texts: [letter]).bytes
        try program.folder.write(first, to: "archive/a-first.pdf")
        try program.folder.write(first, to: "archive/b-same.pdf")
        let other = letter.replacing("masons", with: "carpenters")
        let zip = ZipWriter([
            .init("paper.pdf", PDFWriter(texts: [other]).bytes),
            .init("paper.json", Array(#"{"title": "Rotten\u001B]0;owned\u0007 timber"}"#.utf8)),
        ])
        try program.folder.write(zip.bytes, to: "archive/c-near.zip")
        try program.folder.write(PDFWriter(texts: ["A bill for tea."]).bytes, to: "archive/d-bill.pdf")
        let indexed = try program.run(
            ["index", "--ocr", "never", "--meaning", "never", program.folder.path + "/archive"])
        #expect(indexed.exitCode == 0, "\(indexed.errors)")
        return program
    }

    @Test func copiesCommandShowsWhatIsTheSameAndWhatDiffers() throws {
        let outcome = try Self.program().run(["copies"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("same content: "))
        #expect(outcome.output.contains("% of the words are the same: "))
        #expect(outcome.output.contains("words it lacks: "))
        #expect(outcome.output.contains("2 documents of 4 repeat 1 other."))
        #expect(!outcome.output.contains("d-bill"))
        #expect(!outcome.output.unicodeScalars.contains("\u{1B}"))
    }

    /// Whichever of the three comes first.
    @Test(arguments: ["timber bridge", "timber carpenters", "timber masons"])
    func findTellsTheSameFileFromOneThatIsNearlyTheSame(query: String) throws {
        let outcome = try Self.program().run(["find", query])
        let lines = outcome.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines.count { $0.hasPrefix("the same as document") } == 1, "\(outcome.output)")
        #expect(lines.count { $0.hasPrefix("nearly the same as document") } == 1, "\(outcome.output)")
        let first = try #require(lines.firstIndex { $0.hasPrefix("a-first.pdf") || $0.hasPrefix("b-same.pdf") })
        let second = try #require(lines.lastIndex { $0.hasPrefix("a-first.pdf") || $0.hasPrefix("b-same.pdf") })
        #expect(second > first && lines[second + 1].hasPrefix("the same as document"), "\(outcome.output)")
    }

    @Test func copiesCommandWritesTheSameAsJSON() throws {
        let object = try Self.program().run(["copies", "--json"]).json()
        #expect(object["documents"] == .number(4))
        #expect(object["copy_count"] == .number(2))
        #expect(object["group_count"] == .number(1))
        let group = object["groups"]?[0]
        #expect(group?["original"]?["path"] != .string("d-bill.pdf"))
        let copies = group?["copies"]?.elements ?? []
        let words = copies.flatMap { copy in
            (copy["words_of_original"]?.elements ?? []) + (copy["words_of_copy"]?.elements ?? [])
        }
        #expect(words.contains(.string("masons")))
        #expect(words.contains(.string("carpenters")))
        #expect(copies.contains { $0["differences"]?.elements.contains { $0["field"] == .string("title") } == true })
    }

    @Test func copiesCommandSaysThatThereAreNoCopies() throws {
        let outcome = try Self.program().run(["copies", "--filter", "bill"])
        #expect(outcome.exitCode == 1)
        #expect(outcome.output == "No copies among 1 document.\n")
    }

    @Test func copiesCommandLeavesOutHiddenDocuments() throws {
        let program = try Self.program()
        #expect(try program.run(["hide", "b-same.pdf"]).exitCode == 0)
        #expect(try !program.run(["copies"]).output.contains("b-same"))
        #expect(try program.run(["copies", "--hidden"]).output.contains("b-same"))
    }
}
