import Foundation

/// The BM25 score of a word (Robertson and Zaragoza 2009), with FTS5's parameters.
enum BM25 {
    private static let k1 = 1.2
    private static let b = 0.75

    /// For infinite frequency, as a multiple of the inverse document frequency.
    static let most = k1 + 1

    /// In Lucene's form, which is never negative for a word in most documents (Robertson and Zaragoza 2009, 3.4).
    static func inverseFrequency(of count: Int, among all: Int) -> Double {
        log(1 + (Double(all - count) + 0.5) / (Double(count) + 0.5))
    }

    static func inverseFrequency(share: Double) -> Double { log(1 + max(0.001, 1 - share) / share) }

    /// Rare words count for more than in BM25: common ones add little beside many others, and stop words of languages
    /// other than English are common (docs/benchmarks.md, "Long questions").
    static func amongMany(_ inverseFrequency: Double) -> Double { pow(inverseFrequency, 1.5) }

    static func saturation(length: Double = 1, average: Double = 1) -> Double { k1 * (1 - b + b * length / average) }
}
