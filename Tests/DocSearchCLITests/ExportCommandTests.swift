import DocSearchTestSupport
import Foundation
import Testing

@Suite("Exporting documents") struct ExportCommandTests {
    private static func names(in folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasPrefix(".") }.sorted()
    }

    private static func bytes(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }

    @Test(arguments: ["searchable-pdf", "alto", "hocr", "text"])
    func exportedFilesAreNotMadeAgainAndThoseOfOthersStay(form: String) throws {
        let program = try Program.withMinutes()
        let folder = try TemporaryFolder()
        let ending = ["searchable-pdf": "pdf", "alto": "alto.xml", "hocr": "hocr", "text": "txt"][form] ?? ""
        let foreign = try folder.write("mine".utf8, to: "1931-council-minutes.\(ending)")
        let arguments = ["export", "minutes/1931-council-minutes.pdf", "--as", form, "--to", folder.path]
        let outcome = try program.run(arguments)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors == "1 file written.\n")
        #expect(outcome.output.isEmpty)
        #expect(
            try Self.names(in: folder.path) == ["1931-council-minutes-2.\(ending)", "1931-council-minutes.\(ending)"])
        #expect(try Self.bytes(foreign) == Data("mine".utf8))
        let path = folder.path + "/1931-council-minutes-2.\(ending)"
        let bytes = try Self.bytes(path)

        #expect(try program.run(arguments).errors == "0 files written, 1 was there already.\n")
        try Data("a reader's".utf8).write(to: URL(fileURLWithPath: path))
        #expect(try program.run(arguments).errors == "1 file written.\n")
        #expect(try Self.bytes(path) == Data("a reader's".utf8))
        #expect(try Self.bytes(folder.path + "/1931-council-minutes-3.\(ending)") == bytes)
        #expect(try Self.names(in: folder.path).count == 3)
    }

    @Test func textHasAFormFeedBehindEachPage() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let outcome = try program.run([
            "export", "minutes/1931-council-minutes.pdf", "--as", "text", "--to", folder.path,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = String(decoding: try Self.bytes(folder.path + "/1931-council-minutes.txt"), as: UTF8.self)
        let shown = try program.run(["show", "minutes/1931-council-minutes.pdf", "--json"]).json()
        #expect(text.count { $0 == "\u{C}" } == shown["pages"]?.elements.count)
    }

    @Test func documentsOfAQueryAreExportedButForHiddenOnes() throws {
        let program = try Program.withMinutes()
        let folder = try TemporaryFolder()
        #expect(try program.run(["hide", "minutes/1931-council-minutes.pdf"]).exitCode == 0)
        let arguments = ["export", "--query", "council", "--as", "text", "--to", folder.path]
        #expect(try program.run(arguments).exitCode == 1)
        #expect(try Self.names(in: folder.path) == [])
        #expect(try program.run(arguments + ["--hidden"]).exitCode == 0)
        #expect(try Self.names(in: folder.path) == ["1931-council-minutes.txt"])
    }

    @Test func documentsThatCannotBeExportedAreNamedAndTheOthersAreWritten() throws {
        let program = try Program()
        let archive = try program.archive("reports/1961-closed-session.pdf", "minutes/1931-council-minutes.pdf")
        let passwords = try program.folder.write("goose".utf8, to: "passwords.txt")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: passwords)
        #expect(try program.run(["index", "--ocr", "never", "--passwords", passwords, archive]).exitCode == 0)
        let folder = try TemporaryFolder()
        let arguments = ["export", archive, "--as", "searchable-pdf", "--to", folder.path]
        let locked = try program.run(arguments)
        #expect(locked.exitCode == 3)
        #expect(locked.errors.contains("\"reports/1961-closed-session.pdf\" cannot be exported: the PDF is encrypted"))
        #expect(try Self.names(in: folder.path) == ["1931-council-minutes.pdf"])
        let refused = try program.run(arguments + ["--passwords", passwords])
        #expect(refused.exitCode == 3)
        #expect(refused.errors.contains("To export it without encryption: --decrypt."), "\(refused.errors)")
        let done = try program.run(arguments + ["--passwords", passwords, "--decrypt"])
        #expect(done.exitCode == 0, "\(done.errors)")
        #expect(try Self.names(in: folder.path) == ["1931-council-minutes.pdf", "1961-closed-session.pdf"])
    }

    @Test func damagedPDFIsRefusedByNameAndLeavesNoFile() throws {
        let program = try Program.withMinutes()
        let folder = try TemporaryFolder()
        let path = program.folder.path + "/archive/minutes/1931-council-minutes.pdf"
        try Self.bytes(path).prefix(200).write(to: URL(fileURLWithPath: path))
        let outcome = try program.run([
            "export", "minutes/1931-council-minutes.pdf", "--as", "searchable-pdf", "--to", folder.path,
        ])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains("minutes/1931-council-minutes.pdf"))
        #expect(try Self.names(in: folder.path) == [])
    }

    @Test func exportThatIsStoppedSaysSoAndGoesOnTheNextTime() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let arguments = ["export", SampleArchive.path, "--as", "searchable-pdf", "--to", folder.path]
        let run = try program.start(arguments)
        #expect(try run.until(.seconds(60)) { (try? Self.names(in: folder.path).isEmpty) == false })
        run.send(SIGTERM)
        let outcome = try run.wait(.seconds(20))
        // It may have been done before.
        if ![0, 3].contains(outcome.exitCode) {
            #expect(outcome.exitCode == 2)
            #expect(outcome.errors.contains("The export was stopped. Files that are written stay"), "\(outcome.errors)")
        }
        let written = try Self.names(in: folder.path)
        let rest = try program.run(arguments)
        let were = written.count == 1 ? "was" : "were"
        #expect(rest.errors.contains("\(written.count) \(were) there already"), "\(rest.errors)")
        #expect(Set(try Self.names(in: folder.path)).isSuperset(of: written))
    }

    @Test func packagesOfAQueryAreWrittenOnceButForHiddenDocuments() throws {
        let program = try Program.withMinutes()
        let folder = try TemporaryFolder()
        let arguments = ["export", "--query", "council", "--as", "mets", "--to", folder.path]
        let outcome = try program.run(arguments)
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors == "1 file written.\n")
        #expect(try Self.names(in: folder.path) == ["1931-council-minutes.mets"])
        #expect(try Self.names(in: folder.path + "/1931-council-minutes.mets") == ["alto", "mets.xml"])
        #expect(try program.run(arguments).errors == "0 files written, 1 was there already.\n")
        #expect(try program.run(["hide", "minutes/1931-council-minutes.pdf"]).exitCode == 0)
        let other = try TemporaryFolder()
        #expect(try program.run(arguments.dropLast() + [other.path]).exitCode == 1)
        #expect(try Self.names(in: other.path) == [])
    }

    @Test func exportIntoTheArchiveIsWrongUsage() throws {
        let program = try Program.withMinutes()
        let outcome = try program.run([
            "export", "minutes/1931-council-minutes.pdf", "--as", "text",
            "--to", program.folder.path + "/archive/minutes",
        ])
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("Name a folder elsewhere"), "\(outcome.errors)")
        #expect(try Self.names(in: program.folder.path + "/archive/minutes") == ["1931-council-minutes.pdf"])
    }

    @Test func filesOfDocumentsThatAreHiddenNowAreTold() throws {
        let program = try Program.withMinutes()
        let folder = try TemporaryFolder()
        let arguments = ["export", program.folder.path + "/archive", "--as", "text", "--to", folder.path]
        try program.folder.write(PDFWriter(texts: ["council"]).bytes, to: "archive/other.pdf")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 0)
        #expect(try program.run(arguments).errors == "2 files written.\n")
        #expect(try program.run(["hide", "other.pdf"]).exitCode == 0)
        let errors = try program.run(arguments).errors
        #expect(errors.contains("1 file is in the folder that belongs to documents"), "\(errors)")
        #expect(try Self.names(in: folder.path).count == 2)
    }

    @Test(
        .enabled(if: Disk.isPossible, Disk.reason),
        arguments: [("searchable-pdf", "No space left on device"), ("mets", "its disk is full")])
    func fullDiskEndsTheExportAndLeavesNoHalfFile(form: String, message: String) throws {
        let program = try SampleArchive.program()
        let scratch = try TemporaryFolder()
        let disk = try Disk(at: scratch.path + "/disk", size: "100k")
        try disk.fill(leaving: 16)
        let outcome = try program.run([
            "export", "letters/1949-library-gift.pdf", "reports/1938-borough-engineer.pdf", "--as", form,
            "--to", disk.path + "/out",
        ])
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.split(separator: message).count == 2, "\(outcome.errors)")
        let left = try FileManager.default.contentsOfDirectory(atPath: disk.path + "/out")
        #expect(left.filter { $0 != ".docsearch-export.jsonl" } == [])
    }

    @Test(arguments: [
        ["--as", "pdf", "--to", "x", "1"], ["--as", "text", "1"], ["--as", "text", "--to", "x"],
        ["--as", "text", "--to", "x", "--query", "a", "1"], ["--to", "folder", "--dir", "x", "--public"],
        ["--as", "text", "--to", "x", "--signed", "1"], ["--user", "--signed"], ["--user", "a", "b"],
        ["--as", "text", "--to", "x", "--public", "1"], ["--user", "--as", "text", "--to", "x", "1"],
    ])
    func contradictoryOptionsAreWrongUsage(arguments: [String]) throws {
        let program = try Program()
        #expect(try program.run(["export"] + arguments).exitCode == 64)
    }

    // MARK: - By the programs of others

    private static func tool(_ name: String) -> String? {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    private static func output(of name: String, _ arguments: String...) throws -> (code: Int32, text: String) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(tool(name)))
        (process.arguments, process.standardOutput, process.standardError) = (arguments, pipe, FileHandle.nullDevice)
        try process.run()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    private static let others: [(document: String, file: String)] = [
        ("letters/1949-library-gift.pdf", "1949-library-gift.pdf"),
        ("reports/1938-borough-engineer.pdf", "1938-borough-engineer.pdf"),
        ("letters/1931-water-board.zip", "content.pdf"),
    ]

    @Test(.enabled(if: tool("qpdf") != nil, "qpdf is not installed"))
    func exportedPDFsAreWhole() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let outcome = try program.run([
            "export", SampleArchive.path, "--as", "searchable-pdf", "--to", folder.path, "--quiet",
        ])
        #expect([0, 3].contains(outcome.exitCode), "\(outcome.errors)")
        let names = try Self.names(in: folder.path)
        #expect(names.count > 10)
        for name in names {
            let (code, text) = try Self.output(of: "qpdf", "--check", folder.path + "/" + name)
            #expect(code == 0, "\(name): \(text)")
        }
    }

    /// Words that poppler finds, against those of the index.
    @Test(.enabled(if: tool("pdftotext") != nil, "poppler-utils is not installed"))
    func wordsAreWhereTheyWereRecognised() throws {
        let program = try SampleArchive.program()
        let folder = try TemporaryFolder()
        let outcome = try program.run([
            "export", "letters/1949-library-gift.pdf", "--as", "searchable-pdf", "--to", folder.path,
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let path = folder.path + "/1949-library-gift.pdf"
        let (_, boxes) = try Self.output(of: "pdftotext", "-bbox", path, "-")
        let alto = try program.run([
            "export", "letters/1949-library-gift.pdf", "--as", "alto", "--to", folder.path,
        ])
        #expect(alto.exitCode == 0)
        let text = String(decoding: try Self.bytes(folder.path + "/1949-library-gift.alto.xml"), as: UTF8.self)
        let found = boxes.matches(
            of: /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)<\/word>/)
        let stored = text.matches(
            of: /CONTENT="(.*?)" HPOS="(\d+)" VPOS="(\d+)" WIDTH="(\d+)" HEIGHT="(\d+)"/)
        #expect(stored.count > 50)
        let near = stored.count { word in
            let values = [word.2, word.3, word.4, word.5].map { (Double($0) ?? 0) / 4 }
            return found.contains { other in
                let edges = [other.1, other.2, other.3, other.4].map { Double($0) ?? 0 }
                let own = [values[0], values[1], values[0] + values[2], values[1] + values[3]]
                return other.5 == word.1 && zip(edges, own).allSatisfy { abs($0 - $1) < 1 }
            }
        }
        #expect(Double(near) >= 0.99 * Double(stored.count), "\(near) of \(stored.count)")
    }
}
