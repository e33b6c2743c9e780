import GRDB

/// Rows that belong to no document and stay until the full-text tables are rebuilt.
struct DeadRows {
    private static let key = "dead-rows"
    let ranges: [Range<Int64>]

    var isEmpty: Bool { ranges.isEmpty }
    var count: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    init(_ db: Database) throws {
        let text = try db.meta(Self.key) ?? ""
        ranges = try text.split(separator: " ").map { part in
            let numbers = part.split(separator: "-").compactMap { Int64($0) }
            guard numbers.count == 2, numbers[0] < numbers[1] else {
                throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "unreadable list of dead rows")
            }
            return numbers[0]..<numbers[1]
        }
    }

    /// Call inside a transaction.
    func add(_ range: Range<Int64>, _ db: Database) throws {
        let text = (ranges + [range]).map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: " ")
        try db.setMeta(Self.key, to: text)
    }

    /// Call after the tables have been rebuilt.
    static func forget(_ db: Database) throws { try db.removeMeta(key) }

    func contains(_ row: Int64) -> Bool { ranges.contains { $0.contains(row) } }

    func removed(from postings: Postings) -> Postings {
        guard !isEmpty else { return postings }
        var kept = Postings()
        for (position, row) in postings.rows.enumerated() where !contains(row) { kept.append(position, of: postings) }
        return kept
    }
}
