/// How close together words stand on a page, from 0 (one of them only, or far apart) to 1 (side by side).
///
/// The shortest stretch of the page that has each of them is looked for; the answer is the number of their words divided by
/// the number of words in that stretch (cf. Tao and Zhai, "An exploration of proximity measures in information retrieval",
/// SIGIR 2007).
enum Closeness {
    /// A place of a unit on the page.
    struct Place {
        var unit: Int
        /// The number of its first word.
        var start: Int
        /// In words.
        var length: Int
    }

    /// `places` in any order.
    static func of(_ unordered: [Place]) -> Double {
        var lengths: [Int: Int] = [:]
        for place in unordered { lengths[place.unit] = place.length }
        guard lengths.count > 1 else { return 0 }
        let places = unordered.sorted { $0.start < $1.start }
        var counts: [Int: Int] = [:]
        var first = 0
        var shortest = Int.max
        for place in places {
            counts[place.unit, default: 0] += 1
            while counts.count == lengths.count {
                let opening = places[first]
                shortest = min(shortest, place.start + place.length - opening.start)
                counts[opening.unit, default: 0] -= 1
                if counts[opening.unit] == 0 { counts[opening.unit] = nil }
                first += 1
            }
        }
        let words = lengths.values.reduce(0, +)
        return shortest == .max ? 0 : min(1, Double(words) / Double(max(1, shortest)))
    }
}
