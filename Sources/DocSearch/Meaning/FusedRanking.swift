/// Merges two rankings by reciprocal rank fusion (Cormack, Clarke and Büttcher 2009): a document's score depends on its
/// rank in each ranking, and on its score relative to the first one's.
struct FusedRanking {
    /// The same whatever part of the list is requested, so that the parts fit together.
    static let depth = 100
    /// Softens the difference between the first ranks.
    private static let k = 100.0
    /// The share of a query's information that the best document must have for words to count in full.
    private static let enoughWords = 0.45

    let weights: FusionWeights

    /// `words` has as many as are wanted or ``depth``. If even the best has less than half of the words' information,
    /// words count less. The first `stay` by words keep their places before all others.
    func fused(_ words: [RankedDocument], _ meaning: [RankedDocument], staying stay: Int) -> [RankedDocument] {
        var documents: [Int: RankedDocument] = [:]
        let bestScore = words.first?.score ?? 0
        let trust = min(1, (words.prefix(Self.depth).map(\.coverage).max() ?? 1) / Self.enoughWords)
        let counted = max(stay, Self.depth)
        for (rank, document) in words.prefix(counted).enumerated() {
            var document = document
            document.ranks.words = rank + 1
            let share = bestScore > 0 ? document.score / bestScore : 1
            document.score = gain(rank + 1, weights.words * share * trust) + (rank < stay ? 1 : 0)
            documents[document.ordinal] = document
        }
        let bestSimilarity = meaning.first?.ranks.similarity ?? 0
        for (rank, document) in meaning.prefix(Self.depth).enumerated() {
            var fused = documents[document.ordinal] ?? document
            if fused.ranks.words == nil { fused.score = 0 }
            fused.ranks.meaning = rank + 1
            fused.ranks.similarity = document.ranks.similarity
            fused.meaning = document.meaning
            let share = bestSimilarity > 0 ? (document.ranks.similarity ?? 0) / bestSimilarity : 1
            fused.score += gain(rank + 1, weights.meaning * share)
            documents[document.ordinal] = fused
        }
        // These keep their order, whatever their meaning.
        let first = words.prefix(stay).compactMap { documents.removeValue(forKey: $0.ordinal) }
        let others = documents.values.sorted {
            ($1.score, $0.ranks.words ?? .max, $0.id) < ($0.score, $1.ranks.words ?? .max, $1.id)
        }
        let shown = Set(others.map(\.ordinal))
        var rest = Array(words.dropFirst(counted))
        for position in rest.indices { rest[position].ranks.words = counted + position + 1 }
        rest.removeAll { shown.contains($0.ordinal) }
        return Ranker.joined(Ranker.joined(Self.descending(first), others), rest)
    }

    private func gain(_ rank: Int, _ weight: Double) -> Double { weight / (Self.k + Double(rank)) }

    /// Programs sort by scores.
    private static func descending(_ documents: [RankedDocument]) -> [RankedDocument] {
        var documents = documents
        for position in documents.indices.dropFirst() {
            documents[position].score = min(documents[position].score, documents[position - 1].score.nextDown)
        }
        return documents
    }

    func pages(_ words: [(page: Int, isComplete: Bool)], _ meaning: [Int]) -> [(page: Int, score: Double)] {
        var scores: [Int: Double] = [:]
        var stay: Set<Int> = []
        for (rank, found) in words.enumerated() {
            scores[found.page] = found.isComplete ? 1 + 1 / Double(rank + 1) : gain(rank + 1, weights.words)
            if found.isComplete { stay.insert(found.page) }
        }
        for (rank, page) in meaning.enumerated() where !stay.contains(page) {
            scores[page, default: 0] += gain(rank + 1, weights.meaning)
        }
        return scores.map { (page: $0.key, score: $0.value) }.sorted { ($1.score, $0.page) < ($0.score, $1.page) }
    }
}

/// The weights of the two rankings in their fusion.
public struct FusionWeights: Sendable, Hashable, Codable {
    /// The weight of the ranking by words.
    public var words: Double
    /// The weight of the ranking by meaning.
    public var meaning: Double

    /// Equal weights by default.
    public init(words: Double = 1, meaning: Double = 1) { (self.words, self.meaning) = (words, meaning) }

    /// A missing member has its default; an invalid weight is an error.
    public init(from decoder: any Decoder) throws {
        try KnownMembers(["words", "meaning"]).refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        words = try values.decodeIfPresent(Double.self, forKey: .words) ?? words
        meaning = try values.decodeIfPresent(Double.self, forKey: .meaning) ?? meaning
        try RankingWeights.check([words, meaning], in: decoder)
    }
}

/// A document's ranks in the two merged rankings.
public struct FusedRanks: Sendable, Hashable {
    /// By words, from 1; nil where it was not among the compared documents, or has none of the words.
    public var words: Int?
    /// By meaning, from 1; nil where it was not among the compared documents.
    public var meaning: Int?
    /// Similarity of its nearest page: 1 for the same, about 0 for an unrelated one.
    public var similarity: Double?
}
