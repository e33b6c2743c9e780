import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("An archive that changes under a run")
struct VanishingTests {
    /// `script` runs in the shell when a bundle with "bad" in its name is read; `answer` reads it as any other.
    private func run(_ archive: TestArchive, _ script: String) async throws -> TestRun {
        let worker = try FakeWorker(script + "\n cat \"$dir/good.$number\"")
        return try await archive.update { $0.extractorPath = worker.path }
    }

    @Test func aFileReplacedDuringARunIsLeftForTheNext() async throws {
        let archive = try TestArchive()
        let path = try archive.write(["the old heron"], to: "bad.pdf")
        try await archive.update()
        try archive.write(["a heron in between"], to: "bad.pdf")
        let next = try archive.folder.write(TestDocument("", pages: ["the new kestrel"]).pdf, to: "next.pdf")
        let run = try await run(archive, "mv '\(next)' '\(path)'")
        #expect(run.report.unsettled == 1)
        #expect(run.report.changed == 0)
        #expect(run.failures.isEmpty)
        #expect(run.events.contains { if case .unsettled("bad.pdf") = $0 { true } else { false } })
        #expect(try archive.find("heron") == ["bad.pdf"], "what was known stays")
        #expect(try archive.find("faithful").isEmpty, "a text of two files is kept for neither")
        let after = try await archive.update()
        #expect(after.report.changed == 1)
        #expect(after.report.unsettled == 0)
        #expect(try archive.find("kestrel") == ["bad.pdf"])
    }

    @Test func aFileThatGrowsDuringARunIsLeftForTheNext() async throws {
        let archive = try TestArchive()
        let path = try archive.write(["a heron"], to: "bad.pdf")
        let run = try await run(archive, "echo more >> '\(path)'")
        #expect(run.report.unsettled == 1)
        #expect(run.report.new == 0)
        #expect(run.report.standingFailures == 0)
        #expect(try await archive.update().report.new == 1)
        #expect(try archive.find("heron") == ["bad.pdf"])
    }

    /// Of a disk with a million pages that wait, the mail would name each.
    @Test func noPageFailsWhileItsDiskIsAway() async throws {
        let archive = try TestArchive()
        #expect(
            try await archive.read(SampleArchive.bytes(of: "letters/1931-water-board.zip"), as: "scans.zip").report
                .waiting == 0)
        try FileManager.default.moveItem(atPath: archive.root, toPath: archive.root + ".away")
        let night = try await archive.update([]) { $0.ocr = .auto }
        #expect(night.failures.isEmpty, "\(night.failures)")
        #expect(night.report.standingFailures == 0, "\(night.failures)")
        #expect(night.report.waiting == 3)
        #expect(night.report.warnings.contains { $0.message.contains("cannot be reached") })
        try FileManager.default.moveItem(atPath: archive.root + ".away", toPath: archive.root)
        #expect(try await archive.update([]) { $0.ocr = .auto }.report.recognized == 3)
    }

    @Test func aRunRemovesNothingWhenADiskGoesInTheMiddle() async throws {
        let archive = try TestArchive()
        for name in ["a", "bad", "c"] { try archive.write(["heron \(name)"], to: "\(name).pdf") }
        try await archive.update()
        try archive.remove("a.pdf")
        try archive.write(["another heron"], to: "bad.pdf")
        let run = try await run(archive, "mv '\(archive.root)' '\(archive.root).away'")
        #expect(run.report.removed == 0)
        let warning = try #require(run.report.warnings.first { $0.message.contains(" was not met, but ") }).message
        #expect(warning.hasPrefix("1 bundle of "), "\(warning)")
        #expect(warning.contains("its folder cannot be read ("), "\(warning)")
        #expect(try archive.find("heron").count == 3)
        try FileManager.default.moveItem(atPath: archive.root + ".away", toPath: archive.root)
        #expect(try await archive.update().removed == ["a.pdf"])
    }
}
