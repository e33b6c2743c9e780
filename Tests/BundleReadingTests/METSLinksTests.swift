import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing

@testable import BundleReading

/// METS documents that name their files by where these once were.
@Suite("Files of METS by other paths") struct METSLinksTests {
    private static func group(_ use: String, _ files: [(String, String)], type: String? = nil) -> String {
        let listed = files.map { id, path in
            let mime = type.map { " MIMETYPE=\"\($0)\"" } ?? ""
            return "<file ID=\"\(id)\"\(mime)><FLocat xlink:href=\"\(path)\"/></file>"
        }
        return "<fileGrp USE=\"\(use)\">\(listed.joined())</fileGrp>"
    }

    @Test(arguments: ["1.xml.gz", "1.XML.GZ"])
    func packedTextsStandForThoseThatAreNamed(name: String) throws {
        let files = Self.group("MASTER", [("I", "img/1.tif")]) + Self.group("FULLTEXT", [("T", "alto/1.xml")])
        let mets = LayoutFixture.mets(files: files, pages: LayoutFixture.page("I", "T"))
        let bundle = try openZip([
            .init("mets.xml", mets), .init("img/1.tif", "image"),
            .init("alto/" + name, GzipTests.member(Array(LayoutFixture.alto.utf8))),
        ])
        #expect(bundle.problems.isEmpty)
        #expect(bundle.passedOver.isEmpty)
        #expect(bundle.documents.map { bundle.text(of: $0).pages.map { $0?.text } } == [["weir"]])
    }

    /// As libraries deliver them: URLs, names of numbers without an end, texts by their bare names.
    @Test(arguments: LayoutFixture.tops)
    func findsCopiesOfLinkedFilesByTheirNames(top: String) throws {
        let files =
            Self.group(
                "MAX",
                [("I1", "http://a.example/webcache/1504/00000001"), ("I2", "https://a.example/x/00000002?size=9")],
                type: "image/jpeg") + Self.group("FULLTEXT", [("T1", "2.xml")], type: "application/alto+xml")
            + Self.group("MIN", [("S", "http://a.example/webcache/1/00000001")], type: "image/jpeg")
        let bundle = try LayoutFixture.open(
            [
                (
                    "mets.xml",
                    LayoutFixture.mets(files: files, pages: LayoutFixture.page("I1", "T1") + LayoutFixture.page("I2"))
                ),
                ("MAX/00000001.jpg", "image"), ("MAX/00000002.jpg", "image"), ("FULLTEXT/2.xml", "<alto/>"),
                ("FULLTEXT/00000001.xml", "<alto/>"),
            ], in: top)
        #expect(bundle.problems.isEmpty)
        // The text that METS does not name is a document of its own.
        #expect(bundle.documents.map(\.fileNames) == [[top + "MAX/00000001.jpg", top + "MAX/00000002.jpg"], []])
        #expect(bundle.documents[0].text.names == [top + "FULLTEXT/2.xml", nil])
        #expect(bundle.documents[0].metadata.details.isEmpty)
    }

