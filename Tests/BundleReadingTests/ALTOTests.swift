import ExtractionProtocol
import Testing

@testable import BundleReading

@Suite struct ALTOTests {
    private func pages(_ layout: String, unit: String = "pixel", version: String = "v3") throws -> [SidecarPage] {
        try pages(
            of: """
                <?xml version="1.0" encoding="UTF-8"?>
                <alto xmlns="http://www.loc.gov/standards/alto/ns-\(version)#">
                <Description><MeasurementUnit>\(unit)</MeasurementUnit></Description><Layout>\(layout)</Layout></alto>
                """)
    }

    private func pages(of text: String) throws -> [SidecarPage] {
        try ALTOReader.pages(limits: ExtractionLimits(), pieces: Array(text.utf8).withUnsafeBytes)
    }

    private func page(lines: String...) throws -> SidecarPage {
        let lines = lines.map { "<TextLine>\($0)</TextLine>" }.joined()
        return try #require(try pages("<Page><PrintSpace><TextBlock>\(lines)</TextBlock></PrintSpace></Page>").first)
    }

    private func string(_ content: String, _ attributes: String = "") -> String {
        "<String CONTENT=\"\(content)\" \(attributes)/>"
    }

    @Test func altoReaderReadsLinesAndBlocks() throws {
        let found = try pages(
            """
            <Page WIDTH="1000" HEIGHT="2000.5" PHYSICAL_IMG_NR="3" PRINTED_IMG_NR="xii"><TopMargin/><PrintSpace>
            <TextBlock><TextLine>
              <String CONTENT="The" HPOS="10" VPOS="20" WIDTH="30" HEIGHT="12,5" WC="0.5"/><SP/>
              <String CONTENT="water &amp;" HPOS="50" VPOS="20" WIDTH="60" HEIGHT="12" WC="1.0"/>
            </TextLine><TextLine><String CONTENT="board"/></TextLine></TextBlock>
            <TextBlock><TextLine><String CONTENT="met"/></TextLine></TextBlock>
            </PrintSpace></Page>
            """)
        #expect(
            found == [
                SidecarPage(
                    text: "The water &\nboard\n\nmet",
                    words: [
                        BoxedWord(text: "The", left: 10, top: 20, width: 30, height: 12.5, confidence: 0.5),
                        BoxedWord(text: "water &", left: 50, top: 20, width: 60, height: 12, confidence: 1),
                    ], size: (1000, 2000.5), label: "xii", confidence: 0.75)
            ])
    }

    @Test(arguments: [("mm10", 72 / 254.0), ("inch1200", 0.06), (" MM10\n", 72 / 254.0), ("pixel", nil), ("", nil)])
    func altoReaderReadsTheMeasurementUnit(unit: String, points: Double?) throws {
        #expect(try pages("<Page/>", unit: unit).map(\.pointsPerUnit) == [points])
    }

    @Test(arguments: ["v1", "v2", "v3", "v4"])
    func altoReaderReadsEveryVersion(version: String) throws {
        let layout = "<Page><PrintSpace><TextBlock><TextLine>\(string("a"))</TextLine></TextBlock></PrintSpace></Page>"
        #expect(try pages(layout, version: version).map(\.text) == ["a"])
        // Version 1 came without a namespace at times, or with a prefix.
        let prefixed = "<a:alto xmlns:a='x'><a:Layout><a:Page><a:String CONTENT='b'/></a:Page></a:Layout></a:alto>"
        #expect(try pages(of: prefixed).map(\.text) == ["b"])
        #expect(try pages(of: "<alto><Page><String CONTENT='b'/></Page></alto>").map(\.text) == ["b"])
    }

    @Test func altoReaderJoinsDividedWordsOnce() throws {
        let whole = "SUBS_CONTENT=\"Donaudampf\""
        let found = try page(
            lines: string("Die") + "<SP/>"
                + string("Donau", "SUBS_TYPE=\"HypPart1\" \(whole) HPOS=\"7\" VPOS=\"8\" WIDTH=\"9\" HEIGHT=\"10\"")
                + "<HYP CONTENT=\"-\"/>",
            string("dampf", "SUBS_TYPE=\"HypPart2\" \(whole) HPOS=\"1\" VPOS=\"20\" WIDTH=\"9\" HEIGHT=\"10\"")
                + "<SP/>" + string("fährt"))
        #expect(found.text == "Die Donaudampf\nfährt")
        #expect(found.words == [BoxedWord(text: "Donaudampf", left: 7, top: 8, width: 9, height: 10)])
    }

    @Test func altoReaderJoinsDividedWordsWithoutSubstitute() throws {
        let box = #"HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4""#
        let found = try page(
            lines: string("Donau", box) + "<HYP/>", string("dampf", box) + "<SP/>" + string("fährt"))
        #expect(found.text == "Donaudampf\nfährt")
        #expect(found.words.map(\.text) == ["Donaudampf"])
        #expect(try page(lines: string(" a&#10; b ") + "<SP/>" + string(" ") + string("c")).text == "a b c")
        #expect(try page(lines: string("Anglo") + "<HYP CONTENT='-'/>", string("Saxon")).text == "Anglo-Saxon")
        #expect(try page(lines: string("soft\u{AD}"), string("ware")).text == "software")
        #expect(try page(lines: string("1914-"), string("eighteen")).text == "1914-\neighteen")
        #expect(try page(lines: string("well-") + "<SP/>" + string("known"), string("x")).text == "well- known\nx")
    }

    @Test func altoReaderKeepsSecondPartOfWordFromAnotherPage() throws {
        let found = try page(lines: string("dampf", "SUBS_TYPE='HypPart2' SUBS_CONTENT='Donaudampf'"), string("x"))
        #expect(found.text == "dampf\nx")
    }

    @Test func altoReaderSeparatesStringsWhereNoSpacesAreMarked() throws {
        #expect(
            try page(lines: string("a") + string("b"), string("c") + "<SP/>" + string("d") + string(",")).text
                == "a b\nc d,")
    }

    @Test func altoReaderGivesSeveralPagesInOrder() throws {
        let found = try pages("<Page PC='0.25'/><Page><String CONTENT='b'/></Page><Page><String CONTENT='c'/></Page>")
        #expect(found.map(\.text) == ["", "b", "c"])
        #expect(found.map(\.confidence) == [0.25, nil, nil])
    }

    @Test(arguments: ["1e400", "-1e9", "NaN", "inf", "", "x", "1e308", "--1"])
    func altoReaderDropsImpossibleBoxes(number: String) throws {
        for name in ["HPOS", "VPOS", "WIDTH", "HEIGHT"] {
            let others = ["HPOS", "VPOS", "WIDTH", "HEIGHT"].filter { $0 != name }.map { "\($0)=\"5\"" }
            let found = try page(
                lines: string("word", others.joined(separator: " ") + " \(name)=\"\(number)\" WC=\"\(number)\""))
            #expect(found.text == "word")
            #expect(found.words.isEmpty)
            #expect(found.confidence.map { $0 >= 0 && $0 <= 1 } ?? true)
        }
        #expect(try pages("<Page WIDTH='\(number)' HEIGHT='5'/>").first?.size == nil)
    }

    @Test func altoReaderRefusesOtherXML() throws {
        let error = try #require(throws: BundleError.self) { try pages(of: "<mets/>") }
        #expect(error == BundleError(.unsupported, "it is not ALTO"))
    }
}
