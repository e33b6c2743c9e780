/// The closeness of words on a page, from 0 (one word only, or far apart) to 1 (side by side): the number of words
/// divided by that of the shortest stretch of the page with all of them (cf. Tao and Zhai, "An exploration of proximity
/// measures in information retrieval", SIGIR 2007).
enum Closeness {
    struct Position {
        var unit: Int
        /// In words.
        var start: Int
        /// In words.
        var length: Int
    }

    static func of(_ unordered: [Position]) -> Double {
        let lengths = Dictionary(unordered.map { ($0.unit, $0.length) }) { $1 }
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
