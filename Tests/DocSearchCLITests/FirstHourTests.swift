import DocSearchTestSupport
import Foundation
import Testing

@Suite("The first hour")
struct FirstHourTests {
    @Test(arguments: [
        (
            ["path:minutes", "red"],
            "+red adds it, -red removes it. For the documents that a query finds: --query=path:minutes"
        ),
        (["1", "street lamps"], "+'street lamps' adds it, -'street lamps' removes it."),
        (["1"], "+TAG adds it, -TAG removes it."),
    ])
    func aTagWithoutItsSignIsExplained(arguments: [String], words: String) throws {
        let outcome = try Program.withMinutes().run(["tag"] + arguments)
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("Give a tag with its sign: " + words), "\(outcome.errors)")
    }

    @Test(arguments: [["tag", "+red"], ["hide"], ["edit", "--title=Paper"], ["forget", "--yes"]])
    func aQueryInPlaceOfADocumentIsExplained(command: [String]) throws {
        let program = try Program.withMinutes()
        let outcome = try program.run([command[0], "author:\"Ada Locke\""] + command.dropFirst())
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("that a query finds: --query='author:\"Ada Locke\"'"), "\(outcome.errors)")
        let file = try program.run([command[0], "box:7.pdf"] + command.dropFirst())
        #expect(file.exitCode == 2)
        #expect(!file.errors.contains("--query"), "\(file.errors)")
    }

    @Test func tagsThatChangeNothingSayWhy() throws {
        let program = try Program()
        for name in ["a", "b"] {
            try program.folder.write(PDFWriter(texts: [name]).bytes, to: "archive/box/\(name).pdf")
        }
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        func said(_ arguments: String...) throws -> String { try program.run(["tag"] + arguments + ["--yes"]).errors }
        #expect(try said("box/a.pdf", "+red") == "Changed the tags of 1 document.\n")
        #expect(try said("box/a.pdf", "+red") == "Nothing was changed. The document has the tag \"red\" already.\n")
        #expect(
            try said("box/b.pdf", "-red", "-rde")
                == """
                Nothing was changed. The document does not have the tag "red". There is no tag "rde"; "docsearch tags" lists \
                the tags.

                """)
        #expect(try said("box", "+red") == "Changed the tags of 1 document; 1 of 2 needed no change.\n")
        let both = try said("box", "+red", "-blue")
        #expect(both.hasPrefix("Nothing was changed. All 2 documents have the tag \"red\" already."), "\(both)")
    }

    @Test func tagsAreListedAsInAnAlphabet() throws {
        let program = try Program.withMinutes()
        #expect(try program.run(["tags"]).errors.contains("No document has a tag."))
        #expect(try program.run(["tag", "1", "+zinc", "+Ébauche", "+drains", "+Zebra", "+folio"]).exitCode == 0)
        let expected = ["drains", "Ébauche", "folio", "Zebra", "zinc"]
        #expect(try program.run(["tags"]).lines == expected.map { "1\t" + $0 })
        let list = try program.run(["tags", "--json"]).json()["tags"]?.elements ?? []
        #expect(list.map { $0["name"]?.string } == expected)
    }

    @Test(arguments: [
        ("saved", "docsearch save NAME QUERY"), ("recent", "\"docsearch find\" on a terminal keeps them."),
        ("log", "have been changed yet."),
    ])
    func anEmptyListSaysThatItIsEmpty(command: String, words: String) throws {
        let outcome = try Program.withMinutes().run([command])
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(words), "\(outcome.errors)")
        #expect(try Program.withMinutes().run([command, "--quiet"]).errors.isEmpty)
    }

    /// On this machine there may be a model; that there is no index is certain.
    @Test func doctorCallsNothingOkThatIsNotThere() throws {
        var program = try Program()
        program.environment["DOCSEARCH_MODEL"] = program.folder.path + "/no-model"
        let outcome = try program.run(["doctor"])
        #expect(outcome.exitCode == 0)
        for words in ["no index in ", "no model, "] {
            let line = try #require(outcome.lines.first { $0.contains(words) })
            #expect(line.hasPrefix("note    " + words))
        }
        #expect(!outcome.lines.contains { $0.hasPrefix("ok") && $0.contains(" no ") }, "\(outcome.output)")
    }

    /// A page with a layer and a text beside it has two texts, and is one page.
    @Test func aRunCountsPagesAsStatusDoes() throws {
        let program = try Program()
        let pdf = PDFWriter(texts: ["the first heron in the reeds", "the second heron"]).bytes
        let zip = ZipWriter([.init("a.pdf", pdf), .init("a.txt", Array("a weir\u{C}a mill".utf8))]).bytes
        try program.folder.write(zip, to: "archive/box.zip")
        try program.folder.write(PDFWriter(texts: ["a third heron", "an egret"]).bytes, to: "archive/plain.pdf")
        let outcome = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("\n4 pages read"), "\(outcome.errors)")
        #expect(try program.run(["status"]).output.contains("Pages:      4 "))
    }

    @Test func nothingIsCopiedWhereThereIsNoViewer() throws {
        var program = try Program()
        try program.folder.write(
            ZipWriter([.init("a.pdf", PDFWriter(texts: ["heron"]).bytes)]).bytes, to: "archive/box.zip")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        func others() throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: program.folder.path).filter { !$0.hasPrefix("run-") }
        }
        let before = try others()
        program.environment["PATH"] = program.folder.path
        for viewer in [nil, "nonsense", program.folder.path + "/nonsense"] {
            program.environment["DOCSEARCH_VIEWER"] = viewer
            let outcome = try program.run(["open", "1"])
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains(viewer ?? "Install evince"), "\(outcome.errors)")
            #expect(outcome.errors.contains("--print"), "\(outcome.errors)")
        }
        #expect(try Set(others()) == Set(before))
    }

    @Test func withoutTheServerItIsSaidWhatToInstall() throws {
        let program = try Program()
        let copying = ["/bin/sh", "-c", "mkdir alone && cp \"$1\" alone/docsearch", "sh"]
        try #require(try program.run([], launcher: copying).exitCode == 0)
        let alone = ["/bin/sh", "-c", "shift; exec alone/docsearch \"$@\"", "sh"]
        let outcome = try program.run(["serve", "--make-token", "reading room"], launcher: alone)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("docsearch-serve"), "\(outcome.errors)")
        #expect(outcome.errors.contains("is not installed. Install the Debian package docsearch"), "\(outcome.errors)")
    }
}
