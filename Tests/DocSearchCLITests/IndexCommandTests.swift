import Foundation
import Testing

@Suite struct IndexCommandTests {
    private static let reportMembers = [
        "started", "seconds", "bundles", "unchanged", "new", "changed", "removed", "documents", "pages",
        "recognized",
        "reused", "waiting", "failed",
    ]

    @Test func dryRunWritesNothing() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run(["index", "--dry-run", archive])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("Nothing was changed"))
        #expect(outcome.errors.contains("1 new"))
        #expect(!FileManager.default.fileExists(atPath: program.index))
        let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(!left.contains { $0.hasPrefix("docsearch-dry-run") }, "\(left)")
        #expect(try program.run(["find", "goat"]).exitCode == 2)
    }

    @Test func dryRunChangesNothingOfAnIndex() throws {
        let program = try Program.withMinutes()
        let archive = try program.archive("minutes/1958-tramway-enquiry.yianazip")
        try FileManager.default.removeItem(atPath: archive + "/minutes/1931-council-minutes.pdf")
        let before = try program.run(["status", "--json"]).json()
        let other = try program.folder.write(
            Data(
                contentsOf: URL(
                    fileURLWithPath: SampleArchive.path + "/reports/1947-flood.zip")), to: "other/flood.zip")
        let outcome = try program.run(["index", "--dry-run", "--language", "deu", archive, other])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains("2 new"))
        #expect(outcome.errors.contains("would remove: minutes/1931"))
        let after = try program.run(["status", "--json"]).json()
        for key in ["documents", "pages", "roots", "last_run", "states"] {
            #expect(after[key] == before[key], "\(key)")
        }
    }

    @Test func runWritesAReport() throws {
        let program = try Program()
        let archive = try program.archive(
            "minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip")
        #expect(
            try program.run(["index", "--ocr", "never", "--report", "report.json", archive]).exitCode == 3)
        let report = try program.json("report.json")
        for key in Self.reportMembers { #expect(report.has(key, "number"), "\(key)") }
        #expect(report["documents"]?.int == 1)
        #expect(report["pages"]?.int == 5)
        #expect(report["failed"]?.int == 1)
        #expect(report["partial"] == .bool(false))
        let unwritable = try program.run(["index", "--report", "no/such/folder.json"])
        #expect(unwritable.exitCode == 2)
        #expect(unwritable.errors.contains("no/such/folder.json"))
    }

    /// Whether a kernel has all of it is for `docsearch doctor` to say; either of these two is everywhere.
    @Test func runReportsTheSandboxOfItsWorkers() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        func sandbox(_ options: [String]) throws -> JSON? {
            #expect(try program.run(["index", "--ocr", "never", "--report", "report.json"] + options).exitCode == 0)
            return try program.json("report.json")["sandbox"]
        }
        let active = try sandbox([archive])?["active"]?.elements.compactMap(\.string) ?? []
        #expect(active.contains { $0 == "seccomp" || $0.hasPrefix("landlock ") }, "\(active)")
        let status = try program.run(["status", "--json"]).json()
        #expect(status["last_run"]?["sandbox"]?["active"]?.elements.count == active.count)
        let none = try sandbox(["--no-sandbox", "--full"])
        #expect(none?["active"]?.elements.isEmpty == true)
        #expect(none?["missing"]?.elements.isEmpty == true)
        #expect(try sandbox([]) == .null, "no worker was needed")
    }

    @Test func runTellsProgressAsJSONLines() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1934-committees.zip", "reports/1955-burial-register.zip")
        let outcome = try program.run(["index", "--ocr", "never", "--progress", "json", archive])
        let events = try outcome.errors.split(separator: "\n").map { try JSON(Data($0.utf8)) }
        #expect(events.allSatisfy { $0.has("event", "string") })
        let names = events.compactMap { $0["event"]?.string }
        #expect(names.last == "finished")
        #expect(names.count { $0 == "started" } == 2)
        #expect(names.count { $0 == "indexed" } == 2)
        #expect(names.count { $0 == "failed" } == 1)
        #expect(events.last?["report"]?["documents"]?.int == 2)
        #expect(outcome.output.isEmpty)
    }

    @Test func quietRunIsSilentWhenNothingIsWrong() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        for _ in 0..<2 {
            let outcome = try program.run(["index", "--quiet", archive])
            #expect(outcome.exitCode == 0)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.isEmpty)
        }
        _ = try program.archive("reports/1955-burial-register.zip")
        let failed = try program.run(["index", "--quiet"])
        #expect(failed.exitCode == 3)
        #expect(failed.output.isEmpty)
        #expect(failed.errors.contains("reports/1955-burial-register.zip"))
    }

    @Test func runWritesNothingToStandardOutput() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        for form in ["auto", "bar", "lines", "json", "none"] {
            let outcome = try program.run(["index", "--full", "--verbose", "--progress", form, archive])
            #expect(outcome.exitCode == 0, "\(form)")
            #expect(outcome.output.isEmpty, "\(form)")
            #expect(outcome.errors.contains("\u{1B}") == (form == "bar"), "\(form)")
        }
    }

    @Test func runRecognizesWhatWasLeftByAnEarlierOne() throws {
        let program = try Program()
        let archive = try program.archive("letters/1949-library-gift.pdf")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        #expect(try program.run(["find", "mice"]).exitCode == 1)
        #expect(try program.run(["index", "--report", "second.json"]).exitCode == 0)
        #expect(try program.run(["find", "mice"]).exitCode == 0)
        #expect(try report(program, "second.json")["recognized"]?.int == 1)
        #expect(try program.run(["index", "--full", "--report", "third.json"]).exitCode == 0)
        #expect(try report(program, "third.json")["recognized"]?.int == 0)
        #expect(try report(program, "third.json")["reused"]?.int == 1)
        #expect(try program.run(["find", "mice"]).exitCode == 0)
    }

    @Test func runStopsWhenTheTimeIsUpAndSaysWhatIsLeft() throws {
        // On a busy machine the time may be up before the pages are read that wait then.
        let isSeen = try [1, 2, 3, 5, 8].contains { try isStopped(after: $0) }
        #expect(isSeen, "no run was stopped while pages waited")
    }

    private func isStopped(after seconds: Int) throws -> Bool {
        let program = try Program()
        let archive = try program.archive("letters/1931-water-board.zip", "letters/1936-tramway-company.pdf")
        let arguments = ["index", "--jobs", "1", "--max-time", "\(seconds)s", "--report", "report.json", archive]
        let outcome = try program.run(arguments)
        #expect(outcome.exitCode == 0)
        let report = try report(program, "report.json")
        #expect(report["failed"]?.int == 0)
        let waiting = try #require(report["waiting"]?.int)
        guard waiting > 0, waiting + (report["recognized"]?.int ?? 0) == 5 else { return false }
        #expect(report["partial"] == .bool(true))
        #expect(outcome.errors.contains("\(waiting) pages wait to be recognised"))
        #expect(outcome.errors.contains("the next run continues"))
        let states = try program.run(["status", "--json"]).json()["states"]
        #expect(states?["to-recognize"]?.int == waiting)
        return true
    }

    private func report(_ program: Program, _ name: String) throws -> JSON {
        try program.json(name)
    }
}
