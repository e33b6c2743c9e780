import DocSearchTestSupport
import Foundation
import Testing

@Suite struct ConfigurationTests {
    @Test(
        arguments: [
            (#"{"langauge": "deu"}"#, "langauge: there is no such member; the nearest is \"language\""),
            (#"{"Pinned": []}"#, "Pinned: there is no such member; the nearest is \"pinned\""),
            (#"{"zip_name": "cp866"}"#, "zip_name: there is no such member; the nearest is \"zip_names\""),
            (#"{"meaning": "on"}"#, #"line 1, meaning: it has no value "on"."#),
            (#"{"pinned": "x"}"#, "line 1, pinned: it must be a list in brackets."),
            (#"{"jobs": "x"}"#, "line 1, jobs: it must be a whole number."),
            (#"{"weights": 3}"#, "line 1, weights: it must be an object in braces."),
            (#"{"zip_names": "cp12"}"#, "line 1, zip_names: it must be a code page: cp437, cp737"),
            (#"{"weights": {"titel": 5}}"#, "weights.titel: there is no such member; the nearest is \"title\""),
            (#"{"weights": {"title": -5}}"#, "line 1, weights: A weight is 0 or more, and below 1,000,000."),
            (#"{"limits": {"page": 5}}"#, "limits.page: there is no such limit; the nearest is \"pages\""),
            (
                #"{"limits": {"mail_byte": 5}}"#,
                "limits.mail_byte: there is no such limit; the nearest is \"mail_bytes\""
            ),
            (
                #"{"colour": "red"}"#,
                "colour: there is no such member; the members are fusion, index, jobs, language, limits, meaning, other_languages, passwords, pinned"
            ),
            ("{\n  \"jobs\": -1\n}", "line 2, jobs: it must be a whole number from 1 to 512"),
            (#"{"jobs": 0}"#, "line 1, jobs: it must be a whole number from 1 to 512"),
            (#"{"jobs": 513}"#, "line 1, jobs: it must be a whole number from 1 to 512"),
            ("{\n \"weights\": {\n \"title\": \"much\"}}", "line 3, weights.title: "),
            ("{\n \"jobs\": 2,\n oops\n}", "line 3: "),
            ("{\n \"weights\": {\"title\": 1.5},\n \"jobs\": 1.5\n}", "line 3, jobs: "),
            ("{\n\n \"limits\": {\"pages\": 0}}", "line 3, limits.pages: it must be a whole number from 1 to 1048575."),
            ("{\n \"limits\": {\n\"pages\": 99999999999999999999}}", "line 3, limits.pages: "),
            (
                #"{"limits": {"entries": 0}}"#,
                "limits.entries: it must be a whole number from 1 to 9223372036854775807."
            ),
            (#"{"limits": {"pages": 1048576}}"#, "limits.pages: it must be a whole number from 1 to 1048575."),
            (#"{"limits": {"nesting": -3}}"#, "limits.nesting: it must be a whole number from 1 to 8."),
            (#"{"limits": {"memory_bytes": 1e30}}"#, "limits.memory_bytes: it must be a whole number from 1 to "),
            (#"{"limits": {"mail_bytes": "much"}}"#, "limits.mail_bytes: it must be a whole number from 1 to "),
        ])
    func configurationThatMakesNoSenseIsRefusedWithItsPlace(configuration: String, reason: String) throws {
        let program = try Program()
        try program.folder.write(configuration.utf8, to: "config/docsearch/config.json")
        let outcome = try program.run(["index", "archive"])
        #expect(outcome.exitCode == 64)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("config.json"), "\(outcome.errors)")
        #expect(outcome.errors.contains(reason), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: program.index))
    }

    @Test func membersOfTheConfigurationAreAllKnown() throws {
        let program = try Program()
        let configuration = """
            {"index": "/tmp/none", "language": "eng", "jobs": 1, "synonyms": "/tmp/s", "passwords": "/tmp/p",
             "pinned": [], "zip_names": "Windows-1251", "weights": {"title": 1, "text": 1, "author": 1, "tag": 1}, "limits": {"pages": 5}}
            """
        try program.folder.write(configuration.utf8, to: "config/docsearch/config.json")
        #expect(try program.run(["status"]).exitCode == 2, "there is no index, and no other complaint")
    }

    @Test(arguments: ["index", "bundles"])
    func configuredLimitsAreThoseOfARun(command: String) throws {
        let program = try Program()
        try program.folder.write(#"{"limits": {"mail_header_bytes": 20}}"#.utf8, to: "config/docsearch/config.json")
        try program.folder.write("From: a@aldermere.example\nSubject: Herons\n\nin the reeds".utf8, to: "archive/a.eml")
        let outcome = try program.run([command, program.folder.path + "/archive"])
        #expect(outcome.exitCode == 3)
        #expect((outcome.output + outcome.errors).contains("the limit is 20 (mailHeaderBytes)"), "\(outcome.errors)")
    }

    /// The two bytes are letters in both code pages.
    @Test(arguments: [("cp866", "да.pdf"), ("cp850", "ñá.pdf")])
    func namesInZipsAreReadAsTheConfigurationSays(page: String, name: String) throws {
        let program = try Program()
        try program.folder.write("{\"zip_names\": \"\(page)\"}".utf8, to: "config/docsearch/config.json")
        let entry = ZipWriter.Entry(
            name: [0xA4, 0xA0] + Array(".pdf".utf8), data: PDFWriter(texts: ["a heron"]).bytes)
        try program.folder.write(ZipWriter([entry]).bytes, to: "archive/a.zip")
        #expect(try program.run(["index", "--ocr", "never", program.folder.path + "/archive"]).exitCode == 0)
        let found = try program.run(["find", "heron", "--json"]).json()["hits"]
        #expect(found?.elements.map { $0["path"]?.string } == ["a.zip!/\(name)"])
    }
}
