import DocSearchTestSupport
import Foundation
import Testing

@Suite("A document is named by its path") struct TypedPathTests {
    /// Two letters in a zip and a file of their own, and a bag; a link to all of it beside the archive.
    private static func indexed() throws -> Program {
        let program = try Program()
        let zip = ZipWriter([
            ZipWriter.Entry("one.pdf", PDFWriter(texts: ["heron"]).bytes),
            ZipWriter.Entry("deep/two.pdf", PDFWriter(texts: ["plover"]).bytes),
        ])
        try program.folder.write(zip.bytes, to: "archive/box/letters.zip")
        try program.folder.write(PDFWriter(texts: ["kestrel"]).bytes, to: "archive/box/well.pdf")
        try program.folder.write(PDFWriter(texts: ["curlew"]).bytes, to: "archive/well.pdf")
        try program.folder.write(PDFWriter(texts: ["moor"]).bytes, to: "archive/box/odd!/moor.pdf")
        try ZipUnpacker.unpack(BundleSamples.path + "/bagit-pdf.zip", to: "archive/bag", in: program.folder)
        symlink("archive/box", program.folder.path + "/link")
        symlink("box/well.pdf", program.folder.path + "/archive/latest")
        let run = try program.run(["index", "--quiet", "--ocr", "never", program.folder.path + "/archive"])
        guard run.exitCode == 0 else { throw ProgramError(message: run.errors) }
        return program
    }

