import ExtractionProtocol
import PageVerdict
import Testing

@testable import DocSearchExtract
@testable import TextRecognition

@Suite("What language a recognised page seems to be in")
struct OtherLanguagePageTests {
    private static let german = """
        Der Rat der Stadt hat am Montag über die Brücke und das Wasserwerk gesprochen. Die Kosten sind nach dem Bericht \
        nicht so hoch wie im Jahr zuvor, und die Arbeit wird von einer Firma aus dem Ort bei gutem Wetter zum Ende gebracht.
        """
    private static let english = """
        The council of the town met on Monday and spoke of the bridge and the waterworks. The cost is not as high as it was in \
        the year before, and the work will be done by a firm of the town when the weather is good.
        """
    private static let names = "Harnwick Ottilie, Quarrendon, Maltings, Hollingbourne, Tannery Lane 14, Wexcombe 1931"

    private static func code(
        _ text: String, besides languages: [String], confidence: Double = 0.9, script: DetectedScript? = nil
    ) -> String? {
        let found = RecognizedText(
            text: text, words: [], confidence: confidence, confidenceOfAllWords: confidence, script: script)
        let shape = TextShape(of: text)
        return OtherLanguage.code(of: found, shape, TextLanguage.identify(text, shape), besides: languages)
    }

    @Test func aTextInALanguageOfItsFolderHasNoOther() {
        #expect(Self.code(Self.english, besides: ["eng"]) == nil)
        #expect(Self.code(Self.german, besides: ["deu"]) == nil)
        #expect(Self.code(Self.german, besides: ["eng", "deu"]) == nil)
        #expect(Self.code(Self.names, besides: ["eng"]) == nil)
    }

    @Test func aTextInAnotherLanguageHasItsCode() {
        #expect(Self.code(Self.german, besides: ["eng"]) == "deu")
        #expect(Self.code(Self.english, besides: ["deu"]) == "eng")
    }

    /// No little words of Finnish are known, and CLD2 knows the language.
    @Test func aLanguageWithoutKnownLittleWordsIsToldToo() {
        let finnish = """
            Kaikki ihmiset syntyvät vapaina ja tasavertaisina arvoltaan ja oikeuksiltaan. Heille on annettu järki ja \
            omatunto, ja heidän on toimittava toisiaan kohtaan veljeyden hengessä.
            """
        #expect(Self.code(finnish, besides: ["eng"]) == "fin")
        #expect(Self.code(finnish, besides: ["fin"]) == nil)
        #expect(Self.code(finnish, besides: ["eng"], confidence: 0.5) == nil, "scraps may look like any language")
    }

    @Test(arguments: [
        ("Cyrillic", 0.3, 0.5, ["eng"], "Cyrillic"), ("Cyrillic", 0.3, 0.5, ["rus", "eng"], nil),
        // English that can be read is no Cyrillic, whatever the shapes of its letters.
        ("Cyrillic", 0.93, 3, ["eng"], nil), ("Latin", 0.3, 9, ["eng"], nil), ("Latin", 0.3, 9, ["rus"], "Latin"),
        ("Fraktur", 0.8, 5, ["deu"], "Fraktur"), ("Fraktur", 0.8, 0.6, ["deu"], nil),
        ("Fraktur", 0.8, 5, ["frk"], nil), ("Klingon", 0.1, 9, ["eng"], nil),
    ])
    func aScriptCountsWhereTheTextCouldHardlyBeRead(
        script: String, confidence: Double, evidence: Double, languages: [String], code: String?
    ) {
        let found = Self.code(
            "xq zzw rtr", besides: languages, confidence: confidence,
            script: DetectedScript(name: script, evidence: evidence))
        #expect(found == code)
    }

    @Test func theScriptOfAPageThatFitsIsNotLookedFor() {
        func isLookedFor(_ text: String, _ confidence: Double, _ languages: [String] = ["eng"]) -> Bool {
            let words = text.split(separator: " ").map {
                RecognizedWord(
                    text: String($0), box: PixelBox(left: 0, top: 0, width: 1, height: 1), confidence: confidence)
            }
            let found = RecognizedText(
                text: text, words: words, confidence: confidence, confidenceOfAllWords: confidence)
            return OtherLanguage.mayBeOtherScript(found, languages: languages)
        }
        #expect(!isLookedFor(Self.english, 0.95))
        #expect(!isLookedFor(Self.english, 0.7), "English that is hard to read is no Fraktur")
        #expect(isLookedFor(Self.english, 0.4))
        #expect(isLookedFor(Self.german, 0.8, ["deu"]), "German may be Fraktur")
        #expect(!isLookedFor(Self.german, 0.8, ["deu", "frk"]))
        #expect(!isLookedFor("of the", 0.1), "too few words")
    }

    @Test(arguments: [
        ("deu", ["eng"], false), ("deu", ["deu", "eng"], true), ("deu", ["frk"], true), ("deu", ["deu_latf"], true),
        ("deu", ["Fraktur"], true), ("ita", ["ita_old"], true), ("rus", ["Cyrillic", "eng"], true),
        ("rus", ["script/Cyrillic"], true), ("fin", ["Latin"], true), ("fin", ["Cyrillic"], false),
        ("ukr", ["rus"], false),
    ])
    func aLanguageIsKnownToItsDataAndToThatOfItsScript(language: String, codes: [String], isKnown: Bool) {
        #expect(OtherLanguage.isKnown(language, to: codes) == isKnown)
    }
}
