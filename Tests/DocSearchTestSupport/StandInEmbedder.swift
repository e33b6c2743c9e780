import SentenceEmbedding
import Synchronization

/// A model for tests: each word has a direction of its own, the same in every run, and a text has the sum of its words.
/// Words that mean the same are given one direction. Remembers the texts that it was given.
public final class StandInEmbedder: Embedder {
    public let modelID: String
    public let dimensions: Int
    public let pieceLimit = 254
    public let languages: Set<String>?
    private let synonyms: [String: String]
    private let willEmbed: @Sendable ([String]) throws -> Void
    private let given = Mutex<[String]>([])

    /// - Parameters:
    ///   - modelID: Its name.
    ///   - dimensions: Of its vectors.
    ///   - languages: Those that it knows, by their codes; nil for all.
    ///   - synonyms: Words in small letters, and those whose direction they have.
    ///   - willEmbed: Is told the texts before they get vectors, and may throw.
    public init(
        modelID: String = "stand-in", dimensions: Int = 32, languages: Set<String>? = ["en"],
        synonyms: [String: String] = [:],
        willEmbed: @escaping @Sendable ([String]) throws -> Void = { _ in }
    ) {
        (self.modelID, self.dimensions, self.languages) = (modelID, dimensions, languages)
        (self.synonyms, self.willEmbed) = (synonyms, willEmbed)
    }

    /// All texts that got vectors, in the order in which they came.
    public var texts: [String] { given.withLock { $0 } }

    public func countPieces(of text: Substring) -> PieceCount {
        let words = Self.words(text)
        return PieceCount(
            total: words.count, unknown: words.filter { $0.unicodeScalars.contains { $0.value > 0x2FF } }.count)
    }

    public func embed(_ texts: [String]) throws -> [[Float]] {
        try willEmbed(texts)
        given.withLock { $0 += texts }
        return texts.map { text in
            var sum = [Float](repeating: 0, count: dimensions)
            sum[0] = 0.001
            for word in Self.words(text[...]) {
                for (index, number) in direction(of: synonyms[word] ?? word).enumerated() { sum[index] += number }
            }
            let length = sum.reduce(0) { $0 + $1 * $1 }.squareRoot()
            return sum.map { $0 / length }
        }
    }

    private func direction(of word: String) -> [Float] {
        let seed = word.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
        var generator = SeededGenerator(seed: seed)
        return (0..<dimensions).map { _ in Float.random(in: -1...1, using: &generator) }
    }

    private static func words(_ text: Substring) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
