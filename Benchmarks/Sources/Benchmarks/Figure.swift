/// A number of a run that later runs are held against.
struct Figure: Codable {
    enum Unit: String, Codable {
        case ratio, share, seconds, milliseconds, bytes, count

        /// Times and memory say something only beside those of the same machine.
        var dependsOnMachine: Bool { self == .seconds || self == .milliseconds || self == .bytes }
    }

    enum Better: String, Codable {
        case lower, higher
    }

    /// The benchmark's name, a colon, and what was measured. Stays the same from run to run.
    var name: String
    var unit: Unit
    var better: Better
    var median: Double
    var lowest: Double
    var highest: Double

    init(name: String, unit: Unit, better: Better = .lower, _ spread: Spread) {
        self.name = name
        self.unit = unit
        self.better = better
        median = spread.median
        lowest = spread.lowest
        highest = spread.highest
    }

    init(name: String, unit: Unit, better: Better = .lower, value: Double) {
        self.init(name: name, unit: unit, better: better, Spread([value]))
    }

    /// By how much this one is worse than another, as a share of that one; negative when it is better.
    func loss(since other: Figure) -> Double {
        let growth = median == other.median ? 0 : (median - other.median) / max(1e-9, abs(other.median))
        return better == .lower ? growth : -growth
    }
}

extension Comparison {
    /// Time on the clock and of the processor, each alone and as a ratio to the peer's.
    func figures(_ name: String) -> [Figure] {
        [
            Figure(name: "\(name), time to the peer's", unit: .ratio, ratios(\.wall)),
            Figure(name: "\(name), processor time to the peer's", unit: .ratio, ratios(\.processor)),
            Figure(name: "\(name), time", unit: .seconds, Spread(ours.map(\.wall))),
            Figure(name: "\(name), processor time", unit: .seconds, Spread(ours.map(\.processor))),
        ]
    }
}
