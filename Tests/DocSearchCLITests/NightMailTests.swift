import DocSearchTestSupport
import Foundation
import Testing

@Suite struct NightMailTests {
    /// The second night of an archive: new letters, a folder that was renamed, a file that is gone, and three that cannot
    /// be read.
    private func secondNight() throws -> Outcome {
        let program = try Program()
        let archive = try program.archive(
            "minutes/1931-council-minutes.pdf", "letters/1931-water-board.zip", "letters/1949-library-gift.pdf")
        #expect(try program.run(["index", "--no-background", archive]).exitCode == 0)
        let manager = FileManager.default
        try manager.moveItem(atPath: archive + "/minutes", toPath: archive + "/town-council")
        try manager.removeItem(atPath: archive + "/letters/1949-library-gift.pdf")
        _ = try program.archive(
            "letters/1936-tramway-company.pdf", "letters/1952-lamplighter.yianazip", "reports/1955-burial-register.zip",
            "reports/1961-closed-session.pdf")
        try program.folder.write([UInt8](), to: "archive/reports/1940-inventory.pdf")
        return try program.run(["index", "--quiet", "--no-background"])
    }

    /// Figures that are others in every run.
    private func withoutFigures(_ text: String) -> String {
        text.replacing(/Took [0-9.]+ s/, with: "Took … s").replacing(#/\ \([0-9.]+/s\)/#, with: "")
            .replacing(/[0-9]+ [GM]B free/, with: "… GB free")
    }

    @Test func nightMailIsTheOneInTheDocumentation() throws {
        let night = try secondNight()
        #expect(night.exitCode == 3)
        #expect(night.output.isEmpty)
        let page = URL(fileURLWithPath: SampleArchive.path).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/running-every-night.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let section = try #require(text.firstRange(of: "## The mail of a night"))
        let block = try #require(text[section.upperBound...].firstMatch(of: /```\n((?:.|\n)*?)```/))
        #expect(withoutFigures(String(block.output.1)) == withoutFigures(night.errors))
        #expect(night.errors.split(separator: "\n").count <= 15)
    }

    @Test func nightMailIsNoneAfterANightInWhichAllWentWell() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip")
        #expect(try program.run(["index", "--quiet", archive]).errors.isEmpty == false)
        let second = try program.run(["index", "--quiet"])
        #expect(second.errors.isEmpty, "nobody is told twice")
        #expect(second.output.isEmpty, "nobody is told twice")
        #expect(second.exitCode == 3, "but the exit code remembers")
    }

    @Test func nightMailIsOfFifteenLinesHoweverManyFilesAreBroken() throws {
        let program = try Program()
        for number in 1...40 { try program.folder.write(Array("rubbish \(number)".utf8), to: "archive/\(number).zip") }
        let night = try program.run(["index", program.folder.path + "/archive"])
        #expect(night.errors.split(separator: "\n").count == 13, "\(night.errors)")
        #expect(night.errors.contains("40 items stand as failed; all of them: docsearch status --failed"))
        #expect(night.errors.contains("failed: 1.zip: this is neither a PDF"))
    }

    @Test func nightMailTellsWhatIsStillBeingWritten() throws {
        let program = try Program()
        let file = try program.folder.write(PDFWriter(texts: (1...400).map { "page \($0)" }).bytes, to: "archive/a.pdf")
        let writer = Thread {
            while let handle = FileHandle(forWritingAtPath: file) {
                handle.seekToEndOfFile()
                handle.write(Data("%\n".utf8))
                try? handle.close()
                usleep(500)
            }
        }
        writer.start()
        defer { unlink(file) }
        let run = try program.run(["index", program.folder.path + "/archive"])
        #expect(run.exitCode == 0, "it is nobody's fault: \(run.errors)")
        #expect(run.errors.contains("Still being written, so left for the next run: a.pdf."), "\(run.errors)")
        #expect(try program.run(["status", "--json"]).json()["failures"] == .array([]))
    }

    @Test func nightReportGoesToTheMonitoringTooWhenAskedFor() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip")
        #expect(try program.run(["index", "--metrics", "docsearch.prom", archive]).exitCode == 3)
        let path = program.folder.path + "/docsearch.prom"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        for line in [
            "# TYPE docsearch_run_bundles gauge", "docsearch_run_bundles{state=\"new\"} 2",
            "docsearch_run_exit_code 3.0",
            "docsearch_failed_items 1.0", "docsearch_run_pages{work=\"read\"} 5",
        ] {
            #expect(text.contains(line + "\n"), "\(line)")
        }
        // A name, labels or none, a number: what the format allows and no more.
        let sample = /docsearch_[a-z_]+(\{[a-z]+="[a-z.-]+"\})? -?[0-9.e+]+/
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect((try? sample.wholeMatch(in: String(line))) != nil, "\(line)")
        }
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o644, "the collector is another user")
        #expect(!FileManager.default.fileExists(atPath: path + ".new"))
        let refused = try program.run(["index", "--metrics", "/nowhere/at/all.prom"])
        #expect(refused.exitCode == 2)
        #expect(refused.errors.contains("/nowhere/at/all.prom"))
    }

    @Test func nightMailSaysWhichItemsFailedEarlier() throws {
        let program = try Program()
        let archive = program.folder.path + "/archive"
        try program.folder.write(Array("rubbish".utf8), to: "archive/a.zip")
        #expect(try program.run(["index", archive]).errors.contains("1 item stands as failed; more about it: "))
        let second = try program.run(["index"]).errors
        #expect(second.contains("1 item stands as failed, from an earlier run; more about it: "), "\(second)")
        try program.folder.write(Array("more rubbish".utf8), to: "archive/b.zip")
        let third = try program.run(["index"]).errors
        #expect(third.contains("2 items stand as failed, 1 of them from an earlier run; "), "\(third)")
        let fourth = try program.run(["index"]).errors
        #expect(fourth.contains("2 items stand as failed, all from earlier runs; "), "\(fourth)")
    }

    @Test func nightMailNamesOneOtherEndingAndWhereFoldersOfTheSystemAreLeftOut() throws {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "archive/a.pdf")
        for ending in ["aaa", "bbb", "ccc", "ddd", "eee"] {
            try program.folder.write(Array("x".utf8), to: "archive/b.\(ending)")
        }
        try program.folder.write(Array("x".utf8), to: "archive/@eaDir/a.pdf")
        let errors = try program.run(["index", "--dry-run", program.folder.path + "/archive"]).errors
        #expect(errors.contains(", 1 other)"), "\(errors)")
        #expect(errors.contains("or a folder of the system such as @eaDir)"), "\(errors)")
    }
}
