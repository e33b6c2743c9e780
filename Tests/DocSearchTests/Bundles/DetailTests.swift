import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// What the metadata says besides, from the bundle to a search.
@Suite("Details of documents")
struct DetailTests {
    private static let mail = """
        From: Ann Lee <ann@example.org>\r
        To: Bo Roe <bo@example.net>\r
        Cc: clerk@example.org\r
        Subject: Minutes of June\r
        Date: Tue, 3 Jun 2003 18:30:05 +0200\r
        Message-ID: <17@example.org>\r
        MIME-Version: 1.0\r
        Content-Type: multipart/mixed; boundary=x\r
        \r
        --x\r
        Content-Type: text/plain\r
        \r
        The heron has left the weir.\r
        --x\r
        Content-Type: application/octet-stream\r
        Content-Disposition: attachment; filename=sums.xlsx\r
        \r
        x\r
        --x--\r

        """

    private static let mets = """
        <mets OBJID="obj7"><dmdSec ID="d"><mdWrap><xmlData><mods><titleInfo><title>On Weirs</title></titleInfo>
        <name><namePart>Merian, Ada</namePart><role><roleTerm>egr</roleTerm></role></name>
        <identifier type="urn">urn:nbn:de:1-2</identifier><location><shelfLocator>Nd 12 (1)</shelfLocator></location>
        </mods></xmlData></mdWrap></dmdSec><structMap><div DMDID="d"/></structMap></mets>
        """

    /// People cite pages that have no text, too. Rows that are not as many as the pages say nothing of them.
    /// Neither do rows of files on a disk.
    @Test(arguments: [
        (["1.png", "2.png"], "page", ["iii", "iv"]), (["a.pdf"], "page", [nil, nil]),
        (["1.png", "2.png"], "Item", [nil, nil]),
    ])
    func pagesHaveTheLabelsOfMETS(files: [String], type: String, labels: [String?]) async throws {
        let archive = try TestArchive()
        let list = files.map { "<file ID=\"\($0)\"><FLocat xlink:href=\"\($0)\"/></file>" }.joined()
        let rows = zip(["iii", "iv"], files).map { label, file in
            "<div TYPE=\"\(type)\" ORDERLABEL=\"\(label)\"><fptr FILEID=\"\(file)\"/></div>"
        }.joined()
        let mets = """
            <mets xmlns:xlink="http://www.w3.org/1999/xlink"><fileSec>\(list)</fileSec>
            <structMap TYPE="PHYSICAL"><div>\(rows)</div></structMap></mets>
            """
        try archive.write(Array(mets.utf8), to: "box/mets.xml")
        let pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
        let image = try Array(#require(Data(base64Encoded: pixel)))
        for file in files {
            try archive.write(
                file.hasSuffix("pdf") ? PDFWriter(texts: ["a heron", ""]).bytes : image, to: "box/" + file)
        }
        try await archive.update()
        var found: [String?] = []
        try archive.index.forEachDocument { document, _ in
            found += try archive.index.pages(of: document).map(\.label)
        }
        #expect(found == labels)
    }

    @Test func detailsOfMailsAreFoundAndShown() async throws {
        let archive = try TestArchive()
        try archive.write(Array(Self.mail.utf8), to: "june.eml")
        try archive.write(["a heron alone"], to: "a.pdf")
        try await archive.update()
        let found = ["june.eml"]
        for query in [
            "heron weir", "person:\"Bo Roe\"", "person:bo@example.net heron", "person:ann", "clerk@example.org",
            "author:ann", "sums.xlsx", "heron has:attachments", "date:2003-06-03", "id:17@example.org",
        ] {
            #expect(try archive.find(query) { $0.match = .all } == found, "\(query)")
        }
        #expect(try archive.find("author:bo") { $0.match = .all }.isEmpty)
        #expect(try archive.find("package:bo") { $0.match = .all }.isEmpty)
        #expect(try archive.find("heron -has:attachments") { $0.match = .all } == ["a.pdf"])
        let document = try archive.index.document(DocumentReference("june.eml"))
        #expect(!document.hasContent)
        #expect(document.title == "Minutes of June")
        #expect(
            document.details == [
                DocumentDetail(.person, "To", "Bo Roe <bo@example.net>"),
                DocumentDetail(.person, "Cc", "clerk@example.org"),
                DocumentDetail(.attachment, "Attachment", "sums.xlsx"),
            ])
        #expect(try archive.index.pages(of: document).map(\.text) == ["The heron has left the weir."])
        let fields = try archive.index.search(SearchRequest("clerk")).hits.first?.fields
        #expect(fields?.map(\.field) == [.detail])
        // What was entered is what is taken out again.
        try archive.remove("june.eml")
        try await archive.update { $0.pruneLimit = 100 }
        #expect(try archive.find("sums.xlsx").isEmpty)
    }

