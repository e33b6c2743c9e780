struct BestFew {
    private struct Entry {
        var number: Int
        var score: Double
        var order: Int64
    }

    private let limit: Int
    /// The best so far, beside others that are sorted out when there are as many of those.
    private var entries: [Entry] = []
    private var worst: Entry?

    init(limit: Int) { self.limit = limit }

    mutating func add(_ number: Int, _ score: Double, orderedBy order: Int64? = nil) {
        let entry = Entry(number: number, score: score, order: order ?? Int64(number))
        if let worst, !isBetter(entry, worst) { return }
        entries.append(entry)
        guard entries.count / 2 > limit else { return }
        entries = best
        worst = entries.last
    }

    private var best: [Entry] { Array(entries.sorted(by: isBetter).prefix(limit)) }

    private func isBetter(_ a: Entry, _ b: Entry) -> Bool {
        a.score != b.score ? a.score > b.score : a.order < b.order
    }

    var sorted: [(number: Int, score: Double)] { best.map { ($0.number, $0.score) } }
}
