/// A few numbers that tell about how alike two sets of words are, without the words: MinHash (Broder, On the resemblance and
/// containment of documents, 1997).
struct TextSketch: Sendable {
    /// Texts that share eight of ten words agree in one of the bands, except for one pair of 100,000.
    private static let bands = 16
    private static let rows = 3

    private let numbers: [UInt32]

    init(_ words: WordSet) {
        var least = [UInt64](repeating: .max, count: Self.bands * Self.rows)
        for word in words.numbers {
            for place in least.indices {
                least[place] = min(least[place], Self.mixed(word &+ UInt64(place) &* 0x9E37_79B9_7F4A_7C15))
            }
        }
        numbers = least.map { UInt32(truncatingIfNeeded: $0) }
    }

    /// Texts that are alike have at least one of these keys in common.
    var keys: [UInt64] {
        (0..<Self.bands).map { band in
            numbers[band * Self.rows..<(band + 1) * Self.rows].reduce(UInt64(band)) { Self.mixed($0 ^ UInt64($1)) }
        }
    }

    /// About ``WordSet/likeness(to:)``: within 0.2 of it, except for one pair of 1,000.
    func likeness(to other: TextSketch) -> Double {
        let same = zip(numbers, other.numbers).reduce(0) { $0 + ($1.0 == $1.1 ? 1 : 0) }
        return Double(same) / Double(numbers.count)
    }

    /// The finalizer of SplitMix64.
    private static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
