import ExtractionProtocol
import Testing

@testable import PageVerdict

/// Each threshold from both sides: what is just within it is good, and what is just beyond has its reason.
@Suite("The rule for verdicts")
struct VerdictRuleTests {
    struct Threshold: Sendable, CustomTestStringConvertible {
        let reason: String
        let testDescription: String
        let verdict: TextLayerVerdict
        let within: PageEvidence
        let beyond: PageEvidence

        /// `page` is sound but for `change`. `last` is within the threshold, and `first` is beyond it.
        init<Value>(
            _ reason: String, _ description: String, _ value: WritableKeyPath<PageEvidence, Value>, _ last: Value,
            _ first: Value, verdict: TextLayerVerdict = .garbled, change: (inout PageEvidence) -> Void = { _ in }
        ) {
            (self.reason, self.verdict) = (reason, verdict)
            testDescription = "\(reason): \(description)"
            var page = sound(change)
            page[keyPath: value] = last
            within = page
            page[keyPath: value] = first
            beyond = page
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

    private static let characters = [
        Threshold("untrusted-characters", "a tenth of what is visible", \.shape.untrusted, 45, 46),
        Threshold("symbols", "four tenths of what is visible", \.shape.symbols, 180, 181),
        Threshold("symbols", "20 of them", \.shape.symbols, 20, 21) { $0.shape.visible = 40 },
        Threshold("look-alike-letters", "half of the foreign words", \.shape.lookAlike, 6, 7) {
            ($0.shape.foreignScript, $0.shape.foreignFunctionWords) = (12, 1)
        },
        Threshold("look-alike-letters", "little words among 36 foreign ones", \.shape.foreignFunctionWords, 2, 1) {
            $0.shape.foreignScript = 36
        },
        Threshold(
            "look-alike-letters", "35 foreign words are too few to miss little ones", \.shape.foreignScript, 35, 36),
        Threshold("ideographs", "1.4 times the room", \.ink, ink(explained: 129), ink(explained: 128)) {
            ($0.shape.characters, $0.shape.ideographs) = (100, 100)
        },
        Threshold("ideographs", "30 of them", \.shape.ideographs, 29, 30) {
            ($0.shape.characters, $0.ink) = (100, ink(explained: 50))
        },
        Threshold("lost-characters", "45 of 100 that are seen", \.ink, ink(explained: 1000), ink(explained: 1001)) {
            $0.shape.functionWords = 0
        },
        Threshold("lost-characters", "not where the words are sound", \.shape.functionWords, 16, 15) {
            $0.ink = ink(explained: 1001)
        },
        Threshold("lost-characters", "150 that are seen", \.ink, ink(explained: 149), ink(explained: 150)) {
            ($0.shape.characters, $0.shape.visible, $0.shape.functionWords) = (10, 10, 0)
        },
        Threshold("lost-characters", "not where some of them are in form fields", \.hasFields, true, false) {
            ($0.ink, $0.shape.functionWords) = (ink(explained: 1001), 0)
        },
    ]

    private static let spacing = [
        Threshold("letter-spaced", "six tenths of words and letters", \.shape.singles, 120, 121),
        Threshold("letter-spaced", "20 letters", \.shape.singles, 19, 20) {
            ($0.shape.plausible, $0.shape.letters) = (2, 30)
        },
        Threshold("run-together", "a quarter of the letters in overlong words", \.shape.overlong, 100, 101),
        Threshold("run-together", "12 letters a word", \.shape.letters, 960, 961),
        Threshold("run-together", "12 words", \.shape.plausible, 11, 12),
    ]

    private static let words = [
        Threshold("odd-words", "35 of 100", \.shape.odd, 35, 36) { $0.shape.plausible = 65 },
        Threshold("odd-words", "12 words", \.shape.odd, 10, 11) { ($0.shape.plausible, $0.shape.letters) = (1, 50) },
        Threshold("odd-words", "7 of 100 over a scan", \.shape.odd, 7, 8) {
            ($0.shape.plausible, $0.imageCoverage) = (93, 0.8)
        },
        Threshold("odd-words", "a scan covers eight tenths of the page", \.imageCoverage, 0.79, 0.8) {
            ($0.shape.plausible, $0.shape.odd) = (92, 8)
        },
        Threshold("odd-letters", "eight tenths usual pairs", \.shape.usualLetterPairs, 240, 239),
        Threshold("odd-letters", "80 pairs", \.shape.letterPairs, 79, 80) { $0.shape.usualLetterPairs = 0 },
        Threshold(
            "unknown-words", "seven tenths known", \.lexicon, LexiconEvidence(known: 0.7), LexiconEvidence(known: 0.69)),
        Threshold(
            "unknown-words", "82 of 100 known over a scan", \.lexicon, LexiconEvidence(known: 0.82),
            LexiconEvidence(known: 0.81)
        ) { $0.imageCoverage = 1 },
        Threshold("unknown-words", "40 words", \.shape.plausible, 39, 40) { $0.lexicon = LexiconEvidence(known: 0) },
        Threshold(
            "reversed-words", "four tenths", \.lexicon, LexiconEvidence(reversed: 0.4), LexiconEvidence(reversed: 0.41)),
        Threshold(
            "run-together", "5 of 100 words joined over a scan", \.lexicon, LexiconEvidence(known: 1, joined: 0.05),
            LexiconEvidence(known: 1, joined: 0.06)
        ) { $0.imageCoverage = 1 },
        Threshold("reversed-words", "a tenth of the words", \.shape.reversedFunctionWords, 8, 9) {
            ($0.shape.longFunctionWords, $0.shape.reversedKinds) = (4, 4)
        },
        Threshold("reversed-words", "four different little words", \.shape.reversedKinds, 3, 4) {
            $0.shape.reversedFunctionWords = 24
        },
        Threshold("reversed-words", "twice as many as are forwards", \.shape.longFunctionWords, 5, 4) {
            ($0.shape.reversedFunctionWords, $0.shape.reversedKinds) = (10, 4)
        },
        Threshold("reversed-words", "twice the signs of its order", \.shape.rightToLeftOrder.backwards, 8, 9) {
            ($0.shape.rightToLeftOrder.forwards, $0.shape.rightToLeft) = (4, $0.shape.characters)
        },
        Threshold("odd-letters", "30 of 100 lines", \.shape.oddLines, 30, 31) { $0.shape.judgedLines = 100 },
        Threshold("odd-letters", "not more words than codes", \.shape.codes, 81, 80) { $0.shape.usualLetterPairs = 0 },
        Threshold("odd-letters", "six lines", \.shape.judgedLines, 5, 6) { $0.shape.oddLines = 5 },
        Threshold("split-words", "3.3 letters a word over a scan", \.shape.letters, 264, 263) { $0.imageCoverage = 1 },
    ]

    private static let incompleteness = [
        Threshold(
            "unexplained-print", "45 characters", \.ink, ink(explained: 300, unexplained: 44),
            ink(explained: 300, unexplained: 45), verdict: .partial
        ) { $0.shape.characters = 200 },
        Threshold(
            "unexplained-print", "12 of 100 characters", \.ink, ink(explained: 330, unexplained: 45),
            ink(explained: 329, unexplained: 45), verdict: .partial
        ) { $0.shape.characters = 200 },
        Threshold(
            "unexplained-print", "a layer that has 86 of 100 characters is complete", \.shape.characters, 297, 296,
            verdict: .partial
        ) { $0.ink = ink(explained: 300, unexplained: 45) },
        Threshold(
            "unexplained-print", "from right to left 40 of 100 are enough", \.shape.characters, 138, 137,
            verdict: .partial
        ) { ($0.shape.rightToLeft, $0.ink) = (100, ink(explained: 300, unexplained: 45)) },
    ]

    private static let all: [Threshold] = [characters, spacing, words, incompleteness].flatMap(\.self)

    @Test(arguments: all)
    func verdictIsGivenByEachThreshold(threshold: Threshold) {
        let good = VerdictRule.judge(threshold.within)
        #expect(good.verdict == .good)
        #expect(good.reasons.isEmpty)
        let bad = VerdictRule.judge(threshold.beyond)
        #expect(bad.verdict == threshold.verdict)
        #expect(bad.reasons.map { String($0.prefix { $0 != ":" }) } == [threshold.reason])
    }

    private static let shares: [(LexiconEvidence, Double, [String])] = [
        (LexiconEvidence(known: 0.9, joined: 0.1), 1, ["run-together: 10 % of the words are several without spaces"]),
        // Long words of a page that is no scan.
        (LexiconEvidence(known: 0.9, joined: 0.2), 0, []),
        (LexiconEvidence(reversed: 0.6), 0, ["reversed-words: 60 % of the words are written backwards"]),
    ]

    @Test(arguments: shares)
    func verdictSaysWhatTheLexiconFound(lexicon: LexiconEvidence, images: Double, reasons: [String]) {
        #expect(VerdictRule.judge(Self.sound { ($0.imageCoverage, $0.lexicon) = (images, lexicon) }).reasons == reasons)
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
