extension Postings {
    /// Which of the places are those of a row.
    static func places(at position: Int) -> Range<Int> {
        position * PostingFunction.placeCount..<(position + 1) * PostingFunction.placeCount
    }

    mutating func remove(at position: Int) {
        rows.remove(at: position)
        if !frequencies.isEmpty { frequencies.remove(at: position) }
        if !places.isEmpty { places.removeSubrange(Self.places(at: position)) }
    }

    /// Adds a row of others, and to how often the expression is in it.
    mutating func append(_ position: Int, of others: Postings, more: Float = 0) {
        rows.append(others.rows[position])
        if !others.frequencies.isEmpty { frequencies.append(others.frequencies[position] + more) }
        if !others.places.isEmpty { places += others.places[Self.places(at: position)] }
    }

    /// Adds rows, in ascending order, to those that are there.
    mutating func add(_ others: [(row: Int64, frequency: Float)]) {
        guard !others.isEmpty else { return }
        var merged = Postings()
        var next = 0
        for (row, frequency) in others {
            while next < rows.count, rows[next] < row {
                merged.append(next, of: self)
                next += 1
            }
            if next < rows.count, rows[next] == row {
                merged.append(next, of: self, more: frequency)
                next += 1
            } else if merged.rows.last == row {
                if !merged.frequencies.isEmpty { merged.frequencies[merged.frequencies.count - 1] += frequency }
            } else {
                merged.rows.append(row)
                if !frequencies.isEmpty || rows.isEmpty { merged.frequencies.append(frequency) }
                if !places.isEmpty || rows.isEmpty {
                    merged.places += [UInt32](repeating: PostingFunction.noPlace, count: PostingFunction.placeCount)
                }
            }
        }
        for position in next..<rows.count { merged.append(position, of: self) }
        self = merged
    }
}
