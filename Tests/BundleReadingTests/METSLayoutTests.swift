import ExtractionProtocol
import Testing

@testable import BundleReading

/// METS with PDFs, images and texts.
@Suite struct METSLayoutTests {
    private static let file = LayoutFixture.file

    private func expectMetadata(of document: BundledDocument) {
        let expected = DocumentMetadata.described(
            "The Opening", by: ["Lee, Ann"], date: "1932-03", tags: ["trams"], identifier: "me:7")
        #expect(document.metadata == expected)
    }

    @Test(arguments: LayoutFixture.tops)
    func bestImagesAreOrderedAsTheStructureOfMETSSays(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.mets, in: top)
        #expect(bundle.format == .mets)
        // Small pictures are not missed.
        expectBundle(bundle, entries: [top + "img"], problems: [])
        let document = bundle.documents[0]
        expectMetadata(of: document)
        #expect(document.fileNames == [top + "img/b.tif", top + "img/a.tif"])
        #expect(document.text.names == [top + "alto/2.xml", top + "alto/1.xml"])
        guard case .labelled(.files(_, .alto), let labels) = document.text else {
            Issue.record("\(document.text)")
            return
        }
        #expect(labels == ["iii", "1"])
    }

    /// People cite pages that have no text, too.
    @Test(arguments: ["", "<fptr FILEID=\"T\"/>"])
    func pagesWithoutTextHaveTheirLabels(text: String) throws {
        var files = ["1.jpg", "2.jpg"].map { Self.file("I" + $0, $0) }.joined()
        if !text.isEmpty { files += "<fileGrp USE=\"FULLTEXT\">\(Self.file("T", "1.xml"))</fileGrp>" }
        let mets = LayoutFixture.mets(
            files: files,
            pages: """
                <div TYPE="page" ORDERLABEL="iii"><fptr FILEID="I1.jpg"/></div>
                <div TYPE="page" ORDERLABEL="iv"><fptr FILEID="I2.jpg"/>\(text)</div>
                """)
        let bundle = try LayoutFixture.open([
            ("mets.xml", mets), ("1.jpg", ""), ("2.jpg", ""), ("1.xml", "<alto/>"),
        ])
        #expect(bundle.text(of: bundle.documents[0]).labels == ["iii", "iv"])
    }

    @Test func makesThePDFOfMETSTheDocument() throws {
        let files = "<fileGrp USE=\"FULLTEXT\">\(Self.file("T", "1.xml"))</fileGrp>\(Self.file("P", "sub/a%20b.pdf"))"
        let mets = LayoutFixture.mets(files: files, pages: "<div TYPE=\"page\"><fptr FILEID=\"T\"/></div>")
        let bundle = try LayoutFixture.open([
            ("a.mets.xml", mets), ("1.xml", "<alto/>"), ("sub/a b.pdf", LayoutFixture.pdf),
            ("other.pdf", LayoutFixture.pdf),
        ])
        // `other.pdf` is no part of it, but it is a document.
        #expect(bundle.documents.map(\.entry) == ["sub/a b.pdf", "other.pdf"])
        expectMetadata(of: bundle.documents[0])
        #expect(bundle.documents[0].text.names == ["1.xml"])
        #expect(bundle.documents[1].metadata == DocumentMetadata())
    }

    @Test(arguments: ["", "<?xml version=\"1.0\"?><!-- \(String(repeating: "licence <b> ", count: 900))-->"])
    func takesTheOnlyPDFForTheOneThatMETSDoesNotName(before: String) throws {
        let mets = before + LayoutFixture.mets(files: "", pages: "")
        let bundle = try LayoutFixture.open([("object.xml", mets), ("a.pdf", LayoutFixture.pdf)])
        #expect(bundle.documents.map(\.entry) == ["a.pdf"])
        expectMetadata(of: bundle.documents[0])
    }

    @Test func findsTextsOfMETSWithoutImages() throws {
        let mets = LayoutFixture.mets(
            files: Self.file("A", "a.xml") + Self.file("B", "b.xml"),
            pages:
                "<div TYPE=\"page\"><fptr FILEID=\"B\"/></div><div TYPE=\"page\"/><div TYPE=\"page\"><fptr FILEID=\"A\"/></div>"
        )
        let bundle = try LayoutFixture.open([("mets.xml", mets), ("a.xml", "<alto/>"), ("b.xml", "<alto/>")])
        #expect(bundle.documents.map(\.entry) == ["mets.xml"])
        #expect(!bundle.documents[0].hasContent)
        #expect(bundle.documents[0].text.names == ["b.xml", nil, "a.xml"])
    }

    @Test func makesPagesOfMETSOneDocumentThoughEachHasAPDF() throws {
        let pages = (1...2).map { page in
            "<div TYPE=\"np:page\"><fptr FILEID=\"I\(page)\"/><fptr FILEID=\"P\(page)\"/></div>"
        }
        let files = (1...2).map { Self.file("I\($0)", "\($0).jp2") + Self.file("P\($0)", "\($0).pdf") }
        let mets = LayoutFixture.mets(files: files.joined(), pages: pages.joined())
        let bundle = try LayoutFixture.open(
            [("mets.xml", mets)] + (1...2).flatMap { [("\($0).jp2", "image"), ("\($0).pdf", LayoutFixture.pdf)] })
        #expect(bundle.documents.count == 1)
        #expect(bundle.documents[0].fileNames == ["1.jp2", "2.jp2"])
    }

    @Test func readsEachIssueOfANewspaperInItsFolder() throws {
        let issues = ["1931-03-05", "1931-03-06"].flatMap { day in
            [
                (
                    "\(day)/\(day)_mets.xml",
                    LayoutFixture.mets(
                        files: Self.file("I", "1.png"), pages: "<div TYPE=\"page\"><fptr FILEID=\"I\"/></div>")
                ), ("\(day)/1.png", "image"),
            ]
        }
        let bundle = try LayoutFixture.open(issues)
        #expect(bundle.documents.map(\.entry) == ["1931-03-05", "1931-03-06"])
        #expect(bundle.documents.map(\.fileNames) == [["1931-03-05/1.png"], ["1931-03-06/1.png"]])
    }

    @Test(arguments: LayoutFixture.tops)
    func readsBitstreamsOfMETSByTheirGroups(top: String) throws {
        let files = """
            <fileGrp USE="ORIGINAL"><file ID="b1" GROUPID="G1"><FLocat xlink:href="bitstream_1.pdf"/></file><file ID="b2"
            GROUPID="G2"><FLocat xlink:href="bitstream_2.pdf"/></file></fileGrp><fileGrp USE="TEXT"><file ID="t2"
            GROUPID="G2" MIMETYPE="text/plain"><FLocat xlink:href="bitstream_3.txt"/></file></fileGrp>
            <fileGrp USE="LICENSE"><file ID="l"><FLocat xlink:href="bitstream_4.txt"/></file></fileGrp>
            """
        let pages = "<div><fptr FILEID=\"b1\"/></div><div><fptr FILEID=\"b2\"/></div>"
        let bundle = try LayoutFixture.open(
            [
                ("mets.xml", LayoutFixture.mets(files: files, pages: pages)), ("bitstream_1.pdf", LayoutFixture.pdf),
                ("bitstream_2.pdf", LayoutFixture.pdf), ("bitstream_3.txt", "one\u{C}two"),
                ("bitstream_4.txt", "licence"),
            ], in: top)
        #expect(bundle.documents.map(\.entry) == [top + "bitstream_1.pdf", top + "bitstream_2.pdf"])
        expectMetadata(of: bundle.documents[1])
        #expect(!bundle.documents[0].hasText)
        #expect(bundle.text(of: bundle.documents[1]).pages.map { $0?.text } == ["one", "two"])
    }

    private static func described(_ sections: [(id: String, title: String, date: String)], _ body: String) -> String {
        let descriptions = sections.map { id, title, date in
            "<dmdSec ID=\"\(id)\"><mdWrap MDTYPE=\"DC\"><xmlData><dc:title>\(title)</dc:title><dc:date>\(date)</dc:date>"
                + "</xmlData></mdWrap></dmdSec>"
        }
        return """
            <mets xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:dc="http://purl.org/dc/elements/1.1/">
            \(descriptions.joined())<fileSec><fileGrp USE="original"><file ID="A" GROUPID="1">\(location("a.pdf"))</file><file
            ID="B" GROUPID="2">\(location("b.doc"))</file></fileGrp><fileGrp USE="preservation"><file ID="C"
            GROUPID="2">\(location("b.pdf"))</file></fileGrp></fileSec>\(body)</mets>
            """
    }

    private static func location(_ path: String) -> String { "<FLocat xlink:href=\"\(path)\"/>" }

    private static let fonds = [("d1", "Fonds", "1800"), ("d2", "Minutes", "1871"), ("d3", "Rent book", "1902")]

    private static let disk = """
        <div TYPE="Directory" LABEL="objects"><div LABEL="a.pdf" TYPE="Item" DMDID="d2"><fptr FILEID="A"/></div><div
        LABEL="b.doc" TYPE="Item" DMDID="d3"><fptr FILEID="B"/></div><div LABEL="b.pdf" TYPE="Item"><fptr FILEID="C"/></div>
        </div>
        """

    private static let pages =
        "<structMap TYPE=\"PHYSICAL\"><div><div ID=\"p1\"><fptr FILEID=\"A\"/></div><div ID=\"p2\"><fptr FILEID=\"C\"/></div>"
        + "</div></structMap>"

    /// As folders on a disk, with a second structure beside; as books of a collection; as books that name their pages.
    @Test(arguments: [
        "<structMap TYPE=\"physical\"><div TYPE=\"Directory\" DMDID=\"d1\">\(disk)</div></structMap>",
        """
        <structMap TYPE="physical"><div TYPE="Directory" LABEL="vale">\(disk)</div></structMap><structMap TYPE="logical"><div
        TYPE="Directory" LABEL="vale"/></structMap>
        """,
        """
        <structMap TYPE="LOGICAL"><div DMDID="d1"><div TYPE="book" DMDID="d2"><div TYPE="chapter" LABEL="On weirs"/><fptr
        FILEID="A"/></div><div TYPE="book" DMDID="d3"><fptr><area FILEID="C"/></fptr></div></div></structMap>
        """,
        """
        \(pages)<structMap TYPE="LOGICAL"><div ID="l0" DMDID="d1"><div ID="l1" DMDID="d2"><div TYPE="chapter" ID="l2"
        LABEL="On weirs"/></div><div ID="l3" DMDID="d3"/></div></structMap><structLink><smLink xlink:from="l0" xlink:to="p1"/>
        <smLink xlink:from="l0" xlink:to="p2"/><smLink xlink:from="l1" xlink:to="p1"/><smLink xlink:from="l2"
        xlink:to="p1"/><smLink xlink:from="l3" xlink:to="p2"/></structLink>
        """,
    ])
    func describesEachOfSeveralPDFsByItsOwnDivision(body: String) throws {
        let hasWhole = body.contains("\"d1\"")
        let bundle = try LayoutFixture.open([
            ("mets.xml", Self.described(Array(Self.fonds.dropFirst(hasWhole ? 0 : 1)), body)),
            ("a.pdf", LayoutFixture.pdf), ("b.pdf", LayoutFixture.pdf), ("b.doc", "office"),
        ])
        #expect(bundle.documents.map(\.entry) == ["a.pdf", "b.pdf"])
        #expect(bundle.documents.map(\.metadata.title) == ["Minutes", "Rent book"])
        #expect(bundle.documents.map(\.metadata.date) == ["1871", "1902"])
        for document in bundle.documents {
            let package = document.metadata.details.filter { $0.label == "Title of the package" }
            #expect(package.map(\.value) == [hasWhole ? "Fonds" : "vale"])
        }
        let parts = bundle.documents.map { $0.metadata.details.filter { $0.kind == .other }.map(\.value) }
        #expect(parts == [body.contains("On weirs") ? ["On weirs"] : [], []], "its own parts, not the other book")
    }

    @Test func describesTheOnlyPDFOfADiskByItsOwnDivision() throws {
        let map = "<structMap TYPE=\"physical\"><div TYPE=\"Directory\" DMDID=\"d1\">\(Self.disk)</div></structMap>"
        let bundle = try LayoutFixture.open([
            ("mets.xml", Self.described(Self.fonds, map)), ("a.pdf", LayoutFixture.pdf),
        ])
        #expect(bundle.documents.map(\.metadata.title) == ["Minutes"])
    }

    @Test func reportsWhatIsMissingOfMETS() throws {
        let files = [("1", "1.png"), ("2", "2.png"), ("3", "http://example.org/3.png"), ("4", "../../4.png")]
        let mets = LayoutFixture.mets(
            files: files.map { Self.file("I\($0.0)", $0.1) }.joined(),
            pages: "<div TYPE=\"page\"><fptr FILEID=\"I2\"/></div><div TYPE=\"page\"><fptr FILEID=\"I1\"/></div>")
        let bundle = try LayoutFixture.open([("mets.xml", mets), ("1.png", "image")])
        #expect(bundle.problems.map(\.entry) == ["../../4.png", "2.png", "mets.xml"])
        #expect(bundle.documents.map(\.fileNames) == [["1.png"]])
        // What is elsewhere by intent is not missed.
        #expect(bundle.problems.allSatisfy { $0.entry != "http://example.org/3.png" })
    }

    @Test func namesAMETSDocumentThatCannotBeRead() throws {
        let alone = try LayoutFixture.open([("mets.xml", "<mets><div>"), ("a.pdf", LayoutFixture.pdf)])
        expectBundle(alone, format: .mets, problems: ["mets.xml"])
        #expect(alone.documents.map(\.entry) == ["a.pdf"], "the rest is read without it")
        let both = try LayoutFixture.open([
            ("a_mets.xml", "<mets><div>"),
            ("b_mets.xml", LayoutFixture.mets(files: Self.file("P", "b.pdf"), pages: "")), ("b.pdf", LayoutFixture.pdf),
        ])
        expectBundle(both, entries: ["b.pdf"], problems: ["a_mets.xml"])
    }
}
