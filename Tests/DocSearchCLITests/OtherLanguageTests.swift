import DocSearchTestSupport
import Foundation
import Testing

/// Language data of the machine, some of which a test hides.
private enum LanguageFolder {
    static let all = [
        "/usr/share/tesseract-ocr/5/tessdata", "/usr/share/tesseract-ocr/4.00/tessdata", "/usr/share/tessdata",
    ]
    .first { FileManager.default.fileExists(atPath: $0 + "/eng.traineddata") }

    static func has(_ codes: String...) -> Bool {
        codes.allSatisfy { code in
            all.map { FileManager.default.fileExists(atPath: "\($0)/\(code).traineddata") } ?? false
        }
    }

    static func link(_ code: String, into program: Program) throws {
        let folder = program.folder.path + "/tessdata"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: "\(folder)/\(code).traineddata", withDestinationPath: "\(all ?? "")/\(code).traineddata")
    }
}

@Suite(
    "Pages in other languages than their folder's", .enabled(if: LanguageFolder.has("eng", "deu"), "needs eng and deu"))
struct OtherLanguageTests {
    /// A page with a text layer and a scan in German, in an archive in English.
    private func program(languages: String...) throws -> Program {
        var program = try Program()
        let entries = try ZipUnpacker.entries(ofZipAt: SampleArchive.path + "/letters/Partnerstadt 1936.zip")
        let scan = try #require(entries.first { $0.name.hasSuffix("Wasserwerk.pdf") })
        try program.folder.write(scan.bytes, to: "archive/letter.pdf")
        for language in languages { try LanguageFolder.link(language, into: program) }
        program.environment["TESSDATA_PREFIX"] = program.folder.path + "/tessdata"
        return program
    }

    private func index(_ program: Program, _ arguments: String...) throws -> Outcome {
        try program.run(["index", "--language", "eng", program.folder.path + "/archive"] + arguments)
    }

    private func pages(_ program: Program) throws -> [JSON] {
        try program.run(["show", "letter.pdf", "--json"]).json()["pages"]?.elements ?? []
    }

    private func languages(_ program: Program) throws -> [[String]] {
        try pages(program).map { $0["recognized_in"]?.elements.compactMap(\.string) ?? [] }
    }

    /// How many pages a run recognises.
    private func recognized(_ program: Program) throws -> Int? {
        #expect(try program.run(["index", "--report", "report.json"]).exitCode == 0)
        return try program.json("report.json")["recognized"]?.int
    }

    @Test func aGermanPageInAnEnglishFolderIsReadInGerman() throws {
        let program = try program(languages: "eng", "deu")
        #expect(try index(program).exitCode == 0)
        #expect(try languages(program) == [[], ["deu", "eng"]])
        #expect(try !program.run(["status"]).output.contains("Languages:"))
        #expect(try recognized(program) == 0, "nothing is read again")
        #expect(try languages(program) == [[], ["deu", "eng"]])
    }

    @Test func aPageIsReadAgainWhenItsLanguageHasBeenInstalled() throws {
        let program = try program(languages: "eng")
        #expect(try index(program).exitCode == 0)
        #expect(try languages(program) == [[], ["eng"]])
        let status = try program.run(["status"]).output
        #expect(status.contains("1 page in another one (1 deu;"), "\(status)")
        #expect(status.contains("tesseract-ocr-deu for 1 page"), "\(status)")
        #expect(try program.run(["status", "--json"]).json()["language_packages"]?["tesseract-ocr-deu"]?.int == 1)
        let doctor = try program.run(["doctor"])
        #expect(doctor.output.contains("1 recognised page looks like deu"), "\(doctor.output)")
        #expect(doctor.output.contains("apt install tesseract-ocr-deu"), "\(doctor.output)")
        #expect(try recognized(program) == 0, "without the data there is nothing to do")

        try LanguageFolder.link("deu", into: program)
        #expect(try program.run(["doctor"]).output.contains("the next run reads it"))
        #expect(try program.run(["index"]).exitCode == 0)
        #expect(try languages(program) == [[], ["deu", "eng"]])
        #expect(try program.run(["status", "--json"]).json()["other_languages"]?.keys == [])
    }

