/// Letters to insert, delete or replace between two texts (Levenshtein 1966).
package enum EditDistance {
    package static func between(_ one: ArraySlice<UInt32>, _ other: ArraySlice<UInt32>) -> Int {
        var row = Array(0...other.count)
        for (number, letter) in one.enumerated() {
            var diagonal = row[0]
            row[0] = number + 1
            for (column, otherLetter) in other.enumerated() {
                let exchanged = diagonal + (letter == otherLetter ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
            }
        }
        return row[other.count]
    }

    /// Best first, without overlaps (Sellers 1980, with the cut-off of Ukkonen 1985).
    static func ranges(
        of pattern: [UInt32], in text: [UInt32], within most: Int, limit: Int
    ) -> [(range: Range<Int>, distance: Int)] {
        var found: [(range: Range<Int>, distance: Int)] = []
        guard !pattern.isEmpty else { return found }
        // For each prefix of the pattern, its least distance to a range that ends here, and the range's start.
        var distances = Array(0...pattern.count)
        var starts = [Int](repeating: 0, count: pattern.count + 1)
        // All distances after it are too large.
        var last = min(most, pattern.count)
        for (end, letter) in text.enumerated() {
            var (diagonal, diagonalStart) = (distances[0], starts[0])
            (distances[0], starts[0]) = (0, end + 1)
            // Rows beyond the last column still have older values.
            let bottom = min(last + 1, pattern.count)
            if bottom > last { distances[bottom] = most + 1 }
            for row in 1...bottom {
                let (above, aboveStart) = (distances[row], starts[row])
                var (best, start) = (diagonal + (pattern[row - 1] == letter ? 0 : 1), diagonalStart)
                if above + 1 < best { (best, start) = (above + 1, aboveStart) }
                if distances[row - 1] + 1 < best { (best, start) = (distances[row - 1] + 1, starts[row - 1]) }
                (diagonal, diagonalStart) = (above, aboveStart)
                (distances[row], starts[row]) = (best, start)
            }
            last = bottom
            while last > 0, distances[last] > most { last -= 1 }
            if last == pattern.count, distances[last] <= most {
                add((starts[last]..<end + 1, distances[last]), to: &found, length: pattern.count)
            }
        }
        return Array(found.sorted { $0.distance < $1.distance }.prefix(limit))
    }

    private static func add(
        _ match: (range: Range<Int>, distance: Int), to found: inout [(range: Range<Int>, distance: Int)], length: Int
    ) {
        guard !match.range.isEmpty else { return }
        if let last = found.last, last.range.upperBound > match.range.lowerBound {
            // Among equally good ranges, the one as long as the pattern.
            let (old, new) = (abs(last.range.count - length), abs(match.range.count - length))
            if (match.distance, new) < (last.distance, old) { found[found.count - 1] = match }
            return
        }
        found.append(match)
    }
}
