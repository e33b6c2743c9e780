import DocSearch
import Foundation
import Testing

@Suite("Measures of relevance")
struct RelevanceMeasuresTests {
    private func measures(_ ranking: [String], _ judgements: [String: Int]) -> RelevanceMeasures {
        var measures = RelevanceMeasures()
        measures.add(ranking: ranking, judgements: judgements)
        return measures
    }

    @Test func measuresOfRelevanceAreOneForAPerfectRanking() {
        let perfect = measures(["a", "b"], ["a": 1, "b": 1])
        #expect(perfect.nDCG10 == 1)
        #expect(perfect.map == 1)
        #expect(perfect.mrr == 1)
        #expect(perfect.recall100 == 1)
        #expect(perfect.precision10 == 0.2)
    }

    /// Worked out by hand: relevant at ranks 2 and 4, a third is not found.
    @Test func measuresOfRelevanceAreAsWorkedOutByHand() {
        let found = measures(["x", "a", "y", "b"], ["a": 1, "b": 1, "c": 1, "x": 0, "y": -1])
        let gain = 1 / log2(3.0) + 1 / log2(5.0)
        let ideal = 1 + 1 / log2(3.0) + 1 / log2(4.0)
        #expect(abs(found.nDCG10 - gain / ideal) < 1e-12)
        #expect(abs(found.map - (0.5 + 0.5) / 3) < 1e-12)
        #expect(found.mrr == 0.5)
        #expect(abs(found.recall100 - 2.0 / 3) < 1e-12)
    }

    @Test func measuresOfRelevancePassOverQueriesWithoutARelevantDocument() {
        var two = RelevanceMeasures()
        two.add(ranking: ["a"], judgements: ["a": 0])
        #expect(two.queries == 0)
        two.add(ranking: [], judgements: ["a": 1])
        #expect(two.queries == 1)
        #expect(two.nDCG10 == 0)
        two.add(ranking: ["a", "a"], judgements: ["a": 1])
        #expect(two.nDCG10 == 0.5, "a document counts once")
        #expect(two.map == 0.5, "a document counts once")
    }

    @Test func judgementsOfRelevanceAreReadAsTRECWritesThem() throws {
        let judgements = try RelevanceJudgements(lines: "1 0 a 1\n1 0\tb  0\n\n2 Q0 a/b.pdf 3\n")
        #expect(judgements.gains == ["1": ["a": 1, "b": 0], "2": ["a/b.pdf": 3]])
        for broken in ["1 0 a", "1 0 a x", "1 0 a 1 1"] {
            #expect(throws: DocSearchError.self) { try RelevanceJudgements(lines: broken) }
        }
    }
}
