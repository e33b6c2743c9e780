@testable import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Texts of pages for other programs")
struct PageExportTests {
    private static func page(_ words: [PageText.Word], _ text: String) -> PageText {
        PageText(
            page: 7, label: "v\"i<i>;", text: text, origin: .ocr, verdict: .missing, layer: nil, reasons: [],
            confidence: 0.876, size: PageText.Size(width: 100, height: 200), words: words)
    }

    private static func word(_ text: String, _ left: Double, _ top: Double, isIndexed: Bool = true) -> PageText.Word {
        PageText.Word(text: text, box: [left, top, 20, 10], confidence: 0.915, isIndexed: isIndexed)
    }

    private static let example = PageExport(
        page(
            [
                word("The", 10, 10), word("<b>&", 35, 10), word("x\u{1}\"", 10, 22),
                word("stain", 90, 90, isIndexed: false), word("far", 10, 150), word("out", 95, 195),
            ], "The <b>& x\nfar out"),
        title: "A & \"B\" <c>", imageName: "a;\"b\"<.jpg", language: "en")

    @Test func exportedPagesHoldWordsWithWholePixels() throws {
        let hocr = Self.example.hocr()
        #expect(hocr.contains("title=\"image &quot;a__b_&lt;.jpg&quot;; bbox 0 0 400 800; ppageno 6\">"))
        #expect(hocr.contains("title=\"bbox 40 40 120 80; x_wconf 92\">The</span>"))
        #expect(hocr.contains(">&lt;b&gt;&amp;</span>"))
        #expect(hocr.contains("bbox 380 780 400 800"), "nothing reaches beyond the page")
        #expect(!hocr.contains("stain"))
        #expect(hocr.components(separatedBy: "class=\"ocr_line\"").count - 1 == 4)
        #expect(hocr.components(separatedBy: "class=\"ocr_carea\"").count - 1 == 3)
        let alto = Self.example.alto()
        #expect(alto.contains("CONTENT=\"The\" HPOS=\"40\" VPOS=\"40\" WIDTH=\"80\" HEIGHT=\"40\" WC=\"0.915\"/>"))
        #expect(alto.contains("<fileName>a;&quot;b&quot;&lt;.jpg</fileName>"))
        #expect(!alto.contains("stain"))
        #expect(Self.example.plainText() == "The <b>& x\nfar out\n")
    }

    @Test(arguments: [("12", "; ppageno 6; lpageno 12\">"), ("xii", "; ppageno 6\">")])
    func printedNumbersOfPagesAreInHOCRWhereTheyAreNumbers(label: String, expected: String) {
        var export = Self.example
        export.page.label = label
        #expect(export.hocr().contains(expected))
    }

    /// Texts with and without places, sizes and words.
    static let all: [PageExport] = {
        var noPlaces = example
        noPlaces.page.words = []
        var nothing = noPlaces
        nothing.page.text = ""
        nothing.size = nil
        nothing.language = "no such \"language\""
        nothing.page.confidence = nil
        var odd = example
        odd.page.words = [
            PageText.Word(text: "", box: [], confidence: .nan, isIndexed: true),
            PageText.Word(text: "x", box: [.infinity, 1, 2, 3], confidence: 7, isIndexed: true),
            PageText.Word(text: "y", box: [-5, -5, 1e300, 4], confidence: -1, isIndexed: true),
        ]
        odd.size = nil
        return [example, noPlaces, nothing, odd]
    }()

    @Test(.enabled(if: Program.xmllint != nil, "xmllint is missing"), arguments: all.indices)
    func exportedPagesAreWellFormed(_ number: Int) throws {
        #expect(try Program.xmllint(Self.all[number].hocr(), ["--nonet"]) == "")
        #expect(try Program.xmllint(Self.all[number].alto(), ["--nonet"]) == "")
    }

    @Test(.enabled(if: Program.schema != nil, "the schema of ALTO is missing"), arguments: all.indices)
    func exportedPagesAreValidALTO(_ number: Int) throws {
        let schema = try #require(Program.schema)
        #expect(try Program.xmllint(Self.all[number].alto(), ["--nonet", "--schema", schema]) == "")
    }

    @Test(.enabled(if: Program.schema != nil, "the schema of ALTO is missing"))
    func recognisedPagesAreExportedAsValidALTO() async throws {
        let index = try await SampleArchive.shared().index
        let hit = try #require(try index.search(SearchRequest("\"nine thousand gallons\"")).hits.first)
        for page in try index.pages(of: hit.document) {
            let export = PageExport(page, title: hit.document.title, imageName: "p.jpg", language: "en")
            let schema = try #require(Program.schema)
            #expect(try Program.xmllint(export.alto(), ["--nonet", "--schema", schema]) == "")
            let words = export.alto().components(separatedBy: "<String ").count - 1
            #expect(words == page.words.filter(\.isIndexed).count)
        }
    }
}

private enum Program {
    static let xmllint = ["/usr/bin/xmllint", "/usr/local/bin/xmllint"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// `$DOCSEARCH_STANDARDS`, else `shared/standards` beside the project.
    static let schema: String? = {
        let folder =
            ProcessInfo.processInfo.environment["DOCSEARCH_STANDARDS"]
            ?? URL(fileURLWithPath: Corpus.path).deletingLastPathComponent().appendingPathComponent("standards").path
        let path = folder + "/alto-4-4.xsd"
        return xmllint != nil && FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// What it says is wrong; nothing when nothing is.
    static func xmllint(_ text: String, _ arguments: [String]) throws -> String {
        let folder = try TemporaryFolder()
        let file = try folder.write(Array(text.utf8), to: "page.xml")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: try #require(xmllint))
        process.arguments = arguments + ["--noout", file]
        let output = Pipe()
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return process.terminationStatus == 0 ? "" : said
    }
}
