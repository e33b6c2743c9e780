import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Which text of a page is taken")
struct PageChoiceTests {
    private static let recognition = TextSource(origin: .ocr, settings: "recognition")
    private static let sidecar = TextSource(origin: .sidecar, settings: "bundle")

    private static func row(
        _ id: Int64, page: Int, _ origin: TextOrigin, _ verdict: TextLayerVerdict, _ text: String = "",
        reasons: [String] = [], confidence: Double? = nil
    ) throws -> PageTextRow {
        let settings = [.ocr: recognition.settings, .sidecar: sidecar.settings][origin] ?? "layer"
        return try PageTextRow(
            Row([
                "id": id, "page": page, "origin": origin.rawValue, "settings": settings, "verdict": verdict.rawValue,
                "reasons": reasons.joined(separator: "\n"), "confidence": confidence,
                "language": nil, "head": try TextCompression.compress(text).prefix(16),
            ]))
    }

    private static func chosen(_ rows: [PageTextRow]) -> [IndexedPage] {
        PageChoice(ocr: .auto, recognition: recognition).pages(count: 1, known: rows, sidecar: sidecar)
    }

    /// Recognition finds no words in handwriting; somebody has written down what it says.
    @Test(arguments: [0, 1]) func whatWasWrittenDownOfAPageWithoutReadableWordsIsTaken(page: Int) throws {
        let rows = try [
            Self.row(1, page: 1, .textLayer, .missing),
            Self.row(2, page: page, .sidecar, .partial, "the harbourmaster and his crew"),
            Self.row(3, page: 1, .ocr, .blank, reasons: ["no-words"]),
        ]
        #expect(Self.chosen(rows).compactMap(\.textID) == [2])
    }

    @Test(arguments: [(0.51, 2), (0.85, 3)])
    func aTranscriptOfSomeLinesGivesWayToClearRecognitionOnly(confidence: Double, chosen: Int64) throws {
        let rows = try [
            Self.row(1, page: 1, .textLayer, .missing),
            Self.row(2, page: 1, .sidecar, .partial, "the harbourmaster and his crew"),
            Self.row(3, page: 1, .ocr, .good, "tbe barbour and morc lines", confidence: confidence),
        ]
        #expect(Self.chosen(rows).compactMap(\.textID) == [chosen])
    }

    @Test(arguments: [0, 1]) func aPageThatShowsNothingHasNoText(page: Int) throws {
        let rows = try [
            Self.row(1, page: 1, .textLayer, .blank, reasons: ["no-ink"]),
            Self.row(2, page: page, .sidecar, .partial, "the harbourmaster and his crew"),
        ]
        #expect(Self.chosen(rows).compactMap(\.textID).isEmpty)
    }

    @Test(arguments: [
        (TextLayerVerdict.garbled, "odd-words: 40 % of the words look like none", "confirmed: all", true),
        (.garbled, "odd-words: 40 % of the words look like none", "complete: all", false),
        (.garbled, "lost-characters: 10 of 90", "complete: all", true),
        (.partial, "unexplained-print: 90 characters", "complete: all", true),
        (.partial, "unexplained-print: 90 characters", "confirmed: all", true),
    ])
    func aLayerThatRecognitionConfirmsIsGoodAndKept(
        verdict: TextLayerVerdict, doubt: String, found: String, isKept: Bool
    ) throws {
        let rows = try [
            Self.row(1, page: 1, .textLayer, verdict, "the harbourmaster and his crew", reasons: [doubt]),
            Self.row(2, page: 1, .ocr, .missing, "the harbourmaster and his crew!", reasons: [found], confidence: 0.9),
        ]
        let page = try #require(Self.chosen(rows).first)
        #expect(page.textID == (isKept ? 1 : 2))
        #expect(page.verdict == (isKept ? .good : verdict))
        #expect(page.reasons.contains(found) == isKept)
        #expect(page.reasons.contains(doubt) == !isKept)
        #expect(!page.needsRecognition)
    }

    @Test func aTranscriptComesBeforeALayerThatRecognitionConfirms() throws {
        let rows = try [
            Self.row(
                1, page: 1, .textLayer, .partial, "the letterhead of the harbour", reasons: ["unexplained-print: 90"]),
            Self.row(2, page: 1, .ocr, .missing, "the letterhead of the harbour", reasons: ["complete: all"]),
            Self.row(3, page: 1, .sidecar, .good, "the letterhead of the harbour, and the letter"),
        ]
        #expect(Self.chosen(rows).first?.textID == 3)
    }
}
