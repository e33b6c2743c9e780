import ExtractionProtocol
import Testing

@Suite("Scripts and the data that reads them")
struct ScriptDataTests {
    @Test(arguments: [
        ("Cyrillic", ["eng", "rus"], true), ("Cyrillic", ["eng", "deu"], false), ("Cyrillic", ["Cyrillic"], true),
        ("Cyrillic", ["script/Cyrillic"], true), ("Latin", ["rus"], false), ("Latin", ["rus", "fra"], true),
        ("Latin", ["Cyrillic"], false), ("Latin", ["script/Cyrillic"], false), ("Fraktur", ["deu"], false),
        ("Fraktur", ["deu_latf"], true), ("Japanese", ["jpn"], true), ("Han", ["jpn"], true),
    ])
    func aScriptIsReadByItsLanguages(script: String, languages: [String], isRead: Bool) {
        #expect(ScriptData.isRead(script, by: languages) == isRead)
    }

    @Test func reasonsNameLanguagesAndKnownScriptsAlone() {
        for code in ["deu", "chi_sim", "Cyrillic", "Canadian_Aboriginal"] {
            #expect(LanguageReason.code(in: LanguageReason.of(code)) == code)
        }
        for reason in ["other-language: Klingon", "other-language: ../x", "other-language: d", "no-text: deu"] {
            #expect(LanguageReason.code(in: reason) == nil, "\(reason)")
        }
    }

    @Test(arguments: [("de", "deu"), ("ru", "rus"), ("no", "nor"), ("nn", "nor"), ("zh", "chi_sim"), ("ceb", "ceb")])
    func identifiedLanguagesHaveTesseractsCodes(code: String, tesseract: String) {
        #expect(IdentifiedLanguage.tesseractCode(code) == tesseract)
    }
}
