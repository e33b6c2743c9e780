import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

@Suite("Text that is known already")
struct KnownTextTests {
    @Test func theTextOfACopyEndsTheFailureOfAPage() async throws {
        let archive = try TestArchive()
        let scan = try SampleArchive.bytes(of: "letters/1936-tramway-company.pdf")
        try archive.write(scan, to: "a/a.pdf")
        try await archive.read(scan, as: "b/b.pdf")
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        let bundle = try #require(try stores.index.bundle(root: 1, directory: "b", name: "b.pdf"))
        for page in [0, 1] {
            try stores.index.recordFailure(
                bundle: bundle.id,
                ProblemFrame(
                    address: PageAddress(entry: "", page: page), stage: .recognition, code: .worker, reason: "killed"),
                source: TextSource(origin: .ocr, settings: "recognition of another release"), options: .forTests, now: 1
            )
        }
        stores.close()
        #expect(try archive.index.status().failures.count == 2)
        try await archive.update([archive.root + "/a"]) { $0.ocr = .auto }
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.report.waiting == 0)
        #expect(run.report.standingFailures == 0)
    }

    @Test func knownTextIsNotReadAgainWhenOnlyTheMetadataIsEdited() async throws {
        let archive = try TestArchive()
        var document = TestDocument("bird", pages: ["a heron", "in the reeds"], title: "Notes", tags: ["water"])
        let first = try await archive.read([document], as: "a.zip")
        #expect(first.report.pages == 2)
        (document.title, document.tags) = ("Herons of the moor", ["moor"])
        let edited = try await archive.read([document], as: "a.zip")
        #expect(edited.report.changed == 1)
        #expect(edited.report.documents == 1)
        #expect(edited.report.pages == 0)
        let found = try archive.index.document("a.zip!/bird.pdf")
        #expect(found.title == "Herons of the moor")
        #expect(found.tags == ["moor"])
        #expect(try archive.find("tag:water").isEmpty)
        #expect(try archive.find("title:herons").count == 1)
        #expect(try archive.find("reeds") == ["a.zip!/bird.pdf"])
        document.tags = ["marsh"]
        #expect(try await archive.read([document], as: "a.zip").report.pages == 0, "however often")
        try FileManager.default.moveItem(atPath: archive.root + "/a.zip", toPath: archive.root + "/b.zip")
        #expect(try await archive.update().report.moved == 1)
        document.tags = ["pond"]
        #expect(try await archive.read([document], as: "b.zip").report.pages == 0, "wherever it was moved")
        try FileManager.default.removeItem(atPath: archive.indexPath + "/index.sqlite")
        #expect(try await archive.update().report.pages == 0, "when the index is made anew")
        #expect(try archive.find("reeds") == ["b.zip!/bird.pdf"])
    }

    @Test func knownTextIsNotReadAgainInACopyOfTheBundle() async throws {
        let archive = try TestArchive()
        let document = TestDocument("bird", pages: ["a heron", "in the reeds"])
        try await archive.read([document], as: "a.zip")
        let bytes = try #require(FileManager.default.contents(atPath: archive.root + "/a.zip"))
        #expect(try await archive.read(Array(bytes), as: "b.zip").report.pages == 0)
        #expect(try archive.find("reeds") { $0.showsCopies = true }.count == 2)
    }

    /// A reader of a bundle has seen more than the document, and counts for that bundle alone.
    @Test func knownTextOfAFileCountsForAllBundlesAndOfABundleForNone() async throws {
        let archive = try TestArchive()
        let document = TestDocument("bird", pages: ["a heron", "in the reeds"])
        #expect(try await archive.read([document], as: "a.zip").report.pages == 2)
        #expect(try await archive.read(document.pdf, as: "bird.pdf").report.pages == 2)
        #expect(
            try await archive.read(ZipWriter([ZipWriter.Entry("other.pdf", document.pdf)]).bytes, as: "c.zip").report
                .pages == 0)
    }

    @Test func aDocumentWithKnownTextGetsTheTextsOfANewSidecar() async throws {
        let archive = try TestArchive()
        let pdf = TestDocument("scan", pages: ["", "a heron"]).pdf
        try await archive.read(ZipWriter([ZipWriter.Entry("scan.pdf", pdf)]).bytes, as: "a.zip")
        let text = Array("kestrel on the mast\u{C}plover".utf8)
        try archive.write(
            ZipWriter([ZipWriter.Entry("scan.pdf", pdf), ZipWriter.Entry("scan.txt", text)]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.report.changed == 1)
        #expect(run.failures.isEmpty)
        #expect(try archive.find("heron") == ["a.zip!/scan.pdf"])
        #expect(try archive.find("plover").isEmpty, "the page's own text is good")
    }

    @Test func knownTextIsReadAgainWhenAPageOfItFailed() async throws {
        let archive = try TestArchive()
        try archive.write((1...30).map { "page \($0) of herons" }, to: "a.pdf")
        var limits = ReadingLimits()
        limits.pageTextBytes = 8
        let first = try await archive.update { [limits] in $0.limits = limits }
        #expect(first.report.failed == 30, "each page is longer than the limit")
        let again = try await archive.update { [limits] in
            $0.limits = limits
            $0.retryFailed = true
        }
        #expect(again.report.failed == 30, "and is still")
        #expect(again.report.standingFailures == 30, "and is still")
    }

    @Test func knownTextIsReadAgainWhenThatIsAskedFor() async throws {
        let archive = try TestArchive()
        try await archive.read(["a heron", "in the reeds"], as: "a.pdf")
        let full = try await archive.update { $0.full = true }
        #expect(full.report.pages == 2)
        #expect(full.report.documents == 1)
    }
}
