import CLeptonica
import DocSearchTestSupport
import PageReading
import Testing

@testable import PictureReading

/// Leptonica is given wrong bytes in this very process, which production never does: there it has one of its own.
@Suite("A hostile image")
struct HostilePictureTests {
    private static func pictures() throws -> [[UInt8]] {
        let grey = Grey(ink: 50)
        var palette = PNGWriter(width: 200, height: 260, colorType: 3, palette: [255, 255, 255, 9, 9, 9])
        palette.rows = grey.pixels.map { $0 == 255 ? 0 : 1 }
        palette.transparency = [3, 200]
        return [
            palette.bytes, try grey.encoded(Int(IFF_JFIF_JPEG), colors: true), try grey.encoded(Int(IFF_JP2)),
            TIFFWriter(pages: [.init(grey), .init(bitonal: grey)]).bytes, try grey.encoded(Int(IFF_TIFF_G4)),
            try grey.encoded(Int(IFF_TIFF_LZW), colors: true), try grey.encoded(Int(IFF_TIFF_JPEG), colors: true),
            try OrientationTests.jpeg(grey, OrientationTests.exif(OrientationTests.Exif().bytes)),
        ]
    }

    /// Reads all there is. Errors of ours are fine, anything else ends the test. Returns the pages that could be read.
    private func readAll(_ bytes: [UInt8]) -> Int {
        do {
            let file = try picture(bytes) { $0.imageBytes = 16 << 20 }
            #expect(file.pageCount > 0)
            return (1...min(5, file.pageCount)).count { number in
                do {
                    let page = try pdfPage(file, number)
                    #expect(try page.image(resolution: 72, maximumPixels: 10_000).pixels.count <= 10_000)
                    return true
                } catch {
                    #expect(error is PictureError || error is PageReadingError)
                    return false
                }
            }
        } catch {
            #expect(error is PictureError)
            return 0
        }
    }

    @Test(arguments: 0..<8)
    func readingAChangedImageEndsInPagesOrAnError(kind: Int) throws {
        let whole = try Self.pictures()[kind]
        #expect(readAll(whole) > 0)
        var generator = SeededGenerator(seed: UInt64(kind) + 40)
        var pages = 0
        for _ in 0..<300 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                // Half of the changes go to the start, where most headers are.
                let end = Bool.random(using: &generator) ? bytes.count : min(bytes.count, 200)
                let index = Int.random(in: 0..<end, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
                case 2 where bytes.count > 50: bytes.removeSubrange(index..<min(bytes.count, index + 9))
                default: bytes.insert(contentsOf: [0xFF, 0xFF, 0xFF], at: index)
                }
            }
            pages += readAll(bytes)
        }
        #expect(pages > [0, 80, 10, 50, 10, 20, 20, 100][kind])
    }

    @Test(arguments: 0..<8)
    func readingAnImageEndsInPagesOrAnErrorWhereverItIsCut(kind: Int) throws {
        let whole = try Self.pictures()[kind]
        var pages: [Int] = []
        for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 150)) {
            pages.append(readAll(Array(whole.prefix(count))))
        }
        // What is cut off costs pages, and never gives any.
        #expect(pages == pages.sorted())
        #expect(pages.first == 0)
        #expect(try #require(pages.last) <= readAll(whole))
    }

    @Test(arguments: PictureFormat.allCases)
    func imageMayBeNothingButItsFirstBytes(format: PictureFormat) throws {
        var generator = SeededGenerator(seed: 5)
        let starts: [PictureFormat: [UInt8]] = [
            .tiff: Array("MM\0*".utf8), .jpeg: [0xFF, 0xD8, 0xFF],
            .png: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .jp2: [0xFF, 0x4F, 0xFF, 0x51],
        ]
        let start = try #require(starts[format])
        for length in 0..<200 {
            #expect(readAll(start + (0..<length * 2).map { _ in UInt8.random(in: 0...255, using: &generator) }) == 0)
        }
    }

    @Test func fileThatIsNoImageIsRefused() throws {
        let error = try #require(throws: PictureError.self) { try picture(Array("%PDF-1.4".utf8)) }
        #expect(error.code == .unsupported)
        #expect(throws: PictureError.self) { try picture([]) }
    }

    @Test func imageIsRefusedWhenItClaimsToBeGigantic() throws {
        let side = 60_000
        var tiff = TIFFWriter.Page(Grey())
        (tiff.width, tiff.height) = (side, side)
        var jp2 = try Grey().encoded(Int(IFF_JP2))
        let start = try #require(jp2.firstRange(of: [0xFF, 0x4F, 0xFF, 0x51])).upperBound
        // Xsiz and Ysiz.
        for offset in [start + 4, start + 8] { jp2.replaceSubrange(offset..<offset + 4, with: [0, 0, 0xEA, 0x60]) }
        var jpeg = try Grey().encoded(Int(IFF_JFIF_JPEG))
        let frame = try #require(jpeg.firstRange(of: [0xFF, 0xC0])).upperBound
        jpeg.replaceSubrange(frame + 3..<frame + 7, with: [0xEA, 0x60, 0xEA, 0x60])
        let files = [
            PNGWriter(width: side, height: side, rows: Grey().pixels).bytes, TIFFWriter(pages: [tiff]).bytes, jp2, jpeg,
        ]
        for file in files {
            let error = try #require(throws: PictureError.self) { try picture(file).page(1) }
            #expect(error.code == .limit)
            #expect(error.reason.hasPrefix("the image has 60000 by 60000 pixels, 3600000000 bytes when decoded"))
        }
    }

    /// Where a tag comes twice, libraries differ in which they take.
    @Test func imageIsRefusedForTheLargerOfTwoWidths() throws {
        var page = TIFFWriter.Page(Grey())
        page.tags[255] = 1
        var bytes = TIFFWriter(pages: [page]).bytes
        let tag = try #require(bytes.firstRange(of: [255, 0, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0])).lowerBound
        bytes.replaceSubrange(tag..<tag + 12, with: [0, 1, 4, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F])
        let error = try #require(throws: PictureError.self) { try picture(bytes).page(1) }
        #expect(error.code == .limit)
    }
}
