import DocSearch
import ExtractionProtocol
import Foundation
import Testing

@Suite("A page that this machine cannot read")
struct UnreadablePageTests {
    private static let problem = ProblemFrame(
        address: FakeWorker.first, stage: .textLayer, code: .environment, reason: "poppler-data is missing")

    /// Poppler finds the page's number, and none of its characters.
    private static let part = ExtractionFrame.page(
        PageFrame(
            entry: "", page: 1, width: 595, height: 842, text: "page vii", origin: .textLayer, verdict: .missing,
            reasons: [PageFrame.missingResource, "no-text"]))

    private static func reader(_ frames: [ExtractionFrame], _ engine: String) throws -> FakeWorker {
        try FakeWorker(
            "answer",
            frames: [FakeWorker.starting, FakeWorker.bundle, FakeWorker.document()] + frames + [FakeWorker.complete],
            pdfEngine: engine)
    }

    @Test func pageStaysAFailureUntilItCanBeRead() async throws {
        let archive = try TestArchive()
        try archive.write(Array("ward".utf8), to: "bad.pdf")
        let lacking = try Self.reader([Self.part, .problem(Self.problem)], "fake 1" + GreetingFrame.withoutTables)
        for _ in 1...2 {
            try await archive.update { ($0.extractorPath, $0.ocr) = (lacking.path, .auto) }
            let failures = try archive.index.status().failures
            #expect(failures.map(\.code) == ["environment"])
            #expect(failures.first?.reason == "poppler-data is missing")
            #expect(try archive.find("vii") == ["bad.pdf"])
        }
        // The file is the same.
        let complete = try Self.reader([FakeWorker.page(1, text: "minutes of the ward")], "fake 1")
        try await archive.update { $0.extractorPath = complete.path }
        #expect(try archive.index.status().failures.isEmpty)
        #expect(try archive.find("ward") == ["bad.pdf"])
        #expect(try archive.find("vii") == [])
    }
}
