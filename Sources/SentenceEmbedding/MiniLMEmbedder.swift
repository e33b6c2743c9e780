/// all-MiniLM-L6-v2: 384 dimensions, 256 pieces, trained with English sentences. Vectors are those of the reference
/// (sentence-transformers) to about six digits.
///
/// Its files are mapped into memory, and only what is used is read. Several tasks may use it at once.
public struct MiniLMEmbedder: Embedder {
    /// The name of the model with the first digits of the checksum of its weights.
    public static let modelID = "all-MiniLM-L6-v2-\(ModelFolder.weights.sha256.prefix(8))"

    /// How many numbers a vector has.
    public static let dimensions = EncoderShape.width

    /// Pieces that go through the model together. More make products no faster, and take room in the caches.
    static let batchSize = 512

    private let tokenizer: WordPieceTokenizer
    private var encoder: Encoder

    /// Opens a model and checks the format of its files: names, shapes and offsets of all that is used. Whether they are
    /// the published ones is another question (``ModelFolder/checkContents()``).
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

    /// 254, because two of 256 say where a text starts and ends.
    public var pieceLimit: Int { EncoderShape.longestText - 2 }

    public func countPieces(of text: Substring) -> PieceCount { tokenizer.countPieces(of: text) }

    /// A vector of 384 numbers for each text. An empty text has one too, which means nothing. Cancellation is noticed
    /// after at most 512 pieces, which take some tenths of a second.
    public func embed(_ texts: [String]) throws -> [[Float]] {
        let pieces = texts.map(pieces(of:))
        var vectors: [[Float]] = []
        vectors.reserveCapacity(texts.count)
        guard let memory = try Self.memory(for: pieces.map(\.count)) else { return [] }
        var start = 0
        while start < pieces.count {
            try Task.checkCancellation()
            var (end, rows) = (start, 0)
            while end < pieces.count, rows + pieces[end].count <= memory.capacity {
                rows += pieces[end].count
                end += 1
            }
            vectors += try encoder.vectors(of: pieces[start..<end], in: memory)
            start = end
        }
        let file = encoder.weights.file
        guard !file.isCut else { throw ModelFileError(path: file.path, reason: .cutWhileRead) }
        return vectors
    }

    /// Whether the model's file was cut short since it was opened. The model is to be opened again then.
    package var isCut: Bool { encoder.weights.file.isCut }

    /// The same model with the arithmetic for another kind of processor.
    func with(_ kernels: EncoderKernels) -> MiniLMEmbedder {
        var embedder = self
        embedder.encoder.kernels = kernels
        return embedder
    }

    /// What a piece means without others.
    func vocabularyRow(of piece: UInt16) -> [Float] {
        let row = encoder.weights.pieces + Int(min(piece, UInt16(EncoderShape.vocabulary - 1))) * EncoderShape.width
        return Array(UnsafeBufferPointer(start: row, count: EncoderShape.width))
    }

    /// What the model is given of a text.
    func pieces(of text: String) -> [UInt16] { tokenizer.pieces(of: text, limit: EncoderShape.longestText) }

    /// For a batch of texts of these lengths, or at least for the longest if the system has no more; nil without texts.
    static func memory(
        for lengths: [Int], allocate: (_ capacity: Int) throws -> EncoderMemory = { try EncoderMemory(capacity: $0) }
    ) throws -> EncoderMemory? {
        guard let longest = lengths.max() else { return nil }
        let wanted = max(longest, min(batchSize, lengths.reduce(0, +)))
        do {
            return try allocate(wanted)
        } catch EmbeddingError.outOfMemory where wanted > longest {
            return try allocate(longest)
        }
    }
}
