import Foundation
import Testing

@testable import DocSearch

@Suite("The name of a document's file")
struct DocumentNameTests {
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)  // 2026

    @Test(arguments: [
        ("1931-04-22 Letter", "1931-04-22"), ("Letter of 1931-04-22", "1931-04-22"), ("19310422", "1931-04-22"),
        ("scan_19310422_0001", "1931-04-22"), ("Letter(1931-04-22)", "1931-04-22"), ("1904-02-29", "1904-02-29"),
        ("1931-04-22 and 1932-05-23", "1931-04-22"), ("12345678 1931-04-22", "1931-04-22"),
        ("2027-12-31", "2027-12-31"), ("1000-01-01", "1000-01-01"), ("1231-03-12 Charter", "1231-03-12"),
        ("1931-04-22-draft", "1931-04-22"),
        ("18451228_01", "1845-12-28"), ("FAL_1762_12_07", "1762-12-07"), ("1845-12-28 Der Landbote", "1845-12-28"),
        ("FAL_1762_12_07_0003", "1762-12-07"), ("1931.04.22 Letter", "1931-04-22"), ("Letter 22.4.1931", "1931-04-22"),
        ("22.04.1931", "1931-04-22"), ("22-04-1931 Letter", "1931-04-22"), ("04_22_1931", "1931-04-22"),
        ("Letter_5.4.1931_draft", "1931-04-05"), ("05-05-1931", "1931-05-05"), ("22_4_1931_Protokoll", "1931-04-22"),
        ("1-13-1931-minutes", "1931-01-13"), ("2.4.1931.x", "1931-04-02"), ("22.4.1931. Sitzung", "1931-04-22"),
    ])
    func theNameOfADocumentTellsItsDate(stem: String, date: String) {
        let name = DocumentName(entry: "", bundlePath: "box/\(stem).pdf")
        #expect(name.date(now: Self.now)?.description == date)
    }

    @Test(arguments: [
        ("Minutes 12 March 1931", "1931-03-12"), ("Protokoll März 1931", "1931-03"), ("1931-03", "1931-03"),
        ("Sitzung 12.-14. Mai 1931", "1931-05"), ("5. bis 7. März 1931", "1931-03"), ("du 5 au 7 mars 1931", "1931-03"),
        ("Procès-verbal du 12 mars 1931", "1931-03-12"), ("procès-verbal_1er_mars_1931", "1931-03-01"),
        ("notulen 3 mei 1954", "1954-05-03"), ("Actas 12 de marzo de 1931", "1931-03-12"),
        ("verbale del 1º maggio 1931", "1931-05-01"), ("12.3.1931", "1931-03-12"), ("20190412_0001", "2019-04-12"),
        ("Minutes_March_1931", "1931-03"), ("12Mar1931", "1931-03-12"), ("Sitzung 5. Jänner 1931", "1931-01-05"),
        ("lettre d'août 1914", "1914-08"), ("Brief 3. Dez. 1931", "1931-12-03"), ("1931 March 5", "1931-03-05"),
        ("Charter of 12 March 1231", "1231-03-12"), ("Annual report 1931", "1931"), ("Protokolle_1931", "1931"),
        ("Procès-verbaux 1931", "1931"), ("Jahresbericht 2019", "2019"),
    ])
    func theNameOfADocumentTellsADateAsPeopleWriteIt(stem: String, date: String) {
        #expect(DocumentName(entry: "\(stem).pdf", bundlePath: "box.zip").date(now: Self.now)?.description == date)
    }

    @Test(arguments: [
        "1234-5678", "scan_20119999", "0221 1931205", "030-19310412-77", "ISBN 1931-04-22", "ISSN 1931-04",
        "Tel 1931-04-22",
        "Invoice 2019-04", "Rechnung 1931-04", "1920x1080", "1800 x 1200 poster", "1600 dpi master", "03-04-1931",
        "page 1931",
        "Box 1931", "Minutes 1931-32", "Report 1931 and 1932", "Report 2031", "12 March 2031", "Report 1200",
        "978-3-16-148410-0",
        "inv. nr. 1931-12", "1931 Euro Beleg", "1760 yards of rope", "1931 Rue de la Paix", "IMG_1931", "DSC01931",
        "Akte 1931/2", "Viking May", "sale 1950",
    ])
    func numbersThatMayBeSomethingElseAreNoDate(stem: String) {
        let name = DocumentName(entry: "\(stem.replacing("/", with: "_")).pdf", bundlePath: "box.zip")
        #expect(name.date(now: Self.now)?.description == nil)
    }

    @Test(arguments: [
        "1931", "1931-32 report", "1931-13-01", "1931-02-30", "1900-02-29", "a1931-04-22", "1931-04-22b",
        "x19310422", "193104221", "0999-01-01", "2028-01-01", "12341112", "31-04-22",
        "1-1931-04-22", "1931-4-22-7",
        "1931.04.22.7",
        "05-04-1931", "1.22.4.1931", "22.4.31", "22.4.19310", "122.4.1931", "32.1.1931", "22.4-1931", "4.22.1931",
        "1931_04-22",
        "12345678", "\u{E9}1931-04-22", "",
    ])
    func theNameOfADocumentTellsNoDateThatIsNone(stem: String) {
        #expect(DocumentName(entry: "\(stem).pdf", bundlePath: "box.zip").date(now: Self.now) == nil)
    }

    @Test func theNameOfTheBundleTellsTheDateOfADocumentThatTellsNone() {
        #expect(
            DocumentName(entry: "scan.pdf", bundlePath: "a/1970-05-01 minutes.zip").date(now: Self.now)?.description
                == "1970-05-01")
        #expect(
            DocumentName(entry: "1931-04-22.pdf", bundlePath: "1970-05-01.zip").date(now: Self.now)?.description
                == "1931-04-22")
        #expect(DocumentName(entry: "", bundlePath: "2024-03-01 delivery/scan.pdf").date(now: Self.now) == nil)
    }

    @Test(
        arguments: [
            ("1931/scan.pdf", "1931"), ("1931/04/scan.pdf", "1931-04"), ("a/1931/04/22/scan.pdf", "1931-04-22"),
            ("1931/Letters/scan.pdf", "1931"), ("1931/7/scan.pdf", "1931"), ("1931/04-22.pdf", "1931"),
            ("1931/04/22/1932 Letter.pdf", "1932"),
            ("1931/04 April/scan.pdf", "1931-04"), ("1931/März/scan.pdf", "1931-03"), ("1931/03_Apr/scan.pdf", "1931"),
            ("1931/mars/12/scan.pdf", "1931-03-12"), ("1931/Set/scan.pdf", "1931"),
            ("2014/05/06/scan.pdf", nil), ("0412/scan.pdf", nil), ("1200/scan.pdf", nil),
        ] as [(String, String?)])
    func foldersInEachOtherTellADay(path: String, date: String?) {
        #expect(DocumentName(entry: "", bundlePath: path).date(now: Self.now)?.description == date)
        #expect(DocumentName(entry: path, bundlePath: "b.zip").date(now: Self.now)?.description == date)
    }

    @Test func theNameOfADocumentIsThatOfItsEntryUnlessThatSaysNothing() {
        #expect(DocumentName(entry: "", bundlePath: "a/b c.pdf").stem == "b c")
        #expect(DocumentName(entry: "in.zip!/deep/x.y.pdf", bundlePath: "a/b.zip").stem == "x.y")
        #expect(DocumentName(entry: "content.pdf", bundlePath: "a/Note.yianazip").stem == "Note")
        #expect(DocumentName(entry: "images", bundlePath: "a/b.zip").stem == "images")
        #expect(DocumentName(entry: "1931.04.22 Letter", bundlePath: "b.zip").stem == "1931.04.22 Letter")
    }

    /// When a bundle was handed over says nothing of papers that were there before.
    @Test(
        arguments: [
            ("letter.pdf", "2024-03-01 delivery.zip", "1998-04-02", nil),
            ("letter.pdf", "2024-03-01.zip", nil, "2024-03-01"),
            ("letter.pdf", "1931-03-01 box.zip", "1998-04-02", "1931-03-01"),
            ("letter.pdf", "1998-04-02 box.zip", "1998-04-02", "1998-04-02"),
            ("2001-05-06 letter.pdf", "2024-03-01.zip", "1998-04-02", "2001-05-06"),
        ] as [(String, String, String?, String?)])
    func aLaterDateInTheNameOfABundleIsThatOfTheDelivery(
        entry: String, bundle: String, fileDate: String?, date: String?
    ) {
        let name = DocumentName(entry: entry, bundlePath: bundle)
        #expect(name.date(now: Self.now, fileDate: fileDate.flatMap { DocumentDate($0) })?.description == date)
    }

    @Test func theNameOfADocumentIsFoundBesideItsTitleAndGivesTheDate() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument("1931-04-22 heron", pages: ["a page"], title: "Letter"),
                TestDocument("1932-04-22 stork", pages: ["a page"], title: "Letter", date: "1950"),
            ], to: "box.zip")
        try archive.write(["a page"], to: "19330422 crane.pdf")
        try await archive.update()
        #expect(try archive.find("heron") == ["box.zip!/1931-04-22 heron.pdf"])
        #expect(try archive.find("date:1931-04-22") == ["box.zip!/1931-04-22 heron.pdf"])
        #expect(try archive.find("date:1933") == ["19330422 crane.pdf"])
        let documents = try ["heron", "stork", "crane"].map { word in
            try archive.index.document(DocumentReference(#require(archive.find(word).first)))
        }
        #expect(documents.map(\.dateOrigin) == [.name, .metadata, .name])
        #expect(documents.map { $0.date?.description } == ["1931-04-22", "1950", "1933-04-22"])
        // What went into the full-text tables goes out of them.
        try archive.remove("box.zip")
        try archive.remove("19330422 crane.pdf")
        try archive.write(["another page"], to: "b.pdf")
        try await archive.update([])
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("crane").isEmpty)
        #expect(try archive.index.verify().isEmpty)
    }

    @Test(
        arguments: [
            ("", "1931-04-22 Letters/scan.pdf", nil, "1931-04-22"),
            ("", "1930-01-01 Box/1931-04-22 Letters/old/scan.pdf", nil, "1931-04-22"),
            ("", "1931-04-22 Letters/1932-05-23.pdf", nil, "1932-05-23"),
            ("scan.pdf", "1931-04-22 Letters/1932-05-23 box.zip", nil, "1932-05-23"),
            ("1933-06-24 bills/scan.pdf", "1931-04-22 Letters/1932-05-23 box.zip", nil, "1933-06-24"),
            ("", "1931 Letters/scan.pdf", nil, "1931"),
            ("", "2018-05-05 scans/scan.pdf", "2019-04-02", nil),
            ("", "1931-04-22 Letters/Scan_20240101.pdf", "2024-01-01", "1931-04-22"),
            ("", "1931-04-22 - 1931-05-01/scan.pdf", "2024-01-01", nil),
            ("", "1930 Box/1931-1935/scan.pdf", "2024-01-01", "1930"),
            ("", "2005 Projects/plan.pdf", "2006-02-03", nil),
            ("", "1931-04-22 Letters/scan.pdf", "2024-03-01", "1931-04-22"),
            ("", "1998-04-02 Minutes/scan.pdf", "2024-03-01", "1998-04-02"),
            ("", "2024-03-01 delivery/scan.pdf", "1998-04-02", nil),
            ("", "2024-03-01 delivery/scan.pdf", nil, nil),
            ("", "1931-04-22 Letters/2024-03-01 delivery/scan.pdf", nil, "1931-04-22"),
        ] as [(String, String, String?, String?)])
    func theNearestFolderWithADateTellsThatOfADocumentThatTellsNone(
        entry: String, bundle: String, fileDate: String?, date: String?
    ) {
        let name = DocumentName(entry: entry, bundlePath: bundle)
        #expect(name.date(now: Self.now, fileDate: fileDate.flatMap { DocumentDate($0) })?.description == date)
    }

    @Test func aFolderAboveTheRootTellsNoDate() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "1930-01-01 box/1931-04-22 letters/scan.pdf")
        try archive.write(["a stork"], to: "1930-01-01 box/papers/scan.pdf")
        try await archive.update([archive.root + "/1930-01-01 box"])
        #expect(try archive.find("date:1931-04-22") == ["1931-04-22 letters/scan.pdf"])
        #expect(try archive.find("date:1930").isEmpty)
    }
}
