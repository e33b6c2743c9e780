import DocSearch
import Foundation
import Synchronization
import Testing

@Suite("Runs that do not come to their end")
struct InterruptionTests {
    /// Three scanned pages in a zip.
    private static func scans() throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(SampleArchive.bytes(of: "letters/1931-water-board.zip"), to: "scans.zip")
        try archive.write(["heron"], to: "text.pdf")
        return archive
    }

    @Test func interruptedRunsAreCompletedByTheNextWithoutRepeatingPages() async throws {
        let archive = try Self.scans()
        var options = IndexingOptions.forTests
        options.ocr = .auto
        var recognized = 0
        for try await event in archive.index.update([archive.root], options: options) {
            if case .recognized = event {
                recognized += 1
                break
            }
        }
        #expect(recognized == 1)
        let rest = try await archive.updateWhenUnlocked()
        #expect(rest.report.recognized <= 2, "a page that was recognised stays")
        #expect(rest.report.waiting == 0)
        #expect(!rest.report.isPartial)
        let scanned = try #require(
            try archive.index.search(SearchRequest("\"nine thousand gallons\"")).hits.first)
        #expect(try archive.index.pages(of: scanned.document).map(\.origin) == [.ocr, .ocr, .ocr])
        #expect(try archive.find("heron") == ["text.pdf"])
    }

    /// A run ends in the middle of a changed bundle, and then the bundle becomes again what it was, time and all.
    @Test func bundlesChangedBackAfterAnInterruptionAreReadAgain() async throws {
        let archive = try TestArchive()
        func documents(_ word: String) -> [TestDocument] {
            (1...300).map { TestDocument("\(word)\($0)", pages: ["a \(word) in reed bed \($0)"]) }
        }
        func write(_ word: String) throws {
            let path = try archive.write(documents(word), to: "box.zip")
            let times = [timespec(tv_sec: 1000, tv_nsec: 0), timespec(tv_sec: 1000, tv_nsec: 0)]
            try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        }
        try write("heron")
        try await archive.update()
        try write("grebe")
        var options = IndexingOptions.forTests
        options.full = true
        for try await event in archive.index.update([archive.root], options: options) {
            if case .indexed = event { break }
        }
        try #require(try !archive.find("grebe").isEmpty)
        try write("heron")
        // As many documents as were read before the end are missing at once.
        _ = try await archive.updateWhenUnlocked(pruneLimit: 1)
        #expect(try archive.find("grebe") == [])
        #expect(try archive.find("heron").count == 100)
    }

    @Test func aReaderThatIsKilledCostsNoPage() async throws {
        let archive = try Self.scans()
        // A name of its own, so that only workers of this run are killed.
        let worker = archive.folder.path + "/docsearch-extract"
        try FileManager.default.createSymbolicLink(atPath: worker, withDestinationPath: ExtractProgram.path)
        var options = IndexingOptions.forTests
        options.ocr = .auto
        options.extractorPath = worker
        // Recognising the three pages takes a second or more; a fifth of one after its start a worker has one in hand.
        // A thread, because tests that block may hold every thread of Swift's own pool.
        let state = Mutex((isKilled: false, isOver: false))
        let killer = Thread {
            while state.withLock({ !$0.isOver && !$0.isKilled }) {
                if let process = (try? processes(running: worker))?.first {
                    usleep(200_000)
                    state.withLock { $0.isKilled = kill(process, SIGKILL) == 0 }
                }
                usleep(5_000)
            }
        }
        killer.start()
        var pages: [Int] = []
        var report: IndexingReport?
        for try await event in archive.index.update([archive.root], options: options) {
            switch event {
            case .recognized(_, let page):
                pages.append(page)
            case .failed(let path, let page, _, let reason):
                Issue.record("\(path), page \(page ?? 0): \(reason)")
            case .finished(let found): report = found
            default: break
            }
        }
        state.withLock { $0.isOver = true }
        #expect(state.withLock { $0.isKilled })
        #expect(pages.sorted() == [1, 2, 3])
        #expect(report?.recognized == 3)
        #expect(report?.failed == 0)
        #expect(report?.waiting == 0)
        #expect(try archive.find("\"nine thousand gallons\"").count == 1)
        #expect(try processes(running: worker).isEmpty, "no worker outlives the run")
    }

    @Test func bundlesWhoseReaderIsKilledAreReadAgain() async throws {
        let archive = try TestArchive()
        for number in 0..<6 {
            try archive.write((0..<60).map { "page \($0) of heron \(number)" }, to: "\(number).pdf")
        }
        let worker = archive.folder.path + "/docsearch-extract"
        try FileManager.default.createSymbolicLink(atPath: worker, withDestinationPath: ExtractProgram.path)
        let killer = Task.detached {
            for _ in 0..<4 {
                try await Task.sleep(for: .milliseconds(60))
                for process in try processes(running: worker) { kill(process, SIGKILL) }
            }
        }
        let run = try await archive.update { $0.extractorPath = worker }
        _ = await killer.result
        // Killed twice on the same page it is given up, and named; with luck that does not happen here.
        let rest = try await archive.update { $0.retryFailed = true }
        #expect(run.report.bundles == 6)
        #expect(rest.report.standingFailures == 0)
        #expect(try archive.find("heron").count == 6)
        #expect(try archive.index.status().states == ["text-layer": 360])
    }

    @Test func runsEndWhenTheirTimeIsUp() async throws {
        let archive = try Self.scans()
        let nothing = try await archive.update { $0.maximumTime = .zero }
        #expect(nothing.report.isPartial)
        try await archive.update()
        let some = try await archive.update {
            $0.ocr = .auto
            $0.maximumTime = .milliseconds(700)
        }
        #expect(some.report.isPartial)
        #expect(some.report.waiting + some.report.recognized == 3)
        #expect(try archive.find("heron") == ["text.pdf"], "text layers come first")
    }

    /// One small page, read with another set of languages.
    @Test func runsDoNotForgetThatTheLanguagesAreNew() async throws {
        let archive = try TestArchive()
        let first = try await archive.read(SampleArchive.bytes(of: "letters/1949-library-gift.pdf"), as: "gift.pdf") {
            $0.ocr = .auto
        }
        #expect(first.report.recognized == 1)
        await #expect(throws: Never.self) {
            let interrupted = try await archive.update {
                $0.ocr = .auto
                $0.languages = ["eng", "deu"]
                $0.maximumTime = .zero
            }
            #expect(interrupted.report.isPartial)
        }
        let rest = try await archive.update { $0.ocr = .auto }
        #expect(rest.report.recognized == 1, "German is still to be read")
    }
}

extension TestArchive {
    /// A run that was cancelled ends at its next page; until then it holds the lock.
    func updateWhenUnlocked(pruneLimit: Double = 0.2) async throws -> TestRun {
        for _ in 0..<100 {
            do {
                return try await update { ($0.ocr, $0.pruneLimit) = (.auto, pruneLimit) }
            } catch let error as DocSearchError where error.code == .locked {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        return try await update { ($0.ocr, $0.pruneLimit) = (.auto, pruneLimit) }
    }
}
