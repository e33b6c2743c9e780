/// One order of two: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), in which a document gains by its rank in each,
/// and by how near its score comes there to that of the first.
struct FusedRanking {
    /// Documents of each ranking that count, whatever part of the list is asked for: so its parts fit together.
    static let depth = 100
    /// Softens the difference between the first ranks.
    private static let k = 100.0
    /// Of what the words of a query tell, how much the best document must have for words to count in full.
    private static let enoughWords = 0.45

    let weights: FusionWeights

    /// The order of the documents that answer, each once. By `words` there are as many as are wanted or ``depth``, by
    /// `meaning` those that the index has. Where not even the best has half of what the words tell, they count less.
    /// The first `stay` by words stay where they are, before all others.
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
        // Those that stay keep their order, whatever they mean.
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

    /// Programs sort by score.
    private static func descending(_ documents: [RankedDocument]) -> [RankedDocument] {
        var documents = documents
        for position in documents.indices.dropFirst() {
            documents[position].score = min(documents[position].score, documents[position - 1].score.nextDown)
        }
        return documents
    }

    /// The pages of one document, best first, by both of two orders of them: those with all words (`isComplete`) before
    /// others, in the order of words.
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

/// How much each of two rankings counts when they are made one.
public struct FusionWeights: Sendable, Hashable, Codable {
    /// Of the ranking by words.
    public var words: Double
    /// Of the ranking by meaning.
    public var meaning: Double

    /// Both count the same when nothing else is said.
    public init(words: Double = 1, meaning: Double = 1) {
        self.words = words
        self.meaning = meaning
    }

    /// What is left out keeps its usual weight; a member that is no weight is an error.
    public init(from decoder: any Decoder) throws {
        try KnownMembers(["words", "meaning"]).refuseOthers(in: decoder)
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        words = try values.decodeIfPresent(Double.self, forKey: .words) ?? words
        meaning = try values.decodeIfPresent(Double.self, forKey: .meaning) ?? meaning
        try RankingWeights.check([words, meaning], in: decoder)
    }
}

/// Where a document stands in the two rankings that were made one.
public struct FusedRanks: Sendable, Hashable {
    /// By words, from 1; nil where it is not among those that were looked at, or has none of the words.
    public var words: Int?
    /// By meaning, from 1; nil where it is not among those that were looked at.
    public var meaning: Int?
    /// Of its nearest page: 1 for the same, about 0 for what has nothing to do with it.
    public var similarity: Double?
}
