import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("Spelling and closeness")
struct SpellingTests {
    private func distance(_ a: String, _ b: String, _ limit: Double = 9) -> Double? {
        SpellingDistance(Array(a.unicodeScalars)).to(Array(b.unicodeScalars), limit: limit)
    }

    @Test(arguments: [
        ("water", "water", 0.0), ("water", "watter", 1), ("water", "wate", 1), ("water", "watre", 1),
        ("modern", "modem", 0.5), ("rnill", "mill", 0.5), ("clerk", "derk", 0.5), ("poft", "post", 0.5),
        ("1931", "l931", 0.5), ("the", "tbe", 0.5), ("abc", "xyz", 3), ("", "ab", 2), ("ab", "", 2), ("", "", 0),
    ])
    func theDistanceOfSpellingsCountsMistakes(left: String, right: String, expected: Double) {
        #expect(distance(left, right) == expected)
    }

    @Test(arguments: [
        ("modern", "modem", 0.5), ("rnill", "mill", 0.5), ("clerk", "derk", 0.5), ("burnham", "burnharn", 0.5),
        ("walker", "walter", nil), ("water", "wate", nil), ("water", "watre", nil), ("lower", "iowcr", 1),
    ])
    func lettersThatLookAlikeCanBeTheOnlyMistakes(left: String, right: String, expected: Double?) {
        let distance = SpellingDistance(left.unicodeScalars, looksAlikeOnly: true)
        #expect(distance.to(right.unicodeScalars, limit: 1.5) == expected)
    }

    @Test func theDistanceOfSpellingsIsTheSameBothWays() {
        var generator = SeededGenerator(seed: 5)
        let letters = Array("rnmilce1o0hbuvws")
        func word() -> String {
            String(
                (0..<Int.random(in: 0...7, using: &generator)).map { _ in
                    letters[Int.random(in: 0..<letters.count, using: &generator)]
                })
        }
        for _ in 0..<2000 {
            let (a, b) = (word(), word())
            let there = distance(a, b, 20)
            #expect(there == distance(b, a, 20), "\(a) \(b)")
            #expect(there ?? 99 <= Double(max(a.count, b.count)))
            #expect((there == 0) == (a == b), "\(a) \(b)")
            if let there, there > 0 { #expect(distance(a, b, there - 0.25) == nil, "\(a) \(b)") }
        }
    }

    private func places(_ units: (Int, Int)...) -> [Closeness.Position] {
        units.map { Closeness.Position(unit: $0.0, start: $0.1, length: 1) }
    }

    @Test func closenessOfWordsMeasuresTheShortestStretch() {
        #expect(Closeness.of([]) == 0)
        #expect(Closeness.of(places((0, 1), (0, 2))) == 0)
        #expect(Closeness.of(places((0, 5), (1, 6))) == 1)
        #expect(Closeness.of(places((1, 6), (0, 5))) == 1, "in any order")
        #expect(Closeness.of(places((0, 0), (1, 9))) == 0.2)
        #expect(Closeness.of(places((0, 0), (1, 90), (0, 88), (2, 91))) == 0.75)
        #expect(
            Closeness.of([
                Closeness.Position(unit: 0, start: 3, length: 2), Closeness.Position(unit: 1, start: 5, length: 1),
            ])
                == 1)
    }
}
