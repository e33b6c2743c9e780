import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Synchronization
import Testing

@testable import DocSearch

/// What frames may take in memory while they wait for something.
@Suite("Frames that wait") struct WaitingFramesTests {
    @Test func noMoreThanEightMegabytesOfFramesAreOnTheirWay() async throws {
        let archive = try TestArchive()
        try await archive.read(["a heron"], as: "a.pdf")
        let pages = try PageStore(reading: IndexFolder(path: archive.indexPath))
        let queue = WorkerPool(pages: pages, options: IndexingOptions(), stop: StopFlag(after: nil)).messages
        let text = String(repeating: "x", count: 3 << 20)
        let pushed = Mutex(0)
        let task = Self.task(archive)
        let thread = Thread {
            for number in 1...3 {
                guard case .page(let frame) = FakeWorker.page(number, text: text) else { return }
                if queue.push(.reading(task, .page(frame))) { pushed.withLock { $0 += 1 } }
            }
        }
        thread.start()
        while pushed.withLock({ $0 }) < 2 { usleep(1000) }
        // The third one waits for room. This is no more than a chance for it to come too early.
        usleep(100_000)
        #expect(pushed.withLock { $0 } == 2)
        #expect(queue.pop() != nil)
        while pushed.withLock({ $0 }) < 3 { usleep(1000) }
    }

    @Test func framesAreStoredBeforeTheirDocumentEnds() throws {
        let archive = try TestArchive()
        let (collector, stores) = try Self.collector(archive)
        defer { stores.close() }
        let task = Self.task(archive)
        try Self.begin(collector, task)
        try collector.add(Self.document("a.pdf", pageCount: 9), of: task, pagesAreKnown: false)
        for number in 1...2 { _ = try collector.add(Self.page("a.pdf", number, bytes: 900_000), of: task) }
        #expect(try stores.pages.lastText() == 0)
        _ = try collector.add(Self.page("a.pdf", 3, bytes: 900_000), of: task)
        #expect(try stores.pages.lastText() == 3, "more than 2 MiB")
    }

    @Test func framesWaitForATransactionUpToEightMegabytes() throws {
        let archive = try TestArchive()
        let (collector, stores) = try Self.collector(archive)
        defer { stores.close() }
        let task = Self.task(archive)
        try Self.begin(collector, task)
        for number in 1...6 {
            var document = Self.document("\(number).pdf", pageCount: 0)
            document.rawMetadata = String(repeating: "x", count: 2 << 20)
            try collector.add(document, of: task, pagesAreKnown: false)
            // The document before it waits.
            #expect(collector.isFull == (number > 4))
        }
        #expect(collector.isFlushDue)
    }

    @Test func countlessProblemsOfABundleAreCounted() {
        var list = BundleProblems()
        for number in 1...10_005 {
            list.append(
                ProblemFrame(
                    address: PageAddress(entry: "", page: number), stage: .textLayer, code: .damaged, reason: "no"))
        }
        #expect(list.named.count == 10_000)
        #expect(list.all.count == 10_001)
        #expect(list.all.last?.reason.hasPrefix("5 more problems") == true, "\(list.all.last?.reason ?? "")")
    }

    // MARK: -

    private static func task(_ archive: TestArchive) -> BundleTask {
        let root = IndexRoot(id: 1, path: archive.root, isFile: false, languages: ["eng"])
        let path = BundlePath(root: root, directory: "", name: "a.zip")
        return BundleTask(
            number: 1, path: path, knownContentHash: nil, change: .new,
            history: PathHistory(path: path.absolutePath))
    }

    private static func collector(_ archive: TestArchive) throws -> (DocumentCollector, IndexStores) {
        let folder = IndexFolder(path: archive.indexPath)
        try folder.create()
        let stores = try IndexStores(writing: folder)
        let run = RunContext(stores, .forTests, record: RunRecord { _ in }, stop: StopFlag(after: nil))
        try run.engines.welcome(
            GreetingFrame(
                extractorVersion: ProtocolVersion.extractor, recognitionEngine: "fake 1", pdfEngine: "fake 1",
                languages: ["eng"], confinement: nil))
        return (DocumentCollector(run, moves: MovedBundles(index: stores.index, user: stores.user)), stores)
    }

    private static func begin(_ collector: DocumentCollector, _ task: BundleTask) throws {
        collector.begin(task)
        try collector.add(BundleProof(hash: "0badc0de", isSingleFile: true, byteCount: 1), of: task)
    }

    private static func document(_ entry: String, pageCount: Int) -> DocumentFrame {
        DocumentFrame(
            entry: entry, contentHash: "hash of " + entry, byteCount: 1, metadata: DocumentMetadata(),
            pageCount: pageCount)
    }

    private static func page(_ entry: String, _ number: Int, bytes: Int) -> PageFrame {
        PageFrame(
            entry: entry, page: number, width: 595, height: 842, text: String(repeating: "x", count: bytes),
            origin: .textLayer, verdict: .good)
    }
}
