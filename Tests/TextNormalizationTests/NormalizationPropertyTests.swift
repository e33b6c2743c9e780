import DocSearchTestSupport
import Foundation
import Testing

@testable import TextNormalization

/// What holds for every text, tried on made-up ones that are the same in every run.
@Suite("Normalised text")
struct NormalizationPropertyTests {
    @Test func normalizedTextIsWhatTheRulesSayOfASCII() {
        var generator = SeededGenerator(seed: 1)
        let characters = Array("aabBcZ19--- \n\n\r\n\t\u{C}\u{0}\u{7F}.,(".unicodeScalars)
        for _ in 0..<20_000 {
            let raw = text(of: characters, upTo: 40, using: &generator)
            let found = TextNormalizer(maximumBytes: 1000).normalize(raw).text
            guard found == ReferenceNormalizer.normalize(raw) else {
                Issue.record("\(raw.debugDescription) becomes \(found.debugDescription)")
                return
            }
        }
    }

    @Test func normalizedTextIsTheSameWithOtherScriptsAroundIt() {
        var generator = SeededGenerator(seed: 2)
        let characters = Array("abBZ1- \n\r\t\u{1}.".unicodeScalars)
        for _ in 0..<5_000 {
            let raw = text(of: characters, upTo: 30, using: &generator)
            let alone = TextNormalizer(maximumBytes: 1000).normalize(raw).text
            let around = TextNormalizer(maximumBytes: 1000).normalize("水\n\n\(raw)\n\n\u{915}\u{93C}").text
            // The last letter is not composed any further (composition exclusions).
            #expect(around == (alone.isEmpty ? "水\n\n\u{915}\u{93C}" : "水\n\n\(alone)\n\n\u{915}\u{93C}"))
        }
    }

    @Test func normalizedTextHasNoControlCharactersAndKeepsWithinTheLimit() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let raw = text(of: CanonicalCompositionTests.difficult, upTo: 40, using: &generator)
            let whole = TextNormalizer(maximumBytes: 1000).normalize(raw)
            #expect(!whole.isTruncated)
            #expect(
                whole.text.unicodeScalars.allSatisfy {
                    $0 == "\n" || $0.properties.generalCategory != .control
                })
            #expect(!whole.text.contains("\n\n\n"))
            #expect(!whole.text.contains(" \n"))
            #expect(!whole.text.contains("\n "))
            let limit = Int.random(in: 0..<60, using: &generator)
            let cut = TextNormalizer(maximumBytes: limit).normalize(raw)
            #expect(cut.text.utf8.count <= limit)
            #expect(cut.isTruncated == (whole.text.utf8.count > limit))
            #expect(whole.text.utf8.starts(with: cut.text.utf8))
        }
    }

    @Test func normalizedTextIsComposed() {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<5_000 {
            let raw = text(of: CanonicalCompositionTests.difficult, upTo: 20, using: &generator)
            let found = TextNormalizer(maximumBytes: 1000).normalize(raw).text
            #expect(found.utf8.elementsEqual(found.precomposedStringWithCanonicalMapping.utf8))
        }
    }

    @Test func normalizedTextKeepsEveryPlainWordInItsPlace() {
        var generator = SeededGenerator(seed: 5)
        let gaps = [" ", "\n", "\r\n", "\t", "\u{C}", "\n\n", " \u{0} ", "\u{A0}", "\u{2028}", " \u{AD}\n"]
        let letters = Array("abcdefgXYZ")
        for _ in 0..<2_000 {
            let words = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                let length = Int.random(in: 1...7, using: &generator)
                return String((0..<length).map { _ in letters.randomElement(using: &generator) ?? "a" })
            }
            let raw = words.map { $0 + (gaps.randomElement(using: &generator) ?? " ") }.joined()
            let found = TextNormalizer(maximumBytes: 1000).normalize(raw).text
            #expect(found.split(whereSeparator: \.isWhitespace).map(String.init) == words)
        }
    }

    private func text(
        of characters: [Unicode.Scalar], upTo count: Int, using generator: inout SeededGenerator
    ) -> String {
        var text = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0..<count, using: &generator) {
            text.append(characters.randomElement(using: &generator) ?? "a")
        }
        return String(text)
    }
}
