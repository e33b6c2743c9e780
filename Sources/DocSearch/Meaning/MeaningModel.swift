import SentenceEmbedding

/// The source of an index's vectors: an installed model, or a program's own. Opened on use.
public struct MeaningModel: Sendable, Equatable {
    /// Vectors of models with different names are never compared.
    public let modelID: String
    /// The number of components in a vector.
    public let dimensions: Int
    /// The languages that it has learned, as `Embedder.languages` gives them.
    public let languages: Set<String>?
    private let folder: ModelFolder?
    let known: EmbeddingModel?
    /// Without checking checksums.
    let opened: @Sendable () throws -> any Embedder

    /// A program's own model.
    public init(_ embedder: any Embedder) {
        (modelID, dimensions, languages) = (embedder.modelID, embedder.dimensions, embedder.languages)
        (folder, known) = (nil, nil)
        opened = { embedder }
    }

    /// A model in a folder. Nothing of it is read yet.
    public init(_ model: EmbeddingModel = .minilm, folder: ModelFolder) {
        (self.folder, known) = (folder, model)
        (modelID, dimensions, languages) = (model.modelID, model.dimensions, model.languages)
        opened = { try model.embedder(in: folder) }
    }

    /// The models in the usual folder (`ModelFolder.usual`).
    public static func installed() -> [MeaningModel] {
        let folder = ModelFolder.usual()
        return EmbeddingModel.allCases.filter(folder.has).map { MeaningModel($0, folder: folder) }
    }

    /// Opens the model to make vectors that are stored. Files in a folder are first compared with the published ones,
    /// which takes a few tenths of a second: altered ones would make vectors that no later run can reproduce.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when its files are not those of the model, and errors of
    ///   the program's own model.
    public func open() throws -> any Embedder {
        try DocSearchError.ofModel {
            if let folder, let known { try folder.checkContents(of: known) }
            return try opened()
        }
    }

    /// Models are equal when their names and folders are.
    public static func == (one: MeaningModel, other: MeaningModel) -> Bool {
        one.modelID == other.modelID && one.dimensions == other.dimensions && one.folder == other.folder
    }

    /// No index can store the name or the vectors of such a model.
    func requireUsable() throws {
        guard (1...VectorFileHeader.longestModel).contains(modelID.utf8.count), (1...4096).contains(dimensions) else {
            throw DocSearchError(
                .usage,
                "The model \"\(modelID)\" cannot be used: a name has 1 to \(VectorFileHeader.longestModel) bytes, and a "
                    + "vector 1 to 4,096 numbers.")
        }
    }

    var maker: VectorStore.Maker {
        VectorStore.Maker(model: modelID, chunking: PageChunks.version, dimensions: dimensions)
    }
}

extension DocSearchError {
    init(_ error: ModelFileError) {
        self.init(
            .environment, "The model cannot be used: \(error)", item: error.path, cause: "\(error.reason)",
            remedy: .install(fileOf: error))
    }

    static func ofModel<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as ModelFileError { throw DocSearchError(error) }
    }

    /// `role` says what the model is to the index.
    static func notInstalled(_ model: EmbeddingModel, _ role: String) -> DocSearchError {
        DocSearchError(
            .environment, "The model \(model.rawValue), \(role), is not installed.",
            remedy: .installModelNamed(model.rawValue))
    }

    static let noModel = DocSearchError(
        .environment, "There is no model on this machine, so nothing can be done by meaning.", remedy: .installModel)
}

extension Remedy {
    /// Each file of a model has a name of its own.
    static func install(fileOf error: ModelFileError) -> Remedy {
        let name = PathText.name(error.path)
        let model = EmbeddingModel.allCases.first { model in model.files.contains { $0.name == name } }
        guard let model else { return .installModel }
        return .installModelNamed(model.rawValue)
    }
}
