/// How close together words stand on a page, from 0 (one of them only, or far apart) to 1 (side by side).
///
/// The shortest stretch of the page that has each of them is looked for; the answer is the number of their words divided by
/// the number of words in that stretch (cf. Tao and Zhai, "An exploration of proximity measures in information retrieval",
/// SIGIR 2007).
enum Closeness {
    /// Where a unit is on the page.
    struct Position {
        var unit: Int
        /// The number of its first word.
        var start: Int
        /// In words.
        var length: Int
    }

    /// `positions` in any order.
    static func of(_ unordered: [Position]) -> Double {
        var lengths: [Int: Int] = [:]
        for position in unordered { lengths[position.unit] = position.length }
        guard lengths.count > 1 else { return 0 }
        let positions = unordered.sorted { $0.start < $1.start }
        var counts: [Int: Int] = [:]
        var first = 0
        var shortest = Int.max
        for position in positions {
            counts[position.unit, default: 0] += 1
            while counts.count == lengths.count {
                let opening = positions[first]
                shortest = min(shortest, position.start + position.length - opening.start)
                counts[opening.unit, default: 0] -= 1
                if counts[opening.unit] == 0 { counts[opening.unit] = nil }
                first += 1
            }
        }
        let words = lengths.values.reduce(0, +)
        return shortest == .max ? 0 : min(1, Double(words) / Double(max(1, shortest)))
    }
}
