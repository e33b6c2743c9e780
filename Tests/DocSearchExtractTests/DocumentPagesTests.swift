import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import PageReading
import Testing

@testable import DocSearchExtract

@Suite("The pages of a document")
struct DocumentPagesTests {
    private func pages(_ pdf: PDFWriter, knownHash: String? = nil) throws -> DocumentPages {
        let folder = try TemporaryFolder()
        let file = open(try folder.write(pdf.bytes, to: "a.pdf"), O_RDONLY)
        defer { close(file) }
        let content = try BundleReader(limits: ExtractionLimits()).document(descriptor: file)
        return try DocumentPages(content, knownHash: knownHash, passwords: { [] }, limits: ExtractionLimits())
    }

    @Test func pagesOfADocumentAreThoseOfItsPDF() throws {
        let pdf = PDFWriter(texts: ["One", "Two"], information: ["Title": "Numbers"])
        let pages = try pages(pdf)
        #expect(pages.pageCount == 2)
        #expect(pages.information?.title == "Numbers")
        #expect(pages.byteCount == Int64(pdf.bytes.count))
        #expect(pages.contentHash == pdf.bytes.withUnsafeBytes { ContentHash.sha256($0) })
        #expect(try pages.page(2).textLayer().text.contains("Two"))
        #expect(throws: PageReadingError.self) { try pages.page(3) }
        #expect(throws: PageReadingError.self) { try pages.pdf(ofImage: 1) }
    }

    @Test func pagesOfADocumentKeepAHashThatWasTakenBefore() throws {
        #expect(try pages(PDFWriter(texts: ["One"]), knownHash: "known").contentHash == "known")
    }

    @Test func pagesOfADocumentAreToldApartByTheirImages() throws {
        var dotted = PDFWriter.Page(text: "The same words")
        dotted.texts.append(.init(".", left: 300, baseline: 300, size: 8))
        var narrow = PDFWriter.Page(text: "The same words")
        narrow.width -= 1
        let pages = try pages(
            PDFWriter([PDFWriter.Page(text: "The same words"), PDFWriter.Page(text: "The same words"), dotted, narrow]))
        let hashes = try (1...4).map { number in
            let page = try pages.page(number)
            let image = try page.image(resolution: 150, maximumPixels: 10_000_000)
            return ImageFingerprint.hash(image, small: image.reduced(to: 72), of: page, layer: [])
        }
        #expect(hashes[0] == hashes[1])
        #expect(Set(hashes).count == 3)
    }
}
