/// What BM25 gives a word (Robertson and Zaragoza 2009), with the parameters that FTS5 has.
enum BM25 {
    private static let k1 = 1.2
    private static let b = 0.75

    /// What a word gives that is there without end, as a multiple of its inverse document frequency.
    static let most = k1 + 1

    /// How often a word must be in a text of this length to give half of the most.
    static func saturation(length: Double = 1, average: Double = 1) -> Double { k1 * (1 - b + b * length / average) }
}
