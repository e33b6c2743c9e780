import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("Names of languages") struct LanguageNameTests {
    @Test(arguments: ["de", "deu", "ger", "German", "GERMAN", "de-AT", "ger-AT", "de_CH"])
    func allNamesOfALanguageMeanThatLanguage(_ name: String) {
        #expect(LanguageName.code(name) == "de")
        #expect(LanguageName.longCode(name) == "deu")
    }

    @Test func languagesWithoutACodeOfTwoLettersHaveNames() {
        #expect(LanguageName.code("Syriac") == "syr")
        #expect(LanguageName.facet("GRC-Grek") == "grc", "it has no second name")
    }

    @Test(arguments: ["", "-", "de; la", "deu eng", "d", "germ", "und", "mul"])
    func languagesAreNotGuessedFromUnknownNames(_ name: String) { #expect(LanguageName.code(name) == nil) }

    @Test func languageNamesBelongToOneLanguageEach() {
        let codes = ["greek": "el", "english": "en", "norwegian": "no", "nynorsk": "nn", "dut": "nl"]
        for (name, code) in codes {
            #expect(LanguageName.code(name) == code)
        }
    }

    @Test func facetsCountAllNamesOfALanguageAsOne() async throws {
        let archive = try TestArchive()
        for (number, language) in ["German", "ger", "de-AT", "la", "de; la"].enumerated() {
            try archive.write(
                ZipWriter([
                    ZipWriter.Entry("a.pdf", TestDocument("", pages: ["ein heron \(number)"]).pdf),
                    ZipWriter.Entry("a.json", Array(#"{"title": "Reiher", "language": "\#(language)"}"#.utf8)),
                ]).bytes, to: "\(number).zip")
        }
        try await archive.update()
        var request = SearchRequest("heron")
        request.countsFacets = true
        let results = try archive.index.search(request)
        let counted = results.facets?.languages.map { "\($0.name) \($0.documents)" }
        #expect(counted == ["de 3", "de; la 1", "la 1"])
        #expect(Set(results.hits.map(\.document.language)) == ["German", "ger", "de-AT", "la", "de; la"])
    }
}
