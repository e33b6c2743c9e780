import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// METS documents that point to each other and to descriptions, and what they say of files that are no pages.
@Suite struct METSPackageTests {
    private static let md5 = LayoutFixture.md5
    private static let other = String(repeating: "0", count: 32)

    private static func file(_ id: String, _ path: String, _ digest: String = md5) -> String {
        "<file ID=\"\(id)\" CHECKSUM=\"\(digest)\" CHECKSUMTYPE=\"MD5\"><FLocat xlink:href=\"\(path)\"/></file>"
    }

    private static func plain(_ body: String) -> String {
        "<mets xmlns:xlink=\"http://www.w3.org/1999/xlink\" OBJID=\"me:7\">\(body)</mets>"
    }

    // MARK: - Checksums

    @Test(arguments: LayoutFixture.tops, ["a.csv", "a.docx", "a.wav", "schema.xsd"])
    func metsMissesFilesOfEveryKind(top: String, name: String) throws {
        let mets = LayoutFixture.mets(files: Self.file("A", name) + Self.file("P", "p.pdf"), pages: "")
        let files = [("mets.xml", mets), ("p.pdf", LayoutFixture.pdf)]
        let found = FixityLossTests.counts(try FixityLossTests.open(files, in: top))
        #expect(found.stated == 2)
        #expect(found.agreeing == 1)
        #expect(found.faults == [top + name])
        #expect(try LayoutFixture.open(files, in: top).problems.isEmpty, "unless it is asked")
    }

    /// As E-ARK has it; also without `mets` in the name, and as a folder on disk.
    @Test(arguments: ["METS.xml", "representation.xml"], [false, true])
    func comparesFilesThatRepresentationsState(name: String, isOnDisk: Bool) throws {
        func files(_ content: String?) -> [(String, String)] {
            let root = Self.plain(
                "<fileSec><fileGrp USE=\"Representations/rep1\">\(Self.file("R", "schemas/mets.xsd"))</fileGrp></fileSec>"
                    + "<structMap><div><div><mptr xlink:href=\"representations/rep1/\(name)\"/></div></div></structMap>"
            )
            let part = Self.plain(
                "<fileSec><fileGrp USE=\"Data\">\(Self.file("D", "data/a.csv"))</fileGrp></fileSec>")
            return [
                ("METS.xml", root), ("metadata/x.txt", "x"), ("representations/rep1/\(name)", part),
                ("schemas/mets.xsd", LayoutFixture.pdf),
            ] + (content.map { [("representations/rep1/data/a.csv", $0)] } ?? [])
        }
        func counts(_ content: String?) throws -> (stated: Int, agreeing: Int, faults: [String]) {
            let bundle = try isOnDisk ? FolderOnDisk(files(content)).open() : FixityLossTests.open(files(content))
            #expect(bundle.isBundle)
            return FixityLossTests.counts(bundle)
        }
        for (content, agreeing) in [(LayoutFixture.pdf, 2), ("rotten", 1), (nil, 1)] as [(String?, Int)] {
            let found = try counts(content)
            #expect(found.stated == 2, "\(found)")
            #expect(found.agreeing == agreeing, "\(found)")
            #expect(found.faults == (agreeing == 2 ? [] : ["representations/rep1/data/a.csv"]))
        }
    }

    @Test func comparesDescriptionsBesideMETS() throws {
        let mets = Self.plain(
            """
            <amdSec><digiprovMD ID="p"><mdRef xlink:href="metadata/premis.xml" CHECKSUM="\(Self.md5)" CHECKSUMTYPE="MD5"/>
            </digiprovMD></amdSec>
            """)
        for (files, agreeing) in [([LayoutFixture.pdf], 1), (["rotten"], 0), ([], 0)] as [([String], Int)] {
            let found = FixityLossTests.counts(
                try FixityLossTests.open([("mets.xml", mets)] + files.map { ("metadata/premis.xml", $0) }))
            #expect(found.stated == 1)
            #expect(found.agreeing == agreeing)
            #expect(found.faults == (agreeing == 1 ? [] : ["metadata/premis.xml"]))
        }
    }

