import DocSearchTestSupport
import Foundation
import Testing

@testable import PageReading

@Suite("A PDF document")
struct PDFDocumentTests {
    @Test func pdfEngineTellsItsVersion() {
        #expect(PDFEngine.version.wholeMatch(of: /poppler \d+\.\d+\.\d+/) != nil)
    }

    @Test func readsTheInformationOfAPDF() throws {
        let information = try PDFDocument(
            PDFWriter(
                texts: ["text"],
                information: [
                    "Title": "Minutes (draft)", "Author": "Zoë", "Subject": "water 水", "Keywords": "a, b",
                    "Creator": "scanner", "Producer": "test", "CreationDate": "D:20040506070809+02'00'",
                ])
        ).information
        #expect(information.title == "Minutes (draft)")
        #expect(information.author == "Zoë")
        #expect(information.subject == "water 水")
        #expect(information.keywords == "a, b")
        #expect(information.creator == "scanner")
        #expect(information.producer == "test")
        #expect(information.creationDate == "2004-05-06T07:08:09+02:00")
    }

    @Test func informationInUTF16MayEndInHalfACharacterAndNameItsLanguage() throws {
        func utf16(_ text: String) -> [UInt8] {
            [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        }
        var writer = PDFWriter(texts: ["text"])
        writer.rawInformation = [
            "Title": utf16("Brief an Meier") + [0], "Author": utf16("\u{1B}de\u{1B}Anna \u{1B}enUS\u{1B}Kern"),
        ]
        let information = try PDFDocument(writer).information
        #expect(information.title == "Brief an Meier")
        #expect(information.author == "Anna Kern")
    }

    /// Programs leave out the mark that says so.
    @Test func informationInUTF8IsReadAsUTF8() throws {
        var writer = PDFWriter(texts: ["text"], information: ["Keywords": "Zoë"])
        writer.rawInformation = [
            "Title": Array("Grüße an Müller, İstanbul".utf8), "Author": Array("\u{FEFF}Протокол".utf8),
            "Subject": [0x5A, 0x6F, 0xEB, 0x20, 0x84],
        ]
        let information = try PDFDocument(writer).information
        #expect(information.title == "Grüße an Müller, İstanbul")
        #expect(information.author == "Протокол")
        #expect(information.subject == "Zoë \u{2014}", "PDFDocEncoding")
        #expect(information.keywords == "Zoë")
    }

    /// Poppler takes a file under another key than `F` for missing.
    @Test(arguments: ["/EF <</UF ", "/EF<</DOS ", "/EF<</Mac "])
    func attachedFileIsReadUnderAnyOfItsNames(key: String) throws {
        var writer = PDFWriter(texts: ["page"])
        writer.files = [PDFWriter.File("plan.pdf", Array("the plan".utf8))]
        let latin = String(String.UnicodeScalarView(writer.bytes.map { Unicode.Scalar($0) }))
        let written = latin.replacing("/EF << /F ", with: key).unicodeScalars.map { UInt8($0.value) }
        let files = try PDFDocument(written).embeddedFiles(most: 9)
        #expect(files.missing == 0)
        #expect(files.names == ["plan.pdf"])
        var bytes: [UInt8] = []
        try files.read(0) { bytes += $0 }
        #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("the plan"))
    }

    @Test func pdfHasNoInformationWhenNoneIsGiven() throws {
        #expect(try PDFDocument(PDFWriter(texts: ["text"])).information == DocumentInformation())
    }

    @Test func readsTheMetadataPacketOfAPDF() throws {
        var writer = PDFWriter(texts: ["text"])
        writer.metadata = """
            <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF>
            <dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ledger &amp; Rolls</rdf:li></rdf:Alt></dc:title>
            <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bo</rdf:li></rdf:Seq></dc:creator>
            </rdf:RDF></x:xmpmeta><?xpacket end="w"?>
            """
        let information = try PDFDocument(writer).information
        #expect(information.xmp.title == "Ledger & Rolls")
        #expect(information.xmp.creators == ["Ann", "Bo"])
    }

    @Test func pdfNamesItsAttachments() throws {
        var writer = PDFWriter(texts: ["text"])
        writer.attachments = ["sums.xlsx", "Übersicht.txt"]
        #expect(try PDFDocument(writer).information.attachments == ["sums.xlsx", "Übersicht.txt"])
    }

    @Test func pdfNamesTheFilesAttachedToItsPages() throws {
        var writer = PDFWriter(texts: ["text", "more"])
        writer.files = [.init("plan.pdf", []), .init("sums.xlsx", [1], page: 2)]
        #expect(try PDFDocument(writer).information.attachments == ["plan.pdf", "sums.xlsx"])
    }

    @Test func pdfNamesTheFirstOfManyAttachments() throws {
        var writer = PDFWriter(texts: ["text"])
        writer.attachments = (1...700).map { String(format: "%03d.xlsx", $0) }
        let names = try PDFDocument(writer).information.attachments
        #expect(names.count == 500)
        #expect(names.first == "001.xlsx")
    }

    @Test func pdfIsOpenedFromADescriptorThatStaysOpen() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(PDFWriter(texts: ["from a file"]).bytes, to: "a.pdf")
        let descriptor = open(path, O_RDONLY)
        defer { close(descriptor) }
        for _ in 0..<2 {
            #expect(try PDFDocument(descriptor: descriptor).page(1).textLayer().text == "from a file")
        }
    }

