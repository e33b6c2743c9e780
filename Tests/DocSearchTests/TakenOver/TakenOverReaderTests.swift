import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// The table of the worst that a reader can do once a hostile file has taken it over, with what it gets. Each row is a
/// ``Misdeed``; a new promise about readers gets its row here.
@Suite("A reader that a hostile file has taken over")
struct TakenOverReaderTests {
    static let table =
        Misdeed.ends + Misdeed.rubbish + Misdeed.disorder + Misdeed.staying + Misdeed.excess + Misdeed.totals
        + Misdeed.delay

    @Test(arguments: table)
    func aReaderThatIsTakenOverHarmsItsOwnBundleAlone(misdeed: Misdeed) async throws {
        let worker = try FakeWorker(misdeed.script, frames: misdeed.frames)
        let archive = try TestArchive()
        for name in ["a.zip", "bad.zip", "c.zip"] { try archive.write(Array(name.utf8), to: name) }
        let run = try await archive.update {
            $0.extractorPath = worker.path
            // Only so that the test ends.
            $0.maximumTime = .seconds(120)
            misdeed.change(&$0)
        }
        #expect(!run.report.isPartial, "the run ended by itself")
        #expect(run.failures.allSatisfy { $0.path.hasPrefix("bad.zip") }, "\(run.failures)")
        if let gets = misdeed.gets {
            #expect(run.failures.contains { $0.reason.contains(gets) }, "\(run.failures)")
        } else {
            #expect(run.failures.isEmpty)
        }
        #expect(run.report.bundles == 3)
        #expect(try archive.find("faithful") == ["a.zip", "c.zip"])
        try Self.expectReadable(archive)
    }

    @Test func aReaderGivesNoMoreReasonsForAPageThanThereAre() async throws {
        let archive = try TestArchive()
        try archive.write([1], to: "bad.pdf")
        var recognized = PageFrame(
            entry: "", page: 1, width: 595, height: 842, text: "treacherous page", origin: .ocr, verdict: .missing)
        recognized.reasons = Array(repeating: "odd", count: 60)
        let worker = try FakeWorker(
            "case \"$request\" in *recognizePages*) say reading ;; *) say scan ;; esac",
            parts: [
                "scan": FakeWorker.scan, "reading": [.page(recognized), FakeWorker.complete],
            ])
        let run = try await archive.update { ($0.extractorPath, $0.ocr) = (worker.path, .auto) }
        #expect(run.failures.first?.reason.contains("bytes of reasons on one page") == true, "\(run.failures)")
        #expect(try archive.find("treacherous").isEmpty)
    }

    /// Whatever came into the index can be shown.
    private static func expectReadable(_ archive: TestArchive) throws {
        for path in try archive.find("treacherous") + archive.find("faithful") {
            let document = try archive.index.document(path)
            #expect(try !archive.index.pages(of: document).isEmpty)
        }
    }
}

/// Something that a reader does, and what it gets.
struct Misdeed: Sendable, CustomTestStringConvertible {
    /// Completes “A reader that”.
    var does: String
    /// A part of the reason under which the bundle is reported; nil when there is nothing to report.
    var gets: String?
    /// What ``FakeWorker`` runs for a bad bundle; `answer` sends the frames.
    var script: String
    var frames: [ExtractionFrame]
    var change: @Sendable (inout IndexingOptions) -> Void

    var testDescription: String { does }

    init(
        _ does: String, gets: String?, script: String = "answer", frames: [ExtractionFrame] = [],
        change: @escaping @Sendable (inout IndexingOptions) -> Void = { _ in }
    ) {
        self.does = does
        self.gets = gets
        self.script = script
        self.frames = frames
        self.change = change
    }
}
