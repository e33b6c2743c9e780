import ExtractionProtocol
import Testing

@testable import PageVerdict

/// Each threshold from both sides: what is just within it is good, and what is just beyond has its reason.
@Suite("The rule for verdicts")
struct VerdictRuleTests {
    struct Threshold: Sendable, CustomTestStringConvertible {
        let reason: String
        var verdict = TextLayerVerdict.garbled
        let within: @Sendable (inout PageEvidence) -> Void
        let beyond: @Sendable (inout PageEvidence) -> Void
        let testDescription: String

        init(
            _ reason: String, _ description: String, verdict: TextLayerVerdict = .garbled,
            within: @escaping @Sendable (inout PageEvidence) -> Void,
            beyond: @escaping @Sendable (inout PageEvidence) -> Void
        ) {
            self.reason = reason
            self.verdict = verdict
            self.within = within
            self.beyond = beyond
            testDescription = "\(reason): \(description)"
        }
    }

    /// A page of 80 words that look like words.
    static func sound(_ change: (inout PageEvidence) -> Void = { _ in }) -> PageEvidence {
        var evidence = PageEvidence()
        evidence.shape.characters = 400
        evidence.shape.visible = 450
        evidence.shape.plausible = 80
        evidence.shape.letters = 380
        evidence.shape.letterPairs = 300
        evidence.shape.usualLetterPairs = 290
        evidence.shape.functionWords = 30
        change(&evidence)
        return evidence
    }

    static func ink(explained: Int = 0, unexplained: Int = 0) -> InkEvidence {
        InkEvidence(
            inkShare: 0.05, lineShare: 0.9, explainedCharacters: explained, unexplainedCharacters: unexplained,
            marks: unexplained)
    }

    static let characters: [Threshold] = [
        Threshold(
            "untrusted-characters", "a tenth of what is visible", within: { $0.shape.untrusted = 45 },
            beyond: { $0.shape.untrusted = 46 }),
        Threshold(
            "symbols", "four tenths of what is visible", within: { $0.shape.symbols = 180 },
            beyond: { $0.shape.symbols = 181 }),
        Threshold(
            "symbols", "20 of them",
            within: {
                $0.shape.visible = 40
                $0.shape.symbols = 20
            },
            beyond: {
                $0.shape.visible = 40
                $0.shape.symbols = 21
            }),
        Threshold(
            "look-alike-letters", "half of the foreign words",
            within: { ($0.shape.foreignScript, $0.shape.foreignFunctionWords, $0.shape.lookAlike) = (12, 1, 6) },
            beyond: { ($0.shape.foreignScript, $0.shape.foreignFunctionWords, $0.shape.lookAlike) = (12, 1, 7) }),
        Threshold(
            "look-alike-letters", "little words among 36 foreign ones",
            within: { ($0.shape.foreignScript, $0.shape.foreignFunctionWords) = (36, 2) },
            beyond: { ($0.shape.foreignScript, $0.shape.foreignFunctionWords) = (36, 1) }),
        Threshold(
            "look-alike-letters", "35 foreign words are too few to miss little ones",
            within: { $0.shape.foreignScript = 35 }, beyond: { $0.shape.foreignScript = 36 }),
        Threshold(
            "ideographs", "1.4 times the room",
            within: {
                ($0.shape.characters, $0.shape.ideographs) = (100, 100)
                $0.ink = ink(explained: 129)
            },
            beyond: {
                ($0.shape.characters, $0.shape.ideographs) = (100, 100)
                $0.ink = ink(explained: 128)
            }),
        Threshold(
            "ideographs", "30 of them",
            within: {
                ($0.shape.characters, $0.shape.ideographs) = (100, 29)
                $0.ink = ink(explained: 50)
            },
            beyond: {
                ($0.shape.characters, $0.shape.ideographs) = (100, 30)
                $0.ink = ink(explained: 50)
            }),
        Threshold(
            "lost-characters", "45 of 100 that are seen", within: { $0.ink = ink(explained: 888) },
            beyond: { $0.ink = ink(explained: 889) }),
        Threshold(
            "lost-characters", "150 that are seen",
            within: {
                $0.shape.characters = 10
                $0.ink = ink(explained: 149)
            },
            beyond: {
                $0.shape.characters = 10
                $0.ink = ink(explained: 150)
            }),
        Threshold(
            "lost-characters", "not where some of them are in form fields",
            within: {
                $0.hasFields = true
                $0.ink = ink(explained: 889)
            }, beyond: { $0.ink = ink(explained: 889) }),
    ]

