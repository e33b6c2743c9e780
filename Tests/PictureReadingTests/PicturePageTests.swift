import CLeptonica
import DocSearchTestSupport
import Foundation
import Testing

@testable import PictureReading

@Suite("An image as a page")
struct PicturePageTests {
    /// Poppler widens images to whole pixels, so that an edge may be one off.
    private static let edges = 0.01

    @Test func pageOfAnImageIsTheGreyPNG() throws {
        let grey = Grey(ink: 77)
        let file = try picture(PNGWriter(width: 200, height: 260, rows: grey.pixels).bytes)
        #expect(file.format == .png)
        #expect(file.pageCount == 1)
        #expect(try grey.difference(from: image(file)) < Self.edges)
    }

    /// Viewers are less forgiving than the reader here.
    @Test func pageOfAnImageIsAPDFThatIsRightToTheByte() throws {
        let page = try picture(PNGWriter(width: 200, height: 260, rows: Grey().pixels).bytes).page(1)
        // A character a byte, so that offsets are those of bytes.
        let text = withExtendedLifetime(page) {
            String(String.UnicodeScalarView(page.buffer.map { Unicode.Scalar($0) }))
        }
        func rest(at offset: Int) -> Substring { Substring(text.unicodeScalars.dropFirst(offset)) }

        let table = try #require(text.firstMatch(of: /startxref\n(\d+)\n%%EOF\n$/).flatMap { Int($0.1) })
        #expect(rest(at: table).hasPrefix("xref\n0 6\n"))
        let offsets = text.matches(of: /(\d{10}) 00000 n \n/).compactMap { Int($0.1) }
        #expect(offsets.count == 5)
        for (index, offset) in offsets.enumerated() {
            #expect(rest(at: offset).hasPrefix("\(index + 1) 0 obj<<"))
            let object = rest(at: offset)
            guard let stream = object.prefix(200).firstMatch(of: /\/Length (\d+)>>stream\n/) else { continue }
            let data = object.unicodeScalars.distance(
                from: object.startIndex, to: stream.range.upperBound)
            #expect(rest(at: offset + data + (try #require(Int(stream.1)))).hasPrefix("\nendstream"))
        }
        #expect(text.matches(of: /\sendobj\n/).count == 5)
    }

    /// One with a palette of black and white, too, in either order.
    @Test(arguments: [0, 3], [false, true])
    func pageOfAnImageIsTheBitonalPNG(colorType: Int, isInverted: Bool) throws {
        let grey = Grey()
        var writer = PNGWriter(width: 200, height: 260, bits: 1, colorType: colorType)
        let inkIsOne = colorType == 3 && !isInverted
        writer.rows = grey.bitonal.map { inkIsOne ? $0 : ~$0 }
        let (black, white): ([UInt8], [UInt8]) = ([0, 0, 0], [255, 255, 255])
        if colorType == 3 { writer.palette = inkIsOne ? white + black : black + white }
        let file = try picture(writer.bytes)
        #expect(try grey.difference(from: image(file)) < Self.edges)
        // One bit a pixel: 6.5 KB instead of 52.
        #expect(try file.page(1).buffer.count < 8_000)
    }

    @Test func pageOfAnImageHasAPaletteOfGreys() throws {
        var writer = PNGWriter(width: 200, height: 260, colorType: 3, palette: [255, 255, 255, 100, 100, 100])
        writer.rows = Grey().pixels.map { $0 == 0 ? 1 : 0 }
        #expect(try Grey(ink: 100).difference(from: image(picture(writer.bytes))) < Self.edges)
    }

    /// What shows through is white, in colours, grey and palettes.
    @Test(arguments: [4, 6, 3])
    func pageOfATransparentImageLiesOnWhitePaper(colorType: Int) throws {
        let grey = Grey()
        var writer = PNGWriter(width: 200, height: 260, colorType: colorType)
        switch colorType {
        case 4: writer.rows = grey.pixels.flatMap { [0, ~$0] }
        case 6: writer.rows = grey.pixels.flatMap { [0, 0, 0, ~$0] }
        default:
            writer.rows = grey.pixels.map { $0 == 0 ? 1 : 0 }
            writer.palette = [0, 0, 0, 0, 0, 0]
            writer.transparency = [0, 255]
        }
        #expect(try grey.difference(from: image(picture(writer.bytes))) < Self.edges)
    }

    @Test func pageOfAnImageIsReducedFromSixteenBits() throws {
        let rows = Grey(ink: 40).pixels.flatMap { [$0, $0] }
        let file = try picture(PNGWriter(width: 200, height: 260, bits: 16, rows: rows).bytes)
        #expect(try Grey(ink: 40).difference(from: image(file), tolerance: 2) < Self.edges)
    }

