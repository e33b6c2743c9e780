/// The units and scores of all documents for a query. Units are taken one after the other ("term at a time"), each once
/// for the whole archive, and everything else follows from the lists they leave: which documents have all, which page
/// has most, how many there are.
struct Evaluation {
    let rowMap: DocumentRowMap
    /// By ordinal.
    private(set) var masks: [UnitMask]
    /// Over whole documents, by ordinal.
    private(set) var scores: [Float]
    private(set) var postings: [Postings] = []
    private(set) var typedRows: [[Int64]?] = []
    private(set) var weights: [Double] = []

    private let documentCount: Int
    private let isLong: Bool
    private let titleLimit: Float
    /// By ``DocumentRowMap/code(_:)``.
    private let saturations: [Float]

    /// Rarity and length are counted among `permitted` documents: scores would tell what stands in the others. Only the
    /// units of those may be added. `length` is that of the plan.
    init(rowMap: DocumentRowMap, permitted: Permission? = nil, length: Double = 1) {
        self.rowMap = rowMap
        (isLong, titleLimit) = (length > 1, Float(length))
        documentCount = permitted?.ids.count ?? rowMap.count
        saturations = permitted?.saturations ?? rowMap.saturations
        masks = [UnitMask](repeating: UnitMask(), count: rowMap.count)
        scores = [Float](repeating: 0, count: rowMap.count)
    }

    /// For a plan that only decides which documents may answer.
    init(of plan: SearchPlan, by finder: UnitFinder) throws {
        self.init(rowMap: finder.rowMap, permitted: finder.permitted)
        for unit in plan.units { add(try finder.find(unit), weight: 0) }
    }

    /// `weight` is how often the query has the unit; 0 for one that is only excluded.
    mutating func add(_ unit: FoundUnit, weight: Double) {
        let found = unit.postings
        typedRows.append(unit.typedRows)
        let bit = UnitMask([postings.count])
        let (ordinals, frequencies) = documents(found)
        var idf = BM25.inverseFrequency(of: ordinals.count, among: documentCount)
        if isLong { idf = BM25.amongMany(idf) }
        let factor = Float(weight * idf * BM25.most)
        masks.withUnsafeMutableBufferPointer { masks in
            scores.withUnsafeMutableBufferPointer { scores in
                for (ordinal, frequency) in zip(ordinals, frequencies) {
                    masks[ordinal].formUnion(bit)
                    scores[ordinal] += factor * frequency / (frequency + saturations[rowMap.code(ordinal)])
                }
            }
        }
        postings.append(found)
        weights.append(weight * idf)
    }

