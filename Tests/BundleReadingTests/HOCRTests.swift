import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct HOCRTests {
    private func document(_ text: String) throws -> HOCRDocument {
        try HOCRReader.document(Array(text.utf8), limits: ExtractionLimits())
    }

    private let twoPages = """
        <html xmlns="http://www.w3.org/1999/xhtml"><head><title> Minutes
        of 1931 </title><meta name="ocr-langs" content="en deu"/><meta name="DC.Creator" content="Ann Lee"/>
        <meta name="dcterms.creator" content="Bo"/><meta name="ocr-system" content="x"/></head><body>
        <div class="ocr_page" title='image "scans/a;1.png"; bbox 100 50 1100 1550; ppageno 4; scan_res 300 300'>
          <div class="ocr_carea"><p class="ocr_par" lang="en">
            <span class="ocr_line" title="bbox 110 60 400 80">
              <span class="ocrx_word" title="bbox 110 60 150 80; x_wconf 90">The</span>
              <span class="other ocrx_word" title="bbox 160 60 200 80; x_wconf 70"><strong>wa-</strong></span></span>
            <span class="ocr_line"><span class="ocrx_word" title="bbox 110 90 150 110">ter</span>
              <span class="ocr_word">b&eacute;</span></span></p></div>
          <div class="ocr_carea"><p class="ocr_par"><span class="ocr_caption"><span class="ocrx_word">met</span></span></p></div>
        </div>
        <div class="ocr_page" title="image b.png; bbox 0 0 -5 10"></div></body></html>
        """

    private func expectTwoPages(_ found: HOCRDocument) {
        #expect(found.title == "Minutes of 1931")
        #expect(found.languages == ["en", "deu"])
        #expect(found.dublinCore == ["creator": ["Ann Lee", "Bo"]])
        #expect(found.pages.count == 2)
        #expect(
            found.pages.first
                == HOCRPage(
                    page: SidecarPage(
                        text: "The water\nbé\n\nmet",
                        words: [
                            BoxedWord(text: "The", left: 10, top: 10, width: 40, height: 20, confidence: 0.9),
                            BoxedWord(text: "water", left: 60, top: 10, width: 40, height: 20, confidence: 0.7),
                        ], size: (1000, 1500), pointsPerUnit: 0.24, confidence: 0.8),
                    image: "scans/a;1.png", number: 4))
        #expect(found.pages.last == HOCRPage(page: SidecarPage(text: ""), image: "b.png", number: nil))
    }

    @Test(arguments: ["OCR Output", "/tmp/ocr/page.tif", "page_0001.hocr"])
    func aProgramsTitleInTheHeadIsNoTitle(title: String) throws {
        let record = HOCRMetadata.record(of: try document(twoPages.replacing(" Minutes\nof 1931 ", with: title)))
        #expect(record.metadata.title == nil)
        #expect(HOCRMetadata.record(of: try document(twoPages)).metadata.title == "Minutes of 1931")
    }

    @Test func readsHOCRInXHTML() throws { expectTwoPages(try document(twoPages)) }

    @Test func readsHOCRInHTMLThatIsNotXML() throws {
        let soup = twoPages.replacing("creator\" content=\"Bo\"/>", with: "creator\" content=Bo><BR>")
            .replacing("</p></div>", with: "</div>")
        expectTwoPages(try document(soup))
    }

    @Test(arguments: [
        ("foo-", "bar", "foobar"), ("foo\u{AD}", "bar", "foobar"), ("foo-", "Bar", "foo-Bar"),
        ("foo¬", "Bar", "foo-Bar"),
        ("foo¬", "bar", "foobar"), ("foo", "bar", "foo\nbar"), ("3-", "bar", "3-\nbar"), ("-", "bar", "-\nbar"),
        ("foo-", "1", "foo-\n1"),
    ])
    func hocrReaderJoinsDividedWords(first: String, second: String, text: String) throws {
        let lines = [first, second].map { "<span class='ocr_line'><span class='ocrx_word'>\($0)</span></span>" }
        #expect(try document("<div class='ocr_page'>\(lines.joined())</div>").pages.first?.page.text == text)
    }

    @Test func readsHOCRPagesWithoutMarkedWords() throws {
        let found = try document(
            """
            <body>before<div class='ocr_page'><p>One line<br/>and another</p><p>a   third</p></div>
            <div class='ocr_page'><span class='ocr_line'>first  li-</span><span class='ocr_line'>ne</span></div></body>
            """)
        #expect(found.pages.map(\.page.text) == ["One line\nand another\na third", "first line"])
        #expect(found.pages.allSatisfy { $0.page.words.isEmpty })
    }

    /// HTML that is no XML, in which libxml2's parser stalls over what stands in a long text, or counts what is not closed.
    @Test(arguments: ["<br>", "<hr><br>", "<meta name=x>"])
    func readsLongHOCRThatIsHTML(open: String) throws {
        let lines = (1...5000).map { number in
            "<span class=ocr_line><span class=ocrx_word title='bbox 1 2 3 4'>word\(number)</span></span>\(open)\n"
        }
        let text =
            "<html><body><div class=ocr_page title='bbox 0 0 100 100'>\(lines.joined())</div></body></html>"
        #expect(text.utf8.count > 300_000)
        let page = try #require(try document(text).pages.first?.page)
        #expect(page.words.count == 5000)
        #expect(page.text.split(whereSeparator: \.isWhitespace).count == 5000)
    }

    @Test func readsHOCRWordsWithoutLines() throws {
        let found = try document(
            """
            <div class='ocr_page'><p><span class='ocrx_word'>a</span> <span class='ocrx_word'>b</span></p>
            <p><span class='ocrx_word'>c</span></p><p>d e</p></div>
            """)
        #expect(found.pages.map(\.page.text) == ["a b\nc\nd e"])
    }

    /// As the Internet Archive writes them, and as tesseract does, each on a line of its own.
    @Test(arguments: ["", "\n    "])
    func hocrReaderMakesWordsOfTheirCharacters(gap: String) throws {
        func word(_ characters: String...) -> String {
            let spans = characters.map {
                "\(gap)<span class='ocrx_cinfo' title='x_bboxes 1 2 3 4; x_conf 9'>\($0)</span>"
            }
            return "<span class='ocrx_word' title='bbox 5 5 25 15; x_wconf 80'>\(spans.joined())\(gap)</span>"
        }
        let lines = [[word("o", "f"), word("w", "a", "-")], [word("t", "e", "r"), word("&amp;")]]
        let markup = lines.map { "<span class='ocr_line'>\($0.joined(separator: " "))</span>" }.joined()
        let page = try #require(try document("<div class='ocr_page'>\(markup)</div>").pages.first?.page)
        #expect(page.text == "of water\n&")
        #expect(page.words.map(\.text) == ["of", "water", "&"])
        #expect(page.words.allSatisfy { $0.left == 5 && $0.width == 20 && $0.confidence == 0.8 })
    }

    @Test func hocrReaderKeepsBlanksInWordsThatAreNotSpelt() throws {
        let found = try document(
            "<div class='ocr_page'><span class='ocrx_word'>c<i class='ocrx_cinfo'>d</i> e</span>"
                + "<span class='ocrx_word'>a b</span></div>")
        #expect(found.pages.map(\.page.text) == ["cde a b"])
    }

    @Test func hocrIsReadInPieces() throws {
        let bytes = Array(twoPages.replacing("</p></div>", with: "</div>").utf8)
        var passes = 0
        let found = try HOCRReader.document(limits: ExtractionLimits()) { consume in
            passes += 1
            for byte in bytes { try [byte].withUnsafeBytes(consume) }
        }
        expectTwoPages(found)
        // Once as XML, which it is not, and once as HTML.
        #expect(passes == 2)
    }

    @Test func hocrReaderLeavesOutTextBesideMarkedWords() throws {
        let found = try document(
            "<div class='ocr_page'><span class='ocr_line'>| <span class='ocrx_word'>a</span> | </span></div>")
        #expect(found.pages.map(\.page.text) == ["a"])
    }

    @Test(arguments: ["1e400 0 1 1", "nan nan nan nan", "5 5 1 1", "-9 -9 -1 -1", "0 0 99999999 9", "1 2 3", ""])
    func hocrReaderDropsImpossibleBoxes(box: String) throws {
        let word = "<span class='ocrx_word' title='bbox \(box); x_wconf \(box)'>a</span>"
        let found = try document(
            "<div class='ocr_page' title='bbox \(box); scan_res \(box); ppageno \(box)'>\(word)</div>")
        #expect(found.pages.map(\.page.text) == ["a"])
        #expect(found.pages.first?.page.words.isEmpty == true)
        #expect(found.pages.first?.page.size == nil)
    }

    @Test func hocrReaderCutsBoxesAtThePagesEdge() throws {
        let found = try document(
            "<div class='ocr_page'><span class='ocrx_word' title='bbox -5 -3 10 20'>a</span></div>")
        #expect(found.pages.first?.page.words == [BoxedWord(text: "a", left: 0, top: 0, width: 10, height: 20)])
    }

    @Test func hocrReaderRefusesOtherHTML() throws {
        let error = try #require(throws: BundleError.self) { try document("<p>Nothing<br>here") }
        #expect(error == BundleError(.unsupported, "it is not hOCR"))
    }
}
