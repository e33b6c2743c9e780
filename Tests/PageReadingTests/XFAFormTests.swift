import CZlib
import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("A form in XML within a PDF")
struct XFAFormTests {
    static let notice =
        "Please wait... If this message is not eventually replaced by the proper contents of the document,"

    static let template =
        "<template xmlns='http://www.xfa.org/schema/xfa-template/3.3/'><subform name='permit'>"
        + "<draw><value><text>Permit of the parish</text></value></draw>"
        + "<field name='place'><caption><value><text>Place of the bonfire</text></value></caption>"
        + "<event><script>xfa.host.beep()</script></event></field>"
        + "<field name='date'><caption><value><text>Day of the bonfire</text></value></caption></field></subform></template>"
    static let datasets =
        "<xfa:datasets xmlns:xfa='http://www.xfa.org/schema/xfa-data/1.0/'><xfa:data><permit>"
        + "<place>Gallowhill quarry</place><applicant>Hesper Lanyon</applicant><date/></permit></xfa:data></xfa:datasets>"

    enum Form: CaseIterable {
        case list, listElsewhere, oneStream, deflated, packed, withFirstAndLastLine, needsRendering
    }

    /// `shown` is what the page says.
    static func pdf(
        _ form: Form, shown: String = notice, filter: String? = nil, widgets: String = "", isEmpty: Bool = false
    ) -> [UInt8] {
        let template = isEmpty ? "<template/>" : Self.template
        let datasets = isEmpty ? "<datasets/>" : Self.datasets
        let content = "BT /F 12 Tf 72 700 Td (\(shown)) Tj ET"
        func stream(_ text: String) -> [UInt8] {
            let packs = form == .deflated || form == .packed
            let data = packs ? deflated(Array(text.utf8)) : Array(text.utf8)
            let name = filter ?? (packs ? "/Filter /FlateDecode" : "")
            return Array("<< /Length \(data.count) \(name) >>\nstream\n".utf8) + data + Array("\nendstream".utf8)
        }
        let xdp = "<xdp:xdp xmlns:xdp='http://ns.adobe.com/xdp/'>"
        let list = "[(preamble) 9 0 R (template) 6 0 R (datasets) 7 0 R (postamble) 10 0 R]"
        let xfa = form == .oneStream ? "8 0 R" : form == .listElsewhere ? "11 0 R" : list
        let needs = form == .needsRendering ? "/NeedsRendering true " : ""
        let catalog = "<< /Type /Catalog /Pages 2 0 R \(needs)/AcroForm << /XFA \(xfa) /Fields [] >> >>"
        var objects: [[UInt8]] = [
            Array(catalog.utf8),
            Array("<< /Type /Pages /Count 1 /Kids [3 0 R] >>".utf8),
            Array(
                ("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 1595 842] /Contents 4 0 R "
                    + "/Resources << /Font << /F 5 0 R >> >> \(widgets) >>").utf8),
            Array("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream".utf8),
            Array("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>".utf8),
            stream(template), stream(datasets), stream(xdp + template + datasets + "</xdp:xdp>"),
            stream(form == .withFirstAndLastLine ? xdp : " "),
            stream(form == .withFirstAndLastLine ? "</xdp:xdp>" : " "), Array(list.utf8),
        ]
        if form == .packed {
            let offsets = "1 0 "
            let data = deflated(Array((offsets + catalog).utf8))
            objects.append(
                Array(
                    "<< /Type /ObjStm /N 1 /First \(offsets.utf8.count) /Filter /FlateDecode /Length \(data.count) >>\nstream\n"
                        .utf8) + data + Array("\nendstream".utf8))
            // What is looked up in the bytes; poppler needs a catalog that it finds without a table.
            objects[0] = Array("<< /Type /Catalog /Pages 2 0 R >>".utf8)
        }
        var file = Array("%PDF-1.5\n".utf8)
        for (index, object) in objects.enumerated() {
            file += Array("\(index + 1) 0 obj\n".utf8) + object + Array("\nendobj\n".utf8)
        }
        return file + Array("trailer\n<< /Root 1 0 R /Size 20 >>\n%%EOF\n".utf8)
    }