    @Test func pdfIsOpenedWithRubbishBeforeItsMark() throws {
        // Readers go by the end of the file, and search for "%PDF" at its beginning.
        let bytes = Array("rubbish\n".utf8) + PDFWriter(texts: ["text"]).bytes
        #expect(try PDFDocument(bytes).page(1).textLayer().text == "text")
    }

    @Test func pdfKeepsItsPagesUsable() throws {
        let page = try PDFDocument(PDFWriter(texts: ["one", "two"])).page(2)
        #expect(page.textLayer().text == "two")
    }

    @Test func pdfWithoutPagesHasNone() throws {
        let document = try PDFDocument(PDFWriter())
        #expect(document.pageCount == 0)
        #expect(throws: PageReadingError(.damaged, "the PDF has no page 1")) { try document.page(1) }
    }

    @Test(arguments: [Int.min, -1, 0, 3, Int.max])
    func pdfHasNoPageBeyondItsEnds(_ number: Int) throws {
        let document = try PDFDocument(PDFWriter(texts: ["one", "two"]))
        #expect(document.pageCount == 2)
        let error = try #require(throws: PageReadingError.self) { try document.page(number) }
        #expect(error.code == .damaged)
    }

    @Test func pdfSurvivesABrokenCrossReferenceTable() throws {
        var writer = PDFWriter(texts: ["one", "two"])
        writer.damage = .brokenCrossReferences
        let document = try PDFDocument(writer)
        #expect(document.pageCount == 2)
        #expect(try document.page(2).textLayer().text == "two")
    }

    @Test func pdfLosesOnlyABrokenPage() throws {
        var writer = PDFWriter(texts: ["one", "two", "three"])
        writer.damage = .brokenPage(2)
        let document = try PDFDocument(writer)
        // Poppler skips what is no page in the tree and misses it at the end.
        #expect(document.pageCount == 3)
        #expect(try document.page(1).textLayer().text == "one")
        #expect(try document.page(2).textLayer().text == "three")
        let error = try #require(throws: PageReadingError.self) { try document.page(3) }
        #expect(error.code == .damaged)
    }

    @Test(arguments: [[], Array("not a PDF".utf8), Array("%PDF-1.4\n%%EOF\n".utf8), [0, 1, 2]])
    func pdfIsNotMadeOfOtherBytes(_ bytes: [UInt8]) throws {
        let error = try #require(throws: PageReadingError.self) { try PDFDocument(bytes) }
        #expect(error.code == .damaged)
    }

    @Test func pdfIsNotMadeOfAClosedDescriptor() {
        #expect(throws: PageReadingError.self) { try PDFDocument(descriptor: -1) }
    }
}
