/// The models that docsearch can install.
public enum EmbeddingModel: String, Sendable, CaseIterable {
    /// all-MiniLM-L6-v2, for English (Apache License 2.0).
    case minilm
    /// multilingual-e5-small, for about a hundred languages (MIT License).
    case e5Small = "e5-small"

    /// Nil for a program's own model, and for one of another release.
    public init?(modelID: String) {
        guard let known = Self.allCases.first(where: { $0.modelID == modelID }) else { return nil }
        self = known
    }

    /// The model's name with the first digits of its weights' checksum, which identifies its vectors.
    public var modelID: String {
        switch self {
        case .minilm: "all-MiniLM-L6-v2-\(files[0].sha256.prefix(8))"
        case .e5Small: "multilingual-e5-small-q4-\(files[0].sha256.prefix(8))"
        }
    }

    /// The number of components in a vector.
    public var dimensions: Int { EncoderShape.width }

    /// A folder must have them.
    public var files: [ModelFolder.File] {
        switch self {
        case .minilm: [ModelFolder.weights, ModelFolder.vocabulary]
        case .e5Small:
            [
                ModelFolder.File(
                    name: "e5-small-q4.bin", size: 71_622_400,
                    sha256: "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f")
            ]
        }
    }

    /// The languages of its training, by the codes of ISO 639-1.
    public var languages: Set<String> {
        switch self {
        case .minilm: ["en"]
        case .e5Small: Self.hundred
        }
    }

    /// The mean cosine of a question and a page that have nothing to do with each other: the zero of similarities.
    public var unrelatedCosine: Double {
        switch self {
        case .minilm: 0
        case .e5Small: 0.72
        }
    }

    /// A page less similar is no answer.
    public var leastSimilarity: Double {
        switch self {
        case .minilm: 0.2
        case .e5Small: 0.1
        }
    }

    /// Opens the model in a folder without comparing its files with the published ones.
    ///
    /// - Throws: ``ModelFileError``
    public func embedder(in folder: ModelFolder) throws -> any Embedder {
        switch self {
        case .minilm: try MiniLMEmbedder(folder: folder)
        case .e5Small: try E5Embedder(folder: folder)
        }
    }

    /// Those of XLM-RoBERTa (Conneau et al. 2020, table 6), which the model was made from, with both forms of Norwegian.
    private static let hundred = Set(
        """
        af am ar as az be bg bn br bs ca cs cy da de el en eo es et eu fa fi fr fy ga gd gl gu ha he hi hr hu hy id is it
        ja jv ka kk km kn ko ku ky la lo lt lv mg mk ml mn mr ms my nb ne nl nn no om or pa pl ps pt ro ru sa sd si sk sl
        so sq sr su sv sw ta te th tl tr ug uk ur uz vi xh yi zh
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
