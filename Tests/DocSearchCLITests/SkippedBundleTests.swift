import DocSearchTestSupport
import Foundation
import Testing

@Suite struct SkippedBundleTests {
    @Test func skippedBundlesAreToldOfWhereverARunIsToldOf() throws {
        let program = try Program()
        let zip = ZipWriter([.init("table.csv", Array("1,2,3".utf8))]).bytes
        for name in ["a", "b", "c"] { try program.folder.write(zip, to: "archive/\(name).zip") }
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run([
            "index", "--ocr", "never", "--jobs", "1", "--report", "report.json", "--metrics", "docsearch.prom", archive,
        ])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.contains(/3 bundles skipped: a\.zip \(.+\) and 2 more/), "\(outcome.errors)")
        #expect(!outcome.errors.contains("failed"))
        let report = try program.json("report.json")
        #expect(report["skipped"]?.int == 3)
        #expect(report["new"]?.int == 4)
        #expect(report["failed"]?.int == 0)
        let metrics = try String(contentsOfFile: program.folder.path + "/docsearch.prom", encoding: .utf8)
        #expect(metrics.contains("docsearch_run_bundles{state=\"skipped\"} 3\n"))
        let status = try program.run(["status", "--json"]).json()
        #expect(status["failures"] == .array([]))
        #expect(status["last_run"]?["skipped"]?.int == 3)

        let again = try program.run(["index", "--ocr", "never", "--progress", "json"])
        #expect(again.exitCode == 0, "told once: \(again.errors)")
        #expect(!again.errors.contains("skipped\",\"path"), "told once: \(again.errors)")
        try program.folder.write(ZipWriter([.init("notes.csv", [1])]).bytes, to: "archive/b.zip")
        let changed = try program.run(["index", "--ocr", "never", "--progress", "json"])
        let events = try changed.errors.split(separator: "\n").map { try JSON(Data($0.utf8)) }
        let skips = events.filter { $0["event"]?.string == "skipped" }
        #expect(skips.map { $0["path"]?.string } == ["b.zip"])
        #expect(skips.first?["reason"]?.string?.isEmpty == false)
    }

    @Test func skippedBundlesAreNoReasonToWriteAMail() throws {
        let program = try Program()
        try program.folder.write(ZipWriter([.init("table.csv", [1])]).bytes, to: "archive/a.zip")
        let outcome = try program.run(["index", "--quiet", program.folder.path + "/archive"])
        #expect(outcome.exitCode == 0)
        #expect(outcome.errors.isEmpty)
    }
}