    private func documents(_ found: Postings) -> (ordinals: [Int], frequencies: [Float]) {
        var ordinals: [Int] = []
        var frequencies: [Float] = []
        ordinals.reserveCapacity(min(found.rows.count, rowMap.count))
        frequencies.reserveCapacity(min(found.rows.count, rowMap.count))
        let isSparse = found.rows.count < rowMap.count / 16
        var ordinal = -1
        var sum: Float = 0
        rowMap.firstRows.withUnsafeBufferPointer { firstRows in
            for (index, row) in found.rows.enumerated() {
                var next = ordinal
                if isSparse {
                    next = rowMap.ordinal(ofRow: row) ?? -1
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
                // One word of some happens to be in a title, which counts in full only as a page of its document.
                let isTitle = isLong && next >= 0 && firstRows[next] == row
                sum += isTitle ? min(titleLimit, found.frequency(index)) : found.frequency(index)
            }
        }
        if ordinal >= 0 {
            ordinals.append(ordinal)
            frequencies.append(sum)
        }
        return (ordinals, frequencies)
    }

    func documents(where condition: (UnitMask, Int) -> Bool) -> [Int] {
        masks.withUnsafeBufferPointer { masks in masks.indices.filter { condition(masks[$0], $0) } }
    }

    /// `facts` are those of the plan.
    func documents(requiredBy plan: SearchPlan, _ facts: [DocumentSet]) -> [Int] {
        documents { mask, ordinal in plan.required.allSatisfy { $0.holds(mask) { facts[$0].contains(ordinal) } } }
    }

    // MARK: - Pages

    static func rows(_ clause: SearchPlan.Clause, _ unitRows: (Int) -> [Int64]) -> [Int64] {
        switch clause {
        case .unit(let number): unitRows(number)
        case .any(let parts): parts.map { rows($0, unitRows) }.reduce([], SortedRows.union)
        case .all(let parts):
            parts.map { rows($0, unitRows) }.sorted { $0.count < $1.count }
                .reduce(nil) { common, list in common.map { SortedRows.intersection($0, list) } ?? list } ?? []
        case .fact, .not: []
        }
    }

    func documents(ofRows rows: [Int64]) -> DocumentSet {
        DocumentSet(ordinals: rows.compactMap(rowMap.ordinal(ofRow:)), count: rowMap.count)
    }

    struct Page {
        var row: Int64
        var score: Double
        var mask = UnitMask()
        var closeness = 0.0
        var isPreferred = false
        fileprivate var weight = 0.0
    }

    /// A share of the words' own score.
    private static let closenessWeight = 0.3
    private static let typedWeight = 0.1
    /// A ledger of 5,000 pages may have a word on each.
    private static let closeLook = 32

    /// The most that words can give, so that having them all decides first.
    var bound: Double { BM25.most * weights.reduce(0, +) }

    typealias PageUnit = (number: Int, length: Int)

    /// Best first, with the title's row among them. A page with units that `hasAll` is true of comes before any other,
    /// and a page with them `asTyped` before those.
    func pages(of ordinal: Int, units: [PageUnit], asTyped: TypedPages, hasAll: (UnitMask) -> Bool) -> [Page] {
        var pages: [Int64: Page] = [:]
        let saturation = BM25.saturation()
        let title = rowMap.firstRows[ordinal]
        for unit in units.lazy.map(\.number) {
            forEachRow(of: unit, in: rowMap.rows(ordinal)) { index, row in
                let frequency = Double(postings[unit].frequency(index))
                var page = pages[row] ?? Page(row: row, score: 0)
                page.score += weights[unit] * BM25.most * frequency / (frequency + saturation)
                page.weight += weights[unit]
                page.mask.formUnion(UnitMask([unit]))
                pages[row] = page
            }
        }
        var best = BestFew(limit: Self.closeLook)
        let candidates = Array(pages.values)
        for (number, page) in candidates.enumerated() {
            let preference = asTyped.contains(page.row) ? asTyped.preference : 0
            best.add(number, page.score + (hasAll(page.mask) ? bound : 0) + preference, orderedBy: page.row)
        }
        var closeLooks = best.sorted.map { number, _ in
            var page = candidates[number]
            page.closeness = closeness(of: units, on: page)
            page.score += Self.closenessWeight * page.closeness * page.weight + typedScore(of: units, on: page)
            if hasAll(page.mask) { page.score += bound }
            // A title has its words side by side, whatever stands between them.
            if page.row == title, asTyped.isComplete(page.mask) { page.closeness = 1 }
            return page
        }
        asTyped.prefer(&closeLooks)
        return closeLooks.sorted { $0.score != $1.score ? $0.score > $1.score : $0.row < $1.row }
    }

    private func typedScore(of units: [PageUnit], on page: Page) -> Double {
        var score = 0.0
        for unit in units.lazy.map(\.number) where page.mask.contains(unit) {
            if let rows = typedRows[unit], SortedRows.contains(rows, page.row) {
                score += Self.typedWeight * weights[unit]
            }
        }
        return score
    }

    private func closeness(of units: [PageUnit], on page: Page) -> Double {
        var found: [Closeness.Position] = []
        for (unit, length) in units where page.mask.contains(unit) && !postings[unit].positions.isEmpty {
            forEachRow(of: unit, in: page.row..<page.row + 1) { index, _ in
                let positions = postings[unit].positions[Postings.positions(at: index)]
                for position in positions where position != PostingFunction.noPosition {
                    found.append(Closeness.Position(unit: unit, start: Int(position), length: length))
                }
            }
        }
        return Closeness.of(found)
    }

    private func forEachRow(of unit: Int, in range: Range<Int64>, _ body: (Int, Int64) -> Void) {
        postings[unit].rows.withUnsafeBufferPointer { rows in
            var index = SortedRows.firstIndex(rows, from: range.lowerBound)
            while index < rows.count, rows[index] < range.upperBound {
                body(index, rows[index])
                index += 1
            }
        }
    }
}
