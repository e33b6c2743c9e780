import ExtractionProtocol
import Markup
import Testing

@testable import BundleReading

/// Items of the Internet Archive.
@Suite struct ItemMetadataTests {
    private func tree(_ xml: String) throws -> MarkupElement {
        try BundleMarkup.tree(Array(xml.utf8), limits: ExtractionLimits())
    }

    @Test func internetArchiveMetadataCarriesFieldsOver() throws {
        let record = try ItemMetadataReader.record(
            of: tree(
                """
                <metadata><identifier>marshend1931</identifier><title>Marsh End Directory</title><creator>Lee, Ann</creator>
                <creator>Roe, Bo</creator><date>1931-03</date><publicdate>2012-08-13 14:35:06</publicdate>
                <subject>water; rates</subject><subject>towns</subject><language>eng</language>
                <imagecount>24</imagecount><collection>a</collection><collection>b</collection>
                <description>&lt;p&gt;First &lt;b&gt;part&lt;/b&gt;&lt;br/&gt;second &amp;amp; last&lt;/p&gt;</description>
                </metadata>
                """), limits: ExtractionLimits())
        let expected = DocumentMetadata.described(
            "Marsh End Directory", by: ["Lee, Ann", "Roe, Bo"], date: "1931-03", tags: ["water", "rates", "towns"],
            identifier: "marshend1931", language: "eng", description: "First part\nsecond & last", pageCount: 24)
        #expect(record.metadata == expected)
        #expect(record.fields["collection"] == ["a", "b"])
    }

    @Test(arguments: [
        ("plain text", "plain text"), ("a &lt; b", "a < b"), ("<div>one</div><div>two</div>", "one\ntwo"),
        ("<script>x()</script>text<style>y</style>", "text"), ("<p>un<b>closed", "unclosed"), ("", ""),
        ("line\nline  two", "line\nline two"), ("<i>line\nline</i>", "line line"), ("a<br>b", "a\nb"),
    ])
    func takesThePlainTextOutOfHTML(html: String, text: String) throws {
        #expect(try HTMLText.plain(html, limits: ExtractionLimits()) == text)
    }

    @Test func scanDataOrdersLeaves() throws {
        let pages = ItemPages(
            scanData: try tree(
                """
                <book><bookData/><pageData><page leafNum="0"><pageType>Color Card</pageType>
                <addToAccessFormats>false</addToAccessFormats></page><page leafNum="1"><pageType>Cover</pageType>
                <addToAccessFormats>true</addToAccessFormats></page><page leafNum="2"><pageType>Normal</pageType>
                <pageNumber>i</pageNumber></page><page leafNum="x"/><page/><page leafNum="3"/></pageData></book>
                """))
        #expect(pages.leaves.map(\.number) == [1, 2, 3])
        #expect(pages.leaves.map(\.type) == ["Cover", "Normal", nil])
        #expect(pages.labels == [nil, "i", nil])
        let numbers = try ItemPages(
            pageNumbers: Array(
                #"{"pages":[{"leafNum":3,"pageNumber":"1","confidence":99},{"leafNum":2,"pageNumber":"9"},{"leafNum":1,"pageNumber":""}]}"#
                    .utf8))
        #expect(numbers.labels == ["1", "9", nil])
        #expect(pages.labelled(by: numbers).labels == [nil, "i", "1"])
    }

    @Test(arguments: ["[]", "{}", "x", #"{"pages":7}"#])
    func refusesJSONThatHasNoPageNumbers(json: String) throws {
        #expect(try bundleError { try ItemPages(pageNumbers: Array(json.utf8)) }.code == .damaged)
    }
}
