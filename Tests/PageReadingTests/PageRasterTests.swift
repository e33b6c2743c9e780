import DocSearchTestSupport
import Testing

@testable import PageReading

@Suite("Parts of pages as pixels")
struct PageRasterTests {
    /// A scan of one dot a point, its grey from left to right and from the top downwards.
    private static func page(_ width: Int = 120, _ height: Int = 90) throws -> PDFPage {
        let pixels = (0..<width * height).map { UInt8(($0 % width + $0 / width) % 256) }
        let scan = PDFWriter.Image(grey: pixels, width: width, height: height)
        return try PDFDocument(PDFWriter([PDFWriter.Page(scan: scan, resolution: 72)])).page(1)
    }

    private static func whole(_ page: PDFPage) -> PageRectangle {
        PageRectangle(left: 0, top: 0, right: page.width, bottom: page.height)
    }

    @Test func pagesKnowWhetherTheyAreScans() throws {
        #expect(try Self.page().isScan)
        #expect(try !PDFDocument(PDFWriter(texts: ["no scan"])).page(1).isScan)
    }

    @Test(arguments: [(60, 45), (40, 30), (77, 51), (119, 90), (1, 1), (3, 90), (120, 2)])
    func pageRastersAreReducedToMeans(_ width: Int, _ height: Int) throws {
        let page = try Self.page()
        let raster = try page.raster(of: Self.whole(page), width: 120, height: 90)
        let reduced = try #require(try raster.reduced(from: Self.whole(page), to: width, height: height))
        #expect((reduced.width, reduced.height) == (width, height))
        let values = reduced.grey(stride: width, isBitonal: false)
        let (stepX, stepY) = (120 / Double(width), 90 / Double(height))
        for y in 0..<height {
            for x in 0..<width {
                // Of what grows evenly the mean is that of the middle.
                let expected = (Double(x) + 0.5) * stepX + (Double(y) + 0.5) * stepY - 1
                #expect(abs(Double(values[y * width + x]) - expected) <= 2, "\(x), \(y)")
            }
        }
    }

    @Test func pageRastersAreNotReducedWhereTheyWouldGrowOrEnd() throws {
        let page = try Self.page()
        let raster = try page.raster(of: Self.whole(page), width: 120, height: 90)
        func reduced(_ left: Double, _ right: Double, _ width: Int) throws -> PageRaster? {
            try raster.reduced(from: PageRectangle(left: left, top: 0, right: right, bottom: 90), to: width, height: 90)
        }
        #expect(try reduced(0, 120, 240) == nil)
        #expect(try reduced(-5, 115, 60) == nil)
        #expect(try reduced(10, 130, 60) == nil)
        #expect(try reduced(119.2, 120.4, 1) != nil)
    }

    @Test func pageRastersAreRefusedWhereTheyAreTooLarge() throws {
        let page = try Self.page()
        for (width, height) in [(0, 1), (1, 0), (-1, 1), (40_000, 1), (1, .max)] {
            #expect(throws: PageReadingError.self) {
                try page.raster(of: Self.whole(page), width: width, height: height)
            }
        }
        #expect(throws: PageReadingError.self) {
            try page.raster(of: PageRectangle(left: 5, top: 5, right: 5, bottom: 9), width: 1, height: 1)
        }
    }
}
