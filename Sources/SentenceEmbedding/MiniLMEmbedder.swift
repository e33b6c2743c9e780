/// all-MiniLM-L6-v2: 384 dimensions, 256 pieces, trained on English sentences. Vectors match the reference
/// (sentence-transformers) to about six digits.
///
/// Its files are mapped into memory, and only the used parts are read. Several tasks may use it at once.
public struct MiniLMEmbedder: Embedder {
    /// The model's name with the first digits of its weights' checksum.
    public static let modelID = "all-MiniLM-L6-v2-\(ModelFolder.weights.sha256.prefix(8))"

    /// The number of components in a vector.
    public static let dimensions = EncoderShape.width

    /// More pieces make products no faster and use up the caches.
    static let batchSize = 512

    private let tokenizer: WordPieceTokenizer
    private var encoder: Encoder

    /// Opens a model and checks the format of its files: names, shapes and offsets of all used tensors.
    /// ``ModelFolder/checkContents()`` checks whether they are the published ones.
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

    /// The model must be reopened then.
    package var isCut: Bool { encoder.weights.file.isCut }

    func with(_ kernels: EncoderKernels) -> MiniLMEmbedder {
        var embedder = self
        embedder.encoder.kernels = kernels
        return embedder
    }

    func vocabularyRow(of piece: UInt16) -> [Float] {
        let row = encoder.weights.pieces + Int(min(piece, UInt16(EncoderShape.vocabulary - 1))) * EncoderShape.width
        return Array(UnsafeBufferPointer(start: row, count: EncoderShape.width))
    }

    func pieces(of text: String) -> [UInt16] { tokenizer.pieces(of: text, limit: EncoderShape.longestText) }

    /// Memory for a batch of texts with these lengths, or at least for the longest if the system has no more. Nil
    /// without texts.
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
