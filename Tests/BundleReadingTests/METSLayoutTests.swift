import ExtractionProtocol
import Testing

@testable import BundleReading

/// METS with PDFs, images and texts.
@Suite struct METSLayoutTests {
    private static let file = LayoutFixture.file

    private func expectMetadata(of document: BundledDocument) {
        var expected = DocumentMetadata()
        expected.title = "The Opening"
        expected.titleSource = .metadata
        expected.authors = ["Lee, Ann"]
        expected.date = "1932-03"
        expected.tags = ["trams"]
        expected.identifier = "me:7"
        #expect(document.metadata == expected)
    }

    @Test(arguments: LayoutFixture.tops)
    func bestImagesAreOrderedAsTheStructureOfMETSSays(top: String) throws {
        let bundle = try LayoutFixture.open(LayoutFixture.mets, in: top)
        #expect(bundle.format == .mets)
        // Small pictures are not missed.
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.entry) == [top + "img"])
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

    @Test func takesTheOnlyPDFForTheOneThatMETSDoesNotName() throws {
        let mets = LayoutFixture.mets(files: "", pages: "")
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
        #expect(alone.format == .mets)
        #expect(alone.problems.map(\.entry) == ["mets.xml"])
        #expect(alone.documents.map(\.entry) == ["a.pdf"], "the rest is read without it")
        let both = try LayoutFixture.open([
            ("a_mets.xml", "<mets><div>"),
            ("b_mets.xml", LayoutFixture.mets(files: Self.file("P", "b.pdf"), pages: "")),
            ("b.pdf", LayoutFixture.pdf),
        ])
        #expect(both.problems.map(\.entry) == ["a_mets.xml"])
        #expect(both.documents.map(\.entry) == ["b.pdf"])
    }
}
