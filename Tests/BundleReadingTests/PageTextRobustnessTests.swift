import DocSearchTestSupport
import ExtractionProtocol
import Testing

@testable import BundleReading

/// Whatever the bytes, reading texts of pages ends, with a `BundleError` at worst and with finite numbers.
@Suite struct PageTextRobustnessTests {
    enum Format: CaseIterable {
        case alto, hocr, djvu, searchText, pageIndex, gzip, tree
    }

    private static let alto = """
        <?xml version="1.0" encoding="ISO-8859-15"?><!DOCTYPE alto [<!ENTITY e "x&f;"><!ENTITY f SYSTEM "file:///x">
        <!ATTLIST String WC CDATA "1">]><alto xmlns:x="y"><MeasurementUnit>mm10</MeasurementUnit>
        <Page WIDTH="10" HEIGHT="20"><TextBlock><TextLine><String CONTENT="a&e;" HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4"/>
        <SP/><String CONTENT="b&nbsp;" SUBS_TYPE="HypPart1" SUBS_CONTENT="bc"/><HYP CONTENT="-"/></TextLine><TextLine>
        <String x:CONTENT="c" SUBS_TYPE="HypPart2"/></TextLine></TextBlock></Page><!-- c --><?p i?></alto>
        """

    private static let hocr = """
        <html><head><meta charset="windows-1252"><title>T</title></head><body><div class="ocr_page" title='image "a;b";
        bbox 0 0 100 200; ppageno 3; scan_res 300 300'><p class="ocr_par"><span class="ocr_line"><span class="ocrx_word"
        title="bbox 1 2 3 4; x_wconf 90">fo&ouml;-</span></span><span class="ocr_line"><span class="ocrx_word">bar</span>
        <span class="ocrx_word"><span class="ocrx_cinfo">q</span> <b class="ocrx_cinfo">&eacute;</b></span>
        </span></p><script>if (a<b) "</script><!-- c --></div></body></html>
        """

    private static let djvu = """
        <DjVuXML><BODY><OBJECT width="10" height="20"><PARAM name="DPI" value="300"/><PARAGRAPH><LINE>
        <WORD coords="1,4,3,2,4" x-confidence="90">a-</WORD></LINE><LINE><WORD coords="1,2,3,4">b</WORD></LINE></PARAGRAPH>
        </OBJECT></BODY></DjVuXML>
        """

    private static func original(_ format: Format) -> [UInt8] {
        switch format {
        case .alto, .tree: Array(alto.utf8)
        case .hocr: Array(hocr.utf8)
        case .djvu: Array(djvu.utf8)
        case .searchText: Array("Größe\nzwei\n".utf8)
        case .pageIndex: Array("[[0,5,0,10],[5,9,10,20],[9,100,20,30]]".utf8)
        case .gzip: GzipTests.member(Array("text".utf8)) + GzipTests.member([1], name: "n")
        }
    }

    private func read(_ bytes: [UInt8], _ format: Format, pieces: Int) throws -> [SidecarPage] {
        let limits = limits { $0.markupBytes = 1 << 20 }
        switch format {
        case .alto: return try ALTOReader.pages(limits: limits, pieces: bytes.withUnsafeBytes)
        case .hocr: return try HOCRReader.document(bytes, limits: limits).pages.map(\.page)
        case .djvu:
            return try DjVuXMLReader.pages(limits: limits) { feed in
                for start in stride(from: 0, to: bytes.count, by: pieces) {
                    try bytes[start..<min(bytes.count, start + pieces)].withUnsafeBytes(feed)
                }
            }
        case .searchText:
            return try SearchTextReader.pages(text: bytes, index: Self.original(.pageIndex), limits: limits)
        case .pageIndex:
            return try SearchTextReader.pages(text: Self.original(.searchText), index: bytes, limits: limits)
        case .gzip:
            _ = try Gzip.expand(bytes, limit: .markup(limits), ratio: 2000)
            return []
        case .tree:
            let root = try BundleMarkup.tree(bytes, limits: limits)
            return [SidecarPage(text: root.text)]
        }
    }

    /// Pieces of markup that change what follows, and numbers that are none.
    private static let insertions = [
        "<", ">", "\"", "'", "&", "&#0;", "&#x110000;", "<!--", "-->", "<![CDATA[", "]]>", "<!DOCTYPE a [", "%p;",
        "<?xml ",
        "1e400", "-1", "nan", "encoding='utf-16'", "charset=big5", "\u{0}", "</", "/>", "xmlns:x=''", "{", "[", ",",
    ].map { Array($0.utf8) }

    @Test(arguments: Format.allCases)
    func readingTextsOfPagesSurvivesMutations(format: Format) throws {
        try expectInTime {
            let original = Self.original(format)
            var generator = SeededGenerator(seed: UInt64(original.count))
            var successes = 0
            for _ in 0..<600 {
                var bytes = original
                for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    switch Int.random(in: 0..<5, using: &generator) {
                    case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                    case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                    case 2: bytes.removeSubrange(index..<min(bytes.count, index + 5))
                    case 3: bytes.insert(contentsOf: Self.insertions.randomElement(using: &generator) ?? [], at: index)
                    default: bytes.insert(contentsOf: bytes[index...].prefix(60), at: index)
                    }
                }
                do {
                    let pages = try read(bytes, format, pieces: Int.random(in: 1...100, using: &generator))
                    successes += 1
                    Self.check(pages)
                } catch {
                    #expect(error is BundleError)
                }
            }
            // Some are unchanged; a reader that refuses everything proves nothing.
            #expect(format == .gzip || successes > 50)
        }
    }

    @Test(arguments: Format.allCases)
    func readingTextsOfPagesSurvivesRandomBytes(format: Format) throws {
        var generator = SeededGenerator(seed: 5)
        for length in 0..<200 {
            let start = Self.original(format).prefix(length % 40)
            let bytes = start + (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            do { Self.check(try read(Array(bytes), format, pieces: 7)) } catch { #expect(error is BundleError) }
        }
    }

    private static func check(_ pages: [SidecarPage]) {
        for word in pages.flatMap(\.words) {
            #expect([word.left, word.top, word.width, word.height].allSatisfy { $0.isFinite && $0 >= 0 })
            #expect((word.confidence.map { (0...1).contains($0) }) ?? true)
        }
        #expect(pages.allSatisfy { $0.pointsPerUnit?.isFinite ?? true })
    }
}
