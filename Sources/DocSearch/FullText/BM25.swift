import Foundation

/// What BM25 gives a word (Robertson and Zaragoza 2009), with the parameters that FTS5 has.
enum BM25 {
    private static let k1 = 1.2
    private static let b = 0.75

    /// What a word gives that is there without end, as a multiple of its inverse document frequency.
    static let most = k1 + 1

    /// How telling a word is that so many of all documents have, as Lucene counts it: never negative, for a word that is in
    /// most of them (Robertson and Zaragoza 2009, 3.4).
    static func inverseFrequency(of count: Int, among all: Int) -> Double {
        log(1 + (Double(all - count) + 0.5) / (Double(count) + 0.5))
    }

    /// The same for a share of very many.
    static func inverseFrequency(share: Double) -> Double { log(1 + max(0.001, 1 - share) / share) }

    /// How telling a word is in a query of many words. Rare words count for more there than BM25 has it: beside many others common
    /// ones say little, and what is a stop word in another language than English is common (docs/benchmarks.md, "Long
    /// questions").
    static func amongMany(_ inverseFrequency: Double) -> Double { pow(inverseFrequency, 1.3) }

    /// How often a word must be in a text of this length to give half of the most.
    static func saturation(length: Double = 1, average: Double = 1) -> Double { k1 * (1 - b + b * length / average) }
}
