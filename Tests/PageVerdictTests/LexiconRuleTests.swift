import Testing

@testable import PageVerdict

@Suite("What the lexicon says of a layer")
struct LexiconRuleTests {
    private func judgement(_ lexicon: LexiconEvidence, images: Double) -> LayerJudgement {
        var evidence = PageEvidence()
        evidence.shape = TextShape(of: TextShapeTests.prose + TextShapeTests.prose)
        evidence.imageCoverage = images
        evidence.lexicon = lexicon
        return VerdictRule.judge(evidence)
    }

    @Test(arguments: [0.0, 0.06, 0.1])
    func lexiconFindsAnEarlierRecognitionThatJoinsWords(joined: Double) {
        let judgement = judgement(LexiconEvidence(known: 0.9, joined: joined), images: 1)
        #expect(judgement.verdict == (joined > 0.08 ? .garbled : .good))
        #expect(judgement.reasons.first?.hasPrefix("run-together: 10 %") ?? (joined < 0.08))
    }

    @Test func lexiconLeavesLongWordsOfABornDigitalPageAlone() {
        #expect(judgement(LexiconEvidence(known: 0.9, joined: 0.2), images: 0).verdict == .good)
    }

    @Test func lexiconFindsWordsThatAreWrittenBackwards() {
        let judgement = judgement(LexiconEvidence(reversed: 0.6), images: 0)
        #expect(judgement.verdict == .garbled)
        #expect(judgement.reasons == ["reversed-words: 60 % of the words are written backwards"])
        #expect(self.judgement(LexiconEvidence(reversed: 0.1), images: 0).verdict == .good)
    }
}
