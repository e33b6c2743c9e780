import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// In which order scans wait for recognition.
@Suite("Order of recognition") struct RecognitionOrderTests {
    /// A large archive waits for many nights; what came today is asked for tomorrow.
    @Test func theNewestScansAreRecognisedFirst() async throws {
        let (archive, reader) = (try TestArchive(), try Self.readerOfScans())
        for (name, year) in [("bad-b.pdf", 1990), ("bad-c.pdf", 2010), ("bad-a.pdf", 2000)] {
            try Self.write(name, from: year, in: archive)
        }
        let order = try await Self.recognized(archive, reader)
        #expect(order == ["bad-c.pdf", "bad-a.pdf", "bad-b.pdf"])
    }

    @Test func scansThatWaitSinceAnEarlierRunGiveWayToNewerOnes() async throws {
        let (archive, reader) = (try TestArchive(), try Self.readerOfScans())
        try Self.write("bad-early.pdf", from: 1990, in: archive)
        try await archive.update { $0.extractorPath = reader.path }
        try Self.write("bad-new.pdf", from: 2010, in: archive)
        let order = try await Self.recognized(archive, reader)
        #expect(order == ["bad-new.pdf", "bad-early.pdf"])
    }

    private static func write(_ name: String, from year: Int, in archive: TestArchive) throws {
        try archive.write(Array(name.utf8), to: name)
        let date = Date(timeIntervalSince1970: TimeInterval((year - 1970) * 365 * 86_400))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: archive.root + "/" + name)
    }

    /// The documents, in the order in which a page of each was recognised.
    private static func recognized(_ archive: TestArchive, _ reader: FakeWorker) async throws -> [String] {
        let run = try await archive.update { ($0.extractorPath, $0.ocr) = (reader.path, .auto) }
        #expect(run.report.failed == 0, "\(run.report)")
        return run.events.compactMap { event in
            guard case .recognized(let document, _) = event else { return nil }
            return document.split(separator: "/").last.map(String.init)
        }
    }

    /// It reads files called `bad`, each as a scan with bytes of its own: what is recognised of one counts for its copies.
    private static func readerOfScans() throws -> FakeWorker {
        let names = ["bad-a.pdf", "bad-b.pdf", "bad-c.pdf", "bad-new.pdf", "bad-early.pdf"]
        var parts: [String: [ExtractionFrame]] = ["reading": [FakeWorker.recognized("heron"), FakeWorker.complete]]
        for name in names {
            let document = DocumentFrame(
                entry: "", contentHash: name, byteCount: 1, metadata: DocumentMetadata(), pageCount: 1)
            parts[name] = FakeWorker.answer(.document(document), FakeWorker.page(1, text: ""))
        }
        let cases = names.map { "*\($0)*) say \($0) ;;" }.joined(separator: "\n")
        return try FakeWorker("case \"$request\" in\n*recognizePages*) say reading ;;\n\(cases)\nesac", parts: parts)
    }
}
