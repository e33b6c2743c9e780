import DocSearchTestSupport
import Foundation
import PageReading
import Testing

@testable import TextRecognition

@Suite(
    "A text recognizer",
    .enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
struct TextRecognizerTests {
    @Test func recognizerTellsTheVersionOfItsEngine() {
        #expect(TextRecognizer.engineVersion.wholeMatch(of: /tesseract 5\.\d+\.\d+.*/) != nil)
    }

    @Test func recognizerReadsARenderedPage() throws {
        let text = "The water board met on Monday.\nMinutes were taken by the clerk."
        let found = try TextRecognizer(languages: ["eng"]).read(PDFWriter(texts: [text]))
        #expect(found.text.hasPrefix(text))
        #expect(found.words.map(\.text) == text.split(whereSeparator: \.isWhitespace).map(String.init))
        #expect(found.confidence ?? 0 > 0.8)
        #expect(found.words.allSatisfy { (0...1).contains($0.confidence) })
    }

    @Test func recognizerSaysWhereAWordIs() throws {
        var page = PDFWriter.Page()
        page.texts = [
            .init("Harbour accounts", left: 72, baseline: 700, size: 14),
            .init("Lighthouse", left: 300, baseline: 300, size: 14),
        ]
        let resolution = 200.0
        let found = try TextRecognizer(languages: ["eng"]).read(PDFWriter([page]), resolution: resolution)
        let word = try #require(found.words.first { $0.text == "Lighthouse" })
        let points = 72 / resolution
        #expect(abs(Double(word.box.left) * points - 300) < 3)
        #expect(abs(Double(word.box.top + word.box.height) * points - (842 - 300)) < 6)
        #expect(abs(Double(word.box.width) * points - 68) < 6)
        #expect(abs(Double(word.box.height) * points - 13) < 6)
    }

    @Test func recognizerDividesParagraphsByAnEmptyLine() throws {
        let found = try TextRecognizer(languages: ["eng"]).read(
            PDFWriter(texts: ["The first paragraph ends here.\n\n\n\nAnother one begins far below it."]))
        #expect(found.text.contains("here.\n\nAnother"))
    }

    @Test func recognizerReadsPageAfterPageTheSameWay() throws {
        let recognizer = try TextRecognizer(languages: ["eng"])
        let first = PDFWriter(texts: ["Alpha bravo charlie delta"])
        let second = PDFWriter(texts: ["Harbour accounts of the year\nand other papers"])
        let once = try (recognizer.read(first), recognizer.read(second))
        let twice = try (recognizer.read(first), recognizer.read(second))
        #expect(once == twice)
        #expect(once.0.text.contains("charlie"))
        #expect(once.1.text.contains("Harbour"))
    }

    @Test func recognizerFindsNothingOnAnEmptyPage() throws {
        let found = try TextRecognizer(languages: ["eng"]).read(PDFWriter([.init()]))
        #expect(found.words.isEmpty)
        #expect(found.confidence == nil)
        #expect(found.text.allSatisfy { $0.isWhitespace })
    }

    @Test(arguments: [Double.nan, -1, 0, 1, 10_000, .infinity])
    func recognizerBearsAnyResolution(_ resolution: Double) throws {
        let recognizer = try TextRecognizer(languages: ["eng"])
        let pixels = [UInt8](repeating: 255, count: 100 * 50)
        let found = try pixels.withUnsafeBytes {
            try recognizer.recognize(
                pixels: $0, width: 100, height: 50, bytesPerRow: 100, resolution: resolution)
        }
        #expect(found.words.isEmpty)
    }

    @Test(arguments: [(3, 3, 3, 9), (3, 500, 3, 1500), (500, 3, 512, 1536), (4, 4, 4, 16)])
    func recognizerBearsTinyImages(width: Int, height: Int, bytesPerRow: Int, count: Int) throws {
        let recognizer = try TextRecognizer(languages: ["eng"])
        let pixels = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 97) }
        let found = try pixels.withUnsafeBytes {
            try recognizer.recognize(
                pixels: $0, width: width, height: height, bytesPerRow: bytesPerRow, resolution: 300)
        }
        #expect(found.words.isEmpty)
        #expect(found.text.isEmpty)
    }

    @Test(arguments: [
        (0, 0, 0), (2, 100, 2), (100, 2, 100), (-1, 10, 10), (32_768, 3, 32_768), (3, 40_000, 3), (10, 10, 9),
        (100, 100, 100), (10, 10, Int(Int32.max) + 1),
    ])
    func recognizerRefusesWhatIsNoImage(width: Int, height: Int, bytesPerRow: Int) throws {
        let recognizer = try TextRecognizer(languages: ["eng"])
        let pixels = [UInt8](repeating: 0, count: 9_899)
        #expect(throws: TextRecognitionError.self) {
            try pixels.withUnsafeBytes {
                try recognizer.recognize(
                    pixels: $0, width: width, height: height, bytesPerRow: bytesPerRow, resolution: 300)
            }
        }
    }
}

extension TextRecognizer {
    /// Reads a page of a PDF.
    func read(_ writer: PDFWriter, page number: Int = 1, resolution: Double? = nil) throws -> RecognizedText {
        let bytes = PinnedBytes(writer.bytes)
        return try read(PDFDocument(bytes: bytes.buffer, owner: bytes).page(number), resolution: resolution)
    }

    func read(_ page: PDFPage, resolution: Double? = nil) throws -> RecognizedText {
        try read(
            page.image(resolution: resolution ?? page.recognitionResolution(), maximumPixels: 40_000_000))
    }

    func read(_ image: GrayPage) throws -> RecognizedText {
        try image.pixels.withUnsafeBytes {
            try recognize(
                pixels: $0, width: image.width, height: image.height, bytesPerRow: image.bytesPerRow,
                resolution: image.resolution)
        }
    }
}
