/// Groups vectors by direction: spherical k-means (Dhillon and Modha 2001), started by k-means++ (Arthur and
/// Vassilvitskii 2007). The same vectors in the same order always give the same groups.
struct TopicClusters {
    struct Cluster {
        /// Has length 1.
        var centre: [Float]
        /// Nearest to the centre first.
        var members: [Int]
    }

    /// Largest first.
    private(set) var clusters: [Cluster] = []

    private let vectors: [Float]
    private let dimensions: Int
    private let rows: Int

    private static let mostRounds = 30
    /// In multiplications of one start; above it there are only two starts.
    private static let muchWork = 200_000_000

    /// `vectors` is a sequence of vectors of length 1 with `dimensions` numbers each (1 or more). Once `isOver` returns
    /// true, the present groups are the result.
    init(_ vectors: [Float], dimensions: Int, count: Int, isOver: () -> Bool = { false }) throws {
        self.vectors = vectors
        self.dimensions = dimensions
        rows = vectors.count / dimensions
        guard rows > 0, count > 0 else { return }
        let count = min(count, rows)
        var numbers = SplitMix(state: 1)
        var best: (centres: [Float], nearest: [(centre: Int, similarity: Float)], total: Double)?
        for _ in 0..<(rows * count * dimensions * Self.mostRounds > Self.muchWork ? 2 : 8) {
            var centres = beginning(count, &numbers)
            var nearest = try nearest(to: centres)
            for _ in 0..<Self.mostRounds where !isOver() {
                centres = middles(of: nearest, centres)
                let next = try self.nearest(to: centres)
                let isSettled = zip(next, nearest).allSatisfy { $0.centre == $1.centre }
                nearest = next
                if isSettled { break }
            }
            let total = nearest.reduce(0) { $0 + Double($1.similarity) }
            if best.map({ $0.total < total }) ?? true { best = (centres, nearest, total) }
            if isOver() { break }
        }
        if let best { clusters = grouped(best.nearest, best.centres) }
    }

    private func grouped(_ nearest: [(centre: Int, similarity: Float)], _ centres: [Float]) -> [Cluster] {
        Dictionary(grouping: nearest.indices) { nearest[$0].centre }.map { centre, rows in
            Cluster(
                centre: Array(centres[centre * dimensions..<(centre + 1) * dimensions]),
                members: rows.sorted { (nearest[$1].similarity, $0) < (nearest[$0].similarity, $1) })
        }.sorted { ($1.members.count, $0.members[0]) < ($0.members.count, $1.members[0]) }
    }

    /// Each next one is random, with a probability that grows with the distance from those before.
    private func beginning(_ count: Int, _ numbers: inout SplitMix) -> [Float] {
        var centres: [Float] = []
        var distances = [Double](repeating: 1, count: rows)
        for _ in 0..<count {
            let total = distances.reduce(0, +)
            var rest = numbers.fraction() * total
            // If all are the same, any will do.
            let chosen = distances.indices.first { row in
                rest -= distances[row]
                return rest < 0
            }
            let first = (chosen ?? 0) * dimensions
            let centre = Array(vectors[first..<first + dimensions])
            centres += centre
            for row in 0..<rows {
                let distance = 1 - Double(Self.product(row, of: vectors, with: 0, of: centre, count: dimensions))
                distances[row] = min(distances[row], max(0, distance))
            }
        }
        return centres
    }

    private func nearest(to centres: [Float]) throws -> [(centre: Int, similarity: Float)] {
        var result: [(centre: Int, similarity: Float)] = []
        result.reserveCapacity(rows)
        for row in 0..<rows {
            if row % 1024 == 0, Task.isCancelled { throw CancellationError() }
            var best = (centre: 0, similarity: -Float.infinity)
            for centre in 0..<centres.count / dimensions {
                let similarity = Self.product(row, of: vectors, with: centre, of: centres, count: dimensions)
                if similarity > best.similarity { best = (centre, similarity) }
            }
            result.append(best)
        }
        return result
    }

    private func middles(of nearest: [(centre: Int, similarity: Float)], _ centres: [Float]) -> [Float] {
        var sums = [Float](repeating: 0, count: centres.count)
        for (row, found) in nearest.enumerated() {
            let (from, to) = (row * dimensions, found.centre * dimensions)
            for column in 0..<dimensions { sums[to + column] += vectors[from + column] }
        }
        for centre in 0..<centres.count / dimensions {
            let range = centre * dimensions..<(centre + 1) * dimensions
            let length = sums[range].reduce(0) { $0 + $1 * $1 }.squareRoot()
            for column in range { sums[column] = length > 0 ? sums[column] / length : centres[column] }
        }
        return sums
    }

    /// Eight sums at a time, because a single one would wait for each addition.
    private static func product(_ row: Int, of left: [Float], with other: Int, of right: [Float], count: Int) -> Float {
        left.withUnsafeBytes { left in
            right.withUnsafeBytes { right in
                let (start, end) = (row * count, other * count)
                let size = MemoryLayout<Float>.size
                var sums = SIMD8<Float>.zero
                var column = 0
                while column + 8 <= count {
                    sums +=
                        left.loadUnaligned(fromByteOffset: (start + column) * size, as: SIMD8<Float>.self)
                        * right.loadUnaligned(fromByteOffset: (end + column) * size, as: SIMD8<Float>.self)
                    column += 8
                }
                var sum = sums.sum()
                while column < count {
                    sum +=
                        left.load(fromByteOffset: (start + column) * size, as: Float.self)
                        * right.load(fromByteOffset: (end + column) * size, as: Float.self)
                    column += 1
                }
                return sum
            }
        }
    }
}

/// Reproducible pseudo-random numbers (Steele, Lea and Flood 2014).
struct SplitMix {
    var state: UInt64

    mutating func fraction() -> Double {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Double(Self.mixed(state) >> 11) / Double(1 << 53)
    }

    static func mixed(_ number: UInt64) -> UInt64 {
        var number = number
        number = (number ^ number >> 30) &* 0xBF58_476D_1CE4_E5B9
        number = (number ^ number >> 27) &* 0x94D0_49BB_1331_11EB
        return number ^ number >> 31
    }
}
