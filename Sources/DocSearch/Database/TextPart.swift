import GRDB

/// All texts in `pages.sqlite`, or every thirtieth block of 256 numbers for each of some days (``DailyCheck``).
struct TextPart {
    private static let blockBits: Int64 = 8

    /// Remainders of the blocks' numbers; nil for all.
    private var remainders: Set<Int64>?

    static let all = TextPart(remainders: nil)

    var isAll: Bool { remainders == nil }

    private init(remainders: Set<Int64>?) { self.remainders = remainders }

    /// - Parameter days: Days since 1970.
    init(days: Range<Int>) { remainders = Set(days.map { Int64(DailyCheck.part($0, of: DailyCheck.cycle)) }) }

    func contains(_ id: Int64) -> Bool {
        remainders?.contains((id >> Self.blockBits) % Int64(DailyCheck.cycle)) ?? true
    }

    /// The numbers of texts that are there, range by range, in their order: the first and the last of each.
    func forEachRange(_ db: Database, _ body: (StatementArguments) throws -> Void) throws {
        guard remainders != nil else { return try body([Int64.min, Int64.max]) }
        var from = Int64.min
        while let id = try Int64.fetchOne(db.statement("SELECT min(id) FROM page_text WHERE id >= ?", [from])) {
            let end = id | (1 << Self.blockBits - 1)
            if contains(id) { try body([id, end]) }
            guard end < Int64.max else { return }
            from = end + 1
        }
    }
}
