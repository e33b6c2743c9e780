import DocSearch
import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("What becomes of bundles that give nothing")
struct OutcomeTests {
    private static func finished(_ outcome: FinishedFrame.Outcome, _ reason: String? = nil) -> ExtractionFrame {
        .finished(FinishedFrame(outcome: outcome, reason: reason))
    }

    private static func locked(_ entry: String = "") -> ExtractionFrame {
        .problem(
            ProblemFrame(
                address: PageAddress(entry: entry, page: 0), stage: entry.isEmpty ? .bundle : .document, code: .locked,
                reason: "it is locked by a password"))
    }

    private func run(
        _ archive: TestArchive, _ frames: [ExtractionFrame], _ change: (inout IndexingOptions) -> Void = { _ in }
    ) async throws -> TestRun {
        let worker = try FakeWorker("answer", frames: frames)
        return try await archive.update {
            $0.extractorPath = worker.path
            change(&$0)
        }
    }

    @Test func bundlesThatGiveNothingAreSaidToBeSkippedOnce() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.zip")
        try archive.write([1], to: "good.zip")
        let skip = [FakeWorker.starting, Self.finished(.skipped, "no PDF in it")]
        let first = try await run(archive, skip)
        #expect(first.report.skipped == 1)
        #expect(first.report.new == 2)
        #expect(first.report.failed == 0)
        #expect(first.report.standingFailures == 0)
        #expect(first.skipped == ["bad.zip: no PDF in it"])
        #expect(try archive.index.status().failures.isEmpty)
        #expect(try archive.index.status().lastRun?.skipped == 1)
        let second = try await archive.update { $0.extractorPath = "/bin/false" }
        #expect(second.report.unchanged == 2)
        #expect(second.report.skipped == 0)
        try archive.write([1, 2], to: "bad.zip")
        #expect(try await run(archive, skip).report.skipped == 1)
    }

    @Test func bundlesThatGiveNothingAnyMoreKeepTheirDocumentsAndFail() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.zip")
        let page = [
            FakeWorker.starting, FakeWorker.bundle, FakeWorker.document(), FakeWorker.page(1), Self.locked("b.pdf"),
            FakeWorker.complete,
        ]
        #expect(try await run(archive, page).report.failed == 1)
        #expect(try archive.find("treacherous") == ["bad.zip"])
        try archive.write([1, 2], to: "bad.zip")
        let skipped = try await run(archive, [FakeWorker.starting, Self.finished(.skipped)])
        #expect(skipped.report.skipped == 0)
        #expect(skipped.report.standingFailures == 1)
        #expect(try archive.find("treacherous") == ["bad.zip"])
    }

    @Test func awaitedFilesAreCountedOnceHoweverManyReadersABundleTakes() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.zip")
        let absence = BundleFrame.Absence(missing: 0, stated: 0, awaited: 2, awaitedNames: ["a.pdf", "b.pdf"])
        let parts: [String: [ExtractionFrame]] = [
            "beginning": [
                FakeWorker.starting, .bundle(BundleFrame(format: .bagit, absence: absence)),
                FakeWorker.document("x.pdf", pageCount: 2),
            ],
            "death": [.starting(StartingFrame(stage: .textLayer, address: PageAddress(entry: "x.pdf", page: 1)))],
            "ending": [FakeWorker.page(2, entry: "x.pdf"), FakeWorker.complete],
        ]
        let worker = try FakeWorker(
            #"say beginning; [ -e "$dir/died" ] || { touch "$dir/died"; say death; exit 1; }; say ending"#,
            parts: parts)
        let run = try await archive.update { $0.extractorPath = worker.path }
        #expect(worker.note("died") != nil)
        #expect(run.report.pages == 1)
        #expect(run.report.awaited == 2)
    }

    @Test func lockedBundlesWaitForAPassword() async throws {
        let archive = try TestArchive()
        for name in ["bad.pdf", "bad-inside.zip", "good.pdf", "bad-other.pdf"] { try archive.write([1], to: name) }
        let worker = try FakeWorker(
            #"ask; case "$passwords" in *sesame*) cat "$dir/good.$number" ;; *) answer ;; esac"#,
            frames: [FakeWorker.starting, Self.locked(), Self.finished(.failed)])
        func run(_ passwords: [String]) async throws -> TestRun {
            try await archive.update {
                $0.extractorPath = worker.path
                $0.passwords = passwords
            }
        }
        #expect(try await run([]).report.failed == 3)
        #expect(try archive.index.status().locked == ["bad-inside.zip", "bad-other.pdf", "bad.pdf"])
        #expect(try await run([]).report.unchanged == 4, "nothing to try")
        let wrong = try await run(["hello"])
        #expect(wrong.started == ["bad-inside.zip", "bad-other.pdf", "bad.pdf"])
        #expect(wrong.report.standingFailures == 3)
        let right = try await run(["hello", "sesame"])
        #expect(right.started.count == 3)
        #expect(right.report.standingFailures == 0)
        #expect(try archive.index.status().locked.isEmpty)
        #expect(try archive.find("faithful").count == 4)
        for name in try FileManager.default.contentsOfDirectory(atPath: archive.indexPath) {
            let bytes = try #require(FileManager.default.contents(atPath: archive.indexPath + "/" + name))
            #expect(bytes.range(of: Data("sesame".utf8)) == nil, "\(name) must not keep a password")
        }
    }

    @Test func bundlesUnderstoodBetterAreOpenedAgainUnlessTheyArePDFs() async throws {
        let archive = try TestArchive()
        for name in ["a.pdf", "b.pdf", "b.txt", "c.zip", "bad.zip"] { try archive.write([1], to: name) }
        let zip = ExtractionFrame.bundle(BundleFrame(format: .zip))
        let frames = [
            FakeWorker.starting, zip, FakeWorker.document("x.pdf"), FakeWorker.page(1, entry: "x.pdf"),
            FakeWorker.complete,
        ]
        _ = try await run(archive, frames)
        #expect(try await run(archive, frames).report.unchanged == 4)
        try await archive.database("index.sqlite").write { db in
            let now = ProtocolVersion.bundles
            try db.execute(sql: "UPDATE bundle SET extractor = replace(extractor, 'bundles \(now)', 'bundles 0')")
        }
        let after = try await run(archive, frames)
        #expect(after.started == ["bad.zip"])
        #expect(after.report.pages == 1)
        #expect(try await run(archive, frames).report.unchanged == 4)
    }
}

extension TestRun {
    fileprivate var skipped: [String] {
        events.compactMap { event in
            guard case .skipped(let bundle, let reason) = event else { return nil }
            return "\(bundle): \(reason)"
        }
    }
}
