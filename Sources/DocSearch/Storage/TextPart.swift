import GRDB

/// All texts in `pages.sqlite`, or a part of them: blocks of 256 numbers, each thirtieth of which belongs to the part of a
/// day (``DailyCheck``).
struct TextPart {
    private static let blockBits: Int64 = 8

    /// Remainders of the blocks' numbers; nil for all.
    private var remainders: Set<Int64>?

    static let all = TextPart(remainders: nil)

    var isAll: Bool { remainders == nil }

    private init(remainders: Set<Int64>?) { self.remainders = remainders }

    /// - Parameter days: Days since 1970.
    init(days: Range<Int>) {
        remainders = Set(days.map { Int64($0 % DailyCheck.cycle) })
    }

    func contains(_ id: Int64) -> Bool {
        remainders?.contains((id >> Self.blockBits) % Int64(DailyCheck.cycle)) ?? true
    }

    /// The numbers of texts that are there, range by range, in their order.
    func forEachRange(_ db: Database, _ body: (ClosedRange<Int64>) throws -> Void) throws {
        guard remainders != nil else { return try body(.min...Int64.max) }
        var from = Int64.min
        while let id = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT min(id) FROM page_text WHERE id >= ?"), arguments: [from])
        {
            let end = id | (1 << Self.blockBits - 1)
            if contains(id) { try body(id...end) }
            guard end < Int64.max else { return }
            from = end + 1
        }
    }
}
