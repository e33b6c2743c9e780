/// Turns texts into vectors: texts with similar meanings have vectors that point in similar directions. A program may
/// supply its own model; docsearch has ``MiniLMEmbedder`` and ``E5Embedder``.
public protocol Embedder: Sendable {
    /// The model's name. Vectors of models with different names are never compared.
    var modelID: String { get }

    /// The number of components in a vector.
    var dimensions: Int { get }

    /// The most pieces of a text that the model reads. Later ones are ignored.
    var pieceLimit: Int { get }

    /// Counts a text against the limit, and the pieces that the model does not know.
    func countPieces(of text: Substring) -> PieceCount

    /// A vector of ``dimensions`` numbers and length 1 for each text, in order. The dot product of two vectors is the
    /// cosine of their angle.
    ///
    /// - Throws: `CancellationError` when the task was cancelled, ``EmbeddingError``, or an error of the model's own.
    func embed(_ texts: [String]) throws -> [[Float]]

    /// The vector of a question, where the model was trained to see them otherwise than the texts that answer. By default as
    /// of any text.
    ///
    /// - Throws: As ``embed(_:)``.
    func embed(question: String) throws -> [Float]?

    /// The languages that it has learned, by the codes of ISO 639-1; nil for all. Questions and pages in others are left
    /// out unless a person asks for meaning. By default English alone.
    var languages: Set<String>? { get }

    /// How well each sentence answers the question, to choose the sentences shown from a page: greater is better.
    /// Vectors are compared unless a model has a faster way.
    ///
    /// - Throws: As ``embed(_:)``.
    func likeness(of sentences: [String], to question: String) throws -> [Float]
}

extension Embedder {
    public var languages: Set<String>? { ["en"] }

    public func embed(question: String) throws -> [Float]? { try embed([question]).first }

    public func likeness(of sentences: [String], to question: String) throws -> [Float] {
        guard let asked = try embed(question: question) else { return [] }
        return try embed(sentences).map { zip($0, asked).reduce(0) { $0 + $1.0 * $1.1 } }
    }
}

/// A model whose files are mapped into memory.
package protocol MappedEmbedder: Embedder {
    /// Another program has cut a file short. The model must be opened again then.
    var isCut: Bool { get }
}

/// The size of a text for a model.
public struct PieceCount: Sendable, Equatable {
    /// Words and parts of words in the model's vocabulary.
    public var total: Int
    /// Pieces for words that the vocabulary cannot spell.
    public var unknown: Int

    public init(total: Int, unknown: Int) { (self.total, self.unknown) = (total, unknown) }
}

/// An error that leaves a text without a vector.
public enum EmbeddingError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The system could not allocate `bytes` bytes, which a single text needs.
    case outOfMemory(bytes: Int)
    /// The model returned a vector without a direction. Its weights are not what they should be.
    case noDirection

    public var description: String {
        switch self {
        case .outOfMemory(let bytes): "There is not enough memory for a vector: \(bytes) bytes were asked for."
        case .noDirection: "The model's weights give no vector. The model's file is damaged."
        }
    }
}
