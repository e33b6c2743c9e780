import ContentHashing

/// The different words of a text with three letters or more.
struct WordSet: Sendable {
    /// Shorter texts are alike by chance.
    private static let fewestWords = 20
    /// In bytes. Recognition makes many shorter words from stains, rules and numbers of lines.
    private static let shortest = 3
    /// Words that two texts must share, as a part of those that either has.
    private static let share = 0.8

    /// Hashes, ascending.
    let numbers: [UInt64]

    init(_ each: ((String) -> Void) throws -> Void) rethrows {
        var numbers: Set<UInt64> = []
        try each { text in
            Self.forEachWord(in: text) { word in
                guard word.count >= Self.shortest else { return }
                var hash = StableHash()
                // A generic call for each byte takes two fifths of a whole search.
                for byte in word { hash.add(Self.lowercase(byte)) }
                numbers.insert(hash.value)
            }
        }
        self.numbers = numbers.sorted()
    }

    init(of text: String) { self.init { $0(text) } }

    var isComparable: Bool { numbers.count >= Self.fewestWords }

    func isNear(_ other: WordSet) -> Bool { likeness(to: other) >= Self.share }

    /// Jaccard's index, 0 to 1.
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

    /// In UTF-8. Outside of ASCII everything is a letter but signs of Latin 1 and the dashes, quotation marks and
    /// blanks of U+2000 to U+207F, which recognition takes for each other.
    static func forEachWord(in text: String, _ body: (UnsafeBufferPointer<UInt8>.SubSequence) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            var (offset, start) = (0, 0)
            while offset < bytes.count {
                let length = signLength(bytes[offset], offset + 1 < bytes.count ? bytes[offset + 1] : 0)
                if length > 0, start < offset { body(bytes[start..<offset]) }
                offset += max(1, length)
                if length > 0 { start = offset }
            }
            if start < bytes.count { body(bytes[start...]) }
        }
    }

    private static func signLength(_ byte: UInt8, _ next: UInt8) -> Int {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: 0
        case ..<0x80: 1
        case 0xC2 where (0xA0...0xBF).contains(next): 2
        case 0xE2 where (0x80...0x81).contains(next): 3
        default: 0
        }
    }

    static func lowercase(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
}
