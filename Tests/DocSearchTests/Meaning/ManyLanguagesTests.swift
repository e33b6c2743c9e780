import DocSearchTestSupport
import SentenceEmbedding
import Testing

@testable import DocSearch

/// The model of the tests knows words whatever their language, so that only the language decides.
@Suite("Meaning is asked in many languages", .serialized)
struct ManyLanguagesTests {
    static let german = """
        Die Kosten der Brücke und ihre Ausbesserung wurden nach langer Beratung vom Landkreis getragen, und niemand weiß heute
        noch, wie hoch die Summe war.
        """
    private static let english = """
        The expense of the viaduct repair was borne by the county, and the miller has paid the mason.
        """

    private static let archived = Task {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("german", pages: [german]), TestDocument("english", pages: [english])], to: "all.zip")
        try await archive.update()
        return archive
    }

    private static func search(
        _ query: String, _ languages: Set<String>?, _ meaning: SearchRequest.Meaning = .auto
    ) async throws -> SearchResults {
        // Each with vectors of its own name.
        let model = TopicEmbedder(modelID: "topics of \(languages?.sorted() ?? [])", languages: languages)
        let archive = try await archived.value
        let index = archive.index(with: model)
        try TestArchive.writeVectors(of: index, by: model)
        var request = SearchRequest(query)
        request.meaning = meaning
        return try index.search(request)
    }

    @Test func aModelOfManyLanguagesIsAskedInEachAndFindsEach() async throws {
        for query in ["wer bezahlte die mending crossing", "who has paid for mending the crossing"] {
            let results = try await Self.search(query, nil)
            #expect(results.usesMeaning, "\(query)")
            #expect(Set(results.hits.map(\.document.title)) == ["german", "english"], "\(query)")
            #expect(results.meaningNote == nil)
        }
        let narrow = try await Self.search("wer bezahlte die mending crossing", ["en"])
        #expect(!narrow.usesMeaning)
    }

    @Test func aHitByMeaningSaysTheLanguageOfItsPageWhereItIsAnother() async throws {
        func languages(_ results: SearchResults) -> [String: String?] {
            Dictionary(uniqueKeysWithValues: results.hits.map { ($0.document.title, $0.pages.first?.otherLanguage) })
        }
        let question = "what was paid for mending the crossing"
        #expect(languages(try await Self.search(question, nil)) == ["german": "de", "english": nil])
        // A model for English tells of no languages.
        let narrow = try await Self.search(question, ["en"], .on)
        #expect(Set(languages(narrow).values) == [nil])
    }

    @Test func documentsInALanguageThatTheModelHasNotLearnedAreLeftOut() async throws {
        let results = try await Self.search("what was paid for mending the crossing", ["en", "fr"])
        #expect(results.hits.map(\.document.title) == ["english"])
        #expect(results.meaningNote?.contains("has not learned their language: 1 document") == true)
    }

    @Test func documentsInSeveralLanguagesMayBeInOneOfThem() async throws {
        let archive = try TestArchive()
        var several = TestDocument("several", pages: ["viaduct expense repair"])
        several.language = "mul"
        try archive.write([several], to: "all.zip")
        try await archive.update()
        let model = TopicEmbedder(modelID: "topics of two", languages: ["en", "fr"])
        try archive.writeVectors(by: model)
        let request = SearchRequest("what was the price of mending our crossing")
        #expect(try archive.index(with: model).search(request).hits.map(\.document.title) == ["several"])
    }

    @Test(arguments: ["修理橋樑的費用由誰支付", "ใครเป็นผู้จ่ายค่าซ่อมสะพาน", "橋の修理費は誰が払ったか"])
    func aQuestionInAScriptWithoutSpacesIsAQuestion(query: String) async throws {
        #expect(try await Self.search(query, nil).usesMeaning)
        let narrow = try await Self.search(query, ["en"])
        #expect(!narrow.usesMeaning)
        #expect(narrow.meaningNote == nil)
        // A name is not a question.
        #expect(try await !Self.search("東京都庁", nil).usesMeaning)
    }

    @Test func similaritiesAreTakenAboveWhatUnrelatedTextsHave() throws {
        let unrelated = EmbeddingModel.e5Small.unrelatedCosine
        #expect((0.6...0.8).contains(unrelated))
        #expect(EmbeddingModel.minilm.unrelatedCosine == 0)
        #expect(EmbeddingModel(modelID: EmbeddingModel.e5Small.modelID) == .e5Small)
        #expect(EmbeddingModel(modelID: "topics") == nil)
    }
}

@Suite(
    "Pages in other languages",
    .enabled(
        if: ModelFolder.usual().has(.e5Small),
        "multilingual-e5-small is not on this machine; DOCSEARCH_MODEL names its folder"))
struct OtherLanguageTests {
    private static let pages: [(name: String, text: String)] = [
        ("page 0", "Die Kosten der Ausbesserung des Viadukts wurden vom Landkreis getragen."),
        ("page 1", "Le feu a pris dans le grenier à foin quand une lampe est tombée, et toute la grange a brûlé."),
        ("page 2", "Инспектор называет четырнадцать учеников, которые без причины не ходят в школу."),
        ("page 3", "ผู้ป่วยไข้ไทฟอยด์ทุกคนดื่มน้ำจากบ่อที่สกปรกแห่งเดียวกัน"),
        ("page 4", "织布工人罢工，要求提高工资。"),
        ("page 5", "Η δεσποινίς άφησε τη βιβλιοθήκη της με δύο χιλιάδες τόμους στον δήμο."),
        ("page 6", "Cemaat yeni bir mezarlık için üç dönüm arazi satın aldı."),
        ("page 7", "पुलिस ने एक आदमी को चार मुर्गियाँ चुराते हुए पकड़ा।"),
    ]
    private static let questions: [(question: String, name: String)] = [
        ("who paid for mending the bridge", "page 0"), ("how did the fire start", "page 1"),
        ("children who do not go to school", "page 2"), ("wer wurde vom schlechten Trinkwasser krank", "page 3"),
        ("คนงานหยุดงานเพื่อขอขึ้นค่าแรง", "page 4"), ("подарок книг городу", "page 5"),
        ("mua đất để làm nghĩa trang mới", "page 6"), ("qui a été arrêté pour le vol de poules", "page 7"),
    ]

    private static let archive = Task {
        let archive = try TestArchive()
        // The fonts of these PDFs have not all scripts, so texts come beside them.
        for page in pages {
            let sidecar = "{\"title\": \"\(page.name)\"}"
            try archive.write(
                ZipWriter([
                    ZipWriter.Entry(
                        "\(page.name).pdf", PDFWriter(texts: [""], information: ["Keywords": page.name]).bytes),
                    ZipWriter.Entry("\(page.name).txt", Array("\(page.text)\u{C}".utf8)),
                    ZipWriter.Entry("\(page.name).json", Array(sidecar.utf8)),
                ]).bytes, to: "\(page.name).zip")
        }
        try await archive.update { $0.installedModels = [MeaningModel(.e5Small, folder: .usual())] }
        return archive
    }

    @Test(arguments: questions.indices) func aQuestionFindsThePageInAnotherLanguage(number: Int) async throws {
        let (question, name) = Self.questions[number]
        let results = try await Self.archive.value.index.search(SearchRequest(question))
        #expect(results.usesMeaning)
        let hit = try #require(results.hits.first)
        #expect(hit.document.title == name)
        #expect(hit.isByMeaning)
    }
}
