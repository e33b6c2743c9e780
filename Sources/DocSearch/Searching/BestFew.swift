/// The best of many, without sorting all of them.
struct BestFew {
    private let limit: Int
    /// An element on its way.
    private struct Entry {
        var number: Int
        var score: Double
        /// Of equals, the smaller goes first.
        var order: Int64
    }

    /// The worst first (a binary heap).
    private var heap: [Entry] = []

    init(limit: Int) { self.limit = limit }

    /// Of equals, those with the smaller number stay, or the smaller `order`.
    mutating func add(_ number: Int, _ score: Double, orderedBy order: Int64? = nil) {
        let entry = Entry(number: number, score: score, order: order ?? Int64(number))
        if heap.count < limit {
            heap.append(entry)
            var child = heap.count - 1
            while child > 0, isWorse(heap[child], heap[(child - 1) / 2]) {
                heap.swapAt(child, (child - 1) / 2)
                child = (child - 1) / 2
            }
        } else if let worst = heap.first, isWorse(worst, entry) {
            heap[0] = entry
            var parent = 0
            while true {
                var least = parent
                for child in [2 * parent + 1, 2 * parent + 2]
                where child < heap.count && isWorse(heap[child], heap[least]) { least = child }
                guard least != parent else { break }
                heap.swapAt(parent, least)
                parent = least
            }
        }
    }

    private func isWorse(_ a: Entry, _ b: Entry) -> Bool {
        a.score != b.score ? a.score < b.score : a.order > b.order
    }

    /// Best first.
    var sorted: [(number: Int, score: Double)] {
        heap.sorted { isWorse($1, $0) }.map { ($0.number, $0.score) }
    }
}
