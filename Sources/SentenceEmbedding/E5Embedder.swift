/// multilingual-e5-small: 384 dimensions, 512 pieces, trained with texts of about a hundred languages. Its weights have
/// four bits each, which are turned into floats as they are used.
///
/// Its file is mapped into memory. Several tasks may use it at once.
public struct E5Embedder: MappedEmbedder {
    /// The model's name with the first digits of its file's checksum.
    public static let modelID = EmbeddingModel.e5Small.modelID

    private let tokenizer: UnigramTokenizer
    private let encoder: Encoder
    private let questionPrefix: [UInt32]
    private let passagePrefix: [UInt32]

    /// Opens a model and checks the format of its file: everything of it is read but the weights.
    /// ``ModelFolder/checkContents(of:)`` checks whether it is the published one.
    ///
    /// - Throws: ``ModelFileError``
    public init(folder: ModelFolder) throws {
        try self.init(folder: folder, kernels: .fastest)
    }

    init(folder: ModelFolder, kernels: EncoderKernels) throws {
        try folder.checkIsFolder()
        let file = try PackedModelFile(path: folder.path(of: EmbeddingModel.e5Small.files[0]))
        tokenizer = try UnigramTokenizer(file: file)
        encoder = Encoder(weights: try EncoderWeights(file: file), kernels: kernels)
        questionPrefix = tokenizer.pieces(of: E5Shape.questionPrefix)
        passagePrefix = tokenizer.pieces(of: E5Shape.passagePrefix)
    }

    public var modelID: String { Self.modelID }

    public var dimensions: Int { EncoderShape.width }

    public var languages: Set<String>? { EmbeddingModel.e5Small.languages }

    /// About 507 of 512: two mark where a text starts and ends, and some say what it is.
    public var pieceLimit: Int {
        EncoderShape.positions - 2 - max(questionPrefix.count, passagePrefix.count)
    }

    public func countPieces(of text: Substring) -> PieceCount { tokenizer.countPieces(of: text) }

    /// A vector of 384 numbers for each text, as one that answers. Cancellation is noticed after at most 512 pieces.
    public func embed(_ texts: [String]) throws -> [[Float]] {
        try encoder.vectors(ofAll: texts.map { pieces(of: $0, behind: passagePrefix) })
    }

    public func embed(question: String) throws -> [Float]? {
        try encoder.vectors(ofAll: [pieces(of: question, behind: questionPrefix)]).first
    }

    public func likeness(of sentences: [String], to question: String) throws -> [Float] {
        WordLikeness(table: encoder.weights.pieces).likeness(
            of: sentences.map { tokenizer.pieces(of: $0, limit: pieceLimit) },
            to: tokenizer.pieces(of: question, limit: pieceLimit))
    }

    package var isCut: Bool { encoder.weights.file.isCut }

    func pieces(of text: String, behind prefix: [UInt32] = []) -> [UInt32] {
        let marks = tokenizer.vocabulary.marks
        let most = EncoderShape.positions - 2 - prefix.count
        return [marks.start] + prefix + tokenizer.pieces(of: text, limit: most) + [marks.end]
    }
}