    @Test func packageOnDiskIsOneWhateverItLacks() throws {
        let root = Self.plain("<fileSec>\(Self.file("R", "representations/rep1/METS.xml"))</fileSec>")
        let rest = [("metadata/x.txt", "x"), ("representations/rep1/data/a.pdf", LayoutFixture.pdf)]
        for (files, entry) in [
            ([("METS.xml", root)], "representations/rep1/METS.xml"), ([("METS.xml", "<mets><div>")], "METS.xml"),
            ([("representations/rep1/METS.xml", Self.plain(""))], "METS.xml"), ([], "METS.xml"),
        ] as [([(String, String)], String)] {
            let bundle = try FolderOnDisk(files + rest).open()
            #expect(bundle.isBundle, "\(files)")
            #expect(bundle.format == .mets)
            #expect(bundle.problems.contains { $0.entry == entry && $0.code == .damaged }, "\(bundle.problems)")
            #expect(bundle.documents.contains { $0.entry == "representations/rep1/data/a.pdf" }, "\(files)")
        }
    }

    /// Files without an identifier, and two of the same.
    @Test func metsLosesNoFileForItsIdentifier() throws {
        let files =
            Self.file("A", "a.csv") + Self.file("A", "b.csv")
            + Self.file("", "c.csv").replacing("ID=\"\" ", with: "")
        let found = FixityLossTests.counts(
            try FixityLossTests.open([("mets.xml", LayoutFixture.mets(files: files, pages: ""))]))
        #expect(found.stated == 3)
        #expect(found.faults == ["a.csv", "b.csv", "c.csv"])
    }

    // MARK: - Pages

