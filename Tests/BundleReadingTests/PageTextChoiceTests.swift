import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// PAGE-XML, and which of several texts of a page is taken.
@Suite("Texts of a page") struct PageTextChoiceTests {
    private static func page(_ content: String) -> String {
        """
        <?xml version="1.0"?><PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"><Page
        imageFilename="1.tif" imageWidth="1000" imageHeight="2000">\(content)</Page></PcGts>
        """
    }

    private static func equivalent(_ text: String, index: Int? = nil) -> String {
        "<TextEquiv\(index.map { " index=\"\($0)\"" } ?? "")><Unicode>\(text)</Unicode></TextEquiv>"
    }

    private static func word(_ text: String, _ points: String) -> String {
        "<Word id=\"w\"><Coords points=\"\(points)\"/>\(equivalent(text))</Word>"
    }

    private static func line(_ content: String) -> String { "<TextLine id=\"l\">\(content)</TextLine>" }

    private static func region(_ id: String, _ content: String) -> String {
        "<TextRegion id=\"\(id)\"><Coords points=\"0,0 9,9\"/>\(content)</TextRegion>"
    }

    private func read(_ content: String) throws -> SidecarPage {
        try #require(try PAGEReader.pages(Array(Self.page(content).utf8), limits: ExtractionLimits()).first)
    }

    private static func alto(_ word: String) -> String {
        """
        <alto><Layout><Page><PrintSpace><TextBlock><TextLine><String CONTENT="\(word)" HPOS="1" VPOS="1" WIDTH="5"
        HEIGHT="5"/></TextLine></TextBlock></PrintSpace></Page></Layout></alto>
        """
    }

    @Test func pageXMLHasWordsWithBoxes() throws {
        let page = try read(
            Self.region(
                "r",
                Self.line(Self.word("The", "10,20 40,20 40,30 10,30") + Self.word("wa-", "50,20 90,21 90,32 50,30"))
                    + Self.line(Self.word("ter", "10,40 30,50"))))
        #expect(page.text == "The water")
        #expect(page.words.map(\.text) == ["The", "water"])
        #expect(page.words.first == BoxedWord(text: "The", left: 10, top: 20, width: 30, height: 10))
        #expect(page.size?.width == 1000)
        #expect(page.size?.height == 2000)
    }

    @Test func pageXMLIsReadInItsReadingOrder() throws {
        let order = """
            <ReadingOrder><OrderedGroup id="g"><RegionRefIndexed index="1" regionRef="a"/><UnorderedGroupIndexed index="0">
            <RegionRef regionRef="c"/></UnorderedGroupIndexed></OrderedGroup></ReadingOrder>
            """
        let regions = ["a", "b", "c"].map { Self.region($0, Self.line(Self.equivalent("text \($0)"))) }.joined()
        #expect(try read(order + regions).text == "text c\n\ntext a\n\ntext b")
        let table = "<TableRegion id=\"t\">\(Self.region("d", Self.line(Self.equivalent("cell"))))</TableRegion>"
        #expect(try read(table).text == "cell")
    }

    /// Line and words, and what is read: people correct lines, and of several readings the first number is the best.
    @Test(
        arguments: [
            ("the water", ["tbe", "water"], "the water", ["the", "water"]),
            ("the water board", ["tbe", "water"], "the water board", []),
            (nil, ["tbe", "water"], "tbe water", ["tbe", "water"]),
        ] as [(String?, [String], String, [String])])
    func pageXMLCountsItsLinesMoreThanItsWords(line: String?, words: [String], text: String, boxed: [String]) throws {
        let content = words.map { Self.word($0, "0,0 5,5") }.joined() + (line.map { Self.equivalent($0) } ?? "")
        let page = try read(Self.region("r", Self.line(content)))
        #expect(page.text == text)
        #expect(page.words.map(\.text) == boxed)
    }

    @Test func pageXMLHasTheBestOfSeveralReadings() throws {
        let line = Self.line(Self.equivalent("worse", index: 1) + Self.equivalent("better", index: 0))
        #expect(try read(Self.region("r", line)).text == "better")
        #expect(try read(Self.region("r", Self.equivalent("of the region"))).text == "of the region")
        #expect(try read(Self.region("r", Self.line(""))).text.isEmpty)
    }

    @Test func pageXMLReaderRefusesOtherMarkup() {
        #expect(throws: BundleError.self) {
            try PAGEReader.pages(Array("<alto/>".utf8), limits: ExtractionLimits())
        }
    }

    /// The groups of files in the order of the METS, and the text that is read.
    @Test(
        arguments: [
            (["FULLTEXT", "OCR-D-COR-MAN"], ["alto raw", "page corrected"], "corrected"),
            (["OCR-D-GT-PAGE", "FULLTEXT"], ["alto corrected", "page raw"], "corrected"),
            (["FULLTEXT", "FULLTEXT-PAGE"], ["alto raw", "page corrected"], "corrected"),
            (["OCR-D-OCR-TESS", "OCR-D-SEG-LINE"], ["page raw", "page "], "raw"),
            (["OCR-D-COR-MAN", "FULLTEXT"], ["page ", "alto raw"], "raw"),
            (["OCR-D-SEG-PAGE", "OCR-D-BIN"], ["page ", "page "], nil),
        ] as [([String], [String], String?)])
    func textOfAPageIsTheBestOfSeveral(groups: [String], texts: [String], expected: String?) throws {
        var files = LayoutFixture.file("I", "1.png")
        var entries: [(String, String)] = [("1.png", "image")]
        for (index, text) in texts.enumerated() {
            files += "<fileGrp USE=\"\(groups[index])\">\(LayoutFixture.file("T\(index)", "\(index).xml"))</fileGrp>"
            let (kind, word) = (text.prefix { $0 != " " }, String(text.drop { $0 != " " }.dropFirst()))
            entries.append(
                (
                    "\(index).xml",
                    kind == "alto"
                        ? Self.alto(word)
                        : Self.page(Self.region("r", Self.line(word.isEmpty ? "" : Self.equivalent(word))))
                ))
        }
        let mets = LayoutFixture.mets(
            files: files,
            pages: "<div TYPE=\"page\"><fptr FILEID=\"I\"/><fptr FILEID=\"T0\"/><fptr FILEID=\"T1\"/></div>")
        let bundle = try LayoutFixture.open([("mets.xml", mets)] + entries)
        let found = bundle.text(of: bundle.documents[0])
        #expect(found.problems.isEmpty)
        #expect(found.pages.map { $0?.text } == [expected])
    }
}
