/// all-MiniLM-L6-v2: 384 dimensions, 256 pieces, trained on English sentences. Vectors match the reference
/// (sentence-transformers) to about six digits.
///
/// Its files are mapped into memory, and only the used parts are read. Several tasks may use it at once.
public struct MiniLMEmbedder: MappedEmbedder {
    /// The model's name with the first digits of its weights' checksum.
    public static let modelID = EmbeddingModel.minilm.modelID

    /// The number of components in a vector.
    public static let dimensions = EncoderShape.width

    private let tokenizer: WordPieceTokenizer
    private var encoder: Encoder

    /// Opens a model and checks the format of its files: names, shapes and offsets of all used tensors.
    /// ``ModelFolder/checkContents(of:)`` checks whether they are the published ones.
    ///
    /// - Throws: ``ModelFileError``
    public init(folder: ModelFolder) throws {
        try folder.checkIsFolder()
        let vocabulary = try Vocabulary(
            path: folder.path(of: ModelFolder.vocabulary), expectedCount: EncoderShape.vocabulary)
        tokenizer = WordPieceTokenizer(vocabulary: vocabulary)
        encoder = Encoder(weights: try EncoderWeights(file: TensorFile(path: folder.path(of: ModelFolder.weights))))
    }

    public var modelID: String { Self.modelID }

    public var dimensions: Int { Self.dimensions }

    /// 254, because two of 256 mark where a text starts and ends.
    public var pieceLimit: Int { EncoderShape.longestText - 2 }

    public func countPieces(of text: Substring) -> PieceCount { tokenizer.countPieces(of: text) }

    /// A vector of 384 numbers for each text. An empty text has one too, without meaning. Cancellation is noticed after
    /// at most 512 pieces, which take a few tenths of a second.
    public func embed(_ texts: [String]) throws -> [[Float]] {
        try encoder.vectors(ofAll: texts.map(pieces(of:)))
    }

    package var isCut: Bool { encoder.weights.file.isCut }

    public func likeness(of sentences: [String], to question: String) throws -> [Float] {
        func inner(_ text: String) -> [UInt16] { Array(pieces(of: text).dropFirst().dropLast()) }
        return WordLikeness(table: encoder.weights.pieces).likeness(of: sentences.map(inner), to: inner(question))
    }

    func with(_ kernels: EncoderKernels) -> MiniLMEmbedder {
        var embedder = self
        embedder.encoder.kernels = kernels
        return embedder
    }

    func pieces(of text: String) -> [UInt16] { tokenizer.pieces(of: text, limit: EncoderShape.longestText) }
}
