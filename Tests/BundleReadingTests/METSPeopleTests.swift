import ExtractionProtocol
import Testing

@testable import BundleReading

/// People, identifiers and newspapers in METS.
@Suite("What METS says besides") struct METSPeopleTests {
    private func record(_ mods: String, map: String = "", attributes: String = "") throws -> DocumentMetadata {
        let xml = """
            <mets \(attributes)><dmdSec ID="d"><mdWrap><xmlData><mods><abstract>x</abstract>\(mods)</mods></xmlData></mdWrap>
            </dmdSec>\(map)</mets>
            """
        return METSDocument(try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits())).record.metadata
    }

    @Test func metsKeepsPeopleOfEveryRole() throws {
        let metadata = try record(
            """
            <name><namePart>Merian, M.</namePart><role><roleTerm type="code">egr</roleTerm></role></name>
            <name><namePart>Roe, Bo</namePart><role><roleTerm type="code">edt</roleTerm><roleTerm type="text">Herausgeber
            </roleTerm></role></name><name><namePart>Lee, Ann</namePart><role><roleTerm>aut</roleTerm></role></name>
            <originInfo><publisher>Zunner</publisher></originInfo>
            <originInfo eventType="digitization"><publisher>The Library</publisher></originInfo>
            """)
        #expect(metadata.authors == ["Lee, Ann"])
        #expect(
            metadata.details == [
                MetadataDetail(.person, called: "Engraver", "Merian, M."),
                MetadataDetail(.person, called: "Herausgeber", "Roe, Bo"),
                MetadataDetail(.person, called: "Publisher", "Zunner"),
            ])
    }

    private static let descriptions = [
        """
        <ead><archdesc level="fonds"><did><unittitle>Papers of the Mill</unittitle><unitdate normal="1931/1934">1931-34
        </unitdate><origination><persname>Lee, Ann</persname></origination></did></archdesc></ead>
        """,
        """
        <record><datafield tag="245"><subfield code="a">Papers of the Mill /</subfield></datafield><datafield tag="100">
        <subfield code="a">Lee, Ann,</subfield></datafield><datafield tag="264"><subfield code="c">[1931].</subfield>
        </datafield></record>
        """,
        """
        <epdcx:descriptionSet xmlns:epdcx="http://purl.org/eprint/epdcx/2006-11-16/"><epdcx:description><epdcx:statement
        epdcx:propertyURI="http://purl.org/dc/elements/1.1/title"><epdcx:valueString>Papers of the Mill</epdcx:valueString>
        </epdcx:statement><epdcx:statement epdcx:propertyURI="http://purl.org/dc/elements/1.1/creator"><epdcx:valueString>
        Lee, Ann</epdcx:valueString></epdcx:statement><epdcx:statement
        epdcx:propertyURI="http://purl.org/dc/terms/available"><epdcx:valueString>1931</epdcx:valueString>
        </epdcx:statement></epdcx:description></epdcx:descriptionSet>
        """,
    ]

    @Test(arguments: descriptions)
    func metsIsDescribedInOtherWords(description: String) throws {
        let xml =
            "<mets><dmdSec ID=\"d\"><mdWrap MDTYPE=\"OTHER\"><xmlData>\(description)</xmlData></mdWrap></dmdSec></mets>"
        let mets = METSDocument(try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits()))
        #expect(mets.record.metadata.title == "Papers of the Mill")
        #expect(mets.record.metadata.authors == ["Lee, Ann"])
        #expect(mets.record.metadata.date == "1931")
    }

    @Test func metsKeepsAllIdentifiersTheMostDurableFirst() throws {
        let metadata = try record(
            """
            <identifier type="local">1</identifier><identifier type="urn">urn:nbn:de:1-2</identifier>
            <identifier type="isbn">978</identifier><identifier type="purl">http://purl.org/x</identifier>
            <location><shelfLocator>Nd 12</shelfLocator></location>
            <recordInfo><recordIdentifier source="gbv-ppn">148811035</recordIdentifier></recordInfo>
            """,
            map: "<structMap TYPE=\"LOGICAL\"><div DMDID=\"d\" CONTENTIDS=\"ark:/12/3 urn:nbn:de:1-2\"/></structMap>",
            attributes: "OBJID=\"obj7\"")
        #expect(metadata.identifier == "urn:nbn:de:1-2")
        let others = metadata.details.filter { $0.kind == .identifier }
        #expect(others.map(\.value) == ["ark:/12/3", "http://purl.org/x", "148811035", "978", "Nd 12", "1", "obj7"])
        #expect(others.map(\.label) == ["ARK", "PURL", "PPN", "ISBN", "Shelf mark", "local", "OBJID"])
    }

    private static let newspaper = """
        <structMap TYPE="LOGICAL"><div TYPE="newspaper" LABEL="Marsh End Mercury"><div TYPE="year" ORDERLABEL="1845"><div
        TYPE="month" ORDERLABEL="1845-03"><div TYPE="day" ORDERLABEL="1845-03-05"><div TYPE="issue" DMDID="d" LABEL="No. 17">
        <div TYPE="article" LABEL="On the weir" DMDID="a"/><div TYPE="np:advertisement" LABEL="Pills"/><div TYPE="page"/>
        </div></div></div></div></div></structMap>
        """

    @Test func metsTellsTheDayOfAnIssueAndItsArticles() throws {
        let article = """
            <mods><titleInfo><title>On the Weir</title></titleInfo><name><namePart>Lee, Ann</namePart></name></mods>
            """
        let map =
            "<dmdSec ID=\"a\"><mdWrap><xmlData>\(article)</xmlData></mdWrap></dmdSec>" + Self.newspaper
        let metadata = try record("<originInfo><dateIssued>1845</dateIssued></originInfo>", map: map)
        #expect(metadata.title == "Marsh End Mercury, 1845-03-05")
        #expect(metadata.date == "1845-03-05")
        #expect(
            metadata.details == [
                MetadataDetail(.other, called: "Newspaper", "Marsh End Mercury"),
                MetadataDetail(.other, called: "Article", "On the Weir"),
                MetadataDetail(.person, called: "Author of a part", "Lee, Ann"),
                MetadataDetail(.other, called: "Advertisement", "Pills"),
            ])
    }

    @Test func metsKeepsTheTitleAndTheDayOfTheDescription() throws {
        let metadata = try record(
            """
            <titleInfo><title>The Mercury of Tuesday</title></titleInfo>
            <originInfo><dateIssued>1845-03-04</dateIssued></originInfo>
            """, map: Self.newspaper)
        #expect(metadata.title == "The Mercury of Tuesday")
        #expect(metadata.date == "1845-03-04")
    }
}
