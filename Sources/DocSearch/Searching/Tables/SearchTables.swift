import GRDB
import QueryLanguage
import Synchronization

/// Kept until there is a write.
final class CachedRowMap: Sendable {
    private let known = Mutex<(version: Int, rowMap: DocumentRowMap)?>(nil)

    /// `version` differs after every change (SQLite, "PRAGMA data_version").
    func rowMap(version: Int, read: () throws -> DocumentRowMap) rethrows -> DocumentRowMap {
        if let known = known.withLock({ $0 }), known.version == version { return known.rowMap }
        let rowMap = try read()
        known.withLock { $0 = (version, rowMap) }
        return rowMap
    }
}

extension IndexStore {
    func documentRowMap() throws -> DocumentRowMap {
        try read { db in
            let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            return try cachedRowMap.rowMap(version: version) { try DocumentRowMap(db) }
        }
    }

    /// `weights` has a number a column, and `rows` are ascending. `countsAll` is for forms of a word, each a phrase.
    func pagePostings(
        _ expression: String, weights: [Double], within rows: [Range<Int64>]? = nil, countsAll: Bool = false
    ) throws -> Postings {
        try postings(
            expression, in: FullTextTables.current.page, weights: weights.map { Float($0) }, within: rows,
            countsAll: countsAll)
    }

    func seamRows(_ expression: String, within rows: [Range<Int64>]? = nil) throws -> [Int64] {
        try postings(expression, in: FullTextTables.current.seam, within: rows).rows
    }

    func wordPostings(_ expression: String, within rows: [Range<Int64>]? = nil) throws -> Postings {
        try postings(expression, in: FullTextTables.current.word, within: rows)
    }

    private func postings(
        _ expression: String, in table: String, weights: [Float]? = nil, within rows: [Range<Int64>]?,
        countsAll: Bool = false
    ) throws -> Postings {
        try read { db in
            try DeadRows(db).removed(
                from: PostingFunction.collect(
                    db, expression, in: table, weights: weights, within: rows, countsAll: countsAll))
        }
    }

