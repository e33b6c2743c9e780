struct GreyLevels {
    private let counts: [Int]
    private let total: Int

    /// Reads every fourth row: enough for shares of a page, in a quarter of the time.
    init(_ pixels: UnsafeRawBufferPointer, width: Int, height: Int, bytesPerRow: Int) {
        var counts = [Int](repeating: 0, count: 256)
        for row in stride(from: 0, to: height, by: 4) {
            for pixel in pixels[(row * bytesPerRow)..<(row * bytesPerRow + width)] { counts[Int(pixel)] += 1 }
        }
        self.counts = counts
        total = counts.reduce(0, +)
    }

    func share(below level: Int) -> Double { Double(counts[..<level].reduce(0, +)) / Double(max(1, total)) }

    var shareOfExtremes: Double { share(below: 32) + 1 - share(below: 224) }

    /// Otsu's threshold; 128 for a single grey.
    var threshold: Int {
        let sum = counts.indices.reduce(0.0) { $0 + Double($1) * Double(counts[$1]) }
        var (below, sumBelow) = (0.0, 0.0)
        var best = (level: 128, variance: 0.0)
        for level in counts.indices {
            below += Double(counts[level])
            sumBelow += Double(level) * Double(counts[level])
            let above = Double(total) - below
            guard below > 0, above > 0 else { continue }
            let distance = sumBelow / below - (sum - sumBelow) / above
            let variance = below * above * distance * distance
            // Between two greys that never occur all levels are equally good. The middle one leaves most room.
            if variance > best.variance { best = (level + 1, variance) }
        }
        return best.level
    }
}
