import DocSearchTestSupport
import PageReading
import Testing

@testable import PageVerdict

@Suite("The ink of a page")
struct InkAnalysisTests {
    @Test func inkIsLinesWhereThereIsPrint() throws {
        let ink = try evidence(of: PDFWriter.Page(text: TextShapeTests.prose))
        #expect(ink.lineShare > 0.9)
        #expect((150...400).contains(ink.unexplainedCharacters))
    }

    @Test func inkIsExplainedByTheBoxesOfItsText() throws {
        let page = try PDFDocument(PDFWriter([PDFWriter.Page(text: TextShapeTests.prose)])).page(1)
        let image = try page.overview().image
        let boxes = page.textLayer().boxes.map {
            InkBounds(left: Int($0.left), top: Int($0.top), right: Int($0.right) + 1, bottom: Int($0.bottom) + 1)
        }
        let ink = InkAnalysis.evidence(
            pixels: image.pixels, width: image.width, height: image.height, boxes: boxes)
        #expect(ink.explainedCharacters > 150)
        #expect(ink.unexplainedCharacters * 20 < ink.explainedCharacters)
    }

    @Test func inkIsLinesTooWhereThePageLiesOnItsSide() throws {
        var page = PDFWriter.Page(text: TextShapeTests.prose)
        page.rotation = 90
        let ink = try evidence(of: page)
        #expect(ink.lineShare > 0.9)
        #expect(ink.unexplainedCharacters > 150)
    }

    @Test(arguments: ["1", "7", "xii"])
    func inkIsSeenWhereOnlyAPageNumberStands(_ label: String) throws {
        var page = PDFWriter.Page()
        page.texts = [.init(label, left: 297, baseline: 30, size: 9)]
        #expect(VerdictRule.judge(imageOnly: try evidence(of: page)).verdict == .missing)
    }

    @Test(arguments: [0, 200, 250] as [UInt8])
    func inkIsNoneOnPaperWithNoise(paper: UInt8) {
        let noisy = (0..<40_000).map { index in UInt8(clamping: Int(paper) + (index &* 7919 >> 3) % 25 - 12) }
        let ink = InkAnalysis.evidence(pixels: noisy, width: 200, height: 200, boxes: [])
        #expect(VerdictRule.judge(imageOnly: ink).verdict == .blank)
    }

    @Test func inkOfRulesAndBarsIsNoPrint() {
        var pixels = [UInt8](repeating: 250, count: 600 * 600)
        for line in stride(from: 50, to: 550, by: 50) {
            for x in 40..<560 { pixels[line * 600 + x] = 0 }
            for y in 40..<560 { pixels[y * 600 + line] = 0 }
        }
        let ink = InkAnalysis.evidence(pixels: pixels, width: 600, height: 600, boxes: [])
        #expect(VerdictRule.judge(imageOnly: ink).verdict == .blank)
    }

    @Test func inkIsFoundWhenItIsFaint() throws {
        let page = try PDFDocument(PDFWriter([PDFWriter.Page(text: TextShapeTests.prose)])).page(1)
        let image = try page.overview().image
        let faded = image.pixels.map { UInt8(220 + Int($0) * 30 / 255) }
        let ink = InkAnalysis.evidence(pixels: faded, width: image.width, height: image.height, boxes: [])
        #expect(VerdictRule.judge(imageOnly: ink).verdict == .missing)
    }

    @Test(arguments: [(0, 0), (1, 1), (3, 2), (2, 900), (900, 2)])
    func inkIsMeasuredInImagesOfAnySize(width: Int, height: Int) {
        let pixels = (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 97) }
        let boxes = [
            InkBounds(left: -50, top: -50, right: 5000, bottom: 5000), InkBounds(left: 9, top: 9, right: 2, bottom: 2),
        ]
        let ink = InkAnalysis.evidence(pixels: pixels, width: width, height: height, boxes: boxes)
        #expect((0...1).contains(ink.inkShare))
        #expect((0...1).contains(ink.lineShare))
    }

    private func evidence(of page: PDFWriter.Page) throws -> InkEvidence {
        let image = try PDFDocument(PDFWriter([page])).page(1).overview().image
        return InkAnalysis.evidence(pixels: image.pixels, width: image.width, height: image.height, boxes: [])
    }
}