    @Test(arguments: [false, true])
    func pageOfAnImageIsTheJPEGItself(hasColors: Bool) throws {
        let grey = Grey(ink: 60)
        let bytes = try grey.encoded(Int(IFF_JFIF_JPEG), resolution: 150, colors: hasColors)
        let file = try picture(bytes)
        #expect(file.format == .jpeg)
        #expect(file.pageCount == 1)
        let pdf = try file.page(1)
        #expect(Array(pdf.buffer).firstRange(of: bytes) != nil)
        let shown = try image(file)
        #expect(abs(shown.resolution - 150) < 0.5)
        #expect(grey.difference(from: shown, tolerance: 30) < 0.02)
    }

    @Test(arguments: [false, true])
    func pageOfAnImageIsTheJPEG2000(hasColors: Bool) throws {
        let grey = Grey(ink: 60)
        let file = try picture(grey.encoded(Int(IFF_JP2), colors: hasColors))
        #expect(file.format == .jp2)
        #expect(file.pageCount == 1)
        #expect(try grey.difference(from: image(file), tolerance: 30) < 0.02)
    }

    @Test func pageOfAnImageIsTheJPEG2000OfSixteenBits() throws {
        let grey = Grey(ink: 60)
        let file = try picture(Self.sixteenBits(grey.encoded(Int(IFF_JP2))))
        #expect(file.format == .jp2)
        #expect(try grey.difference(from: image(file), tolerance: 30) < 0.02)
    }

    /// The bit planes of an image of eight bits, all eight higher (ISO/IEC 15444-1, A.5.1 and A.6.4). Its size in bits is in
    /// the box before the codestream, too.
    private static func sixteenBits(_ jp2: [UInt8]) throws -> [UInt8] {
        var bytes = jp2
        let box = try #require(bytes.firstRange(of: Array("ihdr".utf8))).upperBound
        let size = try #require(bytes.firstRange(of: [0xFF, 0x4F, 0xFF, 0x51])).upperBound
        for place in [box + 10, size + 38] {
            try #require(bytes[place] == 7)
            bytes[place] = 15
        }
        let planes = try #require(bytes.firstRange(of: [0xFF, 0x5C])).upperBound
        try #require(bytes[planes + 2] & 31 == 0, "it is not made without loss")
        for place in planes + 3..<planes + Int(bytes[planes + 1]) { bytes[place] += 8 << 3 }
        return bytes
    }

    @Test(arguments: [Int(IFF_TIFF_G4), Int(IFF_TIFF_LZW), Int(IFF_TIFF_ZIP), Int(IFF_TIFF_JPEG)])
    func pageOfAnImageIsTheCompressedTIFF(format: Int) throws {
        let file = try picture(Grey().encoded(format, resolution: 200))
        let shown = try image(file)
        #expect(abs(shown.resolution - 200) < 0.5)
        #expect(Grey().difference(from: shown, tolerance: 30) < 0.02)
    }

    @Test func pageOfAnImageIsThePartOfTheFileThatIsThere() throws {
        let bytes = try Grey().encoded(Int(IFF_JFIF_JPEG), colors: true)
        let shown = try image(picture(Array(bytes.prefix(bytes.count * 2 / 3))))
        #expect(shown.width == 200)
        #expect(shown.height == 260)
    }

    /// Pixels a metre, and the size of 200 by 260 pixels in points.
    @Test(arguments: [
        // 200 dots per inch; 50 and 1200, the ends of what is believed.
        (7874, 7874, 72.0, 93.6), (1969, 1969, 288, 374.4), (47_244, 47_244, 12, 15.6),
        // A fax.
        (7874, 3937, 72, 187.2),
        // Beyond, or too unlike, or none at all: 300.
        (1929, 1929, 48, 62.4), (48_000, 48_000, 48, 62.4), (7874, 3600, 48, 62.4), (0, 0, 48, 62.4),
        (7874, 0, 48, 62.4),
    ])
    func pageOfAnImageHasTheSizeThatItsResolutionGives(x: Int, y: Int, width: Double, height: Double) throws {
        var writer = PNGWriter(width: 200, height: 260, rows: Grey().pixels)
        writer.density = (x, y)
        let page = try pdfPage(picture(writer.bytes))
        #expect(abs(page.width - width) < 0.01)
        #expect(abs(page.height - height) < 0.01)
    }

    /// 6,000 pixels are 20 inches at 300 dots; 6,001 are taken for an A4 page.
    @Test(arguments: [(6000, 1440.0), (6001, 842.4)])
    func pageOfALargeImageHasTheSizeOfAUsualPage(height: Int, expected: Double) throws {
        let rows = [UInt8](repeating: 255, count: 10 * height)
        let page = try pdfPage(picture(PNGWriter(width: 10, height: height, rows: rows).bytes))
        #expect(abs(page.height - expected) < 0.01)
    }
}
