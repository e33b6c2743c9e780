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
        try archive.write(ZipWriter([.init("a.pdf", Self.pdf("heron")), locked]).bytes, to: "a.zip")
        try await archive.update()
        try archive.write(
            ZipWriter([.init("a.pdf", TestDocument("", pages: ["heron"]).pdf), locked]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.report.standingFailures == 1)
        #expect(try archive.find("heron3").isEmpty)
        #expect(try archive.find("heron").count == 1)
    }

    @Test func anEmptiedZipKeepsItsDocuments() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("heron", pages: ["a heron stands here"])], to: "a.zip")
        try await archive.update()
        try archive.write(ZipWriter([]).bytes, to: "a.zip")
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == ["a.zip"])
        #expect(run.report.skipped == 0)
        let again = try await archive.update { $0.full = true }
        #expect(again.report.standingFailures == run.report.standingFailures)
        let found = try #require(archive.find("stands").first)
        // There is nothing to take in its place.
        let error = await #expect(throws: DocSearchError.self) {
            try await TestRun(archive.index.reread(archive.index.document(found), options: .forTests))
        }
        #expect(error?.code == .unreadable)
        #expect(try archive.find("stands") == [found])
    }

    // MARK: PDFs

    @Test func partsOfAPortfolioStayWhenItsListIsLost() async throws {
        let archive = try TestArchive()
        var writer = PDFWriter(texts: ["the cover of the filing"])
        writer.files = [.init("exhibit.pdf", Self.pdf("heron"))]
        try archive.write(writer.bytes, to: "filing.pdf")
        try await archive.update()
        #expect(try archive.find("heron").count == 1)
        // The catalogue calls no files any more, and the table of contents is not there.
        try archive.write(
            Self.withoutTable(Self.replaced(writer.bytes, "/EmbeddedFiles", "/EmbeddedFilez")), to: "filing.pdf")
        for full in [false, true] {
            let run = try await archive.update { $0.full = full }
            #expect(try archive.find("heron").count == 1)
            #expect(run.report.standingFailures > 0)
            #expect(!run.failures.isEmpty, "what is kept is told, by cron mail too")
        }
    }

    @Test func aLongerScanTakesTheShorterOnesPlaceBeforeItIsRecognized() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron stands here"], to: "a.pdf")
        try await archive.update()
        let scan = Array(try SampleArchive.bytes(of: "letters/1949-library-gift.pdf"))
        // Only where the objects are is not told.
        try archive.write(Self.replaced(scan, "startxref", "startxerf"), to: "a.pdf")
        let run = try await archive.update()
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
        try archive.write(Self.replaced(scan, "0000000015 00000 n", "0000000022 00000 n"), to: "b.pdf")
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == ["b.pdf"])
        #expect(try archive.find("heron9") == ["b.pdf"])
    }

    @Test func anotherIdentifierDoesNotEndTheKeeping() async throws {
        let archive = try TestArchive()
        func zip(_ pdf: [UInt8], _ identifier: String) -> [UInt8] {
            ZipWriter([.init("a.pdf", pdf), .init("a.json", Array("{\"identifier\":\"\(identifier)\"}".utf8))]).bytes
        }
        let pdf = Self.pdf("heron")
        try archive.write(zip(pdf, "A"), to: "a.zip")
        try await archive.update()
        // The first page sets its text without a font.
        let damaged = Self.replaced(pdf, " Tf", "   ")
        for identifier in ["A", "B"] {
            try archive.write(zip(damaged, identifier), to: "a.zip")
            let run = try await archive.update()
            #expect(run.report.standingFailures > 0)
            #expect(try archive.find("heron1").count == 1, "\(identifier)")
        }
    }

    @Test func theSameBytesAreNoWorse() async throws {
        let archive = try TestArchive()
        try archive.write(Self.pdf("heron"), to: "a.pdf")
        try await archive.update()
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
        try archive.write(ZipWriter([.init("scan.pdf", scan), .init("b.pdf", Self.pdf("heron"))]).bytes, to: "a.zip")
        try archive.write(scan, to: "scan.pdf")
        try await archive.update()
        let broken = Array(scan.prefix(100))
        try archive.write(ZipWriter([.init("scan.pdf", broken), .init("b.pdf", Self.pdf("heron"))]).bytes, to: "a.zip")
        try archive.write(broken, to: "scan.pdf")
        try await archive.update()
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
        try archive.write(picture, to: "a.jpg")
        #expect(try await archive.update().failures.isEmpty)
        try archive.write(picture.prefix(350), to: "a.jpg")
        let run = try await archive.update()
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

    /// Three pages, each with the word and its number, as `heron1`.
    private static func pdf(_ word: String) -> [UInt8] {
        TestDocument("", pages: (1...3).map { "\(word)\($0) \(word) stands in the shallow water of the lake" }).pdf
    }

    private static func replaced(_ bytes: [UInt8], _ text: String, _ other: String) -> [UInt8] {
        var bytes = bytes
        if let place = place(of: text, in: bytes) { bytes.replaceSubrange(place, with: Array(other.utf8)) }
        return bytes
    }

    private static func withoutTable(_ pdf: [UInt8]) -> [UInt8] {
        place(of: "\nxref\n", in: pdf).map { Array(pdf[...$0.lowerBound]) } ?? pdf
    }

    private static func place(of text: String, in bytes: [UInt8]) -> Range<Int>? {
        Data(bytes).range(of: Data(text.utf8))
    }
}
