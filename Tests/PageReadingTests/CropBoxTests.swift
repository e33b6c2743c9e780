import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("What a page has outside its crop box")
struct CropBoxTests {
    private static func page(rotation: Int = 0, _ texts: [PDFWriter.Text]) throws -> PDFPage {
        var page = PDFWriter.Page()
        page.rotation = rotation
        page.cropBox = (100, 300, 500, 700)
        page.texts = texts
        return try PDFDocument(PDFWriter([page])).page(1)
    }

    private static func outside(_ page: PDFPage) -> String? { page.textOutsideCropBox(besides: page.textLayer().text) }

    @Test(arguments: [0, 90, 180, 270])
    func isReadOnEachSide(rotation: Int) throws {
        let page = try Self.page(
            rotation: rotation,
            [
                .init("within", left: 200, baseline: 500), .init("above", left: 200, baseline: 800),
                .init("below", left: 200, baseline: 20), .init("left", left: 20, baseline: 510),
                .init("right", left: 540, baseline: 490),
            ])
        #expect(page.textLayer().text == "within")
        let outside = try #require(Self.outside(page))
        #expect(outside.split(whereSeparator: \.isWhitespace).sorted() == ["above", "below", "left", "right"])
    }

    /// A line that is inside and outside keeps its place before the line that follows it.
    @Test func isInLinesWithoutWhatThePageShows() throws {
        let page = try Self.page([
            .init("Minutes of the board", left: 110, baseline: 800),
            .init("Minutes of the board", left: 110, baseline: 600),
            .init("and its committee", left: 110, baseline: 786), .init("nobody objected", left: 110, baseline: 586),
            .init("page 12", left: 110, baseline: 310),
        ])
        #expect(Self.outside(page) == "Minutes of the board\nand its committee\nMinutes of the board")
    }

    @Test func aWordThatTheBorderCutsIsWhole() throws {
        let page = try Self.page([.init("committee", left: 480, baseline: 600)])
        #expect(page.textLayer().text != "committee")
        #expect(Self.outside(page) == "committee")
    }

    @Test func aPageThatIsNotCroppedHasNone() throws {
        var page = PDFWriter.Page()
        page.texts = [.init("within", left: 200, baseline: 500), .init("beside", left: 700, baseline: 500)]
        #expect(try Self.outside(PDFDocument(PDFWriter([page])).page(1)) == nil)
        page.cropBox = (0, 0, 595, 842)
        #expect(try Self.outside(PDFDocument(PDFWriter([page])).page(1)) == nil)
    }

    @Test func aCropBoxThatShowsAllTextLeavesNone() throws {
        #expect(try Self.outside(Self.page([.init("within", left: 200, baseline: 500)])) == nil)
    }

    @Test(arguments: [1e300, -1e300, 0])
    func absurdBoxesAreRead(edge: Double) throws {
        var page = PDFWriter.Page()
        (page.width, page.cropBox) = (1e300, (0, 0, edge, edge))
        page.texts = [.init("within", left: 200, baseline: 500)]
        _ = try Self.outside(PDFDocument(PDFWriter([page])).page(1))
    }
}
