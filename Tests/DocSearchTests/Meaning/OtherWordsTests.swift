import DocSearchTestSupport
import SentenceEmbedding
import Testing

@testable import DocSearch

/// Ten questions, each of a page that has none of their telling words; with the real model.
@Suite(
    "Pages that say it in other words",
    .enabled(if: ModelFolder.usual().has(.minilm), "the model is not on this machine; DOCSEARCH_MODEL names its folder")
)
struct OtherWordsTests {
    static let pairs: [(question: String, page: String)] = [
        (
            "who paid for mending the bridge",
            "The cost of the viaduct repairs was borne by the county and by a toll on carts for nine years."
        ),
        (
            "was a doctor sent to the sick sailors",
            "The harbour master called the physician to the crew of the brig, of whom seven lay in bed with fever."
        ),
        (
            "complaints about loud music at night",
            "Residents of Mill Lane object to the noise of the dance hall, where a band plays until three in the morning."
        ),
        (
            "children who do not go to school",
            "The inspector names fourteen pupils absent without excuse, most of them kept at home to mind younger siblings."
        ),
        (
            "how did the fire start",
            "The blaze broke out when a lamp was knocked over in the hayloft, and the whole barn burned to the ground."
        ),
        (
            "bad drinking water made people ill",
            "Typhoid in Pump Court is traced to the foul well there: all who drank of it took the fever."
        ),
        (
            "workers stopped working for higher wages",
            "The weavers have gone on strike and ask for another penny on each piece of cloth."
        ),
        (
            "a gift of books to the town",
            "Miss Orme leaves her library of two thousand volumes to the borough, to be open to every reader."
        ),
        (
            "buying land to bury the dead",
            "The parish has purchased three acres at Hollow Field for a new cemetery, the churchyard being full."
        ),
        (
            "a thief was caught stealing poultry",
            "The constable arrested one Amos Pike with four hens under his coat, taken from the vicar's coop."
        ),
    ]

    private static let archive = Task {
        let archive = try TestArchive()
        let others = [
            "Rates for the year are fixed at two shillings in the pound.",
            "The clerk reads the minutes of the last meeting, which are confirmed.",
            "Tenders for granite setts are opened; that of Messrs Dunn is the lowest.",
            "The clock of the market hall is to be wound on Mondays.",
        ]
        let documents = pairs.enumerated().map { TestDocument("pair \($0)", pages: [others[$0 % 4], $1.page]) }
        try archive.write(documents + [TestDocument("others", pages: others)], to: "all.zip")
        try await archive.update()
        try archive.writeVectors(by: MiniLMEmbedder(folder: .usual()))
        return archive
    }

    @Test(arguments: 0..<10) func pagesThatSayItInOtherWordsAreFound(number: Int) async throws {
        let archive = try await Self.archive.value
        let results = try archive.index.search(SearchRequest(Self.pairs[number].question))
        let hit = try #require(results.hits.first)
        #expect(hit.document.title == "pair \(number)")
        #expect(hit.pages.first?.page == 2)
        #expect(hit.pages.first?.isByMeaning == true)
        #expect(try archive.find(Self.pairs[number].question) { $0.meaning = .off }.isEmpty)
    }

    private static let samples = Task {
        let archive = try await SampleArchive.shared().copy()
        try await archive.update {
            $0.ocr = .auto
            $0.languages = ["eng", "deu"]
        }
        try archive.writeVectors(by: MiniLMEmbedder(folder: .usual()))
        return archive
    }

    @Test func pagesThatSayItInOtherWordsAreFirstAmongTheSamples() async throws {
        let questions = try await SampleArchive.shared().expected.otherWords
        #expect(questions.count == 10)
        let archive = try await Self.samples.value
        for expected in questions {
            let results = try archive.index.search(SearchRequest(expected.question))
            let hit = try #require(results.hits.first)
            #expect(hit.document.path == expected.path, "\(expected.question)")
            #expect(hit.pages.first?.page == expected.page, "\(expected.question)")
            #expect(hit.pages.first?.isByMeaning == true, "\(expected.question)")
        }
    }
}
