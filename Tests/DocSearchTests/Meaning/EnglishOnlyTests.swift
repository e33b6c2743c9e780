import DocSearchTestSupport
import Testing

@testable import DocSearch

/// The model of the tests knows words whatever their language, so that only the language decides.
@Suite("Meaning is asked in English")
struct EnglishOnlyTests {
    private static let archived = Task {
        let archive = try TestArchive()
        let english = "the expense of the viaduct repair was borne by the county"
        let german = "die Kosten von der Brücke und der viaduct expense repair"
        let documents: [(String, String, String?)] = [
            ("english", english, nil), ("german", german, nil), ("said-german", english, "de"),
            ("said-english", german, "en"),
        ]
        for (name, text, language) in documents {
            let fields = language.map { ", \"language\": \"\($0)\"" } ?? ""
            let sidecar = "{\"title\": \"\(name)\"\(fields)}"
            try archive.write(
                ZipWriter([
                    ZipWriter.Entry("\(name).pdf", PDFWriter(texts: [text]).bytes),
                    ZipWriter.Entry("\(name).json", Array(sidecar.utf8)),
                ]).bytes, to: "\(name).zip")
        }
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        return archive
    }

    private static func search(_ query: String, _ meaning: SearchRequest.Meaning) async throws -> SearchResults {
        var request = SearchRequest(query)
        request.meaning = meaning
        return try await archived.value.index(with: TopicEmbedder()).search(request)
    }

    @Test func aQuestionInAnotherLanguageAsksForWordsOnly() async throws {
        for query in ["wer bezahlte die mending crossing", "quien ha pagado la mending del crossing"] {
            let results = try await Self.search(query, .auto)
            #expect(!results.usesMeaning, "\(query)")
            #expect(results.meaningNote?.contains("does not look English") == true)
            #expect(try await Self.search(query, .on).usesMeaning)
        }
    }

    @Test func onlyEnglishDocumentsAreFoundByMeaning() async throws {
        let question = "who paid for mending the crossing"
        let results = try await Self.search(question, .auto)
        #expect(results.usesMeaning)
        #expect(Set(results.hits.map(\.document.title)) == ["english", "said-english"])
        #expect(results.meaningNote?.contains("English: 2 documents") == true)
        let all = try await Self.search(question, .on)
        #expect(Set(all.hits.map(\.document.title)).count == 4)
        #expect(all.meaningNote == nil)
    }

    @Test(arguments: [
        ("who paid for the repair", true), ("what was said of it", true), ("Wer hat das bezahlt", false),
        ("¿Quién pagó la reparación del puente?", false), ("Мост был починен", false), ("mill repair costs", nil),
        ("réparation coût moulin", false),
    ])
    func wordsTellWhetherATextIsEnglish(text: String, expected: Bool?) {
        #expect(EnglishText.isEnglish(text) == expected)
    }
}
