import DocSearch
import ExtractionProtocol
import Foundation
import Testing

/// Before its first document is read, a reader may look into PDFs, to know what the images beside them are.
@Suite("A PDF that kills readers when its pages are counted")
struct LookTests {
    private static let look = ExtractionFrame.starting(
        StartingFrame(stage: .bundle, address: PageAddress(entry: "scan.pdf", page: 0)))

    @Test func itCostsNoOtherDocumentOfItsBundle() async throws {
        let worker = try FakeWorker(
            """
            echo "$request" >> "$dir/requests"
            case "$request" in
            *'skippedPages":[{'*) say rest ;;
            *) say look; exit 3 ;;
            esac
            """,
            parts: [
                "look": [FakeWorker.starting, Self.look],
                "rest": FakeWorker.answer(
                    FakeWorker.document("first.pdf"),
                    FakeWorker.page(1, entry: "first.pdf")),
            ])
        let archive = try TestArchive()
        let run = try await archive.read([1], as: "bad.zip") { $0.extractorPath = worker.path }
        #expect(
            run.failures.map { $0.path.hasSuffix("scan.pdf") && $0.reason.contains("code 3") } == [true],
            "\(run.failures)")
        #expect(try archive.find("treacherous") == ["bad.zip!/first.pdf"])
        let requests = try #require(worker.note("requests")).split(separator: "\n")
        #expect(requests.count == 3)
        // Nothing was read yet: the next one begins at the beginning.
        #expect(requests.allSatisfy { !$0.contains("resume") })
    }

    @Test func manyLooksAreNoFramesWithoutEnd() async throws {
        let looks = (1...1500).flatMap { number -> [ExtractionFrame] in
            let address = PageAddress(entry: "\(number).pdf", page: 0)
            return [.starting(StartingFrame(stage: .bundle, address: address)), FakeWorker.starting]
        }
        let worker = try FakeWorker(
            "answer",
            frames: [FakeWorker.starting] + looks + [
                FakeWorker.bundle, FakeWorker.document("1.pdf"), FakeWorker.page(1, entry: "1.pdf"),
                FakeWorker.complete,
            ])
        let archive = try TestArchive()
        let run = try await archive.read([1], as: "bad.zip") { $0.extractorPath = worker.path }
        #expect(run.failures.isEmpty, "\(run.failures)")
        #expect(try archive.find("treacherous") == ["bad.zip!/1.pdf"])
    }
}
