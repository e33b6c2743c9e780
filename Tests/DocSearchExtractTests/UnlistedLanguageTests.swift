import PageVerdict
import Testing

@testable import DocSearchExtract

/// Text layers in Cyrillic letters: languages whose little words are in no list are no exchanged letters.
@Suite("Text layers in languages without listed little words")
struct UnlistedLanguageTests {
    private static let kazakh = """
        Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып дүниеге келеді. Адамдарға ақыл-парасат, \
        ар-ождан берілген, сондықтан олар бір-бірімен туыстық, бауырмалдық қарым-қатынас жасаулары тиіс. Әр адам өмір \
        сүруге, бостандықта болуға және жеке басына қол сұғылмауына құқылы. Ешкім құлдықта немесе кіріптарлықта ұсталмауы \
        тиіс; құлдық пен құл саудасының барлық түріне тыйым салынады.
        """

    private static func judgement(_ text: String) -> LayerJudgement {
        var evidence = PageEvidence()
        evidence.shape = TextShape(of: text)
        evidence.isInUnlistedLanguage = LayerExamination.isInUnlistedLanguage(text, evidence.shape)
        return VerdictRule.judge(evidence)
    }

    @Test func aTextInAnUnlistedLanguageIsGood() {
        #expect(TextLanguage.identify(Self.kazakh) == "kk")
        #expect(Self.judgement(Self.kazakh).verdict == .good)
    }

    /// As fonts without a good map give them: each letter is another one.
    @Test func exchangedLettersAreNoLanguage() {
        let text = Self.kazakh.lowercased()
        let exchanged = String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { letter in
                    guard (0x430...0x44F).contains(letter.value) else { return letter }
                    return Unicode.Scalar(0x430 + (letter.value - 0x430) * 7 % 32) ?? letter
                }))
        #expect(Self.judgement(exchanged).verdict == .garbled)
    }
}
