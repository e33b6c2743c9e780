/// Mistakes between two spellings (Damerau 1964, Levenshtein 1966: a letter more, a letter less, a wrong letter, two
/// swapped ones). Letters that recognition confuses count half. Tens of thousands of words are compared with one, so a
/// comparison allocates nothing. Not thread-safe.
final class SpellingDistance {
    /// Confused by tesseract and worn type, either way.
    static let lookalikes: [(String, String)] = [
        ("rn", "m"), ("l", "i"), ("l", "1"), ("i", "1"), ("c", "e"), ("s", "f"), ("o", "0"), ("cl", "d"), ("vv", "w"),
        ("h", "b"), ("u", "n"), ("a", "o"), ("in", "m"), ("ii", "u"), ("li", "h"), ("t", "f"), ("5", "s"), ("8", "b"),
    ]

    /// Longer tokens are not words.
    static let longest = 64
    private static let width = longest + 1
    private static let letters = 128

    private let word: [UInt32]
    /// The cost of any mistake but letters that look alike, in half mistakes.
    private let otherCost: Int32
    /// In half mistakes; one row for each letter of the word.
    private var table: [Int32]

    /// With `looksAlikeOnly` no other mistakes are possible.
    init(_ word: some Sequence<Unicode.Scalar>, looksAlikeOnly: Bool = false) {
        self.word = word.map(\.value)
        otherCost = looksAlikeOnly ? Int32(4 * Self.longest) : 2
        table = [Int32](repeating: 0, count: Self.width * Self.width)
        for index in 0..<Self.width {
            table[index] = otherCost * Int32(index)
            table[index * Self.width] = otherCost * Int32(index)
        }
    }

    func to(_ other: some Sequence<Unicode.Scalar>, limit: Double) -> Double? {
        other.map(\.value).withUnsafeBufferPointer { to($0, limit: limit) }
    }

    /// Nil when it is more than `limit`. `other` contains Unicode scalars.
    func to(_ other: UnsafeBufferPointer<UInt32>, limit: Double) -> Double? {
        let (rows, columns) = (word.count, other.count)
        let most = Int32((2 * limit).rounded(.down))
        guard rows <= Self.longest, columns <= Self.longest, abs(rows - columns) <= Int(most) else {
            return nil
        }
        let distance = table.withUnsafeMutableBufferPointer { table -> Int32? in
            var before: Int32 = 0
            for row in 0..<rows {
                var least = otherCost * Int32(row + 1)
                for column in 0..<columns {
                    let cost = cost(row: row, column: column, to: other, in: table)
                    table[(row + 1) * Self.width + column + 1] = cost
                    least = min(least, cost)
                }
                // Two letters read as one go back to the row before, and can save one and a half.
                if min(least, before) > most + 3 { return nil }
                before = least
            }
            return table[rows * Self.width + columns]
        }
        return distance.flatMap { $0 <= most ? Double($0) / 2 : nil }
    }

    private func cost(
        row: Int, column: Int, to other: UnsafeBufferPointer<UInt32>, in table: UnsafeMutableBufferPointer<Int32>
    ) -> Int32 {
        let (a, b) = (word[row], other[column])
        let above = row * Self.width + column
        let insertion = min(table[above + 1], table[above + Self.width]) + otherCost
        if a == b { return min(table[above], insertion) }
        var cost = min(table[above] + otherCost, insertion)
        if Self.looksLike(a, b) { cost = min(cost, table[above] + 1) }
        if row > 0, Self.pair(word[row - 1], a, looksLike: b) { cost = min(cost, table[above - Self.width] + 1) }
        if column > 0, Self.pair(other[column - 1], b, looksLike: a) { cost = min(cost, table[above - 1] + 1) }
        if row > 0, column > 0, a == other[column - 1], word[row - 1] == b {
            cost = min(cost, table[above - Self.width - 1] + otherCost)
        }
        return cost
    }

    private static func looksLike(_ a: UInt32, _ b: UInt32) -> Bool {
        a < letters && b < letters && singles[Int(a) * letters + Int(b)]
    }

    private static func pair(_ first: UInt32, _ second: UInt32, looksLike one: UInt32) -> Bool {
        first < letters && second < letters && doubles[Int(first) * letters + Int(second)].contains(one)
    }

    private static let singles: [Bool] = {
        var table = [Bool](repeating: false, count: letters * letters)
        for (left, right) in lookalikes where left.utf8.count == 1 {
            for (a, b) in zip(left.utf8, right.utf8) {
                table[Int(a) * letters + Int(b)] = true
                table[Int(b) * letters + Int(a)] = true
            }
        }
        return table
    }()

    private static let doubles: [[UInt32]] = {
        var table = [[UInt32]](repeating: [], count: letters * letters)
        for (left, right) in lookalikes where left.utf8.count == 2 {
            let pair = left.utf8.map { Int($0) }
            table[pair[0] * letters + pair[1]] += right.utf8.map { UInt32($0) }
        }
        return table
    }()
}
