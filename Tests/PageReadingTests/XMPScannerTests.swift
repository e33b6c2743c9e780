import Testing

@testable import PageReading

@Suite("The scanner of XMP metadata")
struct XMPScannerTests {
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
        ("<dc:title><rdf:li>AT&T &nbsp; &</rdf:li></dc:title>", "AT&T &nbsp; &"),
        ("<dc:title><rdf:li>&#xD800;</rdf:li></dc:title>", "&#xD800;"),
    ])
    func findsTheTitle(_ xmp: String, title: String) { #expect(XMPScanner.title(xmp) == title) }

    @Test func findsAllCreatorsInOrder() {
        let xmp =
            "<dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li/><rdf:li>Bo &lt;b&gt;</rdf:li></rdf:Seq></dc:creator>"
        #expect(XMPScanner.creators(xmp) == ["Ann", "Bo <b>"])
    }

    @Test(arguments: [
        "", "<dc:title>", "<dc:title></dc:title>", "<dc:title><rdf:li>open</dc:title>", "<dc:title><rdf:li",
        "</dc:title><dc:title>", "<dc:title><rdf:li> </rdf:li></dc:title>",
    ])
    func findsNothingInBrokenMetadata(_ xmp: String) { #expect(XMPScanner.title(xmp) == nil) }
}
