/// Which words of two texts differ. Words that are once in both divide long texts (patience diff); between them the longest
/// common subsequence is the same.
struct WordDifference {
    /// Words of the old text, and those of the new one in their place. As many words as before are a pair each.
    struct Hunk: Equatable {
        var old: Range<Int>
        var new: Range<Int>
    }

    private(set) var hunks: [Hunk] = []
    private let old: [Int]
    private let new: [Int]

    /// Cells of a table of common words.
    private static let mostCells = 1_000_000

    init(_ old: [String], _ new: [String]) {
        var numbers: [String: Int] = [:]
        func number(_ word: String) -> Int {
            let number = numbers[word] ?? numbers.count
            numbers[word] = number
            return number
        }
        self.old = old.map(number)
        self.new = new.map(number)
        compare(0..<old.count, 0..<new.count)
    }

    /// The number that a word of the old text has in the new one. All hunks that end at it or before have been passed.
    func position(_ word: Int) -> Int {
        guard word > 0 else { return 0 }
        let next = hunks.partitioningIndex { $0.old.upperBound > word }
        return next > 0 ? word - hunks[next - 1].old.upperBound + hunks[next - 1].new.upperBound : word
    }

    /// Those that share a word with a range.
    func hunks(in words: Range<Int>) -> ArraySlice<Hunk> {
        hunks[hunks.partitioningIndex { $0.old.upperBound > words.lowerBound }...]
            .prefix { $0.old.lowerBound < words.upperBound }
    }

    private mutating func compare(_ old: Range<Int>, _ new: Range<Int>) {
        var (start, newStart, end, newEnd) = (old.lowerBound, new.lowerBound, old.upperBound, new.upperBound)
        while start < end, newStart < newEnd, self.old[start] == self.new[newStart] {
            start += 1
            newStart += 1
        }
        while end > start, newEnd > newStart, self.old[end - 1] == self.new[newEnd - 1] {
            end -= 1
            newEnd -= 1
        }
        guard start < end, newStart < newEnd else { return add(start..<end, newStart..<newEnd) }
        let (cells, isTooMany) = (end - start).multipliedReportingOverflow(by: newEnd - newStart)
        let common =
            !isTooMany && cells <= Self.mostCells
            ? longest(start..<end, newStart..<newEnd) : unique(start..<end, newStart..<newEnd)
        guard !common.isEmpty else { return add(start..<end, newStart..<newEnd) }
        let isDivided = isTooMany || cells > Self.mostCells
        for (oldWord, newWord) in common + [(end, newEnd)] {
            if isDivided {
                compare(start..<oldWord, newStart..<newWord)
            } else {
                add(start..<oldWord, newStart..<newWord)
            }
            (start, newStart) = (oldWord + 1, newWord + 1)
        }
    }

    private mutating func add(_ old: Range<Int>, _ new: Range<Int>) {
        guard !old.isEmpty || !new.isEmpty else { return }
        guard old.count == new.count else { return hunks.append(Hunk(old: old, new: new)) }
        for (one, other) in zip(old, new) where self.old[one] != self.new[other] {
            hunks.append(Hunk(old: one..<one + 1, new: other..<other + 1))
        }
    }

    private func longest(_ old: Range<Int>, _ new: Range<Int>) -> [(Int, Int)] {
        let width = new.count + 1
        var lengths = [Int32](repeating: 0, count: (old.count + 1) * width)
        for row in (0..<old.count).reversed() {
            for column in (0..<new.count).reversed() {
                let isSame = self.old[old.lowerBound + row] == self.new[new.lowerBound + column]
                lengths[row * width + column] =
                    isSame
                    ? lengths[(row + 1) * width + column + 1] + 1
                    : max(lengths[(row + 1) * width + column], lengths[row * width + column + 1])
            }
        }
        var common: [(Int, Int)] = []
        var (row, column) = (0, 0)
        while row < old.count, column < new.count {
            if self.old[old.lowerBound + row] == self.new[new.lowerBound + column] {
                common.append((old.lowerBound + row, new.lowerBound + column))
                (row, column) = (row + 1, column + 1)
            } else if lengths[(row + 1) * width + column] >= lengths[row * width + column + 1] {
                row += 1
            } else {
                column += 1
            }
        }
        return common
    }

    /// The longest rising row of words that are once in each.
    private func unique(_ old: Range<Int>, _ new: Range<Int>) -> [(Int, Int)] {
        func once(_ words: [Int], _ range: Range<Int>) -> [Int: Int] {
            var places: [Int: Int] = [:]
            for place in range { places[words[place]] = places[words[place]] == nil ? place : -1 }
            return places.filter { $0.value >= 0 }
        }
        let (first, second) = (once(self.old, old), once(self.new, new))
        let pairs = first.compactMap { word, place in second[word].map { (place, $0) } }.sorted { $0.0 < $1.0 }
        // For each length, the pair that ends a row of it soonest, and the one before each pair.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for (number, pair) in pairs.enumerated() {
            let length = ends.partitioningIndex { pairs[$0].1 >= pair.1 }
            if length > 0 { before[number] = ends[length - 1] }
            if length == ends.count { ends.append(number) } else { ends[length] = number }
        }
        var row: [(Int, Int)] = []
        var number = ends.last ?? -1
        while number >= 0 {
            row.append(pairs[number])
            number = before[number]
        }
        return row.reversed()
    }
}
