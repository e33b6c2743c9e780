import ExtractionProtocol
import Testing

@testable import DocSearch

/// What of ``AnswerTotals`` would take too many bytes for a row of ``TakenOverReaderTests``.
@Suite struct AnswerTotalsTests {
    @Test func namesOfDocumentsAreHeldToALimitTogether() throws {
        var totals = AnswerTotals(limits: ExtractionLimits())
        let document = DocumentFrame(
            entry: String(repeating: "n", count: 1 << 20), contentHash: nil, byteCount: 0, metadata: DocumentMetadata(),
            pageCount: 0)
        for _ in 1...64 { try totals.add(document) }
        #expect(throws: ReaderProcess.Failure.self) { try totals.add(document) }
    }
}
