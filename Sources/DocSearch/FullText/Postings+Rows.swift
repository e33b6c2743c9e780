extension Postings {
    mutating func remove(at position: Int) {
        let count = PostingFunction.placeCount
        rows.remove(at: position)
        if !frequencies.isEmpty { frequencies.remove(at: position) }
        if !places.isEmpty { places.removeSubrange(position * count..<(position + 1) * count) }
    }

    /// Adds rows, in ascending order, to those that are there.
    mutating func add(_ others: [(row: Int64, frequency: Float)]) {
        guard !others.isEmpty else { return }
        let places = PostingFunction.placeCount
        var merged = Postings()
        var next = 0
        func take(_ position: Int, _ more: Float) {
            merged.rows.append(rows[position])
            if !frequencies.isEmpty { merged.frequencies.append(frequency(position) + more) }
            if !self.places.isEmpty {
                merged.places += self.places[position * places..<(position + 1) * places]
            }
        }
        for (row, frequency) in others {
            while next < rows.count, rows[next] < row {
                take(next, 0)
                next += 1
            }
            if next < rows.count, rows[next] == row {
                take(next, frequency)
                next += 1
            } else if merged.rows.last == row {
                if !merged.frequencies.isEmpty { merged.frequencies[merged.frequencies.count - 1] += frequency }
            } else {
                merged.rows.append(row)
                if !frequencies.isEmpty || rows.isEmpty { merged.frequencies.append(frequency) }
                if !self.places.isEmpty || rows.isEmpty {
                    merged.places += [UInt32](repeating: PostingFunction.noPlace, count: places)
                }
            }
        }
        while next < rows.count {
            take(next, 0)
            next += 1
        }
        self = merged
    }
}