    @Test(arguments: [false, true]) func theLanguagesOfAFolderMayBeARule(isConfigured: Bool) throws {
        let program = try program(languages: "eng", "deu")
        if isConfigured {
            try program.folder.write(#"{"other_languages": "never"}"#.utf8, to: "config/docsearch/config.json")
            #expect(try index(program).exitCode == 0)
        } else {
            #expect(try index(program, "--other-languages", "never").exitCode == 0)
        }
        #expect(try languages(program) == [[], ["eng"]])
        #expect(try program.run(["status"]).output.contains("1 page in another one (1 deu;"))
    }

    @Test func rereadingInNamedLanguagesIsARule() throws {
        let program = try program(languages: "eng", "deu")
        #expect(try index(program).exitCode == 0)
        #expect(try program.run(["reread", "letter.pdf", "--page", "2", "--language", "eng"]).exitCode == 0)
        #expect(try languages(program) == [[], ["eng"]])
        #expect(try program.run(["index"]).exitCode == 0)
        #expect(try languages(program) == [[], ["eng"]])
        #expect(try program.run(["reread", "letter.pdf", "--undo"]).exitCode == 0)
        #expect(try languages(program) == [[], ["deu", "eng"]])
    }

    @Test func anIndexThatIsMadeAgainGoesOnWithTheSecondReading() throws {
        let program = try program(languages: "eng")
        #expect(try index(program).exitCode == 0)
        try LanguageFolder.link("deu", into: program)
        // Made again from the stored texts, which show what the second page needs.
        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
            // Not all of them are there.
            try? FileManager.default.removeItem(atPath: program.index + "/" + name)
        }
        #expect(try recognized(program) == 1)
        #expect(try languages(program) == [[], ["deu", "eng"]])
    }
}

@Suite(
    "Pages in other scripts than their folder's", .enabled(if: LanguageFolder.has("eng", "osd"), "needs eng and osd"))
struct OtherScriptTests {
    private static let scans = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Scans")

    /// With the scan in an archive in English.
    private func program(_ name: String, languages: String...) throws -> Program {
        var program = try Program()
        try program.folder.write(
            Data(contentsOf: Self.scans.appendingPathComponent(name + ".pdf")), to: "archive/deed.pdf")
        for language in languages { try LanguageFolder.link(language, into: program) }
        program.environment["TESSDATA_PREFIX"] = program.folder.path + "/tessdata"
        return program
    }

    private func page(_ program: Program) throws -> JSON? {
        try program.run(["show", "deed.pdf", "--json"]).json()["pages"]?[0]
    }

    @Test(arguments: [("cyrillic", "Cyrillic", "tesseract-ocr-rus"), ("fraktur", "Fraktur", "tesseract-ocr-frk")])
    func theScriptOfAPageIsNamedWithItsPackage(name: String, script: String, package: String) throws {
        let program = try program(name, languages: "eng", "osd")
        let outcome = try program.run(["index", program.folder.path + "/archive"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try page(program)?["recognized_in"]?.elements.compactMap(\.string) == ["eng"])
        #expect(try program.run(["status", "--other-language"]).output == "deed.pdf: page 1 (\(script))\n")
        let json = try program.run(["status", "--json"]).json()
        #expect(json["other_languages"]?[script]?.int == 1)
        #expect(json["language_packages"]?[package]?.int == 1)
        let doctor = try program.run(["doctor"]).output
        #expect(doctor.contains("looks like the script \(script)"), "\(doctor)")
        #expect(doctor.contains("apt install \(package)"), "\(doctor)")
    }

    @Test(.enabled(if: LanguageFolder.has("rus"), "needs rus")) func aCyrillicPageIsReadInRussian() throws {
        let program = try program("cyrillic", languages: "eng", "osd", "rus")
        #expect(try program.run(["index", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try page(program)?["recognized_in"]?.elements.compactMap(\.string) == ["rus", "eng"])
        #expect(try program.run(["find", "достоинстве"]).output.contains("deed.pdf"))
        #expect(try program.run(["status", "--json"]).json()["other_languages"]?.keys == [])
    }

    @Test(.enabled(if: LanguageFolder.has("frk"), "needs frk")) func aFrakturPageIsReadAsFraktur() throws {
        let program = try program("fraktur", languages: "eng", "osd", "frk")
        #expect(try program.run(["index", program.folder.path + "/archive"]).exitCode == 0)
        #expect(try page(program)?["recognized_in"]?.elements.compactMap(\.string) == ["frk", "eng"])
        #expect(try program.run(["find", "Menschen"]).output.contains("deed.pdf"), "with a long s on the page")
    }
}
