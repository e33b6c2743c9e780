/// How many mistakes lie between two spellings (Damerau 1964, Levenshtein 1966: a letter more, a letter less, another
/// letter, two changed places). Letters that recognition takes for each other count a half.
struct SpellingDistance {
    /// What tesseract and worn type confuse: each may be read as the other.
    static let lookalikes: [(String, String)] = [
        ("rn", "m"), ("l", "i"), ("l", "1"), ("i", "1"), ("c", "e"), ("s", "f"), ("o", "0"), ("cl", "d"), ("vv", "w"),
        ("h", "b"), ("u", "n"), ("a", "o"), ("in", "m"), ("ii", "u"), ("li", "h"), ("t", "f"), ("5", "s"), ("8", "b"),
    ]

    private static let lookalike = 0.5

    private let word: [Unicode.Scalar]

    init(_ word: [Unicode.Scalar]) { self.word = word }

    /// Nil when it is more than `limit`.
    func to(_ other: [Unicode.Scalar], limit: Double) -> Double? {
        let (rows, columns) = (word.count, other.count)
        guard abs(rows - columns) <= Int(limit.rounded(.up)) + 1 else { return nil }
        // Three rows back: two letters may stand for one.
        var table = [[Double]](repeating: [Double](repeating: 0, count: columns + 1), count: rows + 1)
        for column in 0...columns { table[0][column] = Double(column) }
        for row in 1...max(1, rows) where row <= rows {
            table[row][0] = Double(row)
            var least = Double(row)
            for column in 1...max(1, columns) where column <= columns {
                let cost = cell(table, row, column, other)
                table[row][column] = cost
                least = min(least, cost)
            }
            // Two letters read as one can still save a half.
            if least > limit + 1 { return nil }
        }
        let distance = table[rows][columns]
        return distance <= limit ? distance : nil
    }

    private func cell(_ table: [[Double]], _ row: Int, _ column: Int, _ other: [Unicode.Scalar]) -> Double {
        let (a, b) = (word[row - 1], other[column - 1])
        if a == b { return min(table[row - 1][column - 1], table[row][column - 1] + 1, table[row - 1][column] + 1) }
        var cost = min(table[row - 1][column], table[row][column - 1], table[row - 1][column - 1]) + 1
        if Self.singles.contains(Pair(a, b)) { cost = min(cost, table[row - 1][column - 1] + Self.lookalike) }
        if row > 1, Self.doubles[LetterPair(word[row - 2], a)]?.contains(b) ?? false {
            cost = min(cost, table[row - 2][column - 1] + Self.lookalike)
        }
        if column > 1, Self.doubles[LetterPair(other[column - 2], b)]?.contains(a) ?? false {
            cost = min(cost, table[row - 1][column - 2] + Self.lookalike)
        }
        if row > 1, column > 1, a == other[column - 2], word[row - 2] == b {
            cost = min(cost, table[row - 2][column - 2] + 1)
        }
        return cost
    }

    private struct Pair: Hashable {
        var low: Unicode.Scalar
        var high: Unicode.Scalar

        init(_ a: Unicode.Scalar, _ b: Unicode.Scalar) {
            low = min(a, b)
            high = max(a, b)
        }
    }

    private struct LetterPair: Hashable {
        var first: Unicode.Scalar
        var second: Unicode.Scalar

        init(_ first: Unicode.Scalar, _ second: Unicode.Scalar) {
            self.first = first
            self.second = second
        }
    }

    private static let singles: Set<Pair> = Set(
        lookalikes.compactMap { left, right in
            guard let a = left.unicodeScalars.first, let b = right.unicodeScalars.first,
                left.unicodeScalars.count == 1, right.unicodeScalars.count == 1
            else { return nil }
            return Pair(a, b)
        })

    /// One letter that two may be read as.
    private static let doubles: [LetterPair: Set<Unicode.Scalar>] = {
        var result: [LetterPair: Set<Unicode.Scalar>] = [:]
        for (left, right) in lookalikes {
            let letters = Array(left.unicodeScalars)
            if letters.count == 2, let one = right.unicodeScalars.first {
                result[LetterPair(letters[0], letters[1]), default: []].insert(one)
            }
        }
        return result
    }()
}
