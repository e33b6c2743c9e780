import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("A page image")
struct PageImageTests {
    @Test(arguments: [8, 1])
    func pageImageOfAScanAtItsResolutionIsTheScan(bits: Int) throws {
        let page = try PDFDocument(PDFWriter([PDFPageTests.scan(bits: bits)])).page(1)
        let image = try page.image(resolution: page.scanResolution() ?? 0, maximumPixels: 1_000_000)
        #expect(image.width == 400)
        #expect(image.height == 600)
        #expect(image.bytesPerRow == 400)
        let expected = bars(width: 400, height: 600)
        // Poppler widens images to whole pixels, so that an edge may be one off.
        let wrong = zip(image.pixels, expected).count { $0 != $1 }
        #expect(wrong < expected.count / 200)
    }

    @Test func pageImageIsGreyWhereThePageIs() throws {
        let grey = PDFWriter.Image(grey: [UInt8](repeating: 100, count: 100), width: 10, height: 10)
        let page = try PDFDocument(PDFWriter([.init(scan: grey, resolution: 10)])).page(1)
        let image = try page.image(resolution: 72, maximumPixels: 1_000_000)
        #expect(abs(Int(image.pixels[image.pixels.count / 2]) - 100) <= 1)
    }

    @Test(arguments: [1_000, 99_999, 1])
    func pageImageKeepsWithinTheLimitOfPixels(maximum: Int) throws {
        var page = PDFWriter.Page()
        (page.width, page.height) = (36, 36)
        let image = try PDFDocument(PDFWriter([page])).page(1).image(resolution: 400, maximumPixels: maximum)
        #expect(image.pixels.count == image.width * image.height)
        #expect(image.pixels.count <= maximum)
        #expect(image.resolution <= 400)
    }

    @Test func pageImageKeepsWithinTheLimitOfSides() throws {
        var page = PDFWriter.Page()
        (page.width, page.height) = (14_400, 10)
        let image = try PDFDocument(PDFWriter([page])).page(1).image(
            resolution: 300, maximumPixels: 40_000_000)
        #expect(image.width <= 32_000)
        #expect(image.resolution < 300)
    }

    @Test func pageImageIsNotMadeOfAGiganticPage() throws {
        var page = PDFWriter.Page()
        (page.width, page.height) = (1e9, 1e9)
        let error = try #require(throws: PageReadingError.self) {
            try PDFDocument(PDFWriter([page])).page(1).image(resolution: 300, maximumPixels: 40_000_000)
        }
        #expect(error.code == .limit)
    }
}
