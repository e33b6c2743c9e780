import GRDB
internal import GRDBSQLite

/// The rank function of `page_fts`: BM25 whose inverse document frequencies come with the call, one argument a
/// phrase, as in `page_score(page_fts, 4.2, 1.7)`. Higher is better.
///
/// FTS5's own `bm25` counts each phrase over the whole table for every query (`xQueryPhrase`), which would make
/// the many small queries that locate pages slow (design decision D2). Constants k1 = 1.2 and b = 0.75 are FTS5's
/// (SQLite documentation, "The bm25() function"). Hits in row 0 of a document, its title, count a hundredfold.
enum PageScore {
    static func register(in db: Database) throws {
        let api = UnsafeMutablePointer(mutating: FTS5.api(db))
        let status = api.pointee.xCreateFunction(
            api, "page_score", nil,
            { api, context, result, argumentCount, arguments in
                PageScore.score(api, context, result, argumentCount, arguments)
            }, nil)
        guard status == SQLITE_OK else {
            throw DocSearchError(.failed, "SQLite did not accept the rank function (code \(status)).")
        }
    }

    private static let titleWeight = 100.0

    private static func score(
        _ api: UnsafePointer<Fts5ExtensionApi>?, _ context: OpaquePointer?, _ result: OpaquePointer?,
        _ argumentCount: Int32, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
    ) {
        guard let api = api?.pointee else { return }
        var rows: sqlite3_int64 = 0
        var allTokens: sqlite3_int64 = 0
        var tokens: Int32 = 0
        var instances: Int32 = 0
        for status in [
            api.xRowCount(context, &rows), api.xColumnTotalSize(context, -1, &allTokens),
            api.xColumnSize(context, -1, &tokens), api.xInstCount(context, &instances),
        ] where status != SQLITE_OK {
            sqlite3_result_error_code(result, status)
            return
        }
        let isTitle = api.xRowid(context) & (1 << IndexSchema.pageBits - 1) == 0
        var frequencies = [Double](repeating: 0, count: Int(argumentCount))
        for instance in 0..<instances {
            var phrase: Int32 = 0
            var column: Int32 = 0
            var offset: Int32 = 0
            let status = api.xInst(context, instance, &phrase, &column, &offset)
            guard status == SQLITE_OK else {
                sqlite3_result_error_code(result, status)
                return
            }
            if phrase < argumentCount { frequencies[Int(phrase)] += isTitle ? titleWeight : 1 }
        }
        let averageTokens = max(1, Double(allTokens) / Double(max(1, rows)))
        let saturation = 1.2 * (0.25 + 0.75 * Double(tokens) / averageTokens)
        var score = 0.0
        for (index, frequency) in frequencies.enumerated() where frequency > 0 {
            score += sqlite3_value_double(arguments?[index]) * frequency * 2.2 / (frequency + saturation)
        }
        sqlite3_result_double(result, score)
    }
}
