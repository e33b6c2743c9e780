import DocSearchTestSupport
import Foundation
import Testing

@testable import TextNormalization

@Suite("Canonical composition")
struct CanonicalCompositionTests {
    @Test func canonicalCompositionIsThatOfFoundation() {
        var generator = SeededGenerator(seed: 6)
        for _ in 0..<200 {
            var text = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0..<3_000, using: &generator) {
                text.append(Self.difficult.randomElement(using: &generator) ?? "a")
            }
            let composed = CanonicalComposition.composed(String(text))
            let isSame = composed.utf8.elementsEqual(String(text).precomposedStringWithCanonicalMapping.utf8)
            #expect(isSame)
        }
    }

    @Test(arguments: [
        "e\u{301}", "\u{1112}\u{1161}\u{11AB}", "\u{995}\u{9C7}\u{9BE}", "a\u{323}\u{307}\u{302}", "\u{1F71}",
    ])
    func canonicalCompositionComposesWhereItCuts(_ sequence: String) {
        let composed = sequence.precomposedStringWithCanonicalMapping
        for offset in 0..<5 {
            let start = String(repeating: "x", count: offset)
            let text = CanonicalComposition.composed(start + String(repeating: sequence, count: 1_000))
            #expect(text.utf8.elementsEqual((start + String(repeating: composed, count: 1_000)).utf8))
        }
    }

    /// In one piece these took half a minute and longer.
    @Test(arguments: [("une e\u{301}tude ", 400_000), ("\u{301}\u{323}", 200_000)])
    func canonicalCompositionTakesNoLongerPerCharacterOfALongText(words: String, count: Int) {
        let text = "a" + String(repeating: words, count: count)
        let duration = ContinuousClock().measure { _ = TextNormalizer(maximumBytes: 1 << 24).normalize(text) }
        #expect(duration < .seconds(15))
    }

    /// Text of these characters alone is not given to Foundation.
    @Test func canonicalCompositionIsLeftOutWhereItChangesNothing() {
        let safe = Self.all.filter { !CharacterClass.mayCompose($0) }
        #expect(safe.count > 1_000)
        for order in [safe, safe.reversed()] {
            var text = String.UnicodeScalarView()
            for scalar in order { text.append(contentsOf: [scalar, scalar]) }
            let composed = String(text).precomposedStringWithCanonicalMapping
            let isSame = composed.utf8.elementsEqual(String(text).utf8)
            #expect(isSame)
        }
    }

    @Test func compositionIsCutOnlyBeforeCharactersThatStandForThemselves() {
        // Whatever composes with or is sorted behind something else stands behind it in a decomposition, or has a class.
        for scalar in Self.all {
            let decomposed = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
            for follower in decomposed.dropFirst() where CharacterClass.beginsPiece(follower) {
                Issue.record(
                    "U+\(String(follower.value, radix: 16)) follows in U+\(String(scalar.value, radix: 16))")
            }
            let isOrdered = decomposed.first?.properties.canonicalCombiningClass != .notReordered
            if isOrdered, CharacterClass.beginsPiece(scalar) {
                Issue.record("U+\(String(scalar.value, radix: 16))")
            }
        }
    }

    /// Every character of the planes that have decompositions.
    private static let all = (0..<0x30000).compactMap(Unicode.Scalar.init)

    static let difficult =
        Array("abA1- \n\r\t.\u{C}\u{0}\u{1B}\u{7F}\u{85}\u{9F}\u{A0}\u{AC}\u{AD}éßЙй水😀".unicodeScalars)
        + [
            "\u{300}", "\u{301}", "\u{306}", "\u{323}", "\u{345}", "\u{200B}", "\u{FEFF}", "\u{2028}",
            "\u{2010}", "\u{212B}", "\u{1100}", "\u{1161}", "\u{11A8}", "\u{9C7}", "\u{9BE}", "\u{958}",
            "\u{FB01}", "\u{1F71}", "\u{2126}", "\u{1D15E}", "\u{110A5}", "\u{110BA}", "\u{FB2A}", "\u{1FEF}",
            "\u{37E}", "\u{387}",
        ]
}
