import CivilCalendar
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Dublin Core in its notations.
@Suite struct DublinCoreTests {
    private func record(_ xml: String) throws -> DescriptiveRecord {
        try #require(DescriptiveXML.record(of: BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits())))
    }

    private static let names = """
        xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" \
        xmlns:dcterms="http://purl.org/dc/terms/"
        """

    @Test func dublinCoreCarriesSimpleElementsOver() throws {
        let record = try record(
            """
            <oai_dc:dc \(Self.names)><dc:title>Minutes of the
              Water Board</dc:title><dc:title>Second title</dc:title><dc:creator>Lee, Ann</dc:creator>
            <dc:creator>Water Board</dc:creator><dc:creator>Lee, Ann</dc:creator><dc:contributor>Printer</dc:contributor>
            <dc:date>[ca. 1931?]</dc:date><dc:subject>water; rates</dc:subject><dc:subject>water</dc:subject>
            <dc:identifier>ME/7</dc:identifier><dc:identifier>http://example.org/7</dc:identifier>
            <dc:language>en</dc:language><dc:description>On rates</dc:description><dc:rights/></oai_dc:dc>
            """)
        // A URL lasts longer than a mark of the shelf.
        let expected = DocumentMetadata.described(
            "Minutes of the Water Board", by: ["Lee, Ann", "Water Board"], date: "1931", tags: ["water", "rates"],
            identifier: "http://example.org/7", language: "en", description: "On rates",
            details: [
                .init(.identifier, called: "Identifier", "ME/7"), .init(.person, called: "Contributor", "Printer"),
            ])
        #expect(record.metadata == expected)
        #expect(record.fields["title"] == ["Minutes of the Water Board", "Second title"])
        #expect(record.fields["rights"] == nil)
        #expect(record.rawText?.contains(#""date":["[ca. 1931?]"]"#) == true)
    }

    @Test func readsDublinCoreTermsAsRefinements() throws {
        let metadata = try record(
            """
            <record \(Self.names)><dcterms:alternative>Other</dcterms:alternative><dcterms:title>Report</dcterms:title>
            <dcterms:modified>2020-01-01</dcterms:modified><dc:date>1990</dc:date>
            <dcterms:created>1930-05</dcterms:created><dcterms:issued>1931-03</dcterms:issued>
            <dcterms:abstract>Short</dcterms:abstract><dc:description>Long</dc:description>
            <dc:contributor>Lee, Ann</dc:contributor></record>
            """
        ).metadata
        #expect(metadata.title == "Report")
        #expect(metadata.date == "1930-05")
        #expect(metadata.details.map(\.value).filter { $0.hasPrefix("19") } == ["1931-03", "1990"])
        #expect(metadata.description == "Short")
        #expect(metadata.authors == ["Lee, Ann"])
    }

    @Test(arguments: [
        (["2019-05-01", "1931"], "1931", ["2019-05-01"]), (["1931-09", "1931-04"], "1931-04", ["1931-09"]),
        (["1931", "1931-04-22", "1931-04"], "1931-04-22", []),
    ])
    func theEarliestOfSeveralDatesIsTheDocuments(dates: [String], date: String, others: [String]) throws {
        let elements = dates.map { "<dc:date>\($0)</dc:date>" }.joined()
        let metadata = try record("<record \(Self.names)><dc:title>T</dc:title>\(elements)</record>").metadata
        #expect(metadata.date == date)
        #expect(metadata.details.map(\.value) == others)
    }

