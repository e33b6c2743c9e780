import GRDB
internal import GRDBSQLite

/// The function `posting(table, sink)` (FTS5, "Custom Auxiliary Functions") enters all matching rows into a sink.
///
/// For a single phrase it iterates over the matches itself when it is called for the first of them (`xQueryPhrase`),
/// past SQLite's virtual machine. Nothing is sorted, and no row's size is looked up, which takes two thirds of the time
/// of FTS5's own `bm25` (docs/benchmarks.md, "Searching").
enum PostingFunction {
    /// BM25 has reached nine tenths of its limit by then.
    static let enough: Float = 16
    /// A page seldom has a word more often.
    static let positionCount = 3
    /// Marks the end of a row's positions. A position is the number of a word, with the column in the highest bits.
    static let noPosition = UInt32.max

    static func register(in db: Database) throws {
        let api = try FullTextInterface.of(db)
        let status = api.pointee.xCreateFunction(
            api, "posting", nil,
            { api, context, result, _, arguments in
                PostingFunction.answer(result, with: api, in: context, sink: arguments?[0])
            }, nil)
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite did not accept a function (code \(status)).")
        }
    }

    private static let pointerType: StaticString = "docsearch-postings"

    /// `weights` has one number for each column; nil for rows without frequencies. Matches outside of `rows`,
    /// ascending, are skipped before they are examined. The first of several phrases is counted, or with
    /// `countsAll` each.
    static func collect(
        _ db: Database, _ expression: String, in table: String, weights: [Float]?, within rows: [Range<Int64>]? = nil,
        countsAll: Bool = false
    ) throws -> Postings {
        let statement = try db.cachedStatement(
            sql: "SELECT 1 FROM \(table) WHERE \(table) MATCH ?2 AND posting(\(table), ?1)")
        let raw = statement.sqliteStatement
        let sink = PostingSink(weights: weights, within: rows, countsAll: countsAll)
        return try withExtendedLifetime(sink) {
            sqlite3_reset(raw)
            defer {
                sqlite3_reset(raw)
                sqlite3_clear_bindings(raw)
            }
            pointerType.utf8Start.withMemoryRebound(to: CChar.self, capacity: pointerType.utf8CodeUnitCount) { type in
                _ = sqlite3_bind_pointer(raw, 1, Unmanaged.passUnretained(sink).toOpaque(), type, nil)
            }
            let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            var expression = expression
            expression.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    _ = sqlite3_bind_text(raw, 2, characters.baseAddress, CInt(characters.count), transient)
                }
            }
            let status = sqlite3_step(raw)
            guard status == SQLITE_ROW || status == SQLITE_DONE else {
                throw DatabaseError(
                    resultCode: ResultCode(rawValue: sqlite3_extended_errcode(db.sqliteConnection)),
                    message: String(cString: sqlite3_errmsg(db.sqliteConnection)))
            }
            return sink.postings
        }
    }

    private static func answer(
        _ result: OpaquePointer?, with api: UnsafePointer<Fts5ExtensionApi>?, in context: OpaquePointer?,
        sink argument: OpaquePointer?
    ) {
        let pointer = pointerType.utf8Start.withMemoryRebound(
            to: CChar.self, capacity: pointerType.utf8CodeUnitCount
        ) { sqlite3_value_pointer(argument, $0) }
        guard let api, let pointer else { return sqlite3_result_error_code(result, SQLITE_MISUSE) }
        let isSingle = api.pointee.xPhraseCount(context) == 1
        let status =
            if isSingle {
                api.pointee.xQueryPhrase(context, 0, pointer) { api, context, pointer in
                    guard let api, let pointer else { return SQLITE_MISUSE }
                    return PostingFunction.add(api, context, to: pointer)
                }
            } else {
                add(api, context, to: pointer)
            }
        if status == SQLITE_OK {
            sqlite3_result_int(result, isSingle ? 1 : 0)
        } else {
            sqlite3_result_error_code(result, status)
        }
    }

    private static func add(
        _ api: UnsafePointer<Fts5ExtensionApi>, _ context: OpaquePointer?, to sink: UnsafeMutableRawPointer
    ) -> CInt {
        Unmanaged<PostingSink>.fromOpaque(sink)
            ._withUnsafeGuaranteedRef { $0.add(&UnsafeMutablePointer(mutating: api).pointee, context) }
    }
}

