import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("A PDF page")
struct PDFPageTests {
    @Test func pdfPageHasItsTextInReadingOrder() throws {
        let page = try PDFDocument(PDFWriter(texts: ["first line\nsecond (line)\nder dritte, schön"])).page(1)
        #expect(page.textLayer().text == "first line\nsecond (line)\nder dritte, schön")
    }

    @Test(arguments: [(0, 300.0, 200.0), (90, 200.0, 300.0), (180, 300.0, 200.0), (270, 200.0, 300.0)])
    func pdfPageHasItsSizeAfterRotation(degrees: Int, width: Double, height: Double) throws {
        var page = PDFWriter.Page()
        (page.width, page.height, page.rotation) = (300, 200, degrees)
        page.texts = [PDFWriter.Text("turned", left: 20, baseline: 100)]
        let read = try PDFDocument(PDFWriter([page])).page(1)
        #expect(read.width == width)
        #expect(read.height == height)
        #expect(read.textLayer().text == "turned")
        let image = try read.image(resolution: 72, maximumPixels: 1_000_000)
        #expect(image.width == Int(width))
        #expect(image.height == Int(height))
    }

    @Test func pdfPageHasALabelWhenItIsNotItsNumber() throws {
        var writer = PDFWriter(texts: ["a", "b", "c", "d"])
        #expect(try PDFDocument(writer).page(2).label == nil)
        writer.labels = [
            .init(firstIndex: 0, style: "r"), .init(firstIndex: 2, style: "D", start: 3),
            .init(firstIndex: 3, style: "D", prefix: "A-", start: 7),
        ]
        let document = try PDFDocument(writer)
        let labels = try (1...4).map { try document.page($0).label }
        #expect(labels == ["i", "ii", nil, "A-7"])
    }

    @Test(arguments: [8, 1])
    func pdfPageOfAScanHasNoTextButAResolution(bits: Int) throws {
        let page = try PDFDocument(PDFWriter([Self.scan(bits: bits)])).page(1)
        #expect(page.textLayer().text == "")
        #expect(abs((page.scanResolution() ?? 0) - 200) < 0.5)
    }

    @Test(arguments: [
        // Pages of 8 by 10 inches.
        (400, 50.0, 300.0), (1440, 180, 300), (2800, 350, 350), (4800, 600, 400),
        // A poster of 40 by 50 inches, and microfilm of 1 by 1.25.
        (400, 10, 93.3), (1200, 1200, 1200), (4000, 4000, 2638),
    ])
    func pageIsRecognisedAtTheScansResolutionWithinLimits(width: Int, scan: Double, expected: Double) throws {
        let height = width * 5 / 4
        let image = PDFWriter.Image(
            grey: [UInt8](repeating: 200, count: width * height), width: width, height: height)
        let page = try PDFDocument(PDFWriter([.init(scan: image, resolution: scan)])).page(1)
        #expect(abs(page.recognitionResolution() - expected) < 0.5)
    }

    @Test func pdfPageKnowsTheResolutionOfATurnedScan() throws {
        var scan = Self.scan(bits: 8)
        scan.rotation = 90
        let resolution = try PDFDocument(PDFWriter([scan])).page(1).scanResolution()
        #expect(abs((resolution ?? 0) - 200) < 0.5)
    }

    @Test func pdfPageTakesASmallImageForNoScan() throws {
        var page = PDFWriter.Page(text: "a logo")
        page.image = PDFWriter.Image(grey: bars(width: 40, height: 40), width: 40, height: 40)
        page.imageArea = (20, 20, 50, 50)
        let read = try PDFDocument(PDFWriter([page])).page(1)
        #expect(read.scanResolution() == nil)
        #expect(read.recognitionResolution() == 300)
    }

    @Test func pdfPageWithoutAnImageHasNoResolution() throws {
        #expect(try PDFDocument(PDFWriter(texts: ["text"])).page(1).scanResolution() == nil)
    }

    /// Black bars, 400 by 600 pixels at 200 dpi.
    static func scan(bits: Int) -> PDFWriter.Page {
        let pixels = bars(width: 400, height: 600)
        let image =
            bits == 1
            ? PDFWriter.Image(bitonal: pixels, width: 400, height: 600)
            : PDFWriter.Image(grey: pixels, width: 400, height: 600)
        return PDFWriter.Page(scan: image, resolution: 200)
    }
}
