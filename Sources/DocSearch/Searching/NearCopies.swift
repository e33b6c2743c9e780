/// Finds pages that are nearly the same: one letter scanned twice, a form with another date.
struct NearCopies {
    /// Each hit is compared with all before.
    private static let limit = 50

    private var seen: [(id: Int64, words: WordSet)] = []

    mutating func original(of text: String, document id: Int64) -> Int64? {
        guard seen.count < Self.limit else { return nil }
        let words = WordSet(of: text)
        guard words.isComparable else { return nil }
        if let original = seen.first(where: { $0.words.isNear(words) }) { return original.id }
        seen.append((id, words))
        return nil
    }
}