    static let spacing: [Threshold] = [
        Threshold(
            "letter-spaced", "six tenths of words and letters", within: { $0.shape.singles = 120 },
            beyond: { $0.shape.singles = 121 }),
        Threshold(
            "letter-spaced", "20 letters",
            within: { ($0.shape.plausible, $0.shape.letters, $0.shape.singles) = (2, 30, 19) },
            beyond: { ($0.shape.plausible, $0.shape.letters, $0.shape.singles) = (2, 30, 20) }),
        Threshold(
            "run-together", "a quarter of the letters in overlong words", within: { $0.shape.overlong = 100 },
            beyond: { $0.shape.overlong = 101 }),
        Threshold(
            "run-together", "12 letters a word", within: { $0.shape.letters = 960 },
            beyond: { $0.shape.letters = 961 }),
        Threshold(
            "run-together", "12 words",
            within: { ($0.shape.plausible, $0.shape.letters) = (11, 380) },
            beyond: { ($0.shape.plausible, $0.shape.letters) = (12, 380) }),
    ]

    static let words: [Threshold] = [
        Threshold(
            "odd-words", "35 of 100", within: { ($0.shape.plausible, $0.shape.odd) = (65, 35) },
            beyond: { ($0.shape.plausible, $0.shape.odd) = (64, 36) }),
        Threshold(
            "odd-words", "12 words", within: { ($0.shape.plausible, $0.shape.odd, $0.shape.letters) = (1, 10, 50) },
            beyond: { ($0.shape.plausible, $0.shape.odd, $0.shape.letters) = (1, 11, 50) }),
        Threshold(
            "odd-words", "7 of 100 over a scan",
            within: {
                ($0.shape.plausible, $0.shape.odd) = (93, 7)
                $0.imageCoverage = 0.8
            },
            beyond: {
                ($0.shape.plausible, $0.shape.odd) = (92, 8)
                $0.imageCoverage = 0.8
            }),
        Threshold(
            "odd-words", "a scan covers eight tenths of the page",
            within: {
                ($0.shape.plausible, $0.shape.odd) = (92, 8)
                $0.imageCoverage = 0.79
            },
            beyond: {
                ($0.shape.plausible, $0.shape.odd) = (92, 8)
                $0.imageCoverage = 0.8
            }),
        Threshold(
            "odd-letters", "eight tenths usual pairs", within: { $0.shape.usualLetterPairs = 240 },
            beyond: { $0.shape.usualLetterPairs = 239 }),
        Threshold(
            "odd-letters", "80 pairs",
            within: { ($0.shape.letterPairs, $0.shape.usualLetterPairs) = (79, 0) },
            beyond: { ($0.shape.letterPairs, $0.shape.usualLetterPairs) = (80, 0) }),
        Threshold(
            "unknown-words", "seven tenths known", within: { $0.lexicon = LexiconEvidence(known: 0.7) },
            beyond: { $0.lexicon = LexiconEvidence(known: 0.69) }),
        Threshold(
            "unknown-words", "82 of 100 known over a scan",
            within: {
                $0.imageCoverage = 1
                $0.lexicon = LexiconEvidence(known: 0.82)
            },
            beyond: {
                $0.imageCoverage = 1
                $0.lexicon = LexiconEvidence(known: 0.81)
            }),
        Threshold(
            "unknown-words", "40 words",
            within: {
                $0.shape.plausible = 39
                $0.lexicon = LexiconEvidence(known: 0)
            },
            beyond: {
                $0.shape.plausible = 40
                $0.lexicon = LexiconEvidence(known: 0)
            }),
        Threshold(
            "reversed-words", "four tenths", within: { $0.lexicon = LexiconEvidence(reversed: 0.4) },
            beyond: { $0.lexicon = LexiconEvidence(reversed: 0.41) }),
        Threshold(
            "run-together", "8 of 100 words joined over a scan",
            within: {
                $0.imageCoverage = 1
                $0.lexicon = LexiconEvidence(known: 1, joined: 0.08)
            },
            beyond: {
                $0.imageCoverage = 1
                $0.lexicon = LexiconEvidence(known: 1, joined: 0.09)
            }),
        Threshold(
            "split-words", "3.3 letters a word over a scan",
            within: {
                $0.imageCoverage = 1
                $0.shape.letters = 264
            },
            beyond: {
                $0.imageCoverage = 1
                $0.shape.letters = 263
            }),
    ]

