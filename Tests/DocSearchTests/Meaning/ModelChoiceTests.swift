import DocSearchTestSupport
import SentenceEmbedding
import Testing

@testable import DocSearch

@Suite("The choice of a model")
struct ModelChoiceTests {
    private let archive: TestArchive
    // Those of docsearch by name alone.
    private static let narrowID = EmbeddingModel.minilm.modelID
    private static let wideID = EmbeddingModel.e5Small.modelID
    private let narrow = StandInEmbedder(modelID: Self.narrowID)
    private let wide = StandInEmbedder(modelID: Self.wideID, languages: nil)

    init() throws { archive = try TestArchive() }

    private func update(
        _ installed: [StandInEmbedder], chosen: StandInEmbedder? = nil, remedies: [Remedy] = []
    ) async throws -> String? {
        let run = try await archive.update { options in
            options.installedModels = installed.map { MeaningModel($0) }
            options.model = chosen.map { MeaningModel($0) }
        }
        let missing = run.report.warnings.filter { $0.message.contains("is not installed") }
        #expect(missing.compactMap(\.remedy) == remedies)
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
        #expect(try await update([narrow, wide]) == Self.narrowID)
        #expect(try archive.index.suitableModel() == .minilm)
        // With another beside it nothing changes.
        #expect(try await update([narrow]) == Self.narrowID)
        #expect(try await update([narrow, wide]) == Self.narrowID)
        #expect(wide.texts.isEmpty)
    }

    @Test func anArchiveMostlyInOtherLanguagesTakesTheModelOfMany() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        try await archive.update()
        #expect(try archive.index.suitableModel() == .e5Small)
        #expect(try await update([narrow, wide]) == Self.wideID)
        #expect(narrow.texts.isEmpty)
    }

    @Test func vectorsKeepTheirModelWhateverTheLanguages() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        #expect(try await update([narrow]) == Self.narrowID)
        #expect(try await update([narrow, wide]) == Self.narrowID)
        #expect(wide.texts.isEmpty)
        #expect(try await update([narrow, wide], chosen: wide) == Self.wideID)
    }

    @Test func vectorsOfAModelThatIsNotInstalledAreKept() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        #expect(try await update([narrow, wide]) == Self.wideID)
        #expect(try await update([narrow], remedies: [.installModelNamed("e5-small")]) == Self.wideID)
        #expect(narrow.texts.isEmpty)
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == Self.wideID)
        // Without any model a run says nothing.
        #expect(try await update([]) == Self.wideID)
        #expect(try await update([narrow], chosen: narrow) == Self.narrowID)
    }

    @Test func aChosenModelThatIsNotInstalledIsNotReplaced() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([narrow, wide], chosen: wide) == Self.wideID)
        #expect(try await update([narrow], remedies: [.installModelNamed("e5-small")]) == Self.wideID)
        #expect(narrow.texts.isEmpty)
    }

    @Test func aModelThatCannotBeUsedDoesNotCostTheVectorsOfTheOther() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([narrow]) == Self.narrowID)
        let folder = ModelFolder(path: archive.indexPath + "/nowhere")
        let run = try await archive.update { options in
            options.model = MeaningModel(.e5Small, folder: folder)
        }
        #expect(run.report.warnings.count == 1)
        #expect(try archive.index.meaningStatus()?.model == Self.narrowID)
        // Nor is it remembered.
        #expect(try await update([narrow]) == Self.narrowID)
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == Self.narrowID)
    }

    @Test func theModelOfAnIndexStays() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([wide]) == Self.wideID)
        #expect(try await update([narrow, wide]) == Self.wideID)
        #expect(narrow.texts.isEmpty)
    }

    @Test func theChosenModelIsRememberedAndVectorsOfTheOtherAreKept() async throws {
        try archive.write([ManyLanguagesTests.german], to: "a.pdf")
        #expect(try await update([narrow, wide]) == Self.wideID)
        #expect(try await update([narrow, wide], chosen: narrow) == Self.narrowID)
        #expect(try await update([narrow, wide]) == Self.narrowID)
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == Self.narrowID)
        let computed = wide.texts.count
        #expect(try await update([narrow, wide], chosen: wide) == Self.wideID)
        #expect(wide.texts.count == computed)
        #expect(try VectorFile.open(IndexFolder(path: archive.indexPath))?.header.model == Self.wideID)
    }

    @Test func vectorsOfAnotherModelAreNotUsed() async throws {
        try archive.write([Self.english], to: "a.pdf")
        #expect(try await update([narrow]) == Self.narrowID)
        var request = SearchRequest("who paid for the repair then")
        request.meaning = .on
        let results = try archive.index(with: wide).search(request)
        #expect(!results.usesMeaning)
        #expect(results.hints.contains { $0.message.contains("another model") })
    }
}