    @Test func documentsAreFoundByAnyOfTheirIdentifiers() async throws {
        let archive = try TestArchive()
        try archive.write(ZipWriter([.init("mets.xml", Self.mets)]).bytes, to: "box.zip")
        try archive.write(["a heron alone"], to: "a.pdf")
        try await archive.update()
        let found = ["box.zip!/mets.xml"]
        for query in [
            "id:urn:nbn:de:1-2", "id:obj7", "id:OBJ7", "id:\"Nd 12 (1)\"", "person:merian", "person:\"merian, ada\"",
            "engraver merian",
        ] {
            #expect(try archive.find(query) { $0.match = .all } == found, "\(query)")
        }
        #expect(try archive.find("id:obj") { $0.match = .all }.isEmpty)
        let document = try archive.index.document(DocumentReference("Nd 12 (1)"))
        #expect(document.identifier == "urn:nbn:de:1-2")
        #expect(document.details.map(\.label) == ["Engraver", "Shelf mark", "OBJID"])
    }

    /// An 1845 newspaper was found by the year in which its bag was packed.
    @Test func detailsOfAPackageAreNotThoseOfItsDocuments() async throws {
        let archive = try TestArchive()
        let info = "Source-Organization: City Archive\nBagging-Date: 2018-05-04\n"
        try archive.write(
            ZipWriter([
                .init("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
                .init("bag-info.txt", info), .init("data/mets.xml", Self.mets),
            ]).bytes, to: "bag.zip")
        try await archive.update()
        let found = ["bag.zip!/data/mets.xml"]
        for query in [
            "package:2018", "package:2018-05", "package:\"city archive\"", "weirs -date:2018", "City Archive",
        ] {
            #expect(try archive.find(query) { $0.match = .all } == found, "\(query)")
        }
        for query in ["date:2018", "author:city", "person:city", "package:merian"] {
            #expect(try archive.find(query) { $0.match = .all }.isEmpty, "\(query)")
        }
        #expect(try archive.index.document(DocumentReference(found[0])).date == nil)
    }

    @Test func messagesOfOutlookAreFoundWithTheirAttachments() async throws {
        let archive = try TestArchive()
        var message = OutlookWriter(texts: [
            0x0037: "Tender for the water tower", 0x0042: "Morrow, Ann", 0x1000: "The heron is attached.",
        ])
        let pdf = TestDocument("", pages: ["a kestrel over the weir"]).pdf
        message.inner = [
            OutlookWriter.recipient("Bo Ek", "bo@example.org"), OutlookWriter.attachment(0, "plan.pdf", pdf),
        ]
        try archive.write(message.bytes, to: "post/tender.msg")
        let run = try await archive.update()
        #expect(run.failures.isEmpty)
        for query in ["heron", "title:tower heron", "author:morrow heron", "person:bo@example.org heron"] {
            #expect(try archive.find(query) { $0.match = .all } == ["post/tender.msg"], "\(query)")
        }
        #expect(try archive.find("kestrel") == ["post/tender.msg!/plan.pdf"])
    }
}
