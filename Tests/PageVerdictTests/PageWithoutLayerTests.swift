import ExtractionProtocol
import Testing

@testable import PageVerdict

@Suite("A page without a text layer")
struct PageWithoutLayerTests {
    private static func ink(share: Double = 0, lines: Double = 0, seen: Int = 0, marks: Int = 0) -> InkEvidence {
        InkEvidence(
            inkShare: share, lineShare: lines, explainedCharacters: 0, unexplainedCharacters: seen, marks: marks)
    }

    private static let images: [(InkEvidence, TextLayerVerdict, String)] = [
        (ink(), .blank, "no-ink"), (ink(share: 0.01, seen: 1), .blank, "no-print"),
        // A single figure may be a page number; more marks are a drawing's.
        (ink(share: 0.01, marks: 1), .missing, "no-text"), (ink(share: 0.01, marks: 12), .missing, "no-text"),
        (ink(share: 0.01, marks: 13), .blank, "no-print"),
        // Dust, or characters; in a picture a caption is needed.
        (ink(share: 0.1, lines: 0.085, seen: 2), .missing, "no-text: about 2 characters are only in the image"),
        (ink(share: 0.1, lines: 0.084, seen: 14), .blank, "picture"),
        (ink(share: 0.1, lines: 0.084, seen: 15), .missing, "no-text: about 15 characters are only in the image"),
    ]

    @Test(arguments: images)
    func pageWithoutLayerIsJudgedByItsImage(ink: InkEvidence, verdict: TextLayerVerdict, reason: String) {
        let judgement = VerdictRule.judge(imageOnly: ink)
        #expect(judgement == LayerJudgement(verdict: verdict, kind: nil, reasons: [reason]))
    }

    @Test func pageWithoutLayerIsMissingItsTextUnlessItsImageWasLookedAt() {
        #expect(VerdictRule.judge(PageEvidence()) == LayerJudgement(verdict: .missing, kind: nil, reasons: ["no-text"]))
    }

    @Test(arguments: [
        (0.0, 0.0, TextLayerVerdict.blank), (0.1, 0.0, .missing), (0.0, 0.1, .missing),
    ])
    func pageMadeSmallThatShowsSomethingIsNotCalledBlank(
        images: Double, share: Double, verdict: TextLayerVerdict
    ) {
        var evidence = PageEvidence()
        evidence.isReduced = true
        evidence.imageCoverage = images
        evidence.ink = Self.ink(share: share)
        #expect(VerdictRule.judge(evidence).verdict == verdict)
    }

    @Test(arguments: [(0.19, 500, true), (0.2, 14, true), (0.2, 15, false)])
    func pageIsBlankWithoutWordsWhereLittleLooksLikePrint(lines: Double, seen: Int, isBlank: Bool) {
        #expect(VerdictRule.isBlankWithoutWords(Self.ink(share: 0.1, lines: lines, seen: seen)) == isBlank)
    }
}
