import SentenceEmbedding

/// What makes the vectors of an index: the model that is installed, or one that a program brings. Opened when it is used.
public struct MeaningModel: Sendable, Equatable {
    /// Vectors of models with different names are never compared.
    public let modelID: String
    /// How many numbers a vector has.
    public let dimensions: Int
    /// The folder of an installed model.
    private let folder: ModelFolder?
    /// Opens the model for a question, without a look at checksums and with the error of the file, ``ModelFileError``.
    let opened: @Sendable () throws -> any Embedder

    /// A model of a program's own.
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

    /// Opens the model to make vectors that are kept. The files in a folder are compared with the published ones before, which
    /// takes some tenths of a second: altered ones would make vectors that no later run makes again.
    ///
    /// - Throws: ``DocSearchError`` with code `environment` when its files are not those of the model, and what the
    ///   program's own throws.
    public func open() throws -> any Embedder {
        do {
            try folder?.checkContents()
            return try opened()
        } catch let error as ModelFileError {
            throw DocSearchError(error)
        }
    }

    /// Models are the same when their names and folders are.
    public static func == (one: MeaningModel, other: MeaningModel) -> Bool {
        one.modelID == other.modelID && one.dimensions == other.dimensions && one.folder == other.folder
    }

    /// - Throws: ``DocSearchError`` with code `usage` for a model of a program's own whose name or vectors no index can keep.
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
    /// A file of the model that cannot be used.
    init(_ error: ModelFileError) {
        self.init(
            .environment, "The model cannot be used: \(error)", item: error.path, cause: "\(error.reason)",
            remedy: .installModel)
    }

    /// There is no model, where one is asked for.
    static let noModel = DocSearchError(
        .environment, "There is no model on this machine, so nothing can be done by meaning.", remedy: .installModel)
}
