struct Postings {
    /// Ascending.
    var rows: [Int64] = []
    /// Each position is weighted by its column, and counting ends at ``PostingFunction/enough``. Empty unless
    /// requested: then each row counts once.
    var frequencies: [Float] = []
    /// The first ones in each row, ``PostingFunction/positionCount`` numbers for each; see
    /// ``PostingFunction/noPosition``.
    var positions: [UInt32] = []

    func frequency(_ index: Int) -> Float { frequencies.isEmpty ? 1 : frequencies[index] }
}

extension Postings {
    static func positions(at index: Int) -> Range<Int> {
        index * PostingFunction.positionCount..<(index + 1) * PostingFunction.positionCount
    }

    mutating func remove(at index: Int) {
        rows.remove(at: index)
        if !frequencies.isEmpty { frequencies.remove(at: index) }
        if !positions.isEmpty { positions.removeSubrange(Self.positions(at: index)) }
    }

    mutating func append(_ index: Int, of others: Postings, more: Float = 0) {
        rows.append(others.rows[index])
        if !others.frequencies.isEmpty { frequencies.append(others.frequencies[index] + more) }
        if !others.positions.isEmpty { positions += others.positions[Self.positions(at: index)] }
    }

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
                if !positions.isEmpty || rows.isEmpty {
                    merged.positions += [UInt32](
                        repeating: PostingFunction.noPosition, count: PostingFunction.positionCount)
                }
            }
        }
        for index in next..<rows.count { merged.append(index, of: self) }
        self = merged
    }
}
