import DocSearchTestSupport
import Foundation
import Testing

@Suite("Where a hit lies, as commands say it")
struct HitPathCommandTests {
    private static func program() throws -> (Program, [String]) {
        let program = try Program()
        var folders: [String] = []
        for (folder, name) in [("archive", "a"), ("ledgers", "b")] {
            try program.folder.write(PDFWriter(texts: ["a heron in \(folder)"]).bytes, to: "\(folder)/\(name).pdf")
            folders.append(program.folder.path + "/" + folder)
        }
        _ = try program.run(["index", "--ocr", "never"] + folders)
        return (program, folders)
    }

    @Test func hitNamesItsFolderWhereThereAreSeveral() throws {
        let (program, folders) = try Self.program()
        let text = try program.run(["find", "heron"]).output
        #expect(text.contains("a.pdf in archive  (document"), "\(text)")
        #expect(text.contains("b.pdf in ledgers  (document"), "\(text)")
        _ = try program.run(["remove", folders[1]])
        #expect(try program.run(["find", "heron"]).output.contains("a.pdf  (document"))
    }

    @Test func hitsInJSONHaveRootAndPresence() throws {
        let (program, folders) = try Self.program()
        unlink(folders[0] + "/a.pdf")
        try program.folder.write("x".utf8, to: "archive/other.txt")
        let hits = try program.run(["find", "heron", "--json", "--sort", "path"]).json()["hits"]
        #expect(hits?.elements.map { $0["root"]?.string } == folders)
        #expect(hits?.elements.map { $0["presence"]?.string } == ["gone", "there"])
        #expect(try program.run(["show", "b.pdf", "--json"]).json()["root"]?.string == folders[1])
        let text = try program.run(["find", "heron"]).output
        #expect(text.contains("not there any more"))
        try program.folder.write("1\theron\n".utf8, to: "queries")
        let batch = try program.run(["find", "--json", "--queries", program.folder.path + "/queries"]).jsonLines()
        #expect(batch[0]["hits"]?[0]?["presence"] == .null)
    }

    @Test func queriesAreAskedOfOneFolder() throws {
        let (program, folders) = try Self.program()
        for name in ["ledgers", folders[1], folders[1] + "/", "./ledgers"] {
            let found = try program.run(["find", "--root", name, "heron", "--json"]).json()["hits"]
            #expect(found?.elements.map { $0["path"]?.string } == ["b.pdf"], "\(name)")
        }
        #expect(try program.run(["find", "--root", "ledgers", "--json"]).json()["total"]?.int == 1)
        #expect(try program.run(["find", "heron", "--root", "nowhere"]).exitCode == 2)
        #expect(try program.run(["tag", "--query", "heron", "--root", "ledgers", "--yes", "+a"]).exitCode == 0)
        #expect(try program.run(["find", "tag:=a", "--json"]).json()["total"]?.int == 1)
        #expect(try program.run(["tag", "1", "--root", "ledgers", "+a"]).exitCode == 64)
    }

    @Test func whatIsSaidOfACopyIsMentioned() throws {
        let program = try Program()
        let pdf = PDFWriter(texts: ["a heron"]).bytes
        for name in ["a.pdf", "b.pdf"] { try program.folder.write(pdf, to: "archive/" + name) }
        _ = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        #expect(try !program.run(["show", "a.pdf"]).output.contains("with the same bytes"))
        _ = try program.run(["tag", "b.pdf", "+council"])
        _ = try program.run(["note", "b.pdf", "Seen in May.\nAnd in June."])
        let text = try program.run(["show", "a.pdf"]).output
        #expect(text.contains("with the same bytes"), "\(text)")
        #expect(text.contains("b.pdf, has tag council, note Seen in May.\n"), "\(text)")
        let object = try program.run(["show", "a.pdf", "--json"]).json()
        #expect(object["said"]?.elements.isEmpty == true)
        #expect(object["said_of_copies"]?[0]?["path"]?.string == "b.pdf")
        let said = object["said_of_copies"]?[0]?["said"]?.elements.map { $0["value"]?.string }
        #expect(said == ["council", "Seen in May.\nAnd in June."])
        #expect(try program.run(["show", "b.pdf", "--json"]).json()["said_of_copies"]?.elements.isEmpty == true)
    }

    @Test(.enabled(if: Launcher.canLoseRights, Launcher.reason))
    func aFolderThatMayNotBeLookedIntoIsNotSaidToBeSlow() throws {
        let (program, folders) = try Self.program()
        chmod(folders[0], 0)
        defer { chmod(folders[0], 0o755) }
        let found = try program.run(["find", "heron", "--json", "--sort", "path"], launcher: Launcher.withoutRights)
        #expect(
            found.errors.contains("The folder \"\(folders[0])\" cannot be looked into (permission denied)"),
            "\(found.errors)")
        #expect(!found.errors.contains("did not respond"), "\(found.errors)")
        #expect(try found.json()["hits"]?.elements.map { $0["presence"]?.string } == ["forbidden", "there"])
    }
}
