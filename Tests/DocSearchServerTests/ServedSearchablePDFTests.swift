import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Searchable PDFs of the server")
struct ServedSearchablePDFTests {
    private static let words = ["kestrel", "beside", "the", "sluice"]

    private static var hocr: String {
        let spans = words.enumerated().map { number, word in
            "<span class='ocrx_word' title='bbox \(72 + 80 * number) 72 \(142 + 80 * number) 90'>\(word)</span>"
        }
        return """
            <html xmlns="http://www.w3.org/1999/xhtml"><body><div class='ocr_page' title='bbox 0 0 612 792'>
            <span class='ocr_line' title='bbox 72 72 392 90'>\(spans.joined(separator: " "))</span></div></body></html>
            """
    }

    /// A page without text and its hOCR; the same, signed; print.
    private static func archive() async throws -> ServedFolder {
        let bytes = PDFWriter(texts: [""]).bytes
        let signed = try #require(String(bytes: bytes, encoding: .isoLatin1)).replacingOccurrences(
            of: "<< /Type /Catalog",
            with:
                "<< /AcroForm << /SigFlags 3 /Fields [<< /FT /Sig /T (s) /V << /Type /Sig /ByteRange [0 1 2 3] >> >>] >> "
                + "/Type /Catalog")
        return try await ServedFolder { folder in
            for (name, pdf) in [
                ("scan", bytes), ("signed", Array(signed.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })),
            ] {
                let zip = ZipWriter([.init("\(name).pdf", pdf), .init("\(name).hocr", Array(hocr.utf8))])
                try folder.write(zip.bytes, to: "archive/\(name).zip")
            }
            try folder.write(PDFWriter(texts: ["The minutes of the council."]).bytes, to: "archive/print.pdf")
        }
    }

    @Test func recognisedWordsAreInTheDownload() async throws {
        let archive = try await Self.archive()
        let site = Site(archive.settings)
        let address = "/documents/\(try archive.document("scan.zip!/scan.pdf").id)"
        #expect(await site.ask(address).text.contains("\(address)/searchable.pdf"))
        let answer = await site.ask("\(address)/searchable.pdf")
        #expect(answer.status == 200, "\(answer.text.prefix(500))")
        #expect(answer[header: "content-disposition"]?.hasPrefix("attachment; filename=\"scan.pdf\"") == true)
        let tag = try #require(answer[header: "etag"])
        #expect(await site.ask("\(address)/searchable.pdf", "GET", ["if-none-match": tag]).status == 304)
        let part = await site.ask("\(address)/searchable.pdf", "GET", ["range": "bytes=0-4"])
        #expect(part.status == 206)
        #expect(part.text == "%PDF-")
        let copy = answer.bytes
        let other = try await ServedFolder { try $0.write(copy, to: "archive/copy.pdf") }
        #expect(try other.index.search(SearchRequest("\"\(Self.words.joined(separator: " "))\"")).hits.count == 1)
    }

    @Test func printHasNoneToOffer() async throws {
        let archive = try await Self.archive()
        let address = "/documents/\(try archive.document("print.pdf").id)"
        #expect(!(await Site(archive.settings).ask(address).text.contains("searchable.pdf")))
    }

    @Test func signedPDFIsRefusedWithTheReason() async throws {
        let archive = try await Self.archive()
        let answer = await Site(archive.settings).ask(
            "/documents/\(try archive.document("signed.zip!/signed.pdf").id)/searchable.pdf")
        #expect(answer.status == 404)
        #expect(answer.text.contains("The PDF is signed"))
    }

    @Test func closedDocumentHasNone() async throws {
        let archive = try await Self.archive()
        let site = archive.site(guest: "-path:scan")
        let address = "/documents/\(try archive.document("scan.zip!/scan.pdf").id)/searchable.pdf"
        let closed = await site.asGuest(address)
        #expect(closed.status == 404)
        #expect(closed.text == (await site.asGuest("/documents/900017/searchable.pdf")).text)
        #expect(await site.asReader(address).status == 200)
        let start = try await site.link(to: try archive.document("print.pdf").id, by: "reader").startOfLink
        #expect(await site.ask(start + address).status == 404)
    }
}
