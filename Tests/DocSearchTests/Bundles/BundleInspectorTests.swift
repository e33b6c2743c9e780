import DocSearch
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

/// Bundles described without an index, whatever their reader does.
@Suite struct BundleInspectorTests {
    private static func files(_ names: [String], in folder: TemporaryFolder) throws -> [String] {
        for name in names { try folder.write(name.utf8, to: name) }
        return names.map { folder.path + "/" + $0 }
    }

    private static func inspector(_ worker: FakeWorker, _ extent: BundleInspector.Extent, jobs: Int) -> BundleInspector
    {
        var options = IndexingOptions()
        options.extractorPath = worker.path
        options.jobs = jobs
        return BundleInspector(options: options, extent: extent)
    }

    @Test(arguments: BundleInspector.Extent.allCases, [1, 3])
    func inspectionNamesTheBundleThatKillsItsReader(extent: BundleInspector.Extent, jobs: Int) throws {
        let folder = try TemporaryFolder()
        let paths = try Self.files((0..<20).map { "\($0)-\($0 == 4 || $0 == 11 ? "bad" : "well").zip" }, in: folder)
        let worker = try FakeWorker("kill -9 $$")
        var found: [BundleDescription] = []
        try Self.inspector(worker, extent, jobs: jobs).describe(paths) { found.append($0) }
        #expect(found.map(\.path) == paths, "in the order of the paths")
        for (number, bundle) in found.enumerated() where number == 4 || number == 11 {
            #expect(bundle.documents.isEmpty)
            #expect(bundle.problems.map(\.code) == ["worker"])
            #expect(bundle.problems.first?.reason.contains("was killed") == true)
        }
        for (number, bundle) in found.enumerated() where number != 4 && number != 11 {
            #expect(bundle.problems.isEmpty, "\(bundle)")
            #expect(bundle.documents.count == 1, "\(bundle)")
        }
        #expect(!isRunningAny(of: worker))
    }

    @Test func inspectionGoesOnBehindTheDocumentThatKillsItsReader() throws {
        let folder = try TemporaryFolder()
        let inHand = StartingFrame(stage: .document, address: PageAddress(entry: "b.pdf", page: 0))
        // The third worker is asked to go on behind the document, and does.
        let worker = try FakeWorker(
            #"echo x >>"$dir/deaths"; if [ $(wc -l <"$dir/deaths") -lt 3 ]; then answer; exit 3; fi; cat "$dir/good.$number""#,
            frames: [FakeWorker.starting, FakeWorker.bundle, .starting(inHand)])
        let paths = try Self.files(["bad.zip"], in: folder)
        var found: [BundleDescription] = []
        try Self.inspector(worker, .documents, jobs: 1).describe(paths) { found.append($0) }
        #expect(found.count == 1)
        #expect(found.first?.problems.map(\.entry) == ["b.pdf"])
        #expect(found.first?.documents.count == 1)
    }

    @Test func inspectionTellsWhichChecksumItsReaderDiedOf() throws {
        let folder = try TemporaryFolder()
        let inHand = StartingFrame(stage: .fixity, address: PageAddress(entry: "data/b.tif", page: 0))
        let worker = try FakeWorker(
            "answer; exit 3",
            frames: [FakeWorker.starting, FakeWorker.bundle, .fixity(FixityFrame(entry: "a")), .starting(inHand)])
        var found: [BundleDescription] = []
        try Self.inspector(worker, .fixity, jobs: 1).describe(try Self.files(["bad.zip"], in: folder)) {
            found.append($0)
        }
        #expect(found.map { $0.problems.map(\.entry) } == [["data/b.tif"]])
        #expect(found.first?.fixity?.stated == 1)
        #expect(found.first?.fixity?.agreeing == 1)
    }

    @Test func inspectionStopsWhenItIsToldTo() throws {
        struct Enough: Error {}
        let folder = try TemporaryFolder()
        let paths = try Self.files((0..<30).map { "\($0).zip" }, in: folder)
        let worker = try FakeWorker("")
        var count = 0
        #expect(throws: Enough.self) {
            try Self.inspector(worker, .metadata, jobs: 2).describe(paths) { _ in
                count += 1
                if count == 3 { throw Enough() }
            }
        }
        #expect(count == 3)
        #expect(!isRunningAny(of: worker))
    }

    @Test func inspectionNeedsTheExtractor() throws {
        var options = IndexingOptions()
        options.extractorPath = "/nowhere/docsearch-extract"
        let error = #expect(throws: DocSearchError.self) {
            try BundleInspector(options: options).describe(["/tmp"]) { _ in }
        }
        #expect(error?.code == .environment)
    }

    /// Whether a process of the worker is there and stays. Killed ones take a moment to go.
    private func isRunningAny(of worker: FakeWorker) -> Bool {
        let deadline = ContinuousClock.now + .seconds(5)
        while isFoundAny(of: worker) {
            guard ContinuousClock.now < deadline else { return true }
            usleep(10_000)
        }
        return false
    }

    private func isFoundAny(of worker: FakeWorker) -> Bool {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.contains { process in
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            return String(decoding: line, as: UTF8.self).contains(worker.path)
        }
    }
}
