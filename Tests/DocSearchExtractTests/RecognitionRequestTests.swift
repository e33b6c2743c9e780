import BundleReading
import DocSearchTestSupport
import ExtractionProtocol
import Testing
import TextRecognition

@testable import DocSearchExtract

@Suite(
    "A request to recognise pages", .serialized,
    .enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
struct RecognitionRequestTests {
    /// A page with a line of text, and an empty one.
    private static let pdf = PDFWriter([PDFWriter.Page(text: "Lighthouse accounts", size: 20), PDFWriter.Page()]).bytes

    private func frames(
        pages: [Int], hash: String? = nil, languages: [String] = ["eng"], answers: [KnownAnswer] = [.unknown]
    ) throws -> [ExtractionFrame] {
        let request = RecognizePagesRequest(
            path: "bundle.pdf", entry: "", contentHash: hash ?? Self.pdf.withUnsafeBytes { ContentHash.sha256($0) },
            pages: pages, languages: languages, limits: Conversation.limits)
        return try Conversation.frames(.recognizePages(request), bundle: Self.pdf, answers: answers)
    }

    @Test func recognitionRequestIsAnsweredWithWordsAndTheirBoxes() throws {
        let frames = try frames(pages: [1])
        #expect(
            frames.summaries == [
                "starting document #0", "starting render #1", "image #1", "starting recognition #1", "page #1 ocr",
                "finished complete",
            ])
        let page = try #require(frames.pages.first)
        #expect(page.text.contains("Lighthouse accounts"))
        #expect(page.verdict == .missing)
        #expect(page.imageHash != nil)
        #expect(page.confidence ?? 0 > 0.8)
        let box = try #require(page.words.first { $0.text == "Lighthouse" }?.box)
        // The line begins 72 points from the left and stands on 770 points of 842 from below.
        #expect(abs(box[0] - 72) < 4)
        #expect(abs(box[1] + box[3] - 72) < 8)
    }

    @Test func recognitionRequestLeavesABlankPageUnread() throws {
        let frames = try frames(pages: [2])
        #expect(
            frames.summaries == [
                "starting document #0", "starting render #2", "page #2 ocr", "finished complete",
            ])
        #expect(frames.pages.map(\.verdict) == [.blank])
        #expect(frames.pages.map(\.text) == [""])
    }

    @Test func recognitionRequestLeavesAnImageThatIsKnownUnread() throws {
        let frames = try frames(pages: [1, 2], answers: [.known])
        #expect(frames.pages.map(\.page) == [2])
        #expect(frames.outcome?.outcome == .complete)
    }

    @Test func recognitionRequestFailsWhereTheDocumentIsAnother() throws {
        let frames = try frames(pages: [1], hash: String(repeating: "0", count: 64))
        #expect(frames.problems.map(\.code) == [.changed])
        #expect(frames.pages.isEmpty)
        #expect(frames.outcome?.outcome == .failed)
    }

    @Test func recognitionRequestFailsWithoutItsLanguageBeforeThePDFIsOpened() throws {
        let frames = try frames(pages: [1], hash: "another", languages: ["qqq"])
        #expect(frames.problems.map(\.code) == [.environment])
        #expect(frames.problems.first?.stage == .recognition)
        #expect(frames.outcome?.outcome == .failed)
    }

    @Test func recognitionRequestReportsAPageThatIsNotThereAndReadsTheOthers() throws {
        let frames = try frames(pages: [7, 2])
        #expect(frames.problems.map(\.address) == [PageAddress(entry: "", page: 7)])
        #expect(frames.problems.map(\.stage) == [.render])
        #expect(frames.pages.map(\.page) == [2])
        #expect(frames.outcome?.outcome == .complete)
    }

    /// A figure with an upright caption and labels that stand sideways, and the same drawn over a scan's image.
    @Test(arguments: [false, true])
    func wordsOfTheLayerThatRecognitionLosesAreKept(isScan: Bool) throws {
        let labels = ["Hollingbourne", "Quarrendon depot", "Maltings culvert", "stoneware pipes", "tannery weir"]
        var page = PDFWriter.Page(text: "Figure seven: the waterworks of the town", size: 16)
        page.texts += labels.enumerated().map {
            var text = PDFWriter.Text($1, left: 150 + 60 * Double($0), baseline: 300, size: 11)
            text.isUpwards = true
            return text
        }
        if isScan { page.image = .init(grey: [UInt8](repeating: 255, count: 100 * 141), width: 100, height: 141) }
        let pdf = PDFWriter([page]).bytes
        let request = RecognizePagesRequest(
            path: "bundle.pdf", entry: "", contentHash: pdf.withUnsafeBytes { ContentHash.sha256($0) }, pages: [1],
            languages: ["eng"], limits: Conversation.limits)
        let frame = try #require(
            Conversation.frames(.recognizePages(request), bundle: pdf, answers: [.unknown]).pages.first)
        #expect(frame.text.contains("Figure seven"))
        for label in labels {
            #expect(frame.text.contains(label), "\(label) in \(frame.text)")
            let first = label.split(separator: " ")[0]
            #expect(frame.words.contains { $0.text == first && $0.box[3] > $0.box[2] })
        }
        #expect(frame.text.components(separatedBy: "waterworks").count == 2)
    }
}
