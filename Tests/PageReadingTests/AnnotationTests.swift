import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("What stands on a page beside its content")
struct AnnotationTests {
    private static let area = "/Rect [100 500 300 560]"

    @Test(arguments: [
        "/Subtype /Text", "/Subtype /Highlight /QuadPoints [100 560 300 560 100 500 300 500]",
        "/Subtype /Square", "/Subtype /Text /IRT 6 0 R /F 30", "/Subtype /FreeText /DA (/F 12 Tf)",
    ])
    func commentIsReadWithItsAuthor(_ kind: String) throws {
        let note = "\(kind) \(Self.area) /T (M. Fenwick) /Contents (Ask the solicitor about the turnstile.)"
        let comments = try PDFDocument(AnnotatedPDF.bytes([note])).information.comments
        #expect(
            comments == [PageComment(page: 1, author: "M. Fenwick", text: "Ask the solicitor about the turnstile.")])
    }

    /// PDF 2.0, and programs that leave out the mark.
    @Test(arguments: ["\\357\\273\\277", "\\357\\273\\277\\033pl\\033", ""])
    func textsInUTF8AreReadAsUTF8(mark: String) throws {
        func written(_ text: String) -> String {
            "(\(mark)\(text.utf8.map { "\\" + String(Int($0) + 0o1000, radix: 8).dropFirst() }.joined()))"
        }
        let note = "/Subtype /Text \(Self.area) /T \(written("Gębski")) /Contents \(written("Żółwik „x”"))"
        let information = try PDFDocument(AnnotatedPDF.bytes([note])).information
        #expect(information.comments == [PageComment(page: 1, author: "Gębski", text: "Żółwik „x”")])
        var writer = PDFWriter(texts: ["page"])
        writer.outline = [
            "<< /First {1} /Last {1} >>", "<< /Title \(written("Łąka")) /Parent {0} /Dest [0 /Fit] >>",
        ]
        #expect(try PDFDocument(writer).outline(most: 9, deepest: 9).map(\.title) == ["Łąka"])
    }

    /// Poppler's interface does not tell the authors of these.
    @Test(arguments: ["/Subtype /Stamp", "/Subtype /Caret", "/Subtype /Ink /InkList [[100 500 200 520]]"])
    func commentIsReadWithoutAnAuthor(_ kind: String) throws {
        let note = "\(kind) \(Self.area) /T (M. Fenwick) /Contents (Ask the solicitor about the turnstile.)"
        #expect(
            try PDFDocument(AnnotatedPDF.bytes([note])).information.comments.map(\.text)
                == ["Ask the solicitor about the turnstile."])
    }

    @Test(arguments: ["/Subtype /Link", "/Subtype /Text", "/Subtype /Popup"])
    func whatNobodyWroteIsNoComment(_ kind: String) throws {
        let contents = kind.contains("Link") ? "/Contents (Go to page 3)" : ""
        #expect(try PDFDocument(AnnotatedPDF.bytes(["\(kind) \(Self.area) \(contents)"])).information.comments == [])
    }

    @Test(arguments: ["/Subtype /Stamp", "/Subtype /Widget /FT /Sig /T (sign)", "/Subtype /Square"])
    func wordsThatAnAnnotationDrawsAreRead(_ kind: String) throws {
        let stamp = "\(kind) \(Self.area) /F 4 /AP << /N 7 0 R >>"
        let appearance = AnnotatedPDF.appearance("REJECTED by the trustees")
        let page = try PDFDocument(AnnotatedPDF.bytes([stamp], others: [appearance])).page(1)
        #expect(page.textLayer().text == "Draft rules")
        #expect(try page.drawnAnnotationTexts().map(\.text) == ["REJECTED by the trustees"])
        let area = try #require(try page.drawnAnnotationTexts().first?.area)
        #expect(area.left > 100 && area.right < 300 && area.top > 282 && area.bottom < 342)
    }

    @Test func hiddenStampSaysNothing() throws {
        let stamp = "/Subtype /Stamp \(Self.area) /F 2 /AP << /N 7 0 R >>"
        let page = try PDFDocument(AnnotatedPDF.bytes([stamp], others: [AnnotatedPDF.appearance("REJECTED")])).page(1)
        #expect(try page.drawnAnnotationTexts() == [])
    }

    @Test func textTypedOnThePageIsReadAsItIsDrawnWhereThatDiffers() throws {
        func drawn(_ text: String) throws -> [String] {
            let note = "/Subtype /FreeText \(Self.area) /Contents (REJECTED by the trustees) /AP << /N 7 0 R >>"
            let page = try PDFDocument(AnnotatedPDF.bytes([note], others: [AnnotatedPDF.appearance(text)])).page(1)
            let texts = page.fieldTexts()
            #expect(texts.map(\.text) == ["REJECTED by the trustees"])
            return PDFPage.unsaid(try page.drawnAnnotationTexts(), besides: texts).map(\.text)
        }
        #expect(try drawn("ADOPTED by the trustees") == ["ADOPTED by the trustees"])
        #expect(try drawn("REJECTED by the trustees").isEmpty)
    }

    @Test func entriesOfAListThatAreDrawnAreReadOnce() throws {
        let list = "/Subtype /Widget /FT /Ch /T (a) /V (heron) /Opt [(heron) (stork)] \(Self.area) /AP << /N 7 0 R >>"
        let page = try PDFDocument(
            AnnotatedPDF.bytes(
                [list], others: [AnnotatedPDF.appearance(") Tj (heron) Tj 0 14 Td (stork")],
                catalog: "/AcroForm << /Fields [6 0 R] >>")
        ).page(1)
        let texts = page.fieldTexts()
        #expect(texts.map(\.text) == ["heron"])
        #expect(PDFPage.unsaid(try page.drawnAnnotationTexts(), besides: texts).map(\.text) == ["stork"])
    }

    private static let typed = "/Subtype /FreeText \(area) /DA (/F 12 Tf) /Contents (stork)"
    private static let field = "/Subtype /Widget /FT /Tx /T (a) /V (stork) /DA (/F 12 Tf) \(area)"

    @Test(arguments: [typed, field], [("/F 2", false), ("/F 32", false), ("/F 36", true), ("/F 4", true), ("", true)])
    func whatIsNeitherShownNorPrintedIsNoTextOfThePage(_ annotation: String, _ flags: (String, Bool)) throws {
        let document = try PDFDocument(
            AnnotatedPDF.bytes(
                ["\(annotation) \(flags.0)"], catalog: "/AcroForm << /Fields [6 0 R] /DA (/F 12 Tf) >>"))
        #expect(try document.page(1).fieldTexts().map(\.text) == (flags.1 ? ["stork"] : []))
        let information = document.information
        #expect(information.formValues == (annotation == Self.field && !flags.1 ? ["stork"] : []))
        #expect(information.comments.map(\.text) == (annotation == Self.typed ? ["stork"] : []))
    }

    @Test func stampOverTextAddsItsOwnWordsAlone() throws {
        let stamp = "/Subtype /Stamp /Rect [60 660 260 720] /F 4 /AP << /N 7 0 R >>"
        let page = try PDFDocument(AnnotatedPDF.bytes([stamp], others: [AnnotatedPDF.appearance("REJECTED")])).page(1)
        #expect(try page.drawnAnnotationTexts().map(\.text) == ["REJECTED"])
    }

    @Test func manyCommentsAreRead() throws {
        let notes = (1...1500).map { "/Subtype /Text \(Self.area) /Contents (note \($0))" }
        #expect(try PDFDocument(AnnotatedPDF.bytes(notes)).information.comments.count == 1500)
    }
}
