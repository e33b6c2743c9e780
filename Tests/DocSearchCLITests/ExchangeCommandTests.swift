import AnswerForms
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct ExchangeCommandTests {
    /// Three documents with names that a spreadsheet must not be given as they are.
    private static func program() throws -> Program {
        let program = try Program()
        for name in ["=1+1.pdf", "a \"b\", c.pdf", "two\nlines.pdf"] {
            try program.folder.write(PDFWriter(texts: ["heron on the weir", "no bird"]).bytes, to: "archive/" + name)
        }
        let outcome = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return program
    }

    // MARK: - CSV

    @Test func findWritesRowsThatNoSpreadsheetRuns() throws {
        let program = try Self.program()
        let outcome = try program.run(["find", "--csv", "--all", "--sort", "path", "heron"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let rows = outcome.output.components(separatedBy: "\r\n")
        #expect(rows.first == "query,document,path,page,printed number,snippet,match,total_all,total")
        #expect(rows.last == "")
        #expect(rows.count == 5, "\(rows)")
        let paths = rows.dropFirst().dropLast().map { $0.replacing(/^heron,[0-9]+,/, with: "") }
        #expect(
            Set(paths) == [
                "'=1+1.pdf,1,,heron on the weir,all,3,3", "\"a \"\"b\"\", c.pdf\",1,,heron on the weir,all,3,3",
                "\"two\nlines.pdf\",1,,heron on the weir,all,3,3",
            ])
    }

    @Test(arguments: ["-nothing heron", "+heron", "@heron plover", "=heron", " =heron"])
    func queriesInRowsAreNoFormulasEither(query: String) throws {
        let program = try Self.program()
        let file = try program.folder.write("1\t\(query)\n2\tweir\n".utf8, to: "queries.tsv")
        let outcome = try program.run(["find", "--csv", "--queries", file])
        let rows = outcome.output.components(separatedBy: "\r\n")
        #expect(rows.count { $0.hasPrefix("query,") } == 1)
        #expect(rows.contains { $0.hasPrefix("weir,") })
        #expect(rows.allSatisfy { !"=+-@".contains($0.drop { " \"".contains($0) }.first ?? "x") }, "\(rows)")
    }

    @Test func aDocumentWithoutPagesIsARow() throws {
        let outcome = try Self.program().run(["find", "--csv", "--pages", "0", "--limit", "1", "heron"])
        #expect(outcome.output.split(separator: "\r\n").last?.hasSuffix(",,,,all,3,3") == true, "\(outcome.output)")
        #expect(try Self.program().run(["find", "--csv", "zzzqqq"]).exitCode == 1)
    }

    @Test func aListSaysWhichTermsAreSomewhere() throws {
        let program = try Self.program()
        let file = try program.folder.write("1\theron zebra\n2\theron weir\n".utf8, to: "queries.tsv")
        func rows(_ more: [String]) throws -> [String] {
            let outcome = try program.run(["find", "--csv", "--limit", "1", "--queries", file] + more)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            return outcome.output.components(separatedBy: "\r\n").dropFirst().dropLast().map { $0 }
        }
        let strict = try rows([])
        #expect(strict.count == 2)
        #expect(strict.first == "heron zebra,,,,,not found,,0,0")
        #expect(strict.last?.hasSuffix(",all,3,3") == true)
        #expect(try rows(["--match", "auto"]).first?.hasSuffix(",any,0,3") == true, "marked")
    }

    // MARK: - Documents

    @Test func documentsAreExportedAsLinesOrRows() throws {
        let program = try Self.program()
        let lines = try program.run(["export", "--documents"]).jsonLines()
        #expect(lines.count == 3)
        for line in lines {
            for (key, types) in FindJSONTests.documentMembers { #expect(line.has(key, types), "\(key)") }
            #expect(line["pages"] == nil)
        }
        let texts = try program.run(["export", "--documents", "--text"]).jsonLines()
        #expect(texts[0]["pages"]?.elements.map { $0["page"]?.int } == [1, 2])
        #expect(texts[0]["pages"]?[0]?["text"]?.string?.contains("heron on the weir") == true)
        #expect(texts[0]["pages"]?[0]?.keys == ["page", "label", "origin", "text"])
        let rows = try program.run(["export", "--documents", "--csv"]).output.components(separatedBy: "\r\n")
        #expect(rows.count == 5)
        #expect(rows[0].hasPrefix("id,path,file,"))
        #expect(rows.contains { $0.contains(",'=1+1.pdf,") })
    }

    // MARK: - What people said

    @Test func whatIsExportedIsImported() throws {
        let (program, other) = (try Self.program(), try Self.program())
        #expect(try program.run(["tag", "--query", "heron", "--yes", "+council"]).exitCode == 0)
        #expect(try program.run(["export", "--user", "said.jsonl"]).output.isEmpty)
        let bytes = try #require(FileManager.default.contents(atPath: program.folder.path + "/said.jsonl"))
        #expect(try program.run(["export", "--user", "-"]).outputBytes == bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        let trial = try other.run(["import", "-", "--dry-run"], input: text)
        #expect(trial.errors == "Would be: 3 added, 0 changed, 0 the same, 0 refused.\n")
        #expect(try other.run(["find", "tag:council"]).exitCode == 1)
        let outcome = try other.run(["import", "-"], input: text)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "3 added, 0 changed, 0 the same, 0 refused.\n")
        #expect(try other.run(["find", "tag:council"]).exitCode == 0)
        #expect(try other.run(["undo"]).errors == "Undone: 1 import -\n")
        #expect(try other.run(["find", "tag:council"]).exitCode == 1)
    }

    @Test func importExitsWithThreeForDamagedLines() throws {
        let program = try Self.program()
        let outcome = try program.run(
            ["import", "-"], input: "{\"docsearch\":\"decisions\",\"version\":1}\n\n{\u{1B}\n")
        #expect(outcome.exitCode == 3)
        #expect(outcome.errors == "docsearch: line 3: it is not JSON.\n0 added, 0 changed, 0 the same, 1 refused.\n")
    }

    @Test func exportAndImportExitOtherwiseWithTwoOrSixtyFour() throws {
        let program = try Self.program()
        #expect(try program.run(["import", "-"], input: "nothing\n").exitCode == 64)
        #expect(try program.run(["import", "nothing.jsonl"]).exitCode == 2)
        #expect(try program.run(["import", "."]).exitCode == 2)
        #expect(try program.run(["export", "--user", "nothing/said.jsonl"]).exitCode == 2)
        #expect(try program.run(["export", "--user", "."]).exitCode == 64)
    }

    @Test func importNamesWhatIsSaidOfPagesThatAreNotThere() throws {
        let program = try Program()
        try program.indexMinutes()
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
}
