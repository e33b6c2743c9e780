import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import Testing
import TextNormalization

@testable import BundleReading
@testable import DocSearchExtract

@Suite("Texts that a bundle brings")
struct SidecarTextsTests {
    /// Of a PDF with this sidecar.
    private func texts(_ sidecar: String, isWanted: Bool = true) throws -> SidecarTexts {
        let folder = try TemporaryFolder()
        let zip = ZipWriter([.init("a.pdf", "%PDF-1.4\n%%EOF\n"), .init("a.txt", sidecar)]).bytes
        let file = open(try folder.write(zip, to: "bundle"), O_RDONLY)
        defer { close(file) }
        let bundle = try BundleReader(limits: ExtractionLimits()).open(descriptor: file, path: "bundle")
        return SidecarTexts(
            of: try #require(bundle.documents.first), in: bundle, limits: ExtractionLimits(), isWanted: isWanted)
    }

    private static let sidecars: [(String, Int, [Int: String], String?)] = [
        // As many as the document has pages.
        ("One\u{C}Two", 2, [1: "One", 2: "Two"], nil),
        ("One\u{C} \u{C}Three", 3, [1: "One", 3: "Three"], nil),
        // Which page they belong to is not known.
        ("One\u{C}Two", 3, [:], "One\n\nTwo"),
        ("One\u{C}Two", 1, [:], "One\n\nTwo"),
        ("All of it", 1, [:], "All of it"),
        ("", 1, [:], nil),
    ]

    @Test(arguments: sidecars)
    func broughtTextsBelongToPagesWhereThereAreAsMany(
        sidecar: String, pageCount: Int, pages: [Int: String], unpaged: String?
    ) throws {
        let texts = try texts(sidecar)
        #expect(texts.pages(pageCount: pageCount).mapValues(\.text) == pages)
        #expect(texts.unpaged(pageCount: pageCount) == unpaged)
        #expect(texts.problems.isEmpty)
    }

    @Test func broughtTextsAreNotReadWhereOnlyMetadataCounts() throws {
        let texts = try texts("One\u{C}Two", isWanted: false)
        #expect(texts.pages(pageCount: 2).isEmpty)
        #expect(texts.unpaged(pageCount: 2) == nil)
    }

    typealias Size = (width: Double, height: Double)

    /// The box of a word at 100, 200 with 300 by 60 units, in points.
    private static let sizes: [(Size?, Double?, Size?, [Double])] = [
        // The units are pixels of a scan with 300 dots per inch.
        (nil, nil, nil, [24, 48, 72, 14.4]),
        (nil, 0.1, nil, [10, 20, 30, 6]),
        // Both sizes say how large a unit is, each way by itself.
        ((1000, 2000), nil, (500, 500), [50, 50, 150, 15]),
        ((1000, 2000), 0.1, (500, 500), [50, 50, 150, 15]),
        // A size of nothing says nothing.
        ((0, 2000), 0.1, (500, 500), [10, 20, 30, 6]),
    ]

    @Test(arguments: sizes)
    func broughtTextsHaveBoxesInPoints(
        own: Size?, pointsPerUnit: Double?, page: Size?, box: [Double]
    ) {
        let brought = SidecarPageText(
            SidecarPage(
                text: "word", words: [BoxedWord(text: "word", left: 100, top: 200, width: 300, height: 60)],
                size: own, pointsPerUnit: pointsPerUnit, confidence: 0.5),
            TextNormalizer(maximumBytes: 100))
        let words = brought.frame(entry: "", page: 1, size: page).words
        #expect(words.map(\.box) == [box])
        // The page's, as the word has none of its own.
        #expect(words.map(\.confidence) == [0.5])
    }

    @Test func broughtTextsHaveTheirOwnPageSizeWhereThereIsNoOther() {
        let brought = SidecarPageText(
            SidecarPage(text: "word", size: (width: 600, height: 1200), label: "iv", confidence: 1.5),
            TextNormalizer(maximumBytes: 100))
        let frame = brought.frame(entry: "a", page: 4)
        #expect(frame.width == 144)
        #expect(frame.height == 288)
        #expect(frame.label == "iv")
        #expect(frame.confidence == 1)
        #expect(brought.frame(entry: "a", page: 4, size: (width: 10, height: 20)).height == 20)
    }

    @Test func broughtTextsAreCutAtTheLimit() {
        let brought = SidecarPageText(SidecarPage(text: "abcdef"), TextNormalizer(maximumBytes: 3))
        #expect(brought.text == "abc")
        #expect(brought.frame(entry: "", page: 1).isTruncated)
    }
}
