import ExtractionProtocol
import Testing

@testable import BundleReading

/// What is read of `ComicInfo.xml`.
@Suite struct ComicInfoReaderTests {
    private func metadata(_ content: String) throws -> DocumentMetadata {
        let xml = "<?xml version=\"1.0\"?><ComicInfo>\(content)</ComicInfo>"
        return try SidecarMetadata(descriptive: Array(xml.utf8), limits: ExtractionLimits()).metadata
    }

    @Test func comicInfoCarriesFieldsOver() throws {
        let metadata = try metadata(
            """
            <Title>The Flood</Title><Series>Marsh End</Series><Number>7</Number><Volume>2</Volume>
            <Summary>Water everywhere</Summary><Year>1962</Year><Month>3</Month><Day>5</Day>
            <Writer>Ann Lee, Bo Roe</Writer><Penciller>Bo Roe,Cy Dow</Penciller><Translator>Di Fry</Translator><Editor>Ed Gow</Editor><Tags>flood, town</Tags>
            <Genre>Drama,flood</Genre><LanguageISO>en</LanguageISO><GTIN>9780000000002</GTIN><PageCount>24</PageCount>
            <Pages><Page Image="0" Type="FrontCover"/></Pages>
            """)
        let expected = DocumentMetadata.described(
            "The Flood", by: ["Ann Lee", "Bo Roe", "Cy Dow", "Di Fry"], date: "1962-03-05",
            tags: ["flood", "town", "Drama"], identifier: "9780000000002", language: "en",
            description: "Water everywhere", pageCount: 24,
            details: [
                .init(.other, called: "Series", "Marsh End"), .init(.other, called: "Number", "7"),
                .init(.other, called: "Volume", "2"), .init(.person, called: "Editor", "Ed Gow"),
            ])
        #expect(metadata == expected)
    }

    @Test(arguments: [
        ("<Series>Marsh End</Series><Number>7</Number>", "Marsh End #7"), ("<Series>Marsh End</Series>", "Marsh End"),
        ("<Number>7</Number>", nil), ("<Title/><Series>A</Series><Number>1.5</Number>", "A #1.5"),
    ])
    func comicInfoNamesAnIssueWithoutTitle(info: String, title: String?) throws {
        #expect(try metadata(info).title == title)
    }

    @Test(arguments: [
        ("1962", "-1", "-1", "1962"), ("1962", "3", "-1", "1962-03"), ("1962", "13", "1", "1962"),
        ("1962", "2", "30", "1962-02"), ("-1", "3", "5", nil), ("99999", "1", "1", nil), ("x", "1", "1", nil),
        ("1962", "-1", "5", "1962"), ("99999999999999999999", "1", "1", nil),
    ])
    func comicInfoReaderReadsDates(year: String, month: String, day: String, date: String?) throws {
        #expect(
            try metadata("<Year>\(year)</Year><Month>\(month)</Month><Day>\(day)</Day>").date == date)
    }

    @Test(arguments: ["0", "-1", "x", "1.5"])
    func comicInfoClaimsNoPagesThatAreNone(count: String) throws {
        #expect(try metadata("<PageCount>\(count)</PageCount>").claimedPageCount == nil)
    }
}
