import ExtractionProtocol
import Testing

@testable import BundleReading

/// What is read of MODS.
@Suite struct MODSReaderTests {
    private func record(_ content: String) throws -> DescriptiveRecord {
        let xml = #"<collection><mods xmlns="http://www.loc.gov/mods/v3">\#(content)</mods></collection>"#
        return try #require(DescriptiveXML.record(of: BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits())))
    }

    private func metadata(_ content: String) throws -> DocumentMetadata { try record(content).metadata }

    @Test func modsCarriesFieldsOver() throws {
        let record = try record(
            """
            <titleInfo type="alternative"><title>Board book</title></titleInfo>
            <titleInfo><nonSort>The</nonSort><title>Water Board</title><subTitle>its minutes</subTitle>
            <partNumber>Vol. 2</partNumber></titleInfo>
            <name type="personal"><namePart type="given">Ann</namePart><namePart type="family">Lee</namePart>
            <namePart type="date">1880-1950</namePart><role><roleTerm type="code">aut</roleTerm></role></name>
            <name><namePart>Roe, Bo</namePart></name>
            <name><namePart>Printer</namePart><role><roleTerm type="text">printer</roleTerm></role></name>
            <name><namePart>Board, The</namePart><role><roleTerm type="text">Creator</roleTerm></role></name>
            <originInfo><dateIssued>c1931</dateIssued><dateIssued encoding="w3cdtf" keyDate="yes" point="start">1931-03
            </dateIssued><dateIssued encoding="w3cdtf" point="end">1932</dateIssued></originInfo>
            <identifier type="doi">10.1/x</identifier><identifier type="local" invalid="yes">old</identifier>
            <identifier type="local">ME/7</identifier>
            <subject><topic>water</topic><geographic>Marsh End</geographic><temporal>1930s</temporal>
            <temporal encoding="w3cdtf">1931</temporal></subject><subject><name><namePart>Lee, Ann</namePart></name>
            <topic>water</topic></subject>
            <language><languageTerm type="text">English</languageTerm><languageTerm type="code">eng</languageTerm></language>
            <abstract>On rates</abstract><relatedItem type="series"><titleInfo><title>Series</title></titleInfo></relatedItem>
            """)
        let expected = DocumentMetadata.described(
            "The Water Board: its minutes. Vol. 2", by: ["Lee, Ann", "Roe, Bo", "Board, The"], date: "1931-03",
            tags: ["water", "Marsh End", "1930s", "Lee, Ann"], identifier: "10.1/x", language: "eng",
            description: "On rates",
            details: [
                .init(.person, called: "Printer", "Printer"), .init(.identifier, called: "local", "ME/7"),
            ])
        #expect(record.metadata == expected)
        #expect(record.fields["originInfo.dateIssued"] == ["c1931", "1931-03", "1932"])
        #expect(record.fields["abstract"] == ["On rates"])
    }

    @Test(arguments: [
        ("<titleInfo><nonSort>L'</nonSort><title>eau</title></titleInfo>", "L'eau"),
        ("<titleInfo type=\"abbreviated\"><title>W. B.</title></titleInfo>", nil),
        ("<titleInfo type=\"translated\"><title>Water</title></titleInfo>", "Water"),
        ("<titleInfo><title/></titleInfo>", nil),
        (
            "<relatedItem type=\"host\"><titleInfo><title>Marsh End News</title></titleInfo></relatedItem>",
            "Marsh End News"
        ), ("<relatedItem type=\"series\"><titleInfo><title>Series</title></titleInfo></relatedItem>", nil),
    ])
    func modsReaderFindsTheTitle(mods: String, title: String?) throws {
        #expect(try metadata("<abstract>x</abstract>" + mods).title == title)
    }

    @Test(arguments: [
        ("<originInfo><dateCreated>1930</dateCreated><dateIssued>1931</dateIssued></originInfo>", "1931"),
        ("<originInfo><dateIssued>n.d.</dateIssued><dateCreated>March 1930</dateCreated></originInfo>", "1930-03"),
        (
            "<originInfo eventType=\"digitization\"><dateIssued>2012</dateIssued></originInfo>"
                + "<originInfo><dateIssued>1931</dateIssued></originInfo>", "1931"
        ),
        ("<originInfo><dateIssued encoding=\"marc\">193u</dateIssued></originInfo>", nil),
        ("<originInfo><dateIssued point=\"end\">1932</dateIssued></originInfo>", nil),
        ("<part><date>1931-03-05</date></part>", "1931-03-05"),
        (
            "<originInfo><dateIssued>[1931?]</dateIssued><dateIssued encoding=\"marc\">1932</dateIssued></originInfo>",
            "1932"
        ),
    ])
    func modsReaderFindsTheDate(mods: String, date: String?) throws {
        #expect(try metadata("<abstract>x</abstract>" + mods).date == date)
    }

    @Test(arguments: [
        ("<name><namePart>United States</namePart><namePart>Congress</namePart></name>", ["United States. Congress"]),
        ("<name><displayForm>Ann Lee</displayForm></name>", ["Ann Lee"]),
        ("<name><namePart type=\"family\">Lee</namePart></name>", ["Lee"]), ("<name><namePart/></name>", []),
        ("<name><namePart>A</namePart><role><roleTerm/></role></name>", ["A"]),
        (
            "<name><namePart>A</namePart><role><roleTerm>edt</roleTerm></role><role><roleTerm>AUT</roleTerm></role></name>",
            ["A"]
        ),
    ])
    func modsReaderFindsTheAuthors(mods: String, authors: [String]) throws {
        #expect(try metadata("<abstract>x</abstract>" + mods).authors == authors)
    }

    @Test(arguments: [
        ("<identifier type=\"issn\">1234</identifier><identifier type=\"uri\">urn:x</identifier>", "urn:x"),
        ("<identifier>plain</identifier>", "plain"), ("<identifier invalid=\"yes\">x</identifier>", nil),
        ("<recordInfo><recordIdentifier>rec1</recordIdentifier></recordInfo>", "rec1"),
    ])
    func modsReaderFindsTheIdentifier(mods: String, identifier: String?) throws {
        #expect(try metadata("<abstract>x</abstract>" + mods).identifier == identifier)
    }
}
