import Foundation

/// What is known of every document while a query is answered: which units of the query it has, and its BM25 score.
///
/// Units are taken one after the other ("term at a time"), each once for the whole archive, and everything else follows
/// from the lists they leave: which documents have all, which page has most, how many there are.
struct Evaluation {
    let places: DocumentPlaces
    /// A bit a unit, by ordinal.
    private(set) var masks: [UInt64]
    /// BM25 over whole documents, by ordinal.
    private(set) var scores: [Float]
    /// Rows of pages, by unit.
    private(set) var postings: [Postings] = []
    /// Rows of pages that have the unit as it was typed, where somebody looked; empty otherwise.
    private(set) var typedRows: [[Int64]] = []
    /// How telling each unit is: inverse document frequency times how often the query has it.
    private(set) var weights: [Double] = []

    init(places: DocumentPlaces) {
        self.places = places
        masks = [UInt64](repeating: 0, count: places.count)
        scores = [Float](repeating: 0, count: places.count)
    }

    /// Takes the next unit. `weight` is how often the query has it; 0 for one that is only excluded.
    mutating func add(_ unit: FoundUnit, weight: Double) {
        let found = unit.postings
        typedRows.append(unit.typedRows)
        let bit: UInt64 = 1 << UInt64(postings.count)
        let (ordinals, frequencies) = documents(found)
        // As Lucene has it: never negative, for a word that is in most documents (Robertson and Zaragoza 2009, 3.4).
        let idf = log(1 + (Double(places.count - ordinals.count) + 0.5) / (Double(ordinals.count) + 0.5))
        let factor = Float(weight * idf * 2.2)
        masks.withUnsafeMutableBufferPointer { masks in
            scores.withUnsafeMutableBufferPointer { scores in
                for (ordinal, frequency) in zip(ordinals, frequencies) {
                    masks[ordinal] |= bit
                    scores[ordinal] += factor * frequency / (frequency + places.saturation(ordinal))
                }
            }
        }
        postings.append(found)
        weights.append(weight * idf)
    }

    /// The documents that rows belong to, and how often each has the unit on all its pages.
    private func documents(_ found: Postings) -> (ordinals: [Int], frequencies: [Float]) {
        var ordinals: [Int] = []
        var frequencies: [Float] = []
        ordinals.reserveCapacity(min(found.rows.count, places.count))
        frequencies.reserveCapacity(min(found.rows.count, places.count))
        let isSparse = found.rows.count < places.count / 16
        var ordinal = -1
        var sum: Float = 0
        places.firstRows.withUnsafeBufferPointer { firstRows in
            for (position, row) in found.rows.enumerated() {
                var next = ordinal
                if isSparse {
                    next = places.ordinal(ofRow: row) ?? -1
                } else {
                    while next + 1 < firstRows.count, firstRows[next + 1] <= row { next += 1 }
                }
                if next != ordinal {
                    if ordinal >= 0 {
                        ordinals.append(ordinal)
                        frequencies.append(sum)
                    }
                    ordinal = next
                    sum = 0
                }
                sum += found.frequency(position)
            }
        }
        if ordinal >= 0 {
            ordinals.append(ordinal)
            frequencies.append(sum)
        }
        return (ordinals, frequencies)
    }

    /// Ordinals for which a condition holds.
    func documents(where condition: (UInt64, Int) -> Bool) -> [Int] {
        masks.withUnsafeBufferPointer { masks in masks.indices.filter { condition(masks[$0], $0) } }
    }

    // MARK: - Pages

    /// Ordinals of documents that have a page, or a title, for which all clauses hold.
    func documentsWithTogether(_ clauses: [SearchPlan.Clause]) -> Set<Int> {
        let lists = clauses.map(rows).sorted { $0.count < $1.count }
        guard var common = lists.first else { return [] }
        for list in lists.dropFirst() where !common.isEmpty { common = SortedRows.intersection(common, list) }
        return Set(common.compactMap { places.ordinal(ofRow: $0) })
    }

    private func rows(_ clause: SearchPlan.Clause) -> [Int64] {
        switch clause {
        case .unit(let number): postings[number].rows
        case .any(let parts): parts.map(rows).reduce([], SortedRows.union)
        case .all(let parts): parts.map(rows).sorted { $0.count < $1.count }.reduce(nil, Self.intersect) ?? []
        case .fact, .not: []
        }
    }

    private static func intersect(_ common: [Int64]?, _ list: [Int64]) -> [Int64]? {
        common.map { SortedRows.intersection($0, list) } ?? list
    }

    /// A page with words of the query.
    struct Page {
        var row: Int64
        var score: Double
        /// The units on it, a bit each.
        var mask: UInt64 = 0
        fileprivate var weight = 0.0
        fileprivate var places: [Closeness.Place] = []
    }

    /// What words side by side add, as a share of what the words themselves give.
    private static let closenessWeight = 0.3
    /// What a word adds in the form that was typed.
    private static let typedWeight = 0.1

    /// The most that words can give, so that having them all decides first.
    var bound: Double { 2.2 * weights.reduce(0, +) }

    /// The pages of one document that have any of the units, best first; the row of the title among them. `lengths` are
    /// those of the units in words. A page with units that `hasAll` is true of comes before any other.
    func pages(of ordinal: Int, units: [Int], lengths: [Int], hasAll: (UInt64) -> Bool) -> [Page] {
        let range = places.rows(ordinal)
        var pages: [Int64: Page] = [:]
        for unit in units {
            let found = postings[unit]
            var position = SortedRows.firstIndex(found.rows, from: range.lowerBound)
            while position < found.rows.count, found.rows[position] < range.upperBound {
                let frequency = Double(found.frequency(position))
                var page = pages[found.rows[position]] ?? Page(row: found.rows[position], score: 0)
                page.score += weights[unit] * 2.2 * frequency / (frequency + 1.2)
                page.weight += weights[unit]
                if SortedRows.contains(typedRows[unit], page.row) { page.score += Self.typedWeight * weights[unit] }
                page.mask |= 1 << UInt64(unit)
                if !found.places.isEmpty {
                    let first = position * PostingFunction.placeCount
                    for place in found.places[first..<first + PostingFunction.placeCount]
                    where place != PostingFunction.noPlace {
                        page.places.append(Closeness.Place(unit: unit, start: Int(place), length: lengths[unit]))
                    }
                }
                pages[page.row] = page
                position += 1
            }
        }
        return pages.values.map { page in
            var page = page
            page.score += Self.closenessWeight * Closeness.of(page.places) * page.weight
            if hasAll(page.mask) { page.score += bound }
            return page
        }.sorted { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
    }
}

/// Lists of rows in ascending order.
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

    /// What of the one list is not in the other.
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

    /// The first index whose row is `row` or greater.
    static func firstIndex(_ rows: [Int64], from row: Int64, startingAt start: Int = 0) -> Int {
        var (low, high) = (start, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if rows[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
