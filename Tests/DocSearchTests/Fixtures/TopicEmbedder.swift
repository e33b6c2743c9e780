import SentenceEmbedding

/// A model for tests: words of one topic mean the same, and every other word means itself.
struct TopicEmbedder: Embedder {
    var modelID = "topics"
    var languages: Set<String>? = ["en"]
    let dimensions = 256
    var pieceLimit = 254

    private static let topics: [[String]] = [
        ["bridge", "viaduct", "crossing", "brücke"], ["paid", "cost", "borne", "expense", "kosten"],
        ["mending", "repair", "restored", "ausbesserung"],
        ["ship", "vessel", "schooner"], ["doctor", "physician", "surgeon"],
    ]
    /// In every text, and about nothing.
    private static let small: Set<String> = ["the", "of", "was", "by", "for", "who", "a", "and", "in", "to"]

    func countPieces(of text: Substring) -> PieceCount { PieceCount(total: Self.words(text).count, unknown: 0) }

    func embed(_ texts: [String]) throws -> [[Float]] {
        texts.map { text in
            var sums = [Float](repeating: 0, count: dimensions)
            for word in Self.words(text[...]).prefix(pieceLimit) where !Self.small.contains(word) {
                sums[Self.column(of: word)] += 1
            }
            let length = sums.reduce(0) { $0 + $1 * $1 }.squareRoot()
            guard length > 0 else { return [1] + sums.dropFirst() }
            return sums.map { $0 / length }
        }
    }

    private static func words(_ text: Substring) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    private static func column(of word: String) -> Int {
        if let topic = topics.firstIndex(where: { $0.contains(word) }) { return topic }
        let sum = word.utf8.reduce(UInt32(7)) { $0 &* 31 &+ UInt32($1) }
        return topics.count + Int(sum % UInt32(256 - topics.count))
    }
}
