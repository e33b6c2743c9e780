import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@Suite struct FolderLanguageTests {
    private func program() throws -> (Program, archive: String) {
        let program = try Program()
        for name in ["letters/a.pdf", "minutes/b.pdf"] {
            try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "archive/" + name)
        }
        return (program, program.folder.path + "/archive")
    }

    private func configure(_ program: Program, language: String) throws {
        try program.folder.write("{\"language\": \"\(language)\"}".utf8, to: "config/docsearch/config.json")
    }

    private func index(_ program: Program, _ arguments: String...) throws -> Outcome {
        try program.run(["index", "--ocr", "never"] + arguments)
    }

    private func languages(_ program: Program) throws -> [String: String] {
        let queue = try DatabaseQueue(path: program.index + "/user.sqlite")
        defer { try? queue.close() }
        let rows = try queue.read { db in try Row.fetchAll(db, sql: "SELECT path, languages FROM root") }
        return Dictionary(
            uniqueKeysWithValues: rows.map { row in
                ((row["path"] as String).split(separator: "/").last.map(String.init) ?? "", row["languages"])
            })
    }

    @Test func configuredLanguageIsForNewFoldersOnly() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive + "/letters").exitCode == 0)
        try configure(program, language: "eng+deu")
        #expect(try index(program).exitCode == 0)
        #expect(try index(program, archive + "/letters").exitCode == 0)
        #expect(try languages(program) == ["letters": "deu"])
        #expect(try index(program, archive + "/minutes").exitCode == 0)
        #expect(try languages(program) == ["letters": "deu", "minutes": "eng+deu"])
    }

    @Test func languageOptionChangesTheFolderThatIsNamed() throws {
        let (program, archive) = try program()
        #expect(try index(program, archive).exitCode == 0)
        #expect(try languages(program) == ["archive": "eng"])
        #expect(try index(program, "--language", "deu", archive).exitCode == 0)
        #expect(try languages(program) == ["archive": "deu"])
    }

    @Test func languageForAPartOfAFolderIsRefusedWithWhatHelps() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive).exitCode == 0)
        let other = try program.folder.write(PDFWriter(texts: ["a plover"]).bytes, to: "other/c.pdf")
        let refused = try index(program, "--language", "eng", other, archive + "/letters")
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains("docsearch index --language eng '\(archive)'"), "\(refused.errors)")
        #expect(refused.errors.contains("docsearch reread"), "\(refused.errors)")
        #expect(try languages(program) == ["archive": "deu"], "nothing that was named is remembered")
        #expect(try index(program, "--language", "deu", archive + "/letters").exitCode == 0, "nothing changes")
        #expect(try languages(program) == ["archive": "deu"])
    }

    @Test func outerFolderTakesOverTheLanguageOfThoseInside() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive + "/letters").exitCode == 0)
        try configure(program, language: "fra")
        #expect(try index(program, archive).exitCode == 0)
        #expect(try languages(program) == ["archive": "deu"])
    }

    @Test func outerFolderOfSeveralLanguagesAsksForOne() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive + "/letters").exitCode == 0)
        #expect(try index(program, "--language", "eng", archive + "/minutes").exitCode == 0)
        let refused = try index(program, archive)
        #expect(refused.exitCode == 64, "\(refused.errors)")
        #expect(refused.errors.contains("--language"), "\(refused.errors)")
        #expect(refused.errors.contains("deu"), "\(refused.errors)")
        #expect(refused.errors.contains("eng"), "\(refused.errors)")
        #expect(try languages(program) == ["letters": "deu", "minutes": "eng"])
        #expect(try index(program, "--language", "eng+deu", archive).exitCode == 0)
        #expect(try languages(program) == ["archive": "eng+deu"])
    }

    @Test(arguments: [
        ("de", "deu"), ("german", "deu"), ("German+en", "deu+eng"), ("ger", "deu"), ("deu+eng", "deu+eng"),
    ])
    func languagesHaveManyNames(typed: String, codes: String) throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", typed, archive).exitCode == 0)
        #expect(try languages(program) == ["archive": codes])
    }

    @Test(arguments: [
        ("fr", "apt install tesseract-ocr-fra"), ("zh", "apt install tesseract-ocr-chi-sim"),
        ("chi_tra", "apt install tesseract-ocr-chi-tra"), ("norwegian", "apt install tesseract-ocr-nor"),
        ("cze", "apt install tesseract-ocr-ces"), ("quenya", "Debian has no data for quenya"),
    ])
    func hintsNamePackagesThatExist(typed: String, hint: String) throws {
        let (program, archive) = try program()
        let refused = try index(program, "--language", typed, archive)
        #expect(refused.exitCode == 64)
        #expect(refused.errors.contains(hint), "\(refused.errors)")
    }

    @Test func languageWithoutDataIsRefusedBeforeItIsRemembered() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive + "/letters").exitCode == 0)
        for arguments in [
            [archive + "/letters"], [], [archive + "/minutes"], ["--dry-run"], ["--dry-run", archive + "/minutes"],
        ] {
            let refused = try program.run(["index", "--ocr", "never", "--language", "deu+egn"] + arguments)
            #expect(refused.exitCode == 64, "\(arguments)")
            #expect(refused.errors.contains("no data for egn"), "\(refused.errors)")
            #expect(refused.errors.contains("Debian has no data for egn: is the name right?"), "\(refused.errors)")
            #expect(refused.errors.contains("deu, eng"), "which there are: \(refused.errors)")
        }
        #expect(try languages(program) == ["letters": "deu"])
    }

    @Test(arguments: [
        (["--language", "egn", "ARCHIVE"], 64), (["ARCHIVE/nothing"], 2), ([], 64),
        (["--language", "egn", "--ocr", "never", "ARCHIVE"], 64),
    ])
    func aRefusedCommandMakesNoIndex(arguments: [String], exitCode: Int) throws {
        let (program, archive) = try program()
        let path = program.folder.path + "/none"
        let typed = arguments.map { $0.replacing("ARCHIVE", with: archive) }
        let refused = try program.run(["index", "--index", path] + typed)
        #expect(Int(refused.exitCode) == exitCode, "\(refused.errors)")
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func configuredLanguageWithoutDataIsRefusedForNewFoldersOnly() throws {
        let (program, archive) = try program()
        #expect(try index(program, archive + "/letters").exitCode == 0)
        try configure(program, language: "egn")
        let refused = try index(program, archive + "/minutes")
        #expect(refused.exitCode == 64, "\(refused.errors)")
        #expect(refused.errors.contains("no data for egn"), "\(refused.errors)")
        #expect(try index(program, archive + "/letters").exitCode == 0)
        #expect(try index(program).exitCode == 0)
        #expect(try languages(program) == ["letters": "eng"])
    }

    @Test func dryRunRefusesALanguageForAPartOfAFolder() throws {
        let (program, archive) = try program()
        #expect(try index(program, "--language", "deu", archive).exitCode == 0)
        #expect(try index(program, "--dry-run", "--language", "eng", archive + "/letters").exitCode == 64)
        #expect(try languages(program) == ["archive": "deu"])
    }
}
