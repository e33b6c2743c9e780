import Foundation
import GRDB

/// The queries that search is made of. Filters are part of each candidate query, never applied after its limit, and
/// written so that the full-text table stays the outer loop (design decision D5: the unary plus keeps SQLite from
/// looking rows up one by one).
extension IndexStore {
    /// How telling each unit is: BM25's inverse document frequency over pages.
    func pageWeights(units: [String]) throws -> [Double] {
        try read { db in
            let rows = try Double.fetchOne(db, sql: "SELECT count(*) FROM page") ?? 0
            return try units.map { unit in
                let count =
                    try Double.fetchOne(
                        db.cachedStatement(sql: "SELECT count(*) FROM page_fts WHERE page_fts MATCH ?"),
                        arguments: [SearchPlan.quoted(unit)]) ?? 0
                return max(1e-6, log((max(rows, count) - count + 0.5) / (count + 0.5)))
            }
        }
    }

    func matchCount(_ expression: String, _ conditions: [SearchPlan.Condition]) throws -> Int {
        try read { db in
            let filter = DocumentFilter(conditions, on: "rowid")
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM document_fts WHERE document_fts MATCH ?\(filter.sql)",
                arguments: [expression] + filter.arguments) ?? 0
        }
    }

    /// The best documents by title-weighted BM25, as scores that grow with relevance.
    func documentCandidates(
        _ expression: String, _ conditions: [SearchPlan.Condition], limit: Int?
    ) throws -> [Int64: Double] {
        try read { db in
            let filter = DocumentFilter(conditions, on: "rowid")
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT rowid, rank FROM document_fts
                    WHERE document_fts MATCH ?\(filter.sql)
                    ORDER BY rank LIMIT \(limit ?? -1)
                    """, arguments: [expression] + filter.arguments)
            return Self.scores(rows)
        }
    }

    /// The same score for the documents given, of those that match.
    func documentScores(
        _ expression: String, _ conditions: [SearchPlan.Condition], _ ids: [Int64]
    ) throws -> [Int64: Double] {
        guard !ids.isEmpty else { return [:] }
        return try read { db in
            let filter = DocumentFilter(conditions, on: "rowid")
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT rowid, rank FROM document_fts
                    WHERE document_fts MATCH ? AND +rowid IN (\(Self.list(ids)))\(filter.sql)
                    """, arguments: [expression] + filter.arguments)
            return Self.scores(rows)
        }
    }

    private static func scores(_ rows: [Row]) -> [Int64: Double] {
        Dictionary(rows.map { ($0["rowid"], -($0["rank"] as Double)) }, uniquingKeysWith: { first, _ in first })
    }

    /// The best page's score of each document that has one of the best pages.
    func pageCandidates(
        _ expression: String, _ weights: [Double], _ conditions: [SearchPlan.Condition], limit: Int?
    ) throws -> [Int64: Double] {
        guard !expression.isEmpty else { return [:] }
        return try read { db in
            let filter = DocumentFilter(conditions, on: "(rowid >> \(IndexSchema.pageBits))")
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT rowid, page_score(page_fts\(Self.marks(weights))) AS score FROM page_fts
                    WHERE page_fts MATCH ?\(filter.sql)
                    ORDER BY score DESC LIMIT \(limit ?? -1)
                    """, arguments: StatementArguments(weights) + [expression] + filter.arguments)
            return Dictionary(
                rows.map { (($0["rowid"] as Int64) >> IndexSchema.pageBits, $0["score"]) }, uniquingKeysWith: max)
        }
    }

    /// The best rows of one document, its title (row 0) among them.
    func bestRows(
        document: Int64, _ expression: String, _ weights: [Double], limit: Int, from firstPage: Int = 0
    ) throws -> [(row: Int64, score: Double)] {
        guard !expression.isEmpty else { return [] }
        return try read { db in
            let range = IndexSchema.pageRows(document: document)
            return try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT rowid, page_score(page_fts\(Self.marks(weights))) AS score FROM page_fts
                        WHERE page_fts MATCH ? AND rowid BETWEEN ? AND ? ORDER BY score DESC, rowid LIMIT ?
                        """),
                arguments: StatementArguments(weights)
                    + [expression, range.lowerBound + Int64(firstPage), range.upperBound, limit]
            ).map { ($0["rowid"], $0["score"]) }
        }
    }

    func bestPages(
        document: Int64, _ expression: String, _ weights: [Double], limit: Int
    ) throws -> [LocatedPage] {
        let best = try bestRows(document: document, expression, weights, limit: limit, from: 1)
        return try read { db in
            try best.compactMap { found in
                let row = try Row.fetchOne(
                    db.cachedStatement(sql: "SELECT * FROM page WHERE id = ?"), arguments: [found.row])
                guard let row, let textID = row["text_id"] as Int64?,
                    let origin = (row["origin"] as String?).flatMap(PageText.Origin.init)
                else { return nil }
                return LocatedPage(
                    page: Int(found.row & Int64(IndexSchema.maximumPage)), label: row["label"], score: found.score,
                    origin: origin, confidence: row["confidence"], textID: textID)
            }
        }
    }

    /// Documents by date, newest first, or as `sort` says, without a full-text match.
    func list(
        excluding expression: String?, _ conditions: [SearchPlan.Condition], sort: SearchRequest.Sort, limit: Int
    ) throws -> (ids: [Int64], total: Int) {
        try read { db in
            let filter = DocumentFilter(conditions, on: "document.id")
            var condition = "WHERE true\(filter.sql)"
            var arguments = filter.arguments
            if let expression {
                condition += " AND id NOT IN (SELECT rowid FROM document_fts WHERE document_fts MATCH ?)"
                arguments += [expression]
            }
            let total = try Int.fetchOne(
                db, sql: "SELECT count(*) FROM document \(condition)", arguments: arguments)
            let ids = try Int64.fetchAll(
                db, sql: "SELECT id FROM document \(condition) ORDER BY \(Self.order(sort)) LIMIT \(limit)",
                arguments: arguments)
            return (ids, total ?? 0)
        }
    }

    func sorted(_ documents: [RankedDocument], by sort: SearchRequest.Sort) throws -> [RankedDocument] {
        let byID = Dictionary(documents.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return try read { db in
            try Int64.fetchAll(
                db,
                sql: "SELECT id FROM document WHERE id IN (\(Self.list(Array(byID.keys)))) ORDER BY \(Self.order(sort))"
            ).compactMap { byID[$0] }
        }
    }

    private static func order(_ sort: SearchRequest.Sort) -> String {
        switch sort {
        case .relevance, .date: "date DESC NULLS LAST, id"
        case .title: "title COLLATE NOCASE, id"
        case .path: "path, id"
        }
    }

    private static func list(_ ids: [Int64]) -> String { ids.map { String($0) }.joined(separator: ", ") }

    private static func marks(_ weights: [Double]) -> String { weights.map { _ in ", ?" }.joined() }
}
