import Foundation
import Testing

@Suite struct ChangingCommandsTests {
    private func count(_ program: Program) throws -> Int? {
        try program.run(["status", "--json"]).json()["documents"]?.int
    }

    @Test func removesADocumentAndLeavesTheFile() throws {
        let program = try Program()
        let archive = try program.archive(
            "minutes/1931-council-minutes.pdf", "minutes/1958-tramway-enquiry.yianazip")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        let outcome = try program.run(["remove", "minutes/1931-council-minutes.pdf"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("1 bundle"))
        #expect(try count(program) == 1)
        #expect(try program.run(["find", "goat"]).exitCode == 1)
        #expect(FileManager.default.fileExists(atPath: archive + "/minutes/1931-council-minutes.pdf"))
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try count(program) == 2)
    }

    @Test func removesAFolderByItsPathAndForgetsIt() throws {
        let program = try Program.withMinutes()
        #expect(try program.run(["remove", program.folder.path + "/archive", "--quiet"]).exitCode == 0)
        #expect(try count(program) == 0)
        #expect(try program.run(["index"]).exitCode == 64)
    }

    @Test(arguments: [nil, "", "no\n", "y\n"])
    func resetAsksFirst(answer: String?) throws {
        let program = try Program.withMinutes()
        let outcome = try program.run(["reset"], input: answer)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("--yes"))
        #expect(try count(program) == 1)
        #expect(try program.run(["find", "goat"]).exitCode == 0)
    }

    @Test func resetRemembersTheFolders() throws {
        let program = try Program.withMinutes()
        #expect(try program.run(["reset", "--yes"]).exitCode == 0)
        #expect(try program.run(["find", "goat"]).exitCode == 2)
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try program.run(["find", "goat"]).exitCode == 0)
    }

    @Test func openTakesThePDFItself() throws {
        let program = try Program.withMinutes()
        let outcome = try program.run(["open", "minutes/1931-council-minutes.pdf", "--page", "4", "--print"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == program.folder.path + "/archive/minutes/1931-council-minutes.pdf\n")
    }

    @Test(arguments: [
        "letters/1931-water-board.zip!/1931-04-22 Letter of the Water Board.pdf",
        "letters/1952-lamplighter.yianazip",
        "minutes/1958-tramway-enquiry.yianazip!/content.pdf",
        "letters/Partnerstadt 1936.zip!/Straßenbahn und Wasserwerk.pdf",
        "reports/1947-flood.zip!/flood-report.pdf",
    ])
    func openUnpacksAnEntryForItsOwnerAlone(document: String) throws {
        let outcome = try SampleArchive.program().run(["open", document, "--print"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let file = String(outcome.output.dropLast())
        let folder = URL(fileURLWithPath: file).deletingLastPathComponent().path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = try #require(FileManager.default.contents(atPath: file))
        #expect(bytes.starts(with: Array("%PDF".utf8)))
        #expect(try mode(file) == 0o600)
        #expect(try mode(folder) == 0o700)
    }

    @Test(arguments: [
        ("images-pages.zip", 2), ("images-tiff.tiff", 1), ("images-turned.zip", 1), ("image-alone.png", 1),
    ])
    func openMakesAPDFOfAPageOfImages(document: String, page: Int) throws {
        let outcome = try BundleSamples.Form.samples.program().run(["open", document, "--page", "\(page)", "--print"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let file = String(outcome.output.dropLast())
        defer { try? FileManager.default.removeItem(atPath: (file as NSString).deletingLastPathComponent) }
        let bytes = try #require(FileManager.default.contents(atPath: file))
        #expect(bytes.starts(with: Array("%PDF-1.5\n1 0 obj<</Type/Catalog/Pages 2 0 R>>\nendobj\n2 0 obj".utf8)))
        #expect(bytes.suffix(6).elementsEqual(Array("%%EOF\n".utf8)))
    }

    @Test func openStartsTheViewerWithFileAndPage() throws {
        var program = try Program()
        try program.indexMinutes()
        let viewer = try program.script("printf '%s|' \"$@\" > seen.part && mv seen.part seen", named: "view er")
        program.environment["DOCSEARCH_VIEWER"] = viewer
        #expect(try program.run(["open", "1", "--page", "4"]).exitCode == 0)
        let seen = program.folder.path + "/seen"
        for _ in 0..<500 where !FileManager.default.fileExists(atPath: seen) { usleep(10_000) }
        let text = String(decoding: FileManager.default.contents(atPath: seen) ?? Data(), as: UTF8.self)
        #expect(text == program.folder.path + "/archive/minutes/1931-council-minutes.pdf|4|")
    }

    @Test func doctorFindsNothingMissing() throws {
        let outcome = try Program().run(["doctor"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("docsearch-extract works"))
        #expect(!outcome.output.contains("MISSING"))
    }

    @Test func doctorShowsTheSandbox() throws {
        let lines = try Program().run(["doctor"]).lines.filter { $0.contains("sandbox: ") }
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("ok ") == true)
        #expect(lines.first?.contains("no-new-privileges") == true)
    }

    @Test func doctorNamesWhatIsMissing() throws {
        var program = try Program()
        program.environment["DOCSEARCH_EXTRACT"] = "/nowhere/docsearch-extract"
        let outcome = try program.run(["doctor"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.contains("MISSING"))
        let language = try Program()
        try language.folder.write(#"{"language": "eng+xyz"}"#.utf8, to: "config/docsearch/config.json")
        #expect(try language.run(["doctor"]).output.contains("Debian has no data for xyz: is the name right?"))
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test func aFolderThatHasMovedIsForgotten() throws {
        let program = try Program.withMinutes()
        let archive = program.folder.path + "/archive"
        let all = try count(program)
        try FileManager.default.moveItem(atPath: archive, toPath: program.folder.path + "/moved")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/moved"]).exitCode == 0)
        let outcome = try program.run(["remove", archive])
        #expect(outcome.errors == "Forgot \"\(archive)\": it had no bundles in the index.\n")
        #expect(try count(program) == all)
    }

    @Test func doctorSaysHowMuchRoomThereIs() throws {
        let program = try Program.withMinutes()
        let output = try program.run(["doctor"]).output
        #expect(output.contains(/has 1 document, 5 pages; [0-9]+ GB free on its disk/), "\(output)")
    }
}
