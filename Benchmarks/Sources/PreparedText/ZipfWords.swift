#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Invented words whose frequency falls with their rank as in real text (Zipf's law with exponent 1), so that the
/// vocabulary keeps growing with the archive and full-text tables get both long and short lists of places.
public enum ZipfWords {
    /// Ranks run from 0 to here: more than a dictionary has, as scans bring misreadings of every word.
    public static let vocabulary = 400_000

    private static let consonants = Array("bdfglmnprstvkh".utf8)
    private static let vowels = Array("aeiou".utf8)

    /// The rank whose share of all words lies at `share`, from 0 to 1.
    public static func rank(_ share: Double) -> Int {
        // The integral of 1/x is the logarithm, so its inverse gives ranks as frequent as 1/rank.
        min(vocabulary, Int(exp(share * log(Double(vocabulary)))) - 1)
    }

    /// Frequent words are short: a syllable for each digit of the rank to base 70. They end with a vowel, so none is a
    /// word of the query language.
    public static func append(rank: Int, to text: inout [UInt8]) {
        let syllables = consonants.count * vowels.count
        var rest = rank
        repeat {
            text.append(consonants[rest % syllables / vowels.count])
            text.append(vowels[rest % vowels.count])
            rest = rest / syllables - 1
        } while rest >= 0
    }

    public static func spelling(rank: Int) -> String {
        var bytes: [UInt8] = []
        append(rank: rank, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): the same numbers for the same seed on every machine.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) { state = seed }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to just under 1.
    public mutating func unit() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
