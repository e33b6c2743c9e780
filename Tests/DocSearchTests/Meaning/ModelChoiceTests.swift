import DocSearchTestSupport
import SentenceEmbedding
import Testing

@testable import DocSearch

@Suite("The choice of a model")
struct ModelChoiceTests {
    private let archive: TestArchive
    private let narrow = StandInEmbedder(modelID: "narrow")
    private let wide = StandInEmbedder(modelID: "wide", languages: nil)

    init() throws { archive = try TestArchive() }

    private func update(_ installed: [StandInEmbedder], chosen: StandInEmbedder? = nil) async throws -> String? {
        try await archive.update { options in
            options.installedModels = installed.map { MeaningModel($0) }
            options.model = chosen.map { MeaningModel($0) }
        }
        let status = try archive.index.meaningStatus()
        #expect(status?.waiting ?? 0 == 0)
        return status?.model
    }

    private static let english = """
        The expense of the repair was borne by the county after a long debate, and the miller has paid the mason what was
        left of it. Nobody knows today how large the sum was that was spent on it.
        """

    @Test func anEnglishArchiveTakesTheModelForEnglish() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try archive.index.suitableModel() == .minilm)
        #expect(try await update([narrow, wide]) == "narrow")
        #expect(try archive.index.suitableModel() == .minilm)
        // With another one beside it nothing changes.
        #expect(try await update([narrow]) == "narrow")
        #expect(try await update([narrow, wide]) == "narrow")
        #expect(wide.texts.isEmpty)
    }

    @Test func anArchiveMostlyInOtherLanguagesTakesTheModelOfMany() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        #expect(try await update([narrow]) == "narrow")
        #expect(try archive.index.suitableModel() == .e5Small)
        #expect(try await update([narrow, wide]) == "wide")
        // One that is there is better than none.
        #expect(try await update([narrow]) == "narrow")
    }

    @Test func theModelOfAnIndexStays() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([wide]) == "wide")
        #expect(try await update([narrow, wide]) == "wide")
        #expect(narrow.texts.isEmpty)
    }

    @Test func theChosenModelIsRememberedAndVectorsOfTheOtherAreKept() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        #expect(try await update([narrow, wide]) == "wide")
        #expect(try await update([narrow, wide], chosen: narrow) == "narrow")
        #expect(try await update([narrow, wide]) == "narrow")
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == "narrow")
        let computed = wide.texts.count
        #expect(try await update([narrow, wide], chosen: wide) == "wide")
        #expect(wide.texts.count == computed)
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == "wide")
    }

    @Test func vectorsOfAnotherModelAreNotUsed() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([narrow]) == "narrow")
        var request = SearchRequest("who paid for the repair then")
        request.meaning = .on
        let results = try archive.index(with: wide).search(request)
        #expect(!results.usesMeaning)
        #expect(results.hints.contains { $0.message.contains("another model") })
    }
}
