import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("The reader of XMP metadata")
struct XMPReaderTests {
    @Test(arguments: [
        (
            "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">Minutes</rdf:li></rdf:Alt></dc:title>",
            "Minutes"
        ),
        (
            "<dc:title>\n <rdf:Alt>\n <rdf:li>A &amp; B\n &#x41;&#66;</rdf:li></rdf:Alt></dc:title>",
            "A & B AB"
        ),
        ("<dc:title>Bare</dc:title>", "Bare"),
        ("<dc:title><rdf:li><![CDATA[A & B]]></rdf:li></dc:title>", "A & B"),
        ("<a><pdf:title>No</pdf:title><dc:title/><dc:title><rdf:li/><rdf:li>Yes</rdf:li></dc:title></a>", "Yes"),
    ])
    func xmpReaderFindsTheTitle(_ xmp: String, title: String) { #expect(XMPReader(xmp).title == title) }

    @Test func xmpReaderFindsAllCreatorsInOrder() {
        let xmp =
            "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li/><rdf:li>Bo &lt;b&gt;</rdf:li></rdf:Seq></dc:creator>"
        #expect(XMPReader(xmp).creators == ["Ann", "Bo <b>"])
    }

    @Test func xmpReaderFindsSubjectsRightsAndIdentifiers() {
        let xmp = XMPReader(
            """
            <rdf:RDF><rdf:Description prism:doi="10.1/x"><dc:subject><rdf:Bag><rdf:li>weirs</rdf:li><rdf:li>eels</rdf:li>
            </rdf:Bag></dc:subject><dc:rights><rdf:Alt><rdf:li>CC BY</rdf:li></rdf:Alt></dc:rights>
            <dc:identifier>urn:nbn:de:1-2</dc:identifier></rdf:Description></rdf:RDF>
            """)
        #expect(xmp.subjects == ["weirs", "eels"])
        #expect(xmp.rights == ["CC BY"])
        #expect(xmp.identifiers == ["urn:nbn:de:1-2", "10.1/x"])
        #expect(XMPReader("<dc:identifier>uuid:1-2-3</dc:identifier>").identifiers.isEmpty)
    }

    @Test(arguments: [
        (
            "<rdf:RDF><rdf:Description xmp:CreateDate=\"2009-11-04T14:27:39+01:00\"/></rdf:RDF>",
            "2009-11-04T14:27:39+01:00"
        ),
        ("<rdf:RDF><rdf:Description><xmp:CreateDate>2009-11</xmp:CreateDate></rdf:Description></rdf:RDF>", "2009-11"),
        ("<rdf:RDF><rdf:Description xmp:CreateDate=\"2999-01-01\"/></rdf:RDF>", nil),
        ("<rdf:RDF><rdf:Description xmp:CreateDate=\"yesterday\"/></rdf:RDF>", nil),
    ])
    func xmpReaderFindsTheCreationDate(_ xmp: String, date: String?) { #expect(XMPReader(xmp).creationDate == date) }

    @Test(arguments: [
        ("<dc:date><rdf:Seq><rdf:li>1931-04-22</rdf:li></rdf:Seq></dc:date>", "1931-04-22"),
        ("<dc:date>1931</dc:date><xmp:CreateDate>2019-04-02T10:00:00Z</xmp:CreateDate>", "1931"),
        ("<dc:date>2019-04-02</dc:date><xmp:CreateDate>2019-04-02T10:00:00Z</xmp:CreateDate>", nil),
        ("<dc:date>2019-04-02</dc:date><xmp:ModifyDate>2019-04-02T10:00:00Z</xmp:ModifyDate>", nil),
        ("<rdf:Description photoshop:DateCreated=\"1931-04-22\"/>", "1931-04-22"),
        ("<dc:date>22.4.1931</dc:date>", "1931-04-22"), ("<dc:date>1234 Main Street</dc:date>", nil),
        ("<dc:date>soon</dc:date>", nil), ("<dc:date>1970-01-01</dc:date>", nil),
    ])
    func xmpReaderFindsTheDateOfWhatTheFileShows(_ xmp: String, date: String?) {
        #expect(XMPReader("<rdf:RDF>\(xmp)</rdf:RDF>").date == date)
    }

    @Test func xmpReaderFindsTheMakers() {
        let attributes = "<rdf:Description xmp:CreatorTool=\"ScanSnap\" pdf:Producer=\"PFU\"/>"
        #expect(XMPReader("<rdf:RDF>\(attributes)</rdf:RDF>").makers == ["ScanSnap", "PFU"])
        let elements = "<xmp:CreatorTool>Word</xmp:CreatorTool><pdf:Producer>Acrobat</pdf:Producer>"
        #expect(XMPReader("<rdf:RDF>\(elements)</rdf:RDF>").makers == ["Word", "Acrobat"])
    }

    @Test(arguments: [
        ("<dc:title><rdf:li>AT&T &nbsp; &</rdf:li></dc:title>", "AT&T &"),
        ("<dc:title><rdf:li>Minutes&#xD800;</rdf:li></dc:title>", "Minutes"),
        ("<dc:title><rdf:li>open</dc:title>", "open"),
        ("<rdf:RDF><dc:title><rdf:li>cut off</rdf:li></dc:title><dc:crea", "cut off"),
        ("<rdf:RDF><dc:title><rdf:li>cut o", "cut o"),
        ("<a b=1><dc:title>Minutes</dc:title></c>", "Minutes"),
        ("\n<?xml version='1.0'?><a><dc:title>late declaration</dc:title></a>", "late declaration"),
        ("<dc:title>first</dc:title><dc:title>second</dc:title>", "first"),
    ])
    func xmpReaderFindsTheTitleInBrokenMetadata(_ xmp: String, title: String) { #expect(XMPReader(xmp).title == title) }

    /// Writers leave room for changes, and what they put there is not always white space.
    @Test(arguments: [" ", "\n", "\0", "\u{1}", "x", "\u{FEFF}"])
    func xmpReaderFindsTheTitleInAPaddedPacket(padding: String) {
        let packet =
            "<?xpacket begin='\u{FEFF}' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF>"
            + "<rdf:Description><dc:title>Größe</dc:title></rdf:Description></rdf:RDF></x:xmpmeta>"
            + String(repeating: padding, count: 2000) + "<?xpacket end='w'?>"
        #expect(XMPReader(packet).title == "Größe")
    }

    @Test(arguments: [
        "", "<dc:title>", "<dc:title></dc:title>", "<dc:title><rdf:li", "</dc:title><dc:title>",
        "<dc:title><rdf:li> </rdf:li></dc:title>", "<dc:title><rdf:li>&#xD800;</rdf:li></dc:title>",
        "<dc:title><b>Minutes</b></dc:title>", "<dc:titles>Minutes</dc:titles>", "\0", "Minutes",
    ])
    func xmpReaderFindsNoTitleWhereNoneIsSaid(_ xmp: String) { #expect(XMPReader(xmp).title == nil) }

    @Test func xmpReaderExpandsNoEntitiesAndOpensNoFile() throws {
        let path = try TemporaryFolder().write(Array("secret".utf8), to: "secret.txt")
        let packet = """
            <!DOCTYPE a [<!ENTITY l "lol"><!ENTITY m "&l;&l;&l;&l;"><!ENTITY f SYSTEM "file://\(path)">]>
            <a><dc:title>1&m;2&f;3</dc:title></a>
            """
        #expect(XMPReader(packet).title == "123")
    }

    @Test func xmpIsNotReadWhenItIsTooLongOrTooDeep() {
        let title = "<dc:title>Minutes</dc:title>"
        func packet(blanks: Int) -> String { "<a>\(title)\(String(repeating: " ", count: blanks))</a>" }
        #expect(XMPReader(packet(blanks: 1_000_000)).title == "Minutes")
        #expect(XMPReader(packet(blanks: 1 << 20)).title == nil)
        let deep = String(repeating: "<b>", count: 1000) + String(repeating: "</b>", count: 1000)
        #expect(XMPReader("<a>\(title)\(deep)</a>").title == nil)
    }

    @Test func xmpReaderListsAHundredCreators() {
        let items = String(repeating: "<rdf:li>Ann</rdf:li>", count: 150)
        #expect(XMPReader("<dc:creator><rdf:Seq>\(items)</rdf:Seq></dc:creator>").creators.count == 100)
    }

    /// The longest packets that would take long if each byte were looked at once for each other byte.
    @Test(arguments: [
        "<a", "<a b='", "<!--- ", "&", "<dc:title>", "<dc:title><rdf:li>", "</a>", "<a b='' ",
        "<!DOCTYPE a [<!-- ' -->", "<a xmlns:", "<![CDATA[ ]]", "<p><table><b>", "<?x ",
    ])
    func readingLongXMPEndsSoon(piece: String) throws {
        let packet = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        let spent = try processorTime { _ = XMPReader(packet) }
        #expect(spent < .seconds(30))
    }
}
