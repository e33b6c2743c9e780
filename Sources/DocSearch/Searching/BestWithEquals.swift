/// Keeps all that are equal to the last of the best: another order tells which of those belong to them.
struct BestWithEquals {
    struct Run: Equatable {
        var score: Double
        var numbers: [Int]
    }

    private let limit: Int
    /// Better than `last`, beside others that are sorted out when there are as many of those.
    private var better: [(number: Int, score: Double)] = []
    private var last: Double?
    private var equals: [Int] = []

    init(limit: Int) { self.limit = max(1, limit) }

    mutating func add(_ number: Int, _ score: Double) {
        if let last, score <= last {
            if score == last { equals.append(number) }
            return
        }
        better.append((number, score))
        if better.count / 2 > limit { sortOut() }
    }

    private mutating func sortOut() {
        guard better.count >= limit else { return }
        better.sort { ($1.score, $0.number) < ($0.score, $1.number) }
        let score = better[limit - 1].score
        let end = better.firstIndex { $0.score <= score } ?? better.endIndex
        equals = better[end...].prefix { $0.score == score }.map(\.number)
        better.removeSubrange(end...)
        last = score
    }

    var runs: [Run] {
        var sorted = self
        sorted.sortOut()
        sorted.better.sort { ($1.score, $0.number) < ($0.score, $1.number) }
        var runs: [Run] = []
        for (number, score) in sorted.better {
            if runs.last?.score != score { runs.append(Run(score: score, numbers: [])) }
            runs[runs.count - 1].numbers.append(number)
        }
        if let last = sorted.last, !sorted.equals.isEmpty { runs.append(Run(score: last, numbers: sorted.equals)) }
        return runs
    }
}