/// Collects rows in memory of its own, since this is the innermost loop of every search.
private final class PostingSink {
    private var rows: UnsafeMutablePointer<Int64>
    private var frequencies: UnsafeMutablePointer<Float>
    private var positions: UnsafeMutablePointer<UInt32>
    private var count = 0
    private var capacity = 1024
    private let weights: [Float]?
    private let ranges: [Range<Int64>]?
    private let countsAll: Bool
    private var range = 0

    init(weights: [Float]?, within ranges: [Range<Int64>]?, countsAll: Bool) {
        (self.weights, self.ranges, self.countsAll) = (weights, ranges, countsAll)
        rows = .allocate(capacity: capacity)
        frequencies = .allocate(capacity: capacity)
        positions = .allocate(capacity: capacity * PostingFunction.positionCount)
    }

    deinit {
        rows.deallocate()
        frequencies.deallocate()
        positions.deallocate()
    }

    var postings: Postings {
        let found = UnsafeBufferPointer(start: rows, count: count)
        guard weights != nil else { return Postings(rows: Array(found)) }
        return Postings(
            rows: Array(found), frequencies: Array(UnsafeBufferPointer(start: frequencies, count: count)),
            positions: Array(UnsafeBufferPointer(start: positions, count: count * PostingFunction.positionCount)))
    }

    func add(_ api: inout Fts5ExtensionApi, _ context: OpaquePointer?) -> CInt {
        let row = api.xRowid(context)
        if let ranges, !isIn(ranges, row) { return SQLITE_OK }
        if count == capacity { grow() }
        rows[count] = row
        var status = SQLITE_OK
        if let weights {
            let kept = positions + count * PostingFunction.positionCount
            kept.update(repeating: PostingFunction.noPosition, count: PostingFunction.positionCount)
            var frequency: Float = 0
            var number = 0
            for phrase in 0..<(countsAll ? api.xPhraseCount(context) : 1) where status == SQLITE_OK {
                var iterator = Fts5PhraseIter()
                var column: CInt = 0
                var offset: CInt = 0
                status = api.xPhraseFirst(context, phrase, &iterator, &column, &offset)
                while status == SQLITE_OK, column >= 0, frequency < PostingFunction.enough {
                    frequency += Int(column) < weights.count ? weights[Int(column)] : 1
                    if number < PostingFunction.positionCount {
                        kept[number] =
                            UInt32(truncatingIfNeeded: column) << 28 | UInt32(truncatingIfNeeded: offset) & 0xFFF_FFFF
                        number += 1
                    }
                    api.xPhraseNext(context, &iterator, &column, &offset)
                }
            }
            frequencies[count] = frequency
        }
        count += 1
        return status
    }

    /// FTS5 returns rows in ascending order.
    private func isIn(_ ranges: [Range<Int64>], _ row: Int64) -> Bool {
        while range < ranges.count, ranges[range].upperBound <= row { range += 1 }
        return range < ranges.count && ranges[range].lowerBound <= row
    }

    private func grow() {
        rows = grown(rows)
        frequencies = grown(frequencies)
        positions = grown(positions, each: PostingFunction.positionCount)
        capacity *= 2
    }

    private func grown<Element>(_ old: UnsafeMutablePointer<Element>, each: Int = 1) -> UnsafeMutablePointer<Element> {
        let new = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity * each)
        new.moveInitialize(from: old, count: count * each)
        old.deallocate()
        return new
    }
}
