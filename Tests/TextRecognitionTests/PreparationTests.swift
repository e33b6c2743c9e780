import DocSearchTestSupport
import Foundation
import Testing

@testable import TextRecognition

@Suite(
    "A page that was scanned badly",
    .enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
struct PreparationTests {
    /// 14 lines on a small page.
    private static var page: PDFWriter.Page {
        var page = PDFWriter.Page()
        (page.width, page.height) = (440, 400)
        page.texts = (1...14).map {
            .init(
                "Paragraph \($0): the lighthouse keeper wrote down the height of the tide.", left: 20,
                baseline: 370 - 18 * Double($0))
        }
        return page
    }

    private static let picture = Result { try TestPicture(PDFWriter([page])) }

    private func words(_ found: RecognizedText) -> Int {
        found.text.split(whereSeparator: \.isWhitespace).count { $0 == "lighthouse" || $0 == "tide." }
    }

    @Test(arguments: [0, 90, 180, 270])
    func pageIsReadInAnyOrientation(degrees: Int) throws {
        let page = try Self.picture.get()
        let found = try TextRecognizer(languages: ["eng"]).read(page.turned(clockwise: degrees))
        #expect(found.orientation == degrees)
        #expect(words(found) == 28)
        #expect(found.text.hasPrefix("Paragraph 1:"))
    }

    @Test(arguments: [3, -3, 7, -7] as [Double])
    func pageIsReadWithSlopingLines(degrees: Double) throws {
        let page = try Self.picture.get()
        let found = try TextRecognizer(languages: ["eng"]).read(page.rising(degrees: degrees))
        #expect(abs(found.skew - degrees) < 0.5)
        #expect(words(found) >= 27)
    }

    @Test func pageIsReadLyingOnItsSideAndSloping() throws {
        let page = try Self.picture.get().rising(degrees: 4).turned(clockwise: 90)
        let found = try TextRecognizer(languages: ["eng"]).read(page)
        #expect(found.orientation == 90)
        #expect(abs(found.skew - 4) < 0.5)
        #expect(words(found) >= 27)
    }

    @Test(arguments: [0, 90, 180, 270], [0, 5] as [Double])
    func turnedPageHasItsWordsWhereTheyAre(degrees: Int, slope: Double) throws {
        let recognizer = try TextRecognizer(languages: ["eng"])
        var page = Self.page
        page.texts.append(.init("Harbour", left: 280, baseline: 60, size: 20))
        let picture = try TestPicture(PDFWriter([page])).rising(degrees: slope).turned(clockwise: degrees)
        let found = try recognizer.read(picture)
        let word = try #require(found.words.first { $0.text == "Harbour" })
        // The middle of the word, turned with the page: 280 to 354 points from the left, 60 to 75 from below.
        let scale = picture.resolution / 72
        let (x, y) = ((317 - 220) * scale, (400 - 67 - 200) * scale)
        let (cosine, sine) = (cos(slope * .pi / 180), sin(slope * .pi / 180))
        let level = (x * cosine + y * sine, y * cosine - x * sine)
        let turned =
            switch degrees {
            case 90: (-level.1, level.0)
            case 180: (-level.0, -level.1)
            case 270: (level.1, -level.0)
            default: level
            }
        #expect(abs(Double(word.box.left) + Double(word.box.width) / 2 - Double(picture.width) / 2 - turned.0) < 12)
        #expect(abs(Double(word.box.top) + Double(word.box.height) / 2 - Double(picture.height) / 2 - turned.1) < 12)
        let isSideways = degrees % 180 != 0
        #expect((isSideways ? word.box.height : word.box.width) > 250)
        #expect((isSideways ? word.box.height : word.box.width) < 340)
    }

    @Test func pageIsReadLightOnDark() throws {
        let page = try Self.picture.get()
        let found = try TextRecognizer(languages: ["eng"]).read(page.inverted())
        #expect(words(found) == 28)
    }

    @Test func pageIsReadWithHeavyStrokes() throws {
        let page = try Self.picture.get()
        let found = try TextRecognizer(languages: ["eng"]).read(page.heavier(by: 3))
        #expect(words(found) >= 26)
    }

    /// A short heading tells nothing by its shapes; the page is read badly at first, and then looked at again.
    @Test(arguments: [90, 180, 270])
    func pageWithFewWordsIsReadInAnyOrientation(degrees: Int) throws {
        let text = "MINUTES OF THE WATER BOARD\nALDERMERE TOWN HALL\nMARCH AND APRIL"
        let page = try TestPicture(PDFWriter([PDFWriter.Page(text: text, size: 24)])).turned(clockwise: degrees)
        let found = try TextRecognizer(languages: ["eng"]).read(page)
        #expect(found.text.contains("WATER BOARD"))
    }

    @Test(arguments: [false, true])
    func orientationOfAPageIsFoundWithoutOrientationData(isWhole: Bool) throws {
        let page = try Self.picture.get().turned(clockwise: 180)
        let picture = try #require(
            page.pixels.withUnsafeBytes {
                Picture(grey: $0, width: page.width, height: page.height, bytesPerRow: page.width)
            })
        let ink = try #require(picture.bitonal(level: 128))
        let trial = OrientationTrial(engine: try TesseractEngine(languages: ["eng"]), resolution: 300)
        #expect(try trial.orientation(of: picture, ink: ink, isWhole: isWhole) == 180)
    }

    @Test func pageHasItsColumnsInOrder() throws {
        var page = PDFWriter.Page()
        for (column, name) in ["left", "right"].enumerated() {
            page.texts += (1...30).map {
                .init(
                    "In the \(name) column line \($0) of many", left: 60 + 260 * Double(column),
                    baseline: 780 - 16 * Double($0))
            }
        }
        let found = try TextRecognizer(languages: ["eng"]).read(try TestPicture(PDFWriter([page])))
        let order = found.text.split(separator: "\n").compactMap {
            $0.contains("left") ? ($0.contains("right") ? "both" : "left") : $0.contains("right") ? "right" : nil
        }
        #expect(order == Array(repeating: "left", count: 30) + Array(repeating: "right", count: 30))
    }
}