    @Test(arguments: [
        "file:///mnt/scans/box%207/img/1.tif", "file://server/scans/img/1.tif", "/mnt/scans/img/1.tif",
        "C:\\scans\\img\\1.tif", "http://a.example/img/1.tif#page", "../package/img/1.tif",
    ])
    func findsFilesThatMETSNamesOnOtherDisks(reference: String) throws {
        let mets = LayoutFixture.mets(files: LayoutFixture.file("I", reference), pages: LayoutFixture.page("I"))
        let bundle = try LayoutFixture.open([
            ("mets.xml", mets), ("img/1.tif", "image"), ("small/1.tif", "image"), ("small/2.tif", "image"),
        ])
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.fileNames) == [["img/1.tif"], ["small/1.tif", "small/2.tif"]])
    }

    /// A copy must not be taken for a file that has its own line, nor for one of several.
    @Test func takesNoFileOfMETSForAnother() throws {
        let files =
            Self.group("MASTER", [("M", "http://a.example/master/1.jpg")])
            + Self.group("WEB", [("W", "web/1.jpg")]) + Self.group("OTHER", [("O", "http://a.example/2.jpg")])
        let bundle = try LayoutFixture.open([
            (
                "mets.xml",
                LayoutFixture.mets(files: files, pages: LayoutFixture.page("M", "W") + LayoutFixture.page("O"))
            ),
            ("web/1.jpg", "image"), ("a/2.jpg", "image"), ("b/2.jpg", "image"),
        ])
        #expect(bundle.documents.map(\.fileNames) == [["web/1.jpg"], ["a/2.jpg"], ["b/2.jpg"]])
        #expect(bundle.problems.isEmpty)
        let said = MetadataDetail(.other, called: "Not in the bundle", "1 page is only a link")
        #expect(bundle.documents[0].metadata.details == [said])
    }

    @Test func filesThatAreOnlyLinksInMETSAreCountedAndNotMissed() throws {
        let ids = (1...194).map { "I\($0)" }
        let files = Self.group("MAX", ids.map { ($0, "https://a.example/iiif/\($0)/full/max/0/default.jpg") })
        let mets = LayoutFixture.mets(files: files, pages: ids.map { LayoutFixture.page($0) }.joined())
        let bundle = try LayoutFixture.open([("mets.xml", mets)])
        #expect(bundle.problems.isEmpty)
        #expect(bundle.documents.map(\.hasContent) == [false])
        #expect(bundle.documents[0].metadata.title == "The Opening")
        #expect(
            bundle.documents[0].metadata.details
                == [MetadataDetail(.other, called: "Not in the bundle", "194 pages are only links")])
    }

    @Test func findsFilesInFoldersBesideThatOfMETS() throws {
        let mets = LayoutFixture.mets(
            files: LayoutFixture.file("A", "../img/a.tif") + LayoutFixture.file("B", "../../out.tif"),
            pages: LayoutFixture.page("A"))
        let bundle = try LayoutFixture.open([("meta/mets.xml", mets), ("img/a.tif", "image")])
        #expect(bundle.documents.map(\.fileNames) == [["img/a.tif"]])
        #expect(bundle.problems.map(\.entry) == ["../../out.tif"])
        #expect(bundle.problems.map(\.code) == [.damaged])
    }

    /// By its outermost element, whatever the file is called.
    @Test(arguments: ["manifest.xml", "148811035.xml", "export.xml"])
    func metsIsToldByItsRootElement(name: String) throws {
        let mets = LayoutFixture.mets(files: LayoutFixture.file("I", "1.png"), pages: LayoutFixture.page("I"))
        let prolog = "<?xml version=\"1.0\"?>\n<!-- made <by> hand -->\n<!DOCTYPE mets>\n"
        let bundle = try LayoutFixture.open([(name, prolog + mets), ("1.png", "image")])
        #expect(bundle.format == .mets)
        #expect(bundle.documents.map(\.metadata.title) == ["The Opening"])
        // Of others that speak of METS nothing is expected.
        let other = "<profile xmlns:mets=\"http://www.loc.gov/METS/\"><mets:mets/></profile>"
        #expect(try LayoutFixture.open([(name, other), ("1.png", "image")]).format == .images)
    }

    private static let corpus = "bundles/mets-visual-library/148811035"

    @Test(.enabled(if: Corpus.has(corpus), "the corpus is not on this machine")) func findsFilesOfMETSOfALibrary()
        throws
    {
        let folder = Corpus.path + "/" + Self.corpus
        var entries: [ZipWriter.Entry] = []
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder).sorted() where name.contains(".") {
            entries.append(.init(name, Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/" + name)))))
        }
        let bundle = try openZip(entries)
        expectBundle(bundle, format: .mets, problems: [])
        #expect(bundle.documents.map(\.fileNames.count) == [16])
        // Eight are there; its pages name seven of them.
        #expect(bundle.documents[0].text.names.compactMap { $0 }.count == 7)
        let metadata = bundle.documents[0].metadata
        #expect(metadata.identifier == "urn:nbn:de:gbv:3:3-10504")
        #expect(metadata.details.contains(MetadataDetail(.identifier, called: "Shelf mark", "Nd 1277 (1)")))
        #expect(metadata.date == "1712")
    }
}
