import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import DocSearch

@Suite("Bundles that get worse keep their documents")
struct WorseBundleTests {
    // MARK: Zips

    @Test func aLockedNeighbourKeepsNoDocumentFromBecomingShorter() async throws {
        let archive = try TestArchive()
        let locked = ZipWriter.Entry(
            "locked.pdf", Array(try SampleArchive.bytes(of: "reports/1961-closed-session.pdf")))
        try await archive.read(
            ZipWriter([.init("a.pdf", TestDocument.threePages(of: "heron")), locked]).bytes, as: "a.zip")
        try archive.write(
            ZipWriter([.init("a.pdf", TestDocument("", pages: ["heron"]).pdf), locked]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.report.standingFailures == 1)
        #expect(try archive.find("heron3").isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    @Test func anEmptiedZipKeepsItsDocuments() async throws {
        let archive = try TestArchive()
        try await archive.read([TestDocument("heron", pages: ["a heron stands here"])], as: "a.zip")
        let run = try await archive.read(ZipWriter([]).bytes, as: "a.zip")
        #expect(run.failures.map(\.path) == ["a.zip"])
        #expect(run.report.skipped == 0)
        let again = try await archive.update { $0.full = true }
        #expect(again.report.standingFailures == run.report.standingFailures)
        let found = try #require(archive.find("stands").first)
        // There is nothing to take in its place.
        let error = await #expect(throws: DocSearchError.self) {
            try await archive.reread(found)
        }
        #expect(error?.code == .unreadable)
        #expect(try archive.find("stands") == [found])
    }

    // MARK: PDFs

    @Test func partsOfAPortfolioStayWhenItsListIsLost() async throws {
        let archive = try TestArchive()
        var writer = PDFWriter(texts: ["the cover of the filing"])
        writer.files = [.init("exhibit.pdf", TestDocument.threePages(of: "heron"))]
        try await archive.read(writer.bytes, as: "filing.pdf")
        #expect(try archive.find("heron").count == 1)
        // The catalogue calls no files any more, and the table of contents is not there.
        try archive.write(
            Self.withoutTable(ChangeInPlaceTests.replaced(writer.bytes, "/EmbeddedFiles", "/EmbeddedFilez")),
            to: "filing.pdf")
        for full in [false, true] {
            let run = try await archive.update { $0.full = full }
            #expect(try archive.find("heron").count == 1)
            #expect(run.report.standingFailures > 0)
            #expect(!run.failures.isEmpty, "what is kept is told, by cron mail too")
        }
    }