    @Test func readsDublinCoreOfSimpleArchiveFormat() throws {
        let record = try record(
            """
            <dublin_core schema="dc"><dcvalue element="title" qualifier="alternative" language="en">Other</dcvalue>
            <dcvalue element="title" qualifier="none" language="en">Drains</dcvalue>
            <dcvalue element="contributor" qualifier="author">Lee, Ann</dcvalue>
            <dcvalue element="contributor" qualifier="author">Roe, Bo</dcvalue>
            <dcvalue element="contributor" qualifier="advisor">Nobody</dcvalue>
            <dcvalue element="date" qualifier="accessioned">2012-08-13T14:35:06Z</dcvalue>
            <dcvalue element="date" qualifier="issued">1990-05</dcvalue>
            <dcvalue element="identifier" qualifier="citation">Lee 1990</dcvalue>
            <dcvalue element="identifier" qualifier="other">X1</dcvalue>
            <dcvalue element="identifier" qualifier="uri">http://hdl.example.org/1/2</dcvalue>
            <dcvalue element="subject" qualifier="none">drains</dcvalue>
            <dcvalue element="subject" qualifier="ddc">628</dcvalue>
            <dcvalue element="description" qualifier="none">Notes</dcvalue>
            <dcvalue element="description" qualifier="abstract">About drains</dcvalue>
            <dcvalue element="language" qualifier="iso">en_GB</dcvalue><dcvalue>nothing</dcvalue></dublin_core>
            """)
        let expected = DocumentMetadata.described(
            "Drains", by: ["Lee, Ann", "Roe, Bo"], date: "1990-05", tags: ["drains"],
            identifier: "http://hdl.example.org/1/2", language: "en_GB", description: "About drains",
            details: [
                .init(.identifier, called: "other", "X1"), .init(.person, called: "Advisor", "Nobody"),
            ])
        #expect(record.metadata == expected)
        #expect(record.fields["dc.contributor.advisor"] == ["Nobody"])
        #expect(record.fields["dc.title"] == ["Drains"])
    }

    @Test func dublinCoreKeepsOtherSchemasAsTheyAre() throws {
        let record = try record(
            #"<dublin_core schema="thesis"><dcvalue element="title" qualifier="degree">MSc</dcvalue></dublin_core>"#)
        #expect(record.metadata == DocumentMetadata())
        #expect(record.fields == ["thesis.title.degree": ["MSc"]])
    }

    @Test func readsDSpaceIntermediateFormat() throws {
        let record = try record(
            """
            <dim:dim xmlns:dim="http://www.dspace.org/xmlns/dspace/dim" dspaceType="ITEM">
            <dim:field mdschema="dc" element="title" lang="en">Drains</dim:field>
            <dim:field mdschema="dc" element="contributor" qualifier="author">Lee, Ann</dim:field>
            <dim:field mdschema="dc" element="date" qualifier="issued">1990</dim:field>
            <dim:field mdschema="local" element="creator">Someone</dim:field></dim:dim>
            """)
        #expect(record.metadata.title == "Drains")
        #expect(record.metadata.authors == ["Lee, Ann"])
        #expect(record.metadata.date == "1990")
        #expect(record.fields["local.creator"] == ["Someone"])
    }

    @Test(arguments: [
        "<html><head><title>x</title></head></html>", "<alto><Layout><Page/></Layout></alto>", "<a/>",
        "<TEI><title><b>x</b></title></TEI>", "<feed><title>x</title><entry/><entry/></feed>",
    ])
    func findsNoDescriptionInOtherXML(xml: String) throws {
        #expect(DescriptiveXML.record(of: try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits())) == nil)
        #expect(
            try bundleError { try SidecarMetadata(descriptive: Array(xml.utf8), limits: ExtractionLimits()) }.code
                == .damaged)
    }

    @Test func completesOneDublinCoreRecordByAnother() throws {
        let first = try record("<dc><title>A</title><subject>x</subject></dc>")
        let second = try record("<dc><title>B</title><date>1931</date><subject>y</subject></dc>")
        let both = first.completed(by: second)
        #expect(both.metadata.title == "A")
        #expect(both.metadata.date == "1931")
        #expect(both.fields == ["title": ["A", "B"], "date": ["1931"], "subject": ["x", "y"]])
    }

    @Test func readingDublinCoreSurvivesMutations() throws {
        let xml = """
            <dublin_core schema="dc"><dcvalue element="title" qualifier="none">Drains</dcvalue>
            <dcvalue element="date" qualifier="issued">1990-05</dcvalue><title>x</title><dim><field element="x"/></dim>
            </dublin_core>
            """
        Mutations.read(xml, seed: 4, findingMoreThan: 30) { bytes in
            let metadata = try SidecarMetadata(descriptive: bytes, limits: ExtractionLimits()).metadata
            #expect(metadata.date.map { ISODate($0)?.description == $0 } ?? true)
            return metadata.title != nil
        }
    }
}
