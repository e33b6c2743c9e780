import Testing

@testable import TextRecognition

@Suite("Recognition languages")
struct RecognitionLanguageTests {
    @Test(arguments: [
        (["xyz"], "tesseract-ocr-xyz"), (["chi_none"], "tesseract-ocr-chi-none"),
        (["eng", "qqq"], "tesseract-ocr-qqq"),
        (["qqq", "xyz"], "tesseract-ocr-qqq tesseract-ocr-xyz"),
    ])
    func missingLanguagesAreNamedWithTheirPackages(languages: [String], packages: String) throws {
        let error = try #require(throws: TextRecognitionError.self) {
            try TextRecognizer(languages: languages)
        }
        #expect(
            error == .missingLanguages(languages.filter { !LanguageData.installed().languages.contains($0) })
        )
        #expect("\(error)".hasSuffix("apt install \(packages)"))
    }

    @Test func languagesAreListedInOrderWithoutOrientation() {
        let languages = LanguageData.installed().languages
        #expect(languages == languages.sorted())
        #expect(!languages.contains("osd"))
    }

    @Test(
        .enabled(
            if: Set(LanguageData.installed().languages).isSuperset(of: ["deu", "eng"]), "needs eng and deu"))
    func severalLanguagesWorkTogether() throws {
        let found = try TextRecognizer(languages: ["deu", "eng"]).read(.init(texts: ["Die Größe der Brücke"]))
        #expect(found.text.contains("Größe"))
        #expect(found.text.contains("Brücke"))
    }
}
