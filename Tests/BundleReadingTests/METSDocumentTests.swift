import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// What METS says of an object, its files and its pages.
@Suite struct METSDocumentTests {
    private func mets(_ content: String, attributes: String = "") throws -> METSDocument {
        let xml = """
            <mets:mets xmlns:mets="http://www.loc.gov/METS/" xmlns:xlink="http://www.w3.org/1999/xlink" \(attributes)>
            \(content)</mets:mets>
            """
        return METSDocument(try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits()))
    }

    private static func description(_ id: String, _ title: String) -> String {
        """
        <mets:dmdSec ID="\(id)"><mets:mdWrap MDTYPE="MODS"><mets:xmlData><mods><titleInfo><title>\(title)</title>
        </titleInfo></mods></mets:xmlData></mets:mdWrap></mets:dmdSec>
        """
    }

    private static let files = """
        <mets:fileSec><mets:fileGrp USE="IMAGES"><mets:fileGrp><mets:file ID="I1" MIMETYPE="image/TIFF" GROUPID="1">
        <mets:FLocat LOCTYPE="URL" xlink:href="file:///./images/1.tif"/></mets:file></mets:fileGrp>
        <mets:file ID="I2"><mets:FLocat xlink:href="http://example.org/2.tif"/><mets:FLocat xlink:href="images/2%20b.tif"/>
        </mets:file></mets:fileGrp><mets:fileGrp><mets:file ID="A1" USE="FULLTEXT"><mets:FLocat xlink:href="alto/1.xml"/>
        </mets:file><mets:file ID="X"><mets:FLocat xlink:href="../../etc/passwd"/></mets:file><mets:file/></mets:fileGrp>
        </mets:fileSec>
        """

    @Test func metsListsItsFiles() throws {
        let mets = try mets(Self.files)
        #expect(
            mets.files == [
                .init(id: "I1", path: "images/1.tif", mimeType: "image/tiff", use: "IMAGES", groupID: "1"),
                .init(id: "I2", path: "images/2 b.tif", mimeType: nil, use: "IMAGES", groupID: nil),
                .init(id: "A1", path: "alto/1.xml", mimeType: nil, use: "FULLTEXT", groupID: nil),
                .init(id: "X", path: nil, mimeType: nil, use: nil, groupID: nil, links: ["../../etc/passwd"]),
            ])
        #expect(mets["A1"]?.path == "alto/1.xml")
        #expect(mets["none"] == nil)
        #expect(mets.problems.map(\.entry) == ["../../etc/passwd"])
    }

    @Test func metsOrdersItsPages() throws {
        let mets = try mets(
            Self.files + """
                <mets:structMap TYPE="LOGICAL"><mets:div TYPE="page"><mets:fptr FILEID="X"/></mets:div></mets:structMap>
                <mets:structMap TYPE="PHYSICAL"><mets:div TYPE="book"><mets:div TYPE="page" ORDER="2" ORDERLABEL="ii">
                <mets:fptr><mets:par><mets:area FILEID="I2"/><mets:seq><mets:area FILEID="I2"/></mets:seq></mets:par>
                </mets:fptr></mets:div><mets:div TYPE="Page" ORDER="1" LABEL=" Cover "><mets:fptr FILEID="I1"/>
                <mets:div TYPE="block"><mets:fptr FILEID="A1"/></mets:div></mets:div><mets:div TYPE="page" ORDER="3"/>
                <mets:div TYPE="np:page" ORDER="4" LABEL="x" ORDERLABEL="7"/></mets:div></mets:structMap>
                """)
        #expect(
            mets.structure.pages == [
                .init(label: "Cover", fileIDs: ["I1", "A1"]), .init(label: "ii", fileIDs: ["I2"]),
                .init(label: nil, fileIDs: []), .init(label: "7", fileIDs: []),
            ])
        #expect(mets.files(of: mets.structure.pages[0]).map(\.path) == ["images/1.tif", "alto/1.xml"])
    }

    @Test func metsTakesInnermostDivisionsForPagesWhereNoneIsCalledSo() throws {
        let mets = try mets(
            """
            <mets:structMap><mets:div><mets:div ORDER="9"><mets:fptr FILEID="a"/></mets:div><mets:div>
            <mets:div><mets:fptr FILEID="b"/></mets:div></mets:div><mets:div LABEL="empty"/></mets:div></mets:structMap>
            """)
        #expect(mets.structure.pages.map(\.fileIDs) == [["a"], ["b"]])
    }

    @Test func metsDescribesTheWholeBeforeItsParts() throws {
        let mets = try mets(
            Self.description("d1", "Article") + Self.description("d2", "Issue") + Self.description("d3", "Newspaper")
                + """
                <mets:structMap TYPE="LOGICAL"><mets:div DMDID="d3"><mets:div TYPE="issue" DMDID=" d2 d9"><mets:div
                TYPE="article" LABEL="On water" DMDID="d1"/><mets:div/></mets:div></mets:div></mets:structMap>
                """)
        #expect(mets.record.metadata.title == "Issue")
        #expect(mets.record.fields["titleInfo.title"] == ["Issue", "Newspaper"])
        #expect(mets.record.metadata.details.map { "\($0.label): \($0.value)" } == ["Article: Article"])
    }

    @Test func metsTakesTheFirstDescriptionThatNoPartClaims() throws {
        let map = """
            <mets:structMap><mets:div><mets:div DMDID="d1"/><mets:div TYPE="page"/></mets:div></mets:structMap>
            """
        let descriptions = Self.description("d1", "Article") + Self.description("d2", "Issue")
        #expect(try mets(descriptions + map).record.metadata.title == "Issue")
        #expect(
            try mets(Self.description("d1", "Article") + map, attributes: "LABEL=\"Label\"").record.metadata.title
                == "Label")
    }

    @Test func metsFallsBackOnItsOwnAttributes() throws {
        let mets = try mets(
            "<mets:metsHdr CREATEDATE=\"2012-08-13T14:35:06\"/>",
            attributes: "OBJID=\"me:7\" LABEL=\"Minutes\" TYPE=\"book\"")
        #expect(mets.record.metadata.identifier == "me:7")
        #expect(mets.record.metadata.title == "Minutes")
        #expect(mets.record.metadata.titleSource == .metadata)
        // The METS document's own date says nothing of the object's.
        #expect(mets.record.metadata.date == nil)
        #expect(mets.record.fields["mets.CREATEDATE"] == ["2012-08-13T14:35:06"])
        #expect(mets.structure.pages.isEmpty)
    }

    @Test(
        arguments: [
            ("DOCUMENT_TITLE_PLACEHOLDER", nil), ("objects", nil), ("images", nil), ("physSequence", nil),
            ("[Title]", nil), ("METS.0a76d2e3-1111-4222-8333-abcdefabcdef.xml", nil),
            ("0a76d2e3-1111-4222-8333-abcdefabcdef", nil),
            ("Mill book-0a76d2e3-1111-4222-8333-abcdefabcdef", "Mill book"), ("Images of mills", "Images of mills"),
            ("Bd. 3", "Bd. 3"),
        ] as [(String, String?)])
    func whatStandsWhereATitleIsToComeIsNone(label: String, title: String?) throws {
        let page = "<mets:div TYPE=\"page\"/>"
        for type in ["physSequence", "Directory"] {
            let division = "<mets:div TYPE=\"\(type)\" LABEL=\"\(label)\">\(page)\(page)</mets:div>"
            let found = try mets("<mets:structMap TYPE=\"PHYSICAL\">\(division)</mets:structMap>")
            #expect(found.record.metadata.title == title)
        }
        #expect(try mets("", attributes: "LABEL=\"\(label)\"").record.metadata.title == title)
        guard label.hasPrefix("DOCUMENT") else { return }
        #expect(try mets(Self.description("d", label)).record.metadata.title == nil)
    }

    @Test func readsDublinCoreAndReferencesInMETS() throws {
        let mets = try mets(
            """
            <mets:dmdSec ID="d"><mets:mdWrap MDTYPE="DC"><mets:xmlData><title>Plain</title><date>1931</date></mets:xmlData>
            </mets:mdWrap></mets:dmdSec><mets:dmdSec ID="e"><mets:mdRef LOCTYPE="URL" xlink:href="metadata/dc.xml"/>
            <mets:mdRef xlink:href="/etc/passwd"/></mets:dmdSec>
            """)
        #expect(mets.record.metadata.title == "Plain")
        #expect(mets.record.metadata.date == "1931")
        #expect(mets.descriptionPaths == ["metadata/dc.xml"])
        #expect(mets.references.map(\.path) == ["metadata/dc.xml"])
    }

    @Test func readingMETSSurvivesMutations() throws {
        let xml = """
            <mets OBJID="x">\(Self.description("d1", "T"))\(Self.files)<structMap><div DMDID="d1"><div TYPE="page" ORDER="1">
            <fptr FILEID="I1"/></div></div></structMap></mets>
            """.replacing("mets:", with: "").replacing("xlink:", with: "")
        _ = METSDocument(try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits()))
        Mutations.read(xml, seed: 5, findingMoreThan: 30) { bytes in
            let mets = METSDocument(try BundleMarkup.tree(bytes, limits: ExtractionLimits()))
            #expect(mets.files.allSatisfy { $0.path.map { ConfinedPath.path($0) == $0 } ?? true })
            return !mets.structure.pages.isEmpty
        }
    }

    @Test func readsManyDivisionsOfMETSInTime() throws {
        let spent = try processorTime { () throws in
            let pages = String(
                repeating: "<mets:div TYPE=\"page\" ORDER=\"1\"><mets:fptr FILEID=\"I1\"/></mets:div>", count: 20_000)
            let mets = try mets(Self.files + "<mets:structMap><mets:div>\(pages)</mets:div></mets:structMap>")
            #expect(mets.structure.pages.count == 20_000)
        }
        #expect(spent < .seconds(60))
    }
}
