import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct DjVuXMLTests {
    private func pages(_ text: String, pieces: Int = 1000) throws -> [SidecarPage] {
        let bytes = Array(text.utf8)
        return try DjVuXMLReader.pages(limits: ExtractionLimits()) { feed in
            for start in stride(from: 0, to: bytes.count, by: pieces) {
                try bytes[start..<min(bytes.count, start + pieces)].withUnsafeBytes(feed)
            }
        }
    }

    private let book = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE DjVuXML PUBLIC "-//W3C//DTD DjVuXML 1.1//EN" "pubtext/DjVuXML-s.dtd">
        <DjVuXML><HEAD></HEAD><BODY>
        <OBJECT data="x" height="2000" type="image/x.djvu" usemap="1" width="1000"><PARAM name="PAGE" value="1.djvu"/>
        <PARAM name="DPI" value="400"/><HIDDENTEXT><PAGECOLUMN><REGION><PARAGRAPH>
        <LINE><WORD coords="10,60,90,20,55" x-confidence="96">The</WORD> <WORD coords="100,60,190,20">wa-</WORD></LINE>
        <LINE><WORD coords="10,120,90,80">ter</WORD> <WORD coords="1,2,3">board</WORD></LINE></PARAGRAPH>
        <PARAGRAPH><LINE><WORD>met</WORD></LINE></PARAGRAPH></REGION></PAGECOLUMN></HIDDENTEXT></OBJECT>
        <MAP name="1"/><OBJECT width="-1" height="2"/><OBJECT><WORD coords="nan,1,2,3">last</WORD></OBJECT></BODY></DjVuXML>
        """

    @Test(arguments: [1, 50, 100_000])
    func readsABookInDjVuXML(pieces: Int) throws {
        #expect(
            try pages(book, pieces: pieces) == [
                SidecarPage(
                    text: "The water\nboard\n\nmet",
                    words: [
                        BoxedWord(text: "The", left: 10, top: 20, width: 80, height: 40, confidence: 0.96),
                        BoxedWord(text: "water", left: 100, top: 20, width: 90, height: 40),
                    ], size: (1000, 2000), pointsPerUnit: 0.18, confidence: 0.96),
                SidecarPage(text: ""), SidecarPage(text: "last"),
            ])
    }

    @Test func limitsBoxedWordsOfOnePage() {
        var assembly = PageAssembly()
        assembly.maximumBoxedWords = 2
        let box = WordBox(left: 1, top: 2, right: 3, bottom: 4)
        for word in ["a", "b", "c-"] {
            assembly.add(word, at: box)
            assembly.addBlank()
        }
        assembly.endLine()
        assembly.add("d", at: box)
        #expect(assembly.text == "a b cd")
        #expect(assembly.words.map(\.text) == ["a", "b"])
    }

    @Test func djVuXMLReaderRefusesOtherXML() throws {
        let error = try #require(throws: BundleError.self) { try pages("<alto/>") }
        #expect(error == BundleError(.unsupported, "it is not the XML of a DjVu file"))
    }
}
