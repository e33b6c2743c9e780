import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("What stands on a page beside its content")
struct AnnotationTests {
    /// A page that says “Draft rules”, with these annotations, each a dictionary without its angle brackets.
    static func pdf(_ annotations: [String], others: [String] = []) -> [UInt8] {
        let content = "BT /F 12 Tf 72 700 Td (Draft rules) Tj ET"
        let first = 6
        let references = annotations.indices.map { "\(first + $0) 0 R" }.joined(separator: " ")
        let objects =
            [
                "<< /Type /Catalog /Pages 2 0 R >>",
                "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Annots [\(references)] "
                    + "/Resources << /Font << /F 5 0 R >> >> >>",
                "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
                "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
            ] + annotations.map { "<< /Type /Annot \($0) >>" } + others
        let body = objects.enumerated().map { "\($0.offset + 1) 0 obj\n\($0.element)\nendobj\n" }.joined()
        return Array("%PDF-1.5\n\(body)trailer\n<< /Root 1 0 R /Size \(objects.count + 1) >>\n%%EOF\n".utf8)
    }

    private static let area = "/Rect [100 500 300 560]"

    /// Content of an annotation's appearance, 200 by 60 points, as the object of this number.
    private static func appearance(_ text: String) -> String {
        let content = "BT /F 12 Tf 10 20 Td (\(text)) Tj ET"
        return "<< /Type /XObject /Subtype /Form /BBox [0 0 200 60] /Resources << /Font << /F 5 0 R >> >> "
            + "/Length \(content.utf8.count) >>\nstream\n\(content)\nendstream"
    }

    @Test(arguments: [
        "/Subtype /Text", "/Subtype /Highlight /QuadPoints [100 560 300 560 100 500 300 500]",
        "/Subtype /Square", "/Subtype /Text /IRT 6 0 R /F 30", "/Subtype /FreeText /DA (/F 12 Tf)",
    ])
    func commentIsReadWithItsAuthor(_ kind: String) throws {
        let note = "\(kind) \(Self.area) /T (M. Fenwick) /Contents (Ask the solicitor about the turnstile.)"
        let comments = try PDFDocument(Self.pdf([note])).information.comments
        #expect(
            comments == [PageComment(page: 1, author: "M. Fenwick", text: "Ask the solicitor about the turnstile.")])
    }

    /// Poppler's interface does not tell the authors of these.
    @Test(arguments: ["/Subtype /Stamp", "/Subtype /Caret", "/Subtype /Ink /InkList [[100 500 200 520]]"])
    func commentIsReadWithoutAnAuthor(_ kind: String) throws {
        let note = "\(kind) \(Self.area) /T (M. Fenwick) /Contents (Ask the solicitor about the turnstile.)"
        #expect(
            try PDFDocument(Self.pdf([note])).information.comments.map(\.text)
                == ["Ask the solicitor about the turnstile."])
    }

    @Test(arguments: ["/Subtype /Link", "/Subtype /Text", "/Subtype /Popup"])
    func whatNobodyWroteIsNoComment(_ kind: String) throws {
        let contents = kind.contains("Link") ? "/Contents (Go to page 3)" : ""
        #expect(try PDFDocument(Self.pdf(["\(kind) \(Self.area) \(contents)"])).information.comments == [])
    }

    @Test(arguments: ["/Subtype /Stamp", "/Subtype /Widget /FT /Sig /T (sign)", "/Subtype /Square"])
    func wordsThatAnAnnotationDrawsAreRead(_ kind: String) throws {
        let stamp = "\(kind) \(Self.area) /F 4 /AP << /N 7 0 R >>"
        let page = try PDFDocument(Self.pdf([stamp], others: [Self.appearance("REJECTED by the trustees")])).page(1)
        #expect(page.textLayer().text == "Draft rules")
        #expect(try page.drawnAnnotationTexts().map(\.text) == ["REJECTED by the trustees"])
        let area = try #require(try page.drawnAnnotationTexts().first?.area)
        #expect(area.left > 100 && area.right < 300 && area.top > 282 && area.bottom < 342)
    }

    @Test func hiddenStampSaysNothing() throws {
        let stamp = "/Subtype /Stamp \(Self.area) /F 2 /AP << /N 7 0 R >>"
        let page = try PDFDocument(Self.pdf([stamp], others: [Self.appearance("REJECTED")])).page(1)
        #expect(try page.drawnAnnotationTexts() == [])
    }

    @Test func stampOverTextAddsItsOwnWordsAlone() throws {
        let stamp = "/Subtype /Stamp /Rect [60 660 260 720] /F 4 /AP << /N 7 0 R >>"
        let page = try PDFDocument(Self.pdf([stamp], others: [Self.appearance("REJECTED")])).page(1)
        #expect(try page.drawnAnnotationTexts().map(\.text) == ["REJECTED"])
    }

    @Test func manyCommentsAreRead() throws {
        let notes = (1...1500).map { "/Subtype /Text \(Self.area) /Contents (note \($0))" }
        #expect(try PDFDocument(Self.pdf(notes)).information.comments.count == 1500)
    }
}
