import DocSearchTestSupport
import Foundation
import Testing

@Suite struct StatusTests {
    private func status(_ arguments: String...) throws -> Outcome {
        try SampleArchive.program().run(["status"] + arguments)
    }

    @Test func statusHasEveryMemberOfTheContract() throws {
        let status = try status("--json").json()
        for (key, types) in [
            ("documents", "integer"), ("pages", "integer"), ("failures", "array"), ("states", "object"),
            ("verdicts", "object"), ("reasons", "object"), ("other_languages", "object"),
            ("language_packages", "object"),
            ("bytes", "object"),
            ("last_run", "object"),
            ("last_look", "integer|null"), ("locked", "integer"), ("corrections_waiting", "integer"),
            ("corrections_adrift", "integer"),
        ] { #expect(status.has(key, types), "\(key)") }
        for failure in status["failures"]?.elements ?? [] {
            for (key, types) in [
                ("path", "string"), ("page", "integer|null"), ("stage", "string"), ("reason", "string"),
                ("attempts", "integer"),
            ] { #expect(failure.has(key, types), "\(key)") }
        }
        #expect(status["bytes"]?.keys == ["user.sqlite", "pages.sqlite", "index.sqlite"])
    }

    @Test func statusCountsTheSamples() throws {
        let status = try status("--json").json()
        let documents = try SampleArchive.expected()["documents"]?.elements ?? []
        #expect(status["documents"]?.int == documents.count)
        let pages: Int = documents.reduce(0) { $0 + ($1["page_count"]?.int ?? 0) }
        let recognised: Int = documents.reduce(0) { $0 + ($1["ocr_pages"]?.elements.count ?? 0) }
        #expect(status["pages"]?.int == pages)
        #expect(status["states"]?["ocr"]?.int == recognised)
        #expect(status["states"]?["to-recognize"] == nil)
        #expect(status["verdicts"]?["garbled"]?.int == 1)
        #expect(status["verdicts"]?["partial"]?.int == 1)
        #expect(status["reasons"]?["unexplained-print"]?.int == 1)
        #expect(status["reasons"]?["words-only"] == nil)
        #expect(try SampleArchive.outcome().exitCode == 3)
        #expect(status["last_run"]?["failed"]?.int == 2)
    }

    @Test func statusNamesBothDamagedSamplesWithAReason() throws {
        let outcome = try status("--failed")
        let failures = try SampleArchive.expected()["failures"]?.elements ?? []
        #expect(outcome.lines.count == failures.count)
        for failure in failures {
            let path = try #require(failure["path"]?.string)
            let line = try #require(outcome.lines.first { $0.hasPrefix(path + ": ") })
            #expect(line.count > path.count + 10, "a reason of some words: \(line)")
        }
        #expect(outcome.output.contains("password"))
    }

    @Test func statusNamesPagesThatLookLikeAnotherLanguage() throws {
        #expect(try status("--other-language").output.isEmpty)
        #expect(try !status().output.contains("Languages:"))
        let program = try Program()
        let entries = try ZipUnpacker.entries(ofZipAt: SampleArchive.path + "/letters/Partnerstadt 1936.zip")
        let scan = try #require(entries.first { $0.name.hasSuffix("Wasserwerk.pdf") })
        try program.folder.write(scan.bytes, to: "archive/letter.pdf")
        let outcome = try program.run(
            ["index", "--language", "eng", "--other-languages", "never", program.folder.path + "/archive"])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try program.run(["status"]).output.contains("Languages:  1 page in another one (1 deu;"))
        #expect(try program.run(["status", "--other-language"]).output == "letter.pdf: page 2 (deu)\n")
        let json = try program.run(["status", "--json", "--other-language"]).json()
        #expect(json["other_languages"]?["deu"]?.int == 1)
        #expect(json["other_language"]?[0]?["path"]?.string == "letter.pdf")
    }

    @Test func statusListsPagesWithoutText() throws {
        #expect(try status("--no-text").output.isEmpty)
        let program = try Program()
        let archive = try program.archive("letters/1949-library-gift.pdf", "minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        let outcome = try program.run(["status", "--no-text"])
        #expect(outcome.output == "letters/1949-library-gift.pdf: page 1\n")
        let status = try program.run(["status", "--no-text", "--json"]).json()
        #expect(status["no_text"]?[0]?["path"]?.string == "letters/1949-library-gift.pdf")
        #expect(status["states"]?["to-recognize"]?.int == 1)
    }

    @Test func statusSummarizesForPeople() throws {
        let output = try status().output
        #expect(output.contains("Documents:  19 in 20 bundles"))
        #expect(output.contains("Pages:      48 (1 blank, 12 ocr, 3 sidecar, 32 text-layer)"))
        #expect(output.contains("Layers:     1 blank, 1 garbled, "))
        #expect(output.contains("1 unexplained-print"))
        #expect(output.contains("docsearch status --failed"))
    }

    @Test func statusNamesAFewOfManySingleFiles() throws {
        let program = try Program()
        let files = try (10...69).map { try program.folder.write(Array("rubbish".utf8), to: "files/\($0).zip") }
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--quiet", "--ocr", "never", archive] + files).exitCode == 3)
        let lines = try program.run(["status"]).lines
        #expect(lines.contains("Folders:    \(archive)"), "\(lines)")
        let line = try #require(lines.first { $0.hasPrefix("Files: ") })
        #expect(
            line == "Files:      60, such as \(files[0]), \(files[1]), \(files[2]) (all: docsearch status --verbose)")
        let verbose = try program.run(["status", "--verbose"]).lines
        #expect(files.allSatisfy { file in verbose.contains { $0.hasSuffix(" " + file) } })
        #expect(try program.run(["status", "--json"]).json()["roots"]?.elements.count == 61)
    }

    @Test func statusSaysHowReadersAreLockedIn() throws {
        let line = try #require(try status().lines.first { $0.hasPrefix("Sandbox: ") })
        #expect(line.contains("no-new-privileges"))
    }

    @Test func oneDocumentIsCountedAsOne() throws {
        let program = try Program.withMinutes()
        let line = try program.run(["status"]).lines.first { $0.hasPrefix("Last run:") }
        #expect(line?.hasSuffix(" s, 1 document written, 0 failed") == true, "\(line ?? "")")
    }
}
