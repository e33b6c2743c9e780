/// Makes vectors of texts: texts that mean the same have vectors that point the same way. A program may bring a model
/// of its own; ``MiniLMEmbedder`` is the one that docsearch has.
public protocol Embedder: Sendable {
    /// Which model makes the vectors. Vectors of models with different names are never compared.
    var modelID: String { get }

    /// How many numbers a vector has.
    var dimensions: Int { get }

    /// How many pieces of a text the model reads at most; what comes after them does not count.
    var pieceLimit: Int { get }

    /// What of the limit a text takes, and how much of the text the model does not know.
    func countPieces(of text: Substring) -> PieceCount

    /// A vector of ``dimensions`` numbers and length 1 for each text, in their order. The product of two is the cosine
    /// of their angle.
    ///
    /// - Throws: `CancellationError` when the task was cancelled, ``EmbeddingError``, or an error of the model's own.
    func embed(_ texts: [String]) throws -> [[Float]]

    /// How much each of some sentences says what the question asks, for choosing what is shown of a page: greater is
    /// more. Unless a model knows a faster way, their vectors are compared.
    ///
    /// - Throws: As ``embed(_:)``.
    func likeness(of sentences: [String], to question: String) throws -> [Float]
}

extension Embedder {
    public func likeness(of sentences: [String], to question: String) throws -> [Float] {
        let vectors = try embed([question] + sentences)
        guard let asked = vectors.first else { return [] }
        return vectors.dropFirst().map { zip($0, asked).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}

/// A text as a model sees it.
public struct PieceCount: Sendable, Equatable {
    /// Words and parts of words, as the model's vocabulary has them.
    public var total: Int
    /// How many of them stand for words that the vocabulary cannot spell.
    public var unknown: Int

    public init(total: Int, unknown: Int) {
        self.total = total
        self.unknown = unknown
    }
}

/// Why there is no vector.
public enum EmbeddingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system did not give `bytes` bytes of memory, which a single text needs.
    case outOfMemory(bytes: Int)
    /// The model made a vector without a direction. Its weights are not what they should be.
    case noDirection

    public var description: String {
        switch self {
        case .outOfMemory(let bytes): "There is not enough memory for a vector: \(bytes) bytes were asked for."
        case .noDirection: "The model's weights give no vector. The model's file is damaged."
        }
    }
}
