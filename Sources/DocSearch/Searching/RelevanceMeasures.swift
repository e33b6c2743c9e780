import Foundation

/// How good rankings are, against judgements of which documents answer which query. Every measure is the mean over the
/// queries that have a relevant document (cf. Manning, Raghavan, Schütze, "Introduction to Information Retrieval", 8).
public struct RelevanceMeasures: Sendable, Hashable {
    /// Queries with a relevant document.
    public private(set) var queries = 0
    /// Gains discounted by the logarithm of the rank, over the first ten, as a share of what could be (Järvelin and
    /// Kekäläinen 2002).
    public private(set) var nDCG10 = 0.0
    /// Mean average precision.
    public private(set) var map = 0.0
    /// Relevant among the first ten.
    public private(set) var precision10 = 0.0
    /// The share of the relevant ones that are among the first hundred.
    public private(set) var recall100 = 0.0
    /// One over the rank of the first relevant document.
    public private(set) var mrr = 0.0

    private var sums = [0.0, 0.0, 0.0, 0.0, 0.0]

    /// No queries yet.
    public init() {}

    /// Takes one more query. `ranking` names documents, best first; `judgements` are their gains, 0 or less for what does
    /// not answer. A query without a relevant document says nothing and is passed over.
    public mutating func add(ranking: [String], judgements: [String: Int]) {
        let relevant = judgements.filter { $0.value > 0 }
        guard !relevant.isEmpty else { return }
        var seen: Set<String> = []
        let gains = ranking.map { seen.insert($0).inserted ? max(0, judgements[$0] ?? 0) : 0 }
        let ideal = Self.discounted(relevant.values.sorted(by: >).prefix(10))
        var found = 0
        var precisions = 0.0
        for (position, gain) in gains.enumerated() where gain > 0 {
            found += 1
            precisions += Double(found) / Double(position + 1)
        }
        let count = Double(relevant.count)
        let inTen = Double(gains.prefix(10).filter { $0 > 0 }.count)
        let inHundred = Double(gains.prefix(100).filter { $0 > 0 }.count)
        let first = gains.firstIndex { $0 > 0 }.map { 1 / Double($0 + 1) }
        let values: [Double] = [
            Self.discounted(gains.prefix(10)) / ideal, precisions / count, inTen / 10, inHundred / count, first ?? 0,
        ]
        queries += 1
        for (number, value) in values.enumerated() { sums[number] += value }
        let means = sums.map { $0 / Double(queries) }
        (nDCG10, map, precision10, recall100, mrr) = (means[0], means[1], means[2], means[3], means[4])
    }

    private static func discounted(_ gains: some Collection<Int>) -> Double {
        gains.enumerated().reduce(0) { $0 + Double($1.element) / log2(Double($1.offset) + 2) }
    }
}

/// Which documents answer which query, as TREC writes it: query, a field without meaning, document, gain.
public struct RelevanceJudgements: Sendable {
    /// Gains by query and document.
    public private(set) var gains: [String: [String: Int]] = [:]

    /// Throws ``DocSearchError`` with code `usage` that names the first line which is not made so.
    public init(lines text: String) throws {
        for (number, line) in text.split(whereSeparator: \.isNewline).enumerated() {
            let fields = line.split(whereSeparator: { $0 == " " || $0 == "\t" })
            guard fields.count == 4, let gain = Int(fields[3]) else {
                throw DocSearchError(
                    .usage, "Line \(number + 1) of the judgements is not a query, a 0, a document and a number.")
            }
            gains[String(fields[0]), default: [:]][String(fields[2])] = gain
        }
    }
}