    func headTexts(_ field: QueryTerm.Field, documents ids: [Int64]) throws -> [Int64: String] {
        let key = [QueryTerm.Field.title: "title", .author: "authors", .tag: "tags"][field] ?? "summary"
        let value = "json_extract(indexed_head, '$.\(key)')"
        let addresses = "coalesce(char(10) || json_extract(indexed_head, '$.addresses'), '')"
        return try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT CASE WHEN json_valid(indexed_head)
                        THEN \(field == .author ? "\(value) || \(addresses)" : value) END
                    FROM document WHERE id = ?
                    """)
            return try ids.reduce(into: [:]) { $0[$1] = try String.fetchOne(statement, arguments: [$1]) }
        }
    }

    /// As people corrected them.
    func titles(documents ids: [Int64]) throws -> [Int64: String] {
        let list = ids.map { String($0) }.joined(separator: ", ")
        return try read { db in
            var titles: [Int64: String] = [:]
            for row in try Row.fetchAll(db, sql: "SELECT id, title FROM document WHERE id IN (\(list))") {
                let id: Int64 = try row.value(at: 0)
                titles[id] = try row.value(at: 1) as String
            }
            return titles
        }
    }

    /// The path forms of documents whose name, or the name of the file that they lie in, is like `pattern`, which is one
    /// for LIKE with `\` to escape and ends in `%`. The first `limit` of them, ascending.
    func paths(ofNamesLike pattern: String, limit: Int) throws -> [String] {
        try fetchAll(
            """
            SELECT DISTINCT path FROM main.document INDEXED BY document_path
            WHERE '/' || path LIKE '%/' || ?1 ESCAPE '\\'
                AND (\(FactTest.fileName) LIKE ?1 ESCAPE '\\'
                    OR '/' || path LIKE '%/' || ?1 || '!/%' ESCAPE '\\')
            ORDER BY path LIMIT ?2
            """, [pattern, limit])
    }

    func hasSaid(of id: Int64) throws -> Bool {
        guard said.isNeeded else { return false }
        return try read { db in try db.exists("SELECT 1 FROM said WHERE document_id = ? LIMIT 1", [id]) }
    }

    func allOfHead(document id: Int64) throws -> String? {
        try fetchOne(
            "SELECT indexed_head || char(10) || title || char(10) || authors FROM document WHERE id = ?", [id])
    }

    func isFound(_ expression: String) throws -> Bool {
        try read { db in
            let dead = try DeadRows(db)
            return try Int64.fetchCursor(
                db.statement("SELECT rowid FROM page_fts WHERE page_fts MATCH ?", [expression])
            )
            .contains { !dead.contains($0) }
        }
    }

    /// From 0 to 1, estimated: of more than `sample` matches only the first are counted.
    func pageShare(_ expression: String, sample: Int) throws -> Double {
        let rowMap = try documentRowMap()
        let found = try read { db in
            try db.row(
                """
                SELECT count(*), coalesce(max(rowid), 0) FROM
                    (SELECT rowid FROM page_fts WHERE page_fts MATCH ? ORDER BY rowid LIMIT ?)
                """, [expression, sample]
            ).map { (count: try $0.value(at: 0) as Int, row: try $0.value(at: 1) as Int) }
        }
        guard let found, found.count > 0 else { return 0 }
        // The last document's first page is near enough to the last row of all.
        let last = max(Int(rowMap.firstRows.last ?? 0) + 1, found.row)
        let rows = Double(found.count < sample ? last : found.row)
        // A title has a row as well, and seldom the words of texts.
        let pages = rows * (1 - Double(rowMap.count) / Double(max(last, rowMap.count + 1)))
        return min(1, Double(found.count) / max(1, pages))
    }

    func writtenWords(_ text: String) throws -> [String] {
        let tokenizer = try wordTokenizer()
        return try read { db in try TokenReader(db, tokenizer).words(text) }
    }

    func located(document id: Int64, _ pages: [(page: Int, score: Double)]) throws -> [LocatedPage] {
        try read { db in
            try pages.compactMap { found in
                let row = try db.row(
                    "SELECT label, origin, confidence, text_id FROM page WHERE id = ?",
                    [IndexSchema.pageRow(document: id, page: found.page)])
                guard let row, let textID = try row.value(at: 3) as Int64?,
                    let origin = (try row.value(at: 1) as String?).flatMap(PageText.Origin.init)
                else { return nil }
                return LocatedPage(
                    page: found.page, label: try row.value(at: 0), score: found.score, origin: origin,
                    confidence: StoredNumber.confidence(try row.value(at: 2)), textID: textID)
            }
        }
    }

    /// Identified from the page's text.
    func language(document id: Int64, page: Int) throws -> String? {
        try fetchOne("SELECT language FROM page WHERE id = ?", [IndexSchema.pageRow(document: id, page: page)])
    }

    func language(document id: Int64) throws -> String? {
        try fetchOne("SELECT language FROM document WHERE id = ?", [id])
    }

    func isRecognized(document id: Int64, page: Int) throws -> Bool {
        let sql = """
            SELECT origin = '\(PageText.Origin.ocr.rawValue)' OR origin = '\(PageText.Origin.textLayer.rawValue)'
                AND coalesce(layer, '') = '\(PageText.Layer.earlierOCR.rawValue)' FROM page WHERE id = ?
            """
        return try fetchOne(sql, [IndexSchema.pageRow(document: id, page: page)]) ?? false
    }

    func documents(
        with fact: QueryFilter.Condition, among ids: [Int64]?, _ roots: [IndexRoot], in scope: FactTest.Scope = .init()
    ) throws -> [Int64] {
        var scope = scope
        scope.hasAnnotations = said.isNeeded
        let test = FactTest(fact, below: roots, in: scope)
        let list = ids.map { "id IN (\($0.map { String($0) }.joined(separator: ", "))) AND " } ?? ""
        return try read { db in
            try Int64.fetchAll(db, sql: "SELECT id FROM document WHERE \(list)\(test.sql)", arguments: test.arguments)
        }
    }

    /// Copies share content, title, authors and date; nil for a record without content.
    func sameness(document id: Int64) throws -> (key: String?, path: String, root: Int64) {
        try read { db in
            let row = try db.row(
                """
                SELECT path, document.content_hash || title || char(10) || authors || char(10) || coalesce(date, '')
                    || coalesce(identifier, ''), root_id
                FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE document.id = ? AND has_content AND document.content_hash <> ''
                """, [id])
            return (try row?.value(at: 1), (try row?.value(at: 0)) ?? "", (try row?.value(at: 2)) ?? 0)
        }
    }

    /// Equals in the order of their paths.
    func sorted(_ ids: [Int64], by sort: SearchRequest.Sort, limit: Int) throws -> [Int64] {
        let wanted = Set(ids)
        return try read { db in
            let path = try Self.pathOrder(db)
            // A few are looked up; many are picked from all in their order.
            let isFew = ids.count <= Self.fewDocuments
            let few = isFew ? "id IN (\(ids.map { String($0) }.joined(separator: ", ")))" : "true"
            var result: [Int64] = []
            for (condition, order) in Self.parts(sort, path) where result.count < limit {
                // Not by the cursor's own functions, which are not specialised and take more than twice as long.
                let all = try Int64.fetchCursor(
                    db, sql: "SELECT id FROM document WHERE \(few) AND \(condition) ORDER BY \(order)")
                while result.count < limit, let id = try all.next() {
                    if wanted.contains(id) { result.append(id) }
                }
            }
            return result
        }
    }

    private static let fewDocuments = 2000

    private static func parts(_ sort: SearchRequest.Sort, _ path: String) -> [(condition: String, order: String)] {
        switch sort {
        case .relevance, .date:
            // Many may have no date: the plus sign makes SQLite go through its index of paths.
            return [("date IS NOT NULL", "date DESC, \(path)"), ("+date IS NULL", path)]
        case .title: return [("true", "title COLLATE NOCASE, \(path)")]
        case .path: return [("true", path)]
        case .modified:
            return [("true", "(SELECT modified_ns FROM bundle WHERE bundle.id = bundle_id) DESC, \(path)")]
        case .indexed: return [("true", "indexed DESC, \(path)")]
        }
    }

    /// Two documents have the same path only if there are several roots. With one, SQLite reads its index of paths
    /// alone.
    static func pathOrder(_ db: Database) throws -> String {
        let roots = "(SELECT min(root_id) FROM bundle) <> (SELECT max(root_id) FROM bundle)"
        let isAmongMany = try Bool.fetchOne(db, sql: "SELECT \(roots)") ?? false
        return isAmongMany ? "path, (SELECT root_id FROM bundle WHERE bundle.id = bundle_id), id" : "path, id"
    }
}

struct LocatedPage: Sendable {
    var page: Int
    var label: String?
    var score: Double
    var origin: PageText.Origin
    var confidence: Double?
    var textID: Int64
}
