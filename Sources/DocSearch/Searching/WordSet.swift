import ContentHashing

/// The different words of a text, in any order and however often they stand there.
struct WordSet: Sendable {
    /// Shorter texts are alike by chance.
    private static let fewestWords = 20
    /// Words that two texts must share, as a part of the words that either has.
    private static let share = 0.8

    /// Numbers that stand for the words, ascending.
    let numbers: [UInt64]

    /// Of the texts that `each` hands on, one after the other.
    init(_ each: ((String) -> Void) throws -> Void) rethrows {
        var numbers: Set<UInt64> = []
        try each { text in
            for word in Self.words(of: text) {
                var hash = StableHash()
                hash.add(word.lazy.map(Self.lowercase))
                numbers.insert(hash.value)
            }
        }
        self.numbers = numbers.sorted()
    }

    init(of text: String) { self.init { $0(text) } }

    /// Whether there are enough words to compare.
    var isComparable: Bool { numbers.count >= Self.fewestWords }

    func isNear(_ other: WordSet) -> Bool { likeness(to: other) >= Self.share }

    /// Words that both have, as a part of the words that either has: 0 to 1 (Jaccard's index).
    func likeness(to other: WordSet) -> Double {
        let (left, right) = (numbers, other.numbers)
        guard !left.isEmpty || !right.isEmpty else { return 0 }
        var (i, j, common) = (0, 0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] { common += 1 }
            let (a, b) = (left[i], right[j])
            if a <= b { i += 1 }
            if b <= a { j += 1 }
        }
        return Double(common) / Double(left.count + right.count - common)
    }

    /// Letters and digits that stand together; everything outside of ASCII is a letter.
    static func words(of text: String) -> [Substring.UTF8View] {
        text.utf8.split { byte in
            byte < 0x80 && !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte | 0x20)
        }.map { Substring($0).utf8 }
    }

    static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
