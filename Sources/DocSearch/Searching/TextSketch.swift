/// Estimates how alike two sets of words are, by MinHash (Broder, On the resemblance and containment of documents,
/// 1997).
struct TextSketch: Sendable {
    /// Texts that share eight of ten words agree in one of the bands, except for one pair of 100,000.
    private static let bands = 16
    private static let rows = 3

    private let numbers: [UInt32]

    init(_ words: WordSet) {
        var least = [UInt64](repeating: .max, count: Self.bands * Self.rows)
        for word in words.numbers {
            for index in least.indices {
                least[index] = min(least[index], SplitMix.mixed(word &+ UInt64(index) &* 0x9E37_79B9_7F4A_7C15))
            }
        }
        numbers = least.map { UInt32(truncatingIfNeeded: $0) }
    }

    var keys: [UInt64] {
        (0..<Self.bands).map { band in
            numbers[band * Self.rows..<(band + 1) * Self.rows].reduce(UInt64(band)) { SplitMix.mixed($0 ^ UInt64($1)) }
        }
    }

    /// Within 0.2 of ``WordSet/likeness(to:)``, except for one pair of 1,000.
    func likeness(to other: TextSketch) -> Double {
        let same = zip(numbers, other.numbers).count(where: ==)
        return Double(same) / Double(numbers.count)
    }
}
