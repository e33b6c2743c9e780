import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("The best of many")
struct BestFewTests {
    @Test(arguments: [0, 1, 2, 7, 100, 1000])
    func theBestFewAreThoseThatSortingGives(limit: Int) {
        var generator = SeededGenerator(seed: UInt64(limit))
        // Few scores, so that many are equal.
        let scores = (0..<500).map { _ in Double(Int.random(in: 0..<40, using: &generator)) }
        let expected = scores.indices.sorted { scores[$0] != scores[$1] ? scores[$0] > scores[$1] : $0 < $1 }
        for numbers in [Array(scores.indices), scores.indices.reversed(), expected, expected.reversed()] {
            var best = BestFew(limit: limit)
            for number in numbers { best.add(number, scores[number]) }
            #expect(best.sorted.map(\.number) == Array(expected.prefix(limit)))
            #expect(best.sorted.map(\.score) == expected.prefix(limit).map { scores[$0] })
        }
    }

    @Test func theBestFewWithEqualScoresAreInTheOrderGiven() {
        var best = BestFew(limit: 2)
        for number in 0..<5 { best.add(number, 1, orderedBy: Int64(-number)) }
        #expect(best.sorted.map(\.number) == [4, 3])
    }
}
