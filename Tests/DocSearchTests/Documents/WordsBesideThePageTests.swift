import DocSearch
import DocSearchTestSupport
import Testing

/// From the PDF to a search.
@Suite("What stands beside a page's content is found")
struct WordsBesideThePageTests {
    private static let area = "/Rect [100 500 300 560]"

    @Test(arguments: ["/Subtype /Stamp", "/Subtype /Widget /FT /Sig /T (sign)"])
    func wordsOfStampsAndSignaturesAreFound(kind: String) async throws {
        let archive = try TestArchive()
        try archive.write(
            AnnotatedPDF.bytes(
                ["\(kind) \(Self.area) /F 4 /AP << /N 7 0 R >>"],
                others: [AnnotatedPDF.appearance("REJECTED by the trustees")]), to: "a.pdf")
        try await archive.update()
        #expect(try archive.find("draft rejected trustees") { $0.match = .all } == ["a.pdf"])
        let document = try archive.index.document(DocumentReference("a.pdf"))
        #expect(try archive.index.pages(of: document).first?.text.contains("REJECTED by the trustees") == true)
    }

    @Test func wordsOutsideTheCropBoxAreFound() async throws {
        let archive = try TestArchive()
        var page = PDFWriter.Page(text: "Draft rules of the allotment society")
        page.cropBox = (0, 700, 595, 842)
        page.texts.append(.init("damson orchard", left: 72, baseline: 500))
        try archive.write(PDFWriter([page]).bytes, to: "a.pdf")
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(try archive.find("\"damson orchard\"") == ["a.pdf"])
        let document = try archive.index.document(DocumentReference("a.pdf"))
        #expect(
            try archive.index.pages(of: document).map(\.text)
                == ["Draft rules of the allotment society\ndamson orchard"])
    }

    @Test func hiddenFieldsAreFoundButAreNoTextOfThePage() async throws {
        let archive = try TestArchive()
        let field = "/Subtype /Widget /FT /Tx /T (a) /V (turnstile) /F 2 /DA (/F 12 Tf) \(Self.area)"
        try archive.write(
            AnnotatedPDF.bytes([field], catalog: "/AcroForm << /Fields [6 0 R] /DA (/F 12 Tf) >>"), to: "a.pdf")
        try await archive.update()
        #expect(try archive.find("turnstile") == ["a.pdf"])
        let document = try archive.index.document(DocumentReference("a.pdf"))
        #expect(try archive.index.pages(of: document).map(\.text) == ["Draft rules"])
    }

    @Test func commentsAreFoundAndShownAsComments() async throws {
        let archive = try TestArchive()
        let note = "/Subtype /Text \(Self.area) /T (M. Fenwick) /Contents (Ask the solicitor about the turnstile.)"
        try archive.write(AnnotatedPDF.bytes([note]), to: "a.pdf")
        try await archive.update()
        for query in ["solicitor turnstile", "fenwick", "draft turnstile"] {
            #expect(try archive.find(query) { $0.match = .all } == ["a.pdf"], "\(query)")
        }
        let document = try archive.index.document(DocumentReference("a.pdf"))
        #expect(
            document.details == [
                DocumentDetail(
                    .annotation, "Comment on page 1", "M. Fenwick: Ask the solicitor about the turnstile.")
            ])
        #expect(try archive.index.pages(of: document).map(\.text) == ["Draft rules"], "it is no text of the page")
    }

    private static let notice =
        "Please wait... If this message is not eventually replaced by the proper contents of the document,"

    @Test func valuesOfAFormInXMLAreFoundAndNotTheNotice() async throws {
        let archive = try TestArchive()
        let values = "<permit><place>Gallowhill quarry</place><applicant>Hesper Lanyon</applicant></permit>"
        try archive.write(AnnotatedPDF.form(showing: Self.notice, values: values), to: "a.pdf")
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        #expect(try archive.find("gallowhill lanyon") { $0.match = .all } == ["a.pdf"])
        #expect(try archive.find("\"please wait\"").isEmpty)
    }

    @Test func aFormThatCannotBeReadIsSaidAndItsNoticeIsNotFound() async throws {
        let archive = try TestArchive()
        try archive.write(
            AnnotatedPDF.form(showing: Self.notice, values: "<a>heron</a>", filter: "/Filter /LZWDecode"), to: "a.pdf")
        let run = try await archive.update()
        #expect(run.failures.map(\.path) == ["a.pdf"])
        #expect(run.failures.first?.reason.contains("form") == true, "\(run.failures)")
        #expect(try archive.find("\"please wait\"").isEmpty)
    }
}