    static let incompleteness: [Threshold] = [
        Threshold(
            "unexplained-print", "45 characters", verdict: .partial,
            within: {
                $0.shape.characters = 200
                $0.ink = ink(explained: 300, unexplained: 44)
            },
            beyond: {
                $0.shape.characters = 200
                $0.ink = ink(explained: 300, unexplained: 45)
            }),
        Threshold(
            "unexplained-print", "12 of 100 characters", verdict: .partial,
            within: {
                $0.shape.characters = 200
                $0.ink = ink(explained: 330, unexplained: 45)
            },
            beyond: {
                $0.shape.characters = 200
                $0.ink = ink(explained: 329, unexplained: 45)
            }),
        Threshold(
            "unexplained-print", "a layer that has 86 of 100 characters is complete", verdict: .partial,
            within: {
                $0.shape.characters = 297
                $0.ink = ink(explained: 300, unexplained: 45)
            },
            beyond: {
                $0.shape.characters = 296
                $0.ink = ink(explained: 300, unexplained: 45)
            }),
        Threshold(
            "unexplained-print", "from right to left 40 of 100 are enough", verdict: .partial,
            within: {
                ($0.shape.characters, $0.shape.rightToLeft) = (138, 100)
                $0.ink = ink(explained: 300, unexplained: 45)
            },
            beyond: {
                ($0.shape.characters, $0.shape.rightToLeft) = (137, 100)
                $0.ink = ink(explained: 300, unexplained: 45)
            }),
    ]

    private static let all: [Threshold] = [characters, spacing, words, incompleteness].flatMap(\.self)

    @Test(arguments: all)
    func verdictIsGivenByEachThreshold(threshold: Threshold) {
        let good = VerdictRule.judge(Self.sound(threshold.within))
        #expect(good.verdict == .good)
        #expect(good.reasons.isEmpty)
        let bad = VerdictRule.judge(Self.sound(threshold.beyond))
        #expect(bad.verdict == threshold.verdict)
        #expect(bad.reasons.map { String($0.prefix { $0 != ":" }) } == [threshold.reason])
    }

    @Test func verdictSaysWhereOnlyWordsWereLookedAt() {
        #expect(VerdictRule.judge(Self.sound { $0.isByWordsOnly = true }).reasons == ["words-only"])
        #expect(VerdictRule.judge(Self.sound()).reasons.isEmpty)
    }

    private static let layers: [(Bool?, Double?, TextLayerKind)] = [
        (nil, nil, .bornDigital), (false, nil, .bornDigital), (true, 1, .bornDigital),
        (false, 0.29, .bornDigital), (false, 0.3, .earlierOCR),
    ]

    @Test(arguments: layers)
    func invisibleTextOverAnImageIsTakenForAnEarlierRecognition(
        isVisible: Bool?, images: Double?, kind: TextLayerKind
    ) {
        let judgement = VerdictRule.judge(
            Self.sound {
                $0.isLayerVisible = isVisible
                $0.imageCoverage = images
            })
        #expect(judgement.kind == kind)
    }

    @Test(arguments: [(7, 70, false), (7, 71, true), (8, 500, false)])
    func fewCharactersBesideManyThatAreOnlySeenAreNoLayer(characters: Int, unexplained: Int, isStray: Bool) {
        let judgement = VerdictRule.judge(
            Self.sound {
                $0.shape = TextShape()
                ($0.shape.characters, $0.shape.visible) = (characters, characters)
                $0.ink = Self.ink(explained: 5, unexplained: unexplained)
            })
        #expect((judgement.verdict == .missing) == isStray)
    }

    @Test(arguments: [(11, 1, true), (11, 2, false), (12, 1, false)])
    func fewWordsOverAnImageWithoutPrintAreNoLayer(words: Int, seen: Int, isStray: Bool) {
        let judgement = VerdictRule.judge(
            Self.sound {
                ($0.shape.plausible, $0.shape.letters) = (words, 60)
                $0.isLayerVisible = false
                $0.imageCoverage = 1
                $0.ink = Self.ink(explained: seen)
            })
        #expect((judgement.verdict == .good) == !isStray)
        #expect(judgement.kind == .earlierOCR)
    }
}