    /// Starts docsearch in a folder below the one that the program has.
    private static func from(_ folder: String) -> [String] { ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] }

    private static func path(_ program: Program, _ document: String, from folder: String = ".") throws -> String? {
        let outcome = try program.run(["show", "--json", document], launcher: from(folder))
        guard outcome.exitCode == 0 else { return outcome.errors }
        return try outcome.json()["path"]?.string
    }

    private static func roots(_ program: Program) throws -> [String] {
        let status = try program.run(["status", "--json"]).json()
        return try #require(status["roots"]).elements.compactMap(\.string)
    }

    @Test func aFolderIsIndexedInEitherFormOfItsCharacters() throws {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: ["heron"]).bytes, to: "Ordner A\u{308}/well.pdf")
        let typed = program.folder.path + "/Ordner \u{C4}"
        #expect(try program.run(["index", "--quiet", "--ocr", "never", typed]).exitCode == 0)
        #expect(try Self.path(program, typed + "/well.pdf") == "well.pdf")
        #expect(try program.run(["index", "--quiet", "--ocr", "never", typed + "x"]).exitCode != 0)
    }

    @Test func documentIsNamedByItsPathInFullOrFromTheCurrentFolder() throws {
        let program = try Self.indexed()
        let full = program.folder.path
        for (typed, folder, path) in [
            ("FULL/archive/box/well.pdf", ".", "box/well.pdf"), ("./archive/box/well.pdf", ".", "box/well.pdf"),
            ("archive/box/well.pdf", ".", "box/well.pdf"), ("./well.pdf", "archive/box", "box/well.pdf"),
            ("../well.pdf", "archive/box", "well.pdf"),
            ("letters.zip!/one.pdf", "archive/box", "box/letters.zip!/one.pdf"),
            ("link/well.pdf", ".", "box/well.pdf"), ("archive/latest", ".", "box/well.pdf"),
            ("link/./letters.zip!/deep/two.pdf", ".", "box/letters.zip!/deep/two.pdf"),
            ("FULL/link/letters.zip!/one.pdf", ".", "box/letters.zip!/one.pdf"),
            ("archive/bag", ".", "bag!/data/ferry-ledger.pdf"), ("archive/bag/", ".", "bag!/data/ferry-ledger.pdf"),
            (".", "archive/bag", "bag!/data/ferry-ledger.pdf"),
            ("archive/bag/data/ferry-ledger.pdf", ".", "bag!/data/ferry-ledger.pdf"),
            ("archive/bag!/data/ferry-ledger.pdf", ".", "bag!/data/ferry-ledger.pdf"),
            ("archive/box/odd!/moor.pdf", ".", "box/odd!/moor.pdf"),
            ("box/well.pdf", ".", "box/well.pdf"), ("bag/", ".", "bag!/data/ferry-ledger.pdf"),
        ] {
            let found = try Self.path(program, typed.replacing("FULL", with: full), from: folder)
            #expect(found == path, "\(typed) in \(folder)")
        }
    }

    @Test func documentIsNamedByItsPathWhenItIsGoneFromTheDisk() throws {
        let program = try Self.indexed()
        try FileManager.default.removeItem(atPath: program.folder.path + "/archive/box/well.pdf")
        #expect(try Self.path(program, "link/well.pdf") == "box/well.pdf")
    }

    @Test func documentIsNamedByItsPathThroughALinkToItsMovedFolder() throws {
        let program = try Self.indexed()
        let full = program.folder.path
        #expect(rename(full + "/archive", full + "/moved") == 0)
        #expect(symlink("moved", full + "/archive") == 0)
        for (typed, folder, path) in [
            ("FULL/archive/box/well.pdf", ".", "box/well.pdf"), ("archive/box/well.pdf", ".", "box/well.pdf"),
            ("FULL/moved/box/well.pdf", ".", "box/well.pdf"), ("./well.pdf", "moved/box", "box/well.pdf"),
            ("link/letters.zip!/one.pdf", ".", "box/letters.zip!/one.pdf"),
            ("archive/latest", ".", "box/well.pdf"), ("archive/bag/", ".", "bag!/data/ferry-ledger.pdf"),
        ] {
            let found = try Self.path(program, typed.replacing("FULL", with: full), from: folder)
            #expect(found == path, "\(typed) in \(folder)")
        }
        for named in ["archive", "moved", "link"] {
            let run = try program.run(["index", "--ocr", "never", full + "/" + named])
            #expect(run.exitCode == 0, "\(run.errors)")
            #expect(run.errors.contains("nothing new"), "\(run.errors)")
            #expect(try Self.roots(program) == [full + "/archive"])
        }
        #expect(try program.run(["remove", "moved/box/letters.zip"]).exitCode == 0)
        #expect(try program.run(["find", "plover"]).exitCode == 1)
        #expect(try program.run(["remove", full + "/archive"]).exitCode == 0)
        #expect(try Self.roots(program).isEmpty)
    }

    /// The same letters in Unicode, and two folders.
    @Test func documentIsNamedByItsPathByteForByte() throws {
        let program = try Program()
        let names = ["caf\u{E9}", "cafe\u{301}"].map { program.folder.path + "/" + $0 }
        for (name, text) in zip(["caf\u{E9}", "cafe\u{301}"], ["heron", "plover"]) {
            try program.folder.write(PDFWriter(texts: [text]).bytes, to: name + "/a.pdf")
        }
        #expect(try program.run(["index", "--quiet", "--ocr", "never"] + names).exitCode == 0)
        #expect(try program.run(["remove", names[0]]).exitCode == 0)
        #expect(try program.run(["find", "heron"]).exitCode == 1)
        #expect(try program.run(["find", "plover"]).exitCode == 0)
        #expect(try Self.roots(program).count == 1)
    }

    @Test func documentIsNamedByItsPathWithALineFeedInIt() throws {
        let program = try Program()
        let path = try program.folder.write(PDFWriter(texts: ["heron"]).bytes, to: "archive/two\nlines\u{1B}[2J.pdf")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try program.run(["open", "--print", path]).output == path + "\n")
    }

    @Test func pathThatTwoDocumentsMayMeanNamesBoth() throws {
        let program = try Self.indexed()
        let outcome = try program.run(["show", "well.pdf"], launcher: Self.from("archive/box"))
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("(well.pdf)"), "\(outcome.errors)")
        #expect(outcome.errors.contains("(box/well.pdf)"), "\(outcome.errors)")
        #expect(try Self.path(program, "./well.pdf", from: "archive/box") == "box/well.pdf")
        let removal = try program.run(["remove", "well.pdf"], launcher: Self.from("archive/box"))
        #expect(removal.exitCode == 2, "\(removal.errors)")
        #expect(removal.errors.contains("several"), "\(removal.errors)")
    }

    @Test func numberOfADocumentComesBeforeItsPath() throws {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: ["heron"]).bytes, to: "archive/a.pdf")
        try program.folder.write(PDFWriter(texts: ["plover"]).bytes, to: "archive/1/b.pdf")
        try program.folder.write(#"{"identifier": "archive/a.pdf"}"#.utf8, to: "archive/1/b.json")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        let first = try program.run(["show", "1", "--json"]).json()["path"]?.string
        #expect(try Self.path(program, "1", from: "archive") == first)
        #expect(try Self.path(program, "archive/a.pdf") == "a.pdf", "an identifier hides no path")
        #expect(try program.run(["remove", "./1"], launcher: Self.from("archive")).exitCode == 0)
        #expect(try program.run(["find", "plover"]).exitCode == 1)
        #expect(try program.run(["find", "heron"]).exitCode == 0)
    }

    @Test func documentIsNamedByItsPathForEveryCommand() throws {
        let program = try Self.indexed()
        let zip = "link/letters.zip!/one.pdf"
        let opened = try program.run(["open", "./link/well.pdf", "--print"])
        #expect(opened.output == program.folder.path + "/archive/box/well.pdf\n", "\(opened.errors)")
        #expect(try program.run(["reread", "--undo", zip]).exitCode == 0)
        #expect(try program.run(["remove", zip]).exitCode == 0)
        #expect(try program.run(["find", "heron"]).exitCode == 1)
        #expect(try program.run(["remove", "link/"]).exitCode == 0)
        #expect(try program.run(["find", "kestrel"]).exitCode == 1)
        #expect(try program.run(["find", "curlew"]).exitCode == 0)
        #expect(try program.run(["remove", ""]).exitCode == 2)
    }
}
