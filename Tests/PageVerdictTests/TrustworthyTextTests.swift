import Testing

@testable import PageVerdict

/// What lets a page pass without a look at its image.
@Suite("Text that settles a page by its words")
struct TrustworthyTextTests {
    private static func shape(_ change: (inout TextShape) -> Void = { _ in }) -> TextShape {
        var shape = VerdictRuleTests.sound().shape
        change(&shape)
        return shape
    }

    private static let thresholds: [(String, TextShape, TextShape)] = [
        ("words", shape { $0.plausible = 40 }, shape { $0.plausible = 39 }),
        ("untrusted characters", shape { $0.untrusted = 9 }, shape { $0.untrusted = 10 }),
        ("symbols", shape { $0.symbols = 45 }, shape { $0.symbols = 46 }),
        (
            "odd words", shape { ($0.plausible, $0.odd) = (76, 4) }, shape { ($0.plausible, $0.odd) = (75, 5) }
        ),
        ("single letters", shape { $0.singles = 26 }, shape { $0.singles = 27 }),
        ("overlong words", shape { $0.overlong = 20 }, shape { $0.overlong = 21 }),
        ("letter pairs", shape { $0.usualLetterPairs = 270 }, shape { $0.usualLetterPairs = 269 }),
        ("foreign words", shape { $0.foreignScript = 20 }, shape { $0.foreignScript = 21 }),
        ("ideographs", shape(), shape { $0.ideographs = 1 }),
        ("from right to left", shape(), shape { $0.rightToLeft = 1 }),
        ("little words", shape { $0.functionWords = 16 }, shape { $0.functionWords = 15 }),
    ]

    @Test(arguments: thresholds)
    func trustworthyTextIsHeldToEachThreshold(name: String, within: TextShape, beyond: TextShape) {
        #expect(within.isTrustworthy(words: 40))
        #expect(!beyond.isTrustworthy(words: 40))
    }

    @Test(arguments: [(300, 6, 180, true), (299, 0, 400, false), (300, 7, 400, false), (300, 0, 179, false)])
    func textLayerIsExplainedByTheInkOfAFullPage(explained: Int, unexplained: Int, characters: Int, isExplained: Bool) {
        let shape = Self.shape { $0.characters = characters }
        let ink = VerdictRuleTests.ink(explained: explained, unexplained: unexplained)
        #expect(ink.explainsLayer(of: shape) == isExplained)
    }

    @Test(arguments: [
        ("the", true), ("und", true), ("и", false), ("не", true), ("bridge", false), ("THE", true), ("", false),
    ])
    func functionWordsAreKnown(word: String, isLittle: Bool) {
        #expect(FunctionWords.contains(word) == isLittle)
    }

    private static let pairs: [(Unicode.Scalar, Unicode.Scalar, Bool?)] = [
        ("t", "h", true), ("T", "H", true), ("ü", "b", true), ("q", "z", false), ("x", "k", false), ("1", "h", nil),
        ("t", "-", nil), ("п", "р", nil),
    ]

    @Test(arguments: pairs)
    func usualPairsOfLettersAreKnown(first: Unicode.Scalar, second: Unicode.Scalar, isUsual: Bool?) {
        #expect(LetterPairs.isUsual(first, second) == isUsual)
    }
}
