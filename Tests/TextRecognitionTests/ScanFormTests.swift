import DocSearchTestSupport
import PageReading
import Testing

@testable import TextRecognition

/// The forms in which PDFs keep scans. The page is rendered, so what it shows counts, not how.
@Suite("A scan", .enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
struct ScanFormTests {
    private static let line = "The minutes of the water board"
    private static let picture = Result {
        var page = PDFWriter.Page()
        (page.width, page.height) = (300, 120)
        page.texts = (1...4).map { .init(line, left: 30, baseline: 110 - 22 * Double($0)) }
        return try TestPicture(PDFWriter([page]))
    }

    private func lines(_ found: RecognizedText) -> Int { found.text.split(separator: "\n").count { $0 == Self.line } }

    private func read(_ bytes: [UInt8], maximumPixels: Int = 24_000_000) throws -> (RecognizedText, GrayPage) {
        let pinned = PinnedBytes(bytes)
        let page = try PDFDocument(bytes: pinned.buffer, owner: pinned).page(1)
        let image = try page.image(resolution: page.recognitionResolution(), maximumPixels: maximumPixels)
        return (try TextRecognizer(languages: ["eng"]).read(image), image)
    }

    /// Exchanges text in a PDF for text of the same length, filled up with blanks.
    private func exchange(_ old: String, _ new: String, in bytes: [UInt8]) throws -> [UInt8] {
        let (old, new) = (Array(old.utf8), Array(new.utf8))
        let offset = try #require(
            bytes.indices.dropLast(old.count).first {
                bytes[$0] == old[0] && bytes[$0..<$0 + old.count].elementsEqual(old)
            })
        var result = bytes
        let padding = [UInt8](repeating: 32, count: old.count - new.count)
        result.replaceSubrange(offset..<offset + old.count, with: new + padding)
        return result
    }

    @Test(arguments: [75, 150, 300, 600, 2400] as [Double])
    func scanIsReadAtAnyResolution(resolution: Double) throws {
        let picture = try Self.picture.get()
        var page = PDFWriter.Page(
            scan: .init(grey: picture.pixels, width: picture.width, height: picture.height), resolution: 300)
        // Coarse scans show the same page in fewer pixels; fine ones a smaller page, as microfilm does.
        if resolution < 300 {
            let step = Int(300 / resolution)
            let (width, height) = (picture.width / step, picture.height / step)
            let coarse = (0..<width * height).map { index -> UInt8 in
                let (x, y) = (index % width * step, index / width * step)
                let sum = (0..<step * step).reduce(0) {
                    $0 + Int(picture.pixels[(y + $1 / step) * picture.width + x + $1 % step])
                }
                return UInt8(sum / (step * step))
            }
            page = .init(scan: .init(grey: coarse, width: width, height: height), resolution: resolution)
        } else if resolution > 300 {
            (page.width, page.height) = (page.width * 300 / resolution, page.height * 300 / resolution)
        }
        let (found, image) = try read(PDFWriter([page]).bytes)
        #expect(image.resolution >= 300)
        #expect(image.width * image.height < 9_000_000)
        #expect(lines(found) == 4)
    }

    @Test func scanIsReadAsPoster() throws {
        let picture = try Self.picture.get()
        let page = PDFWriter.Page(
            scan: .init(grey: picture.pixels, width: picture.width, height: picture.height), resolution: 20)
        let (found, image) = try read(PDFWriter([page]).bytes, maximumPixels: 4_000_000)
        #expect(image.width * image.height <= 4_000_000)
        #expect(lines(found) == 4)
    }

    @Test func scanIsReadInCMYK() throws {
        let picture = try Self.picture.get()
        let inks = picture.pixels.flatMap { grey -> [UInt8] in [0, 0, 0, 255 - grey] }
        var page = PDFWriter.Page(
            scan: .init(grey: inks, width: 4 * picture.width, height: picture.height), resolution: 300)
        page.width /= 4
        var bytes = PDFWriter([page]).bytes
        bytes = try exchange("/Width \(4 * picture.width)", "/Width \(picture.width)", in: bytes)
        bytes = try exchange("/DeviceGray", "/DeviceCMYK", in: bytes)
        #expect(lines(try read(bytes).0) == 4)
    }

    @Test func scanIsReadAsMask() throws {
        let picture = try Self.picture.get()
        let page = PDFWriter.Page(
            scan: .init(bitonal: picture.pixels, width: picture.width, height: picture.height), resolution: 300)
        let bytes = try exchange("/ColorSpace /DeviceGray", "/ImageMask true", in: PDFWriter([page]).bytes)
        #expect(lines(try read(bytes).0) == 4)
    }

    @Test func scanIsReadWhereItsColoursAreTurnedRound() throws {
        let picture = try Self.picture.get()
        let page = PDFWriter.Page(
            scan: .init(
                grey: picture.inverted().pixels, width: picture.width, height: picture.height), resolution: 300)
        #expect(lines(try read(PDFWriter([page]).bytes).0) == 4)
    }
}
