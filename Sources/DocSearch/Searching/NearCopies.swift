/// Finds, among the hits that are shown, pages that are nearly the same: one letter scanned twice, a form with another
/// date.
struct NearCopies {
    /// Words that two texts must share, as a part of the words that either has (Jaccard's index).
    private static let share = 0.8
    /// Shorter texts are alike by chance.
    private static let fewestWords = 20
    /// Hits compared with each other; their pairs are many.
    private static let limit = 50

    private var seen: [(id: Int64, words: [UInt64])] = []

    /// The first hit whose best page is nearly the same as this text; nil for the first of its kind.
    mutating func original(of text: String, document id: Int64) -> Int64? {
        guard seen.count < Self.limit else { return nil }
        let words = Self.words(text)
        guard words.count >= Self.fewestWords else { return nil }
        if let original = seen.first(where: { Self.isNear($0.words, words) }) { return original.id }
        seen.append((id, words))
        return nil
    }

    private static func isNear(_ left: [UInt64], _ right: [UInt64]) -> Bool {
        guard Double(min(left.count, right.count)) >= share * Double(max(left.count, right.count)) else { return false }
        var (i, j, common) = (0, 0, 0)
        while i < left.count, j < right.count {
            if left[i] == right[j] { common += 1 }
            let (a, b) = (left[i], right[j])
            if a <= b { i += 1 }
            if b <= a { j += 1 }
        }
        return Double(common) >= share * Double(left.count + right.count - common)
    }

    /// Numbers that stand for the different words of a text, ascending.
    private static func words(_ text: String) -> [UInt64] {
        let words = text.utf8.split { byte in
            byte < 0x80 && !(0x30...0x39).contains(byte) && !(0x61...0x7A).contains(byte | 0x20)
        }
        let numbers = words.map { word in
            var hash = StableHash()
            hash.add(word.lazy.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
            return hash.value
        }
        return Set(numbers).sorted()
    }
}
