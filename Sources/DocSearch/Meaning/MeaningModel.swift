import SentenceEmbedding

/// The source of an index's vectors: the installed model, or a program's own. Opened on use.
public struct MeaningModel: Sendable, Equatable {
    /// Vectors of models with different names are never compared.
    public let modelID: String
    /// The number of components in a vector.
    public let dimensions: Int
    private let folder: ModelFolder?
    /// Without checking checksums.
    let opened: @Sendable () throws -> any Embedder

    /// A program's own model.
    public init(_ embedder: any Embedder) {
        (modelID, dimensions, folder) = (embedder.modelID, embedder.dimensions, nil)
        opened = { embedder }
    }

    /// The model in a folder. Nothing of it is read yet.
    public init(folder: ModelFolder) {
        self.folder = folder
        (modelID, dimensions) = (MiniLMEmbedder.modelID, MiniLMEmbedder.dimensions)
        opened = { try MiniLMEmbedder(folder: folder) }
    }

    /// The model in the usual folder (`ModelFolder.usual`); nil when there is none.
    public static func installed() -> MeaningModel? {
        let folder = ModelFolder.usual()
        return folder.hasFiles ? MeaningModel(folder: folder) : nil
    }

    /// Opens the model to make vectors that are stored. Files in a folder are first compared with the published ones,
    /// which takes a few tenths of a second: altered ones would make vectors that no later run can reproduce.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when its files are not those of the model, and errors of
    ///   the program's own model.
    public func open() throws -> any Embedder {
        try DocSearchError.ofModel {
            try folder?.checkContents()
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
            remedy: .installModel)
    }

    static func ofModel<Value>(_ work: () throws -> Value) throws -> Value {
        do { return try work() } catch let error as ModelFileError { throw DocSearchError(error) }
    }

    static let noModel = DocSearchError(
        .environment, "There is no model on this machine, so nothing can be done by meaning.", remedy: .installModel)
}
