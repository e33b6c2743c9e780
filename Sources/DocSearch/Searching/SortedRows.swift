enum SortedRows {
    static func intersection(_ few: [Int64], _ many: [Int64]) -> [Int64] {
        var result: [Int64] = []
        var position = 0
        let leaps = many.count > 16 * few.count
        for row in few {
            if leaps {
                position = firstIndex(many, from: row, startingAt: position)
            } else {
                while position < many.count, many[position] < row { position += 1 }
            }
            guard position < many.count else { break }
            if many[position] == row { result.append(row) }
        }
        return result
    }

    static func union(_ left: [Int64], _ right: [Int64]) -> [Int64] {
        var result: [Int64] = []
        result.reserveCapacity(left.count + right.count)
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            let row = i == left.count ? right[j] : j == right.count ? left[i] : min(left[i], right[j])
            result.append(row)
            if i < left.count, left[i] == row { i += 1 }
            if j < right.count, right[j] == row { j += 1 }
        }
        return result
    }

    static func difference(_ all: [Int], _ others: [Int]) -> [Int] {
        var position = 0
        return all.filter { element in
            while position < others.count, others[position] < element { position += 1 }
            return position == others.count || others[position] != element
        }
    }

    static func contains(_ rows: [Int64], _ row: Int64) -> Bool {
        let position = firstIndex(rows, from: row)
        return position < rows.count && rows[position] == row
    }

    static func firstIndex<Rows: RandomAccessCollection>(
        _ rows: Rows, from row: Int64, startingAt start: Int = 0
    ) -> Int where Rows.Element == Int64, Rows.Index == Int {
        var (low, high) = (start, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