    private static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var packed = [UInt8](repeating: 0, count: Int(compressBound(uLong(bytes.count))))
        var count = uLongf(packed.count)
        compress(&packed, &count, bytes, uLong(bytes.count))
        return Array(packed.prefix(Int(count)))
    }

    @Test(arguments: Form.allCases)
    func formStandsInPlaceOfTheNoticeToWait(_ form: Form) throws {
        let text = try PDFDocument(Self.pdf(form)).formText(onPageWith: Self.notice)
        #expect(
            text == """
                Permit of the parish
                Day of the bonfire
                Place of the bonfire: Gallowhill quarry
                Hesper Lanyon
                """)
    }

    @Test func pageThatMayBeANoticeIsKeptBesideItsForm() throws {
        let notice = "Bitte warten, bis das Dokument geladen ist"
        let text = try PDFDocument(Self.pdf(.list, shown: notice)).formText(onPageWith: notice)
        #expect(text?.hasPrefix(notice + "\nPermit of the parish\n") == true)
        #expect(text?.contains("Gallowhill quarry") == true)
    }

    @Test func pageOfAFormThatNeedsAViewerIsReplaced() throws {
        let notice = "Bitte warten, bis das Dokument geladen ist"
        let text = try PDFDocument(Self.pdf(.needsRendering, shown: notice)).formText(onPageWith: notice)
        #expect(text?.hasPrefix("Permit of the parish\n") == true)
    }

    @Test func pageThatShowsItsFormIsLeftAsItIs() throws {
        let page = "Permit of the parish, Place of the bonfire Gallowhill quarry"
        #expect(try PDFDocument(Self.pdf(.list, shown: page)).formText(onPageWith: page) == nil)
    }

    @Test func formThatCannotBeReadIsSaid() throws {
        let document = try PDFDocument(Self.pdf(.list, filter: "/Filter /LZWDecode"))
        #expect(throws: PageReadingError.self) { try document.formText(onPageWith: Self.notice) }
    }

    @Test(arguments: [Form.list, .needsRendering])
    func formThatSaysNothingIsSaid(_ form: Form) throws {
        let document = try PDFDocument(Self.pdf(form, isEmpty: true))
        #expect(throws: PageReadingError.self) { try document.formText(onPageWith: Self.notice) }
    }

    /// Marks of object streams that are none, and names without end.
    @Test(arguments: [
        String(repeating: " obj /ObjStm ", count: 300_000), String(repeating: "/XFAx", count: 500_000),
        String(repeating: " obj /ObjStm /First 4 stream\n", count: 200_000),
    ])
    func marksWithoutEndAreSoonDoneWith(text: String) throws {
        let pinned = PinnedBytes(Array(text.utf8))
        let time = try processorTime { #expect(throws: XFAForm.Failure.self) { try XFAForm(pinned.buffer) } }
        #expect(time < .seconds(5))
    }

    @Test func namesInPackedObjectsAreSoonDoneWith() throws {
        let names = Array(("1 0 " + String(repeating: "/XFAx", count: 50_000)).utf8)
        let data = Self.deflated(names)
        let object =
            Array("1 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n".utf8) + data
            + Array("\nendstream\nendobj\n".utf8)
        let pinned = PinnedBytes((0..<100).flatMap { _ in object })
        let time = try processorTime { #expect(throws: XFAForm.Failure.self) { try XFAForm(pinned.buffer) } }
        #expect(time < .seconds(5))
    }

    @Test func noticeWithoutAFormIsSaid() throws {
        let document = try PDFDocument(PDFWriter(texts: [Self.notice]))
        #expect(throws: PageReadingError.self) { try document.formText(onPageWith: Self.notice) }
    }

    @Test func ordinaryPageIsNoForm() throws {
        #expect(
            try PDFDocument(PDFWriter(texts: ["Please wait for me"])).formText(onPageWith: "Please wait for me") == nil)
    }

    @Test func damagedFormsEndInAnAnswer() throws {
        var generator = SeededGenerator(seed: 37)
        let file = Self.pdf(.packed)
        for _ in 0..<200 {
            var bytes = file
            for _ in 0..<8 {
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            let pinned = PinnedBytes(bytes)
            _ = try? XFAForm(pinned.buffer)
        }
    }
}
