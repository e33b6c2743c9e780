import ExtractionProtocol
import Foundation
import PageReading
import Testing

@testable import DocSearchExtract

@Suite("Metadata that the bundle does not have")
struct MetadataCompletionTests {
    private func completed(
        _ metadata: DocumentMetadata = DocumentMetadata(), fileName: String = "1931/letters/April 22.pdf",
        _ change: (inout DocumentInformation) -> Void
    ) -> DocumentMetadata {
        var information = DocumentInformation()
        change(&information)
        return MetadataCompletion.complete(metadata, by: information, fileName: fileName)
    }

    /// A Mac writes the names of files in parts, and some programs what is said of a document.
    @Test(arguments: ["회의록 6월", "ガラス工場", "Protokoll Übergänge"])
    func allThatIsSaidOfADocumentIsComposed(text: String) {
        func isComposed(_ found: String?) -> Bool {
            found?.unicodeScalars.elementsEqual(text.precomposedStringWithCanonicalMapping.unicodeScalars) == true
        }
        let parts = text.decomposedStringWithCanonicalMapping
        #expect(isComposed(completed(fileName: "1931/\(parts).pdf") { _ in }.title))
    }

    @Test func commentsBecomeDetailsWithTheirAuthorsAndPages() {
        let completed = completed {
            $0.comments = [
                PageComment(page: 3, author: "M. Fenwick", text: "Ask the solicitor\nabout the turnstile."),
                PageComment(page: 4, author: nil, text: "Too strict"),
            ]
            $0.formValues = ["Place: Gallowhill quarry"]
        }
        #expect(
            completed.details == [
                MetadataDetail(
                    .annotation, called: "Comment on page 3", "M. Fenwick: Ask the solicitor about the turnstile."),
                MetadataDetail(.annotation, called: "Comment on page 4", "Too strict"),
                MetadataDetail(.other, called: "Form field", "Place: Gallowhill quarry"),
            ])
    }

    /// Not even beside a file's name that says nothing.
    @Test(arguments: [
        "Microsoft Word - letter.doc", "microsoft powerpoint - Slides", "MINUTES.DOC", "scan0001.tif", "main.dvi",
        "Untitled", "untitled-1", "Scanned Document", "scan (3)", "IMG_2041", "Dokument1", "page 12", "Slide 1",
        "PowerPoint Presentation", "None", "", "  ", "#", "Naamloos (1)", "Bez nazwy 1", "Скан_20190402",
        "Skan_20190402", "Escaneo 12", "スキャン_20190402", "Scanned Image", "PowerPoint-Präsentation",
        "Présentation PowerPoint", "Презентация PowerPoint", "Microsoft Outlook - Memo Style", "No Job Name",
        "Документ1",
    ])
    func titlesThatProgramsLeaveBehindArePassedOver(title: String) { #expect(MetadataCompletion.isJunk(title)) }

    @Test(arguments: [
        ("letters/1931 April.pdf", "1931 April"), ("April.22.pdf", "April.22"), ("April", "April"),
        (".hidden", ".hidden"), ("in.zip!/1931/April.pdf", "April"), ("", ""),
    ])
    func titleIsTakenFromTheFilesNameAtLast(path: String, title: String) {
        let completed = MetadataCompletion.complete(DocumentMetadata(), by: nil, fileName: path)
        #expect(completed.title == title)
        #expect(completed.isCalledByFile)
    }

    @Test func metadataIsOfTheBundleThenXMPThenTheInfoDictionary() {
        var own = DocumentMetadata()
        own.title = "Of the bundle"
        own.titleSource = .metadata
        own.date = "1931"
        own.authors = ["Clerk"]
        let change: (inout DocumentInformation) -> Void = {
            $0.title = "Of the dictionary"
            $0.author = "Engineer"
            $0.xmp.title = "Of XMP"
            $0.xmp.creators = ["Surveyor", "Treasurer"]
            $0.creationDate = "2001-02-03"
        }
        let kept = completed(own, change)
        #expect(kept.title == "Of the bundle")
        #expect(kept.titleSource == .metadata)
        #expect(kept.date == "1931")
        #expect(kept.authors == ["Clerk"])
        let filled = completed(DocumentMetadata(), change)
        #expect(filled.title == "Of XMP")
        #expect(filled.date == "2001-02-03")
        #expect(filled.authors == ["Surveyor", "Treasurer"])
    }

    /// Folders and files of bundles have names that say what they are for.
    @Test(
        arguments: [
            ("OCR-D-IMG", "/srv/148811035", "148811035"), ("data/images", "/srv/box 7.zip", "box 7"),
            ("mets.xml", "/srv/Mercury.zip", "Mercury"), ("inner.zip!/BIN", "/srv/outer.zip", "inner"),
            ("1931 Ledger/images", "/srv/box.zip", "1931 Ledger"), ("data", "/srv/bag", "bag"),
            ("data/weir.pdf", "/srv/bag", "weir"), ("images", "", "images"),
            ("Scans 1931", "/srv/box.zip", "Scans 1931"),
            ("V", "/srv/box.zip", "V"), ("images-pages", "/srv/box.zip", "images-pages"),
            ("1931", "/srv/box.zip", "1931"), ("media/Rates", "/srv/box.zip", "Rates"),
        ]
            + [
                "data/tiffs", "orig", "access/preservation", "300dpi", "JPEG_1200dpi", "001", "rep12", "Bilder 2",
                "full-size",
            ].map { ($0, "/srv/box 7.zip", "box 7") })
    func documentIsNotCalledByTheNameOfItsPart(entry: String, bundle: String, title: String) {
        let completed = MetadataCompletion.complete(DocumentMetadata(), by: nil, fileName: entry, in: bundle)
        #expect(completed.title == title)
    }

    @Test func metadataKeepsWhatElseThePDFSays() {
        var own = DocumentMetadata()
        own.identifier = "ME/7"
        let completed = completed(own) {
            $0.keywords = "weirs; tolls"
            $0.xmp.subjects = ["weirs", "eels"]
            $0.xmp.rights = ["CC BY"]
            $0.xmp.identifiers = ["isbn 1", "10.1000/x"]
            $0.attachments = ["sums.xlsx"]
        }
        #expect(completed.tags == ["weirs", "tolls", "eels"])
        #expect(completed.identifier == "ME/7")
        #expect(
            completed.details == [
                MetadataDetail(.identifier, called: "Identifier", "isbn 1"),
                MetadataDetail(.other, called: "Rights", "CC BY"),
                MetadataDetail(.attachment, called: "Attachment", "sums.xlsx"),
                MetadataDetail(.identifier, called: "Identifier", "10.1000/x"),
            ])
    }

    @Test func twoBlanksBehindAProgramAreNoPersons() {
        #expect(completed { $0.title = "Microsoft Word  - Letter to Anna" }.title == "April 22")
        #expect(completed { $0.title = "Microsoft Word - An Introduction" }.title == "Microsoft Word - An Introduction")
    }

    @Test func titleIsTheNextWhereTheFirstIsJunk() {
        let completed = completed {
            $0.xmp.title = "untitled"
            $0.title = "Harbour accounts"
        }
        #expect(completed.title == "Harbour accounts")
    }

    @Test(arguments: [
        "KONICA MINOLTA bizhub C258", "KM_C258e", "Develop ineo+ 364", "RICOH MP C3004", "Xerox WorkCentre 7545",
        "SHARP MX-3070N", "Canon iR-ADV C5235", "Canon SC1011", "CanoScan LiDE", "Canon DR-C225",
        "Kyocera TASKalfa 3252ci",
        "Samsung SCX-8123", "HP LaserJet MFP E52645", "Hewlett-Packard MFP", "EPSON Scan", "Lexmark MX710",
        "Oce ColorWave",
        "ScanSnap Manager #iX500", "TinyScanner", "CamScanner", "Microsoft Lens", "Apple Image Capture", "Adobe Scan",
        "Zeutschel OS 12000", "ABBYY FineReader 15", "ocrmypdf 14.0.1", "Tesseract 5.3.0", "I.R.I.S.", "PFU LIMITED",
        "OKI MC573", "Lanier MP", "Canon", "UTAX 3206ci", "DocuCentre-V C4475", "Scanbot SDK", "PaperStream Capture",
        "Goobi",
        "Foxit PhantomPDF OCR", "imageCLASS", "TA Triumph-Adler", "Sindoh D450", "Plustek OpticBook",
    ])
    func aScannersDateIsThatOfTheScan(maker: String) {
        let scanned = completed {
            ($0.producer, $0.creationDate) = (maker, "2024-01-02")
        }
        #expect(scanned.date == nil)
        #expect(scanned.details.contains { $0.value == "2024-01-02" })
    }

    @Test(arguments: [
        "macOS Version 10.15.7 (Build 19H2) Quartz PDFContext", "iOS Version 14.2 Quartz PDFContext", "Toscana Press",
        "Scandinavian Airlines Booking", "Scania Fleet", "Landscape Architect 3", "Brotherhood Writer", "Epsonian",
        "Adobe PDF Library 15.0", "pdfTeX-1.40.25", "Microsoft® Word for Microsoft 365", "GPL Ghostscript 9.5",
        "Fujitsu NetCOBOL", "Mascanner", "Sharp Reporting .NET", "iTextSharp 5.5", "Prince 14", "Kilometer KMX",
    ])
    func theDateOfAnyOtherProgramIsTheDocuments(maker: String) {
        let written = completed {
            ($0.producer, $0.creationDate) = (maker, "2024-01-02")
        }
        #expect(written.date == "2024-01-02")
    }

    @Test func anObjectInAFolderCalledByAHashIsCalledByItsIdentifier() {
        var object = DocumentMetadata()
        object.identifier = "ark:/12345/letter-book"
        let name = "432344cab70232f1f2fbc1a101e0107930b2bd450a9b8758aeba387743336a4a"
        #expect(MetadataCompletion.complete(object, by: nil, fileName: name).title == "ark:/12345/letter-book")
        #expect(MetadataCompletion.complete(object, by: nil, fileName: "letter book.pdf").title == "letter book")
        #expect(MetadataCompletion.complete(DocumentMetadata(), by: nil, fileName: name).title == name)
    }

    @Test func theDateOfXMPStandsInForThatOfTheDictionary() {
        #expect(completed { $0.xmp.creationDate = "2009-11-04" }.date == "2009-11-04")
        let both = completed { ($0.creationDate, $0.xmp.creationDate) = ("2008-01-02", "2009-11-04") }
        #expect(both.date == "2008-01-02")
    }

    @Test func aScannerIsKnownByItsNameInXMP() {
        let scanned = completed { ($0.xmp.makers, $0.xmp.creationDate) = (["ScanSnap Manager #iX500"], "2024-01-02") }
        #expect(scanned.date == nil)
        #expect(scanned.details == [MetadataDetail(.other, called: "Scanned", "2024-01-02")])
    }

    @Test func theDateOfWhatAFileShowsIsAPersons() {
        let dated = completed {
            ($0.producer, $0.creationDate, $0.xmp.date) = ("KONICA MINOLTA bizhub C258", "2024-01-02", "1931-04-22")
        }
        #expect(dated.date == "1931-04-22")
        #expect(dated.dateSource == .metadata)
        #expect(dated.details.contains(MetadataDetail(.other, called: "Scanned", "2024-01-02")))
    }

    @Test func theDateOfTheFileDoesNotReplaceWhatAPersonStated() {
        var undated = DocumentMetadata()
        undated.details.add(.other, called: "Date", "undated")
        let document = completed(undated) { $0.creationDate = "2024-01-02" }
        #expect(document.date == nil)
        #expect(document.details.contains(MetadataDetail(.other, called: "Date of the file", "2024-01-02")))
    }

    @Test func anAuthorIsNamedOnceAndNoAccountOfAMachine() {
        let written = [
            "Tara", "Tara ", "106", "Administrator", "localuser", "Windows User", "Canon P. Johnson",
            "J. Administrator", "陳 3",
            "KONICA MINOLTA bizhub C258", "about:blank",
        ]
        let completed = completed { $0.xmp.creators = written }
        #expect(completed.authors == ["Tara", "Canon P. Johnson", "J. Administrator", "陳 3"])
    }

    /// Machines and accounts that say something are found as a detail.
    @Test(arguments: [
        (["Admin"], "Anna Meier", ["Anna Meier"], []),
        (["KONICA MINOLTA bizhub C258"], "Anna Meier", ["Anna Meier"], ["KONICA MINOLTA bizhub C258"]),
        (["Anna Meier"], "Admin", ["Anna Meier"], []), ([], "CORP\\ameier", [], ["CORP\\ameier"]),
        (["Bob Smith"], "Anna Meier", ["Bob Smith"], []),
    ])
    func aMachineLeavesAPDFThePersonWhoIsItsAuthor(xmp: [String], author: String, authors: [String], details: [String])
    {
        let completed = completed {
            $0.xmp.creators = xmp
            $0.author = author
        }
        #expect(completed.authors == authors)
        #expect(completed.details.filter { $0.label == "Author of the file" }.map(\.value) == details)
    }

    /// A mail without a subject is known by a number that its program made, and `Re:` says as little.
    @Test(arguments: [nil, "Re:", "No subject"])
    func attachmentOfAMailWithoutASubjectIsCalledByItsFileName(subject: String?) {
        var (metadata, message) = (DocumentMetadata(), DocumentMetadata())
        metadata.identifier = "CA+Fz1abc@mail.example.org"
        message.title = subject
        let completed = MetadataCompletion.complete(
            metadata, by: nil, fileName: "scan0001.pdf", attachedTo: message)
        #expect(completed.title == "scan0001")
        message.title = "Minutes of May.pdf"
        let named = MetadataCompletion.complete(metadata, by: nil, fileName: "scan0001.pdf", attachedTo: message)
        #expect(named.title == "Minutes of May")
    }

    @Test func authorKeywordsAndSubjectOfAPDFAreOnOneLineEach() {
        let completed = completed {
            $0.author = " Edith\u{0}\n Marrowby "
            $0.keywords = "water; bridges , ,council\tminutes;"
            $0.subject = "A letter\r\nof the board"
        }
        #expect(completed.authors == ["Edith Marrowby"])
        #expect(completed.tags == ["water", "bridges", "council minutes"])
        #expect(completed.description == "A letter of the board")
    }

    @Test(arguments: [
        ("\"gas, water\"; lamps", ["gas, water", "lamps"]),
        ("\"street lamps\" \"gas works\"", ["street lamps", "gas works"]),
        ("\"street lamps\"", ["street lamps"]), ("the \"old\" mill, weir", ["the \"old\" mill", "weir"]),
        ("\"old\" mill, weir", ["\"old\" mill", "weir"]), ("24\" pipe, 12\" pipe", ["24\" pipe", "12\" pipe"]),
        ("\"open, weir", ["\"open", "weir"]), ("\"\", weir", ["\"\"", "weir"]), ("", []),
    ])
    func keywordsInQuotationMarksAreOneTagEach(keywords: String, tags: [String]) {
        #expect(completed { $0.keywords = keywords }.tags == tags)
    }

    @Test func emptyFieldsOfAPDFStayEmpty() {
        let completed = completed {
            $0.author = " \n"
            $0.keywords = ",;"
            $0.subject = "\u{1}"
        }
        #expect(completed.authors.isEmpty)
        #expect(completed.tags.isEmpty)
        #expect(completed.description == nil)
    }
}
