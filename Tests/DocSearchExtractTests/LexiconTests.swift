import Testing
import TextRecognition

@testable import DocSearchExtract

@Suite(
    "The engine's lexicon", .serialized,
    .enabled(if: LanguageData.installed().languages.contains("eng"), "needs tesseract-ocr-eng"))
struct LexiconTests {
    private func evidence(
        _ text: String, language: String? = "eng", languages: [String] = ["eng"], others: [String] = []
    ) -> (known: Double?, joined: Double, reversed: Double)? {
        Lexicon(languages: languages, recognizers: RecognizerCache())
            .evidence(of: text, language: language, others: others)
            .map { ($0.known, $0.joined, $0.reversed) }
    }

    @Test func lexiconKnowsTheWordsOfItsLanguage() throws {
        let found = try #require(evidence("The council mended the bridge qqzzx"))
        #expect(found.known == 5.0 / 6)
        #expect(found.joined == 0)
        #expect(found.reversed == 0)
    }

    @Test func lexiconFindsWordsWithoutTheSpacesBetweenThem() throws {
        let found = try #require(evidence("ofthecouncil andthebridge council bridge"))
        #expect(found.known == 0.5)
        #expect(found.joined == 0.5)
    }

    @Test func lexiconFindsWordsWrittenBackwardsInNoLanguage() throws {
        let found = try #require(evidence("licnuoc egdirb qqzzx council", language: nil))
        #expect(found.known == nil)
        #expect(found.reversed == 0.5)
    }

    @Test(.enabled(if: LanguageData.installed().languages.contains("deu"), "needs tesseract-ocr-deu"))
    func lexiconKnowsTheWordsOfAllLanguagesOfThePage() throws {
        let text = "Die Straße sollte zwischen dem Garten und den neuen Häusern einen Baum haben"
        let english = try #require(evidence(text)?.known)
        let both = try #require(evidence(text, languages: ["eng", "deu"])?.known)
        #expect(both > english)
        #expect(try #require(evidence(text, others: ["deu"])?.known) == both)
        #expect(try #require(evidence(text, language: "deu")?.known) == both)
    }

    @Test(arguments: [
        // No words, another language, no language, language data that is not there.
        ("1931 . a", "eng", ["eng"]), ("Raati kokoontuu", "fin", ["eng"]), ("The council", "eng", []),
        ("The council", "qqq", ["qqq"]),
    ])
    func lexiconSaysNothingWithoutWordsOrTheirLanguage(text: String, language: String, languages: [String]) {
        #expect(evidence(text, language: language, languages: languages) == nil)
    }
}
