import Testing

@testable import DocSearch

@Suite("Fused rankings")
struct FusedRankingTests {
    private let ranking = FusedRanking(weights: FusionWeights())

    private static func byWords(_ id: Int, _ score: Double, coverage: Double = 1) -> RankedDocument {
        var document = RankedDocument(ordinal: id, id: Int64(id), score: score, hasAllWords: false)
        document.coverage = coverage
        return document
    }

    private static func byMeaning(_ id: Int, _ similarity: Double) -> RankedDocument {
        var document = RankedDocument(ordinal: id, id: Int64(id), score: 0, hasAllWords: false)
        document.ranks.similarity = similarity
        return document
    }

    @Test func fusedRankingsKeepPagesWithAllWordsInTheOrderOfWords() {
        let words = [(page: 10, isComplete: true), (page: 6, isComplete: true), (page: 2, isComplete: false)]
        #expect(ranking.pages(words, [6, 2, 7]).map(\.page) == [10, 6, 2, 7])
    }

    @Test func fusedRankingsCountHowNearAScoreComesToTheBest() {
        let words = [Self.byWords(1, 10), Self.byWords(2, 1)]
        let meaning = [Self.byMeaning(3, 0.8), Self.byMeaning(4, 0.4)]
        #expect(ranking.fused(words, meaning, staying: 0).map(\.id) == [1, 3, 4, 2])
    }

    @Test func fusedRankingsCountWordsLessWhereNoDocumentHasHalfOfThem() {
        let words = [Self.byWords(1, 5, coverage: 0.2)]
        #expect(ranking.fused(words, [Self.byMeaning(2, 0.5)], staying: 0).map(\.id) == [2, 1])
        // Documents that stay are not concerned.
        #expect(ranking.fused(words, [Self.byMeaning(2, 0.5)], staying: 1).map(\.id) == [1, 2])
    }
}