    @Test func metsNamesImagesThatNoPageHas() throws {
        let files = (1...3).map { LayoutFixture.file("I\($0)", "\($0).jpg") }.joined()
        let thumbs = "<fileGrp USE=\"THUMBS\">\(LayoutFixture.file("T", "t.jpg"))</fileGrp>"
        let mets = LayoutFixture.mets(files: files + thumbs, pages: LayoutFixture.page("I1") + LayoutFixture.page("I2"))
        let bundle = try LayoutFixture.open(
            [("mets.xml", mets), ("t.jpg", "image")] + (1...3).map { ("\($0).jpg", "image") })
        #expect(bundle.documents.first?.fileNames == ["1.jpg", "2.jpg"])
        #expect(bundle.problems.map(\.entry) == ["3.jpg"])
        // A group that no page has is a group of copies.
        let copies = LayoutFixture.mets(
            files: "<fileGrp USE=\"WEB\">\(LayoutFixture.file("W", "w.jpg"))</fileGrp>" + files,
            pages: LayoutFixture.page("I1") + LayoutFixture.page("I2") + LayoutFixture.page("I3"))
        #expect(
            try LayoutFixture.open(
                [("mets.xml", copies), ("w.jpg", "image")] + (1...3).map { ("\($0).jpg", "image") }
            ).problems.isEmpty)
    }

    @Test func countsAllFilesThatLeadOutOfThePackage() throws {
        let files = (1...300).map { LayoutFixture.file("I\($0)", "../../\($0).tif") }.joined()
        let bundle = try LayoutFixture.open([("mets.xml", LayoutFixture.mets(files: files, pages: ""))])
        #expect(bundle.problems.first?.reason.hasPrefix("300 files (the first 20 are named)") == true)
        #expect(bundle.problems.count == 21)
    }

    /// ALTO of one page and PAGE-XML, or plain text, of another.
    @Test func readsTextsOfSeveralKindsInOnePackage() throws {
        let pageXML =
            "<PcGts><Page><TextRegion><TextLine><TextEquiv><Unicode>sluice</Unicode></TextEquiv></TextLine></TextRegion>"
            + "</Page></PcGts>"
        func group(_ use: String, _ files: [(String, String)]) -> String {
            "<fileGrp USE=\"\(use)\">\(files.map { LayoutFixture.file($0.0, $0.1) }.joined())</fileGrp>"
        }
        let images = group("MASTER", (1...3).map { ("I\($0)", "\($0).tif") })
        let texts = group("FULLTEXT", [("T1", "1.xml"), ("T2", "2.xml"), ("T3", "3.txt")])
        let files =
            [("1.xml", LayoutFixture.alto), ("2.xml", pageXML), ("3.txt", "mill")]
            + (1...3).map { ("\($0).tif", "image") }
        func read(_ pages: String, _ more: String = "", _ extra: [(String, String)] = []) throws -> [String?] {
            let bundle = try LayoutFixture.open(
                [("mets.xml", LayoutFixture.mets(files: images + texts + more, pages: pages))] + files + extra)
            return bundle.text(of: bundle.documents[0]).pages.map { $0?.text }
        }
        let each = (1...3).map { LayoutFixture.page("I\($0)", "T\($0)") }
        #expect(try read(each.joined()) == ["weir", "sluice", "mill"])
        #expect(try read(each.reversed().joined()) == ["mill", "sluice", "weir"])
        // Of several texts of a page, too.
        let empty = ("seg.xml", "<PcGts><Page/></PcGts>")
        let segments = group("OCR-D-SEG", [("S", "seg.xml")])
        #expect(
            try LayoutFixture.open([("mets.xml", LayoutFixture.mets(files: images + texts, pages: each[1]))] + files)
                .documents.first?.outline.text == .page)
        #expect(try read(LayoutFixture.page("I3", "T3", "S") + each[0], segments, [empty]) == ["mill", "weir"])
    }

    // MARK: - Descriptions

    @Test(arguments: LayoutFixture.tops) func readsTheDescriptionBesideMETS(top: String) throws {
        let mets = Self.plain(
            """
            <dmdSec ID="d"><mdRef MDTYPE="DC" xlink:href="metadata/descriptive/dc.xml"/></dmdSec>
            <fileSec>\(LayoutFixture.file("P", "a.pdf"))</fileSec>
            """
        ).replacing("OBJID=\"me:7\"", with: "OBJID=\"me:7\" LABEL=\"data\"")
        let bundle = try LayoutFixture.open(
            [
                ("METS.xml", mets), ("metadata/descriptive/dc.xml", LayoutFixture.dublinCore),
                ("a.pdf", LayoutFixture.pdf),
            ], in: top)
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.metadata.title) == ["Letter on Rooks"])
        #expect(bundle.documents[0].metadata.authors == ["Lee, Ann"])
        #expect(bundle.documents[0].metadata.identifier == "me:7")
    }

    // MARK: - Hostile ones

    /// Image servers call every page `default.jpg`.
    @Test func findsPagesThatAllHaveOneName() throws {
        let count = 3_000
        let files = (1...count).map {
            LayoutFixture.file("I\($0)", "https://a.example/iiif/q\($0)/full/max/0/default.jpg")
        }
        let mets = LayoutFixture.mets(
            files: files.joined(), pages: (1...count).map { LayoutFixture.page("I\($0)") }.joined())
        // All the same behind their numbers, and without any folder in common.
        for path in [{ "q\($0)/full/max/0/default.jpg" }, { "x\($0)/default.jpg" }] as [(Int) -> String] {
            let spent = try processorTime { () throws in
                let bundle = try LayoutFixture.open([("mets.xml", mets)] + (1...count).map { (path($0), "image") })
                let names = bundle.documents.first?.fileNames ?? []
                if path(1).hasPrefix("q") { #expect(names == (1...count).map(path)) } else { #expect(names.isEmpty) }
            }
            #expect(spent < .seconds(30))
        }
    }
}
