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
        // By unit.
        var lengths = [Int](repeating: 0, count: UnitMask.limit)
        for position in unordered { lengths[position.unit] = position.length }
        let unitCount = lengths.count { $0 > 0 }
        guard unitCount > 1 else { return 0 }
        let positions = unordered.sorted { $0.start < $1.start }
        var counts = [Int](repeating: 0, count: lengths.count)
        var present = 0
        var first = 0
        var shortest = Int.max
        for position in positions {
            if counts[position.unit] == 0 { present += 1 }
            counts[position.unit] += 1
            while present == unitCount {
                let opening = positions[first]
                shortest = min(shortest, position.start + position.length - opening.start)
                counts[opening.unit] -= 1
                if counts[opening.unit] == 0 { present -= 1 }
                first += 1
            }
        }
        return shortest == .max ? 0 : min(1, Double(lengths.reduce(0, +)) / Double(max(1, shortest)))
    }
}
