import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("What poppler complains about")
struct HeardWarningsTests {
    private static func heard(_ messages: String...) -> HeardWarnings {
        var heard = HeardWarnings()
        for message in messages { heard.hear("Syntax Error at position 12: \(message)", from: "poppler") }
        return heard
    }

    @Test(arguments: [
        "Unsupported Annot Type", "Restoring state when no valid states to pop",
        "The  first box must be JPEG 2000 signature box",
    ]) func oddFormsAreNoDamage(message: String) {
        #expect(Self.heard(message).summary == nil)
    }

    /// They matter where the page has no words.
    @Test(arguments: ["foo", "bar2", "MyOperator", "Acme_Mark"]) func operatorsOfAProgramAreNoDamage(name: String) {
        let heard = Self.heard("Unknown operator '\(name)'", "Unknown operator '\(name)'")
        #expect(!heard.isDamage)
        #expect(heard.summary == "poppler: Unknown operator '\(name)'")
    }

    /// A JPEG whose line ends were converted has them, and so have many good ones.
    @Test func bytesThatArePassedOverAreNoDamage() {
        let heard = Self.heard("Corrupt JPEG data: 1 extraneous bytes before marker 0xc4")
        #expect(!heard.isDamage)
        #expect(heard.summary == "poppler: Corrupt JPEG data: 1 extraneous bytes before marker 0xc4")
    }

    @Test(arguments: ["Tk", "T\u{3}", "TjET", "]TJ", "x\u{FFFD}yz", "E", "(abc)", "0.5Tf"])
    func operatorsThatMayHaveShownTextAreDamage(name: String) {
        #expect(Self.heard("Unknown operator '\(name)'").isDamage)
    }

    @Test(arguments: ["Unknown font tag 'F1'", "No font in show", "Bad block header in flate stream"])
    func lostWordsAreDamage(message: String) { #expect(Self.heard(message, "Unsupported Annot Type").isDamage) }

    /// The whole page is read, and nothing is complained about.
    @Test(arguments: [
        "/Subtype /Redact /Rect [1 1 9 9]", "/Subtype /PrinterMark /Rect [1 1 9 9]",
        "/Subtype /Widget /FT /Ch /Ff 131072 /T (a) /V (one) /Opt [(one) (two)] /Rect [100 500 300 520] /DA (/F 12 Tf)",
        "/Subtype /Widget /FT /Ch /T (a) /V [(one) (two)] /Opt [(one) (two)] /Rect [100 500 300 520] /DA (/F 12 Tf)",
    ]) func ordinaryAnnotationsAreNoDamage(annotation: String) throws {
        let form = annotation.contains("Widget") ? "/AcroForm << /Fields [6 0 R] /DA (/F 12 Tf) >>" : ""
        let file = AnnotatedPDF.bytes([annotation], catalog: form)
        // Tests run side by side, and hear each other's.
        let heard = try (0..<20).map { _ in
            HeardWarnings.take()
            let page = try PDFDocument(file).page(1)
            let texts = page.fieldTexts().map(\.text)
            _ = try page.drawnAnnotationTexts()
            if annotation.contains("(a)") { #expect(texts.first?.hasPrefix("one") == true) }
            return HeardWarnings.take().damage
        }
        #expect(heard.contains(nil))
    }
}