    @Test func aLongerScanTakesTheShorterOnesPlaceBeforeItIsRecognized() async throws {
        let archive = try TestArchive()
        try await archive.read(["a heron stands here"], as: "a.pdf")
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        // Only where the objects are is not told.
        let run = try await archive.read(ChangeInPlaceTests.replaced(scan, "startxref", "startxerf"), as: "a.pdf")
        #expect(run.failures.isEmpty)
        #expect(
            run.report.waiting > 0
                || run.events.contains { if case .indexed(_, _, let count) = $0 { count > 0 } else { false } })
    }

    @Test func aShorterScanThatNobodyComplainsOfIsANewScan() async throws {
        let archive = try TestArchive()
        let pages = (1...9).map { "heron\($0) stands here" }
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        for name in ["a.pdf", "b.pdf"] { try archive.write(pages, to: name) }
        try await archive.update()
        try archive.write(scan, to: "a.pdf")
        // That the reader had to look for pages tells that some may be lost.
        let run = try await archive.read(
            ChangeInPlaceTests.replaced(scan, "0000000015 00000 n", "0000000022 00000 n"), as: "b.pdf")
        #expect(run.failures.map(\.path) == ["b.pdf"])
        #expect(try archive.find("heron9") == ["b.pdf"])
    }

    @Test func anotherIdentifierDoesNotEndTheKeeping() async throws {
        let archive = try TestArchive()
        func zip(_ pdf: [UInt8], _ identifier: String) -> [UInt8] {
            ZipWriter([.init("a.pdf", pdf), .init("a.json", Array("{\"identifier\":\"\(identifier)\"}".utf8))]).bytes
        }
        let pdf = TestDocument.threePages(of: "heron")
        try await archive.read(zip(pdf, "A"), as: "a.zip")
        // The first page sets its text without a font.
        let damaged = ChangeInPlaceTests.replaced(pdf, " Tf", "   ")
        for identifier in ["A", "B"] {
            let run = try await archive.read(zip(damaged, identifier), as: "a.zip")
            #expect(run.report.standingFailures > 0)
            #expect(try archive.find("heron1").count == 1, "\(identifier)")
        }
    }

    @Test func theSameBytesAreNoWorse() async throws {
        let archive = try TestArchive()
        try await archive.read(TestDocument.threePages(of: "heron"), as: "a.pdf")
        let stores = try IndexStores(reading: IndexFolder(path: archive.indexPath))
        let number = try archive.index.document("a.pdf").id
        let found = try stores.index.bundle(ofDocument: number)
        let bundle = try #require(found)
        var texts = try KeptTexts(of: bundle, byteCount: nil, stores, .forTests)
        var frame = DocumentFrame(
            entry: "", contentHash: nil, byteCount: 1, metadata: DocumentMetadata(), pageCount: 1)
        frame.warning = "poppler: No font in show"
        func refusal(_ hash: String?, _ problems: [ProblemFrame] = []) throws -> String? {
            try texts.refusal(of: frame, pages: [], .pdf, hash: hash, problems: problems)?.reason
        }
        #expect(try refusal("another")?.contains("it has 1 page, and had 3") == true)
        #expect(try refusal(bundle.contentHash) == nil)
        let stopped = ProblemFrame(.worker, at: .textLayer, of: "", page: 2, "the reader stopped")
        #expect(try refusal(bundle.contentHash, [stopped])?.contains("the reader stopped") == true)
    }

    @Test func pagesOfAKeptScanDoNotWait() async throws {
        let archive = try TestArchive()
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        try archive.write(
            ZipWriter([.init("scan.pdf", scan), .init("b.pdf", TestDocument.threePages(of: "heron"))]).bytes,
            to: "a.zip")
        try await archive.read(scan, as: "scan.pdf")
        let broken = Array(scan.prefix(100))
        try archive.write(
            ZipWriter([.init("scan.pdf", broken), .init("b.pdf", TestDocument.threePages(of: "heron"))]).bytes,
            to: "a.zip")
        try await archive.read(broken, as: "scan.pdf")
        try await archive.update { $0.ocr = .auto }
        let before = try archive.index.status().failures.map(\.reason)
        let run = try await archive.update { $0.ocr = .auto }
        #expect(run.failures.isEmpty)
        #expect(try archive.index.status().failures.map(\.reason) == before)
        #expect(!before.contains { $0.contains("changed") })
        #expect(run.report.waiting == 0)
    }

    // MARK: Images

    @Test func aProgressiveJPEGThatIsCutIsDamaged() async throws {
        let archive = try TestArchive()
        let picture = try #require(Data(base64Encoded: Self.progressiveJPEG))
        #expect(try await archive.read(picture, as: "a.jpg").failures.isEmpty)
        let run = try await archive.read(picture.prefix(350), as: "a.jpg")
        #expect(run.failures.map(\.path) == ["a.jpg"])
        #expect(run.failures.first?.reason.contains("libjpeg: the JPEG ends too early") == true)
    }

    /// A pattern of 96 by 64 pixels, in ten scans.
    private static let progressiveJPEG =
        "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7"
        + "gYKBTmCNl4x9lnN+gXz/wgALCABAAGABAREA/8QAFgABAQEAAAAAAAAAAAAAAAAABQYA/9oACAEBAAAAAVCy6gsuoLLqCy6gsuoL"
        + "LqCy6gsvKKS6ikuopLqKS6ikuopLqKS6imLLqCy6gsuoLLqCy6gsuoLLqCy8opLqKS6ikuopLqKS6ikuopLqKf/EABYQAQEBAAAA"
        + "AAAAAAAAAAAAAAQQAP/aAAgBAQABBQLNra2tra2traKioqKioqKira2tra2tra2ioqKioqKiop//xAAWEAEBAQAAAAAAAAAAAAAA"
        + "AAACEAD/2gAIAQEABj8Cwooooooorrrrrrrroooooooorrrrrrrrn//EABYQAQEBAAAAAAAAAAAAAAAAAMEQAP/aAAgBAQABPyHI"
        + "VCoVCoVCoVCg0Gg0Gg0Gg0GoVCoVCoVCoVCg0Gg0Gg0Gg0Gf/9oACAEBAAAAEP8A/wD/AP8A/wD/AP8A/wD/AP8A/wD/AP/EABQQ"
        + "AQAAAAAAAAAAAAAAAAAAAGD/2gAIAQEAAT8QQMzMzMzMzMzMzMzMzMzMzM3/2Q=="

    // MARK: What is written

    private static func withoutTable(_ pdf: [UInt8]) -> [UInt8] {
        Data(pdf).range(of: Data("\nxref\n".utf8)).map { Array(pdf[...$0.lowerBound]) } ?? pdf
    }
}
