import BundleConventions
import ExtractionProtocol
import GRDB

extension IndexStore {
    /// Remembers that pages could not be recognised as `source`; the same page failing again counts as another attempt.
    func recordFailure(
        bundle: Int64, _ problem: ProblemFrame, source: TextSource, options: IndexingOptions, now: Int64
    ) throws {
        let settings = problem.code == .locked ? options.passwordsTried : source.settings
        try write { db in try Self.upsertFailure(db, bundle: bundle, problem, settings: settings, now: now) }
    }

    /// Replaces what is known of failed reading by what this reading met. Failures of recognition stay while the
    /// bundle's content is the same.
    func replaceReadingFailures(
        bundle: Int64, _ problems: [ProblemFrame], keepingRecognition: Bool, options: IndexingOptions, now: Int64
    ) throws {
        try write { db in
            let known = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, entry, page, stage FROM failure WHERE bundle_id = ?"),
                arguments: [bundle])
            let met = Set(problems.map(FailureKey.init))
            for row in known {
                let key = try FailureKey(row)
                if met.contains(key) || (keepingRecognition && key.isRecognition) { continue }
                try db.executeCached(sql: "DELETE FROM failure WHERE id = ?", arguments: [try row.value("id") as Int64])
            }
            for problem in problems {
                let settings = problem.code == .locked ? options.passwordsTried : ""
                try Self.upsertFailure(db, bundle: bundle, problem, settings: settings, now: now)
            }
        }
    }

    private struct FailureKey: Hashable {
        var entry: String
        var page: Int
        var stage: String

        init(_ problem: ProblemFrame) {
            (entry, page) = (problem.address.entry, problem.address.page)
            stage = problem.stage.rawValue
        }

        init(_ row: Row) throws {
            entry = try row.value("entry")
            page = try row.value("page")
            stage = try row.value("stage")
        }

        var isRecognition: Bool {
            [ExtractionStage.render, .recognition].map(\.rawValue).contains(stage)
        }
    }

    static func upsertFailure(
        _ db: Database, bundle: Int64, _ problem: ProblemFrame, settings: String, now: Int64
    ) throws {
        try db.executeCached(
            sql: """
                INSERT INTO failure
                    (bundle_id, entry, page, stage, code, reason, settings, attempts, first_seen, last_seen)
                VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
                ON CONFLICT (bundle_id, entry, page, stage) DO UPDATE SET
                    code = excluded.code, reason = excluded.reason, settings = excluded.settings,
                    attempts = attempts + 1, last_seen = excluded.last_seen
                """,
            arguments: [
                bundle, problem.address.entry, problem.address.page, problem.stage.rawValue,
                problem.code.rawValue, problem.reason, settings, now, now,
            ])
    }

    /// Forgets that a page could not be recognised, and that its document could not: one page that is shows otherwise.
    func clearRecognitionFailure(bundle: Int64, entry: String, page: Int) throws {
        try write { db in
            try db.executeCached(
                sql: """
                    DELETE FROM failure WHERE bundle_id = ? AND entry = ? AND page IN (0, ?)
                        AND stage IN ('render', 'recognition')
                    """, arguments: [bundle, entry, page])
        }
    }

    /// Forgets that pages could not be recognised that wait for it no longer: they have their texts from a copy, or none is
    /// wanted any more.
    static func settleFailures(_ db: Database, document: Int64) throws {
        let rows = IndexSchema.pageRows(document: document)
        try db.executeCached(
            sql: """
                WITH waiting AS (SELECT id - ?1 AS page FROM page WHERE id BETWEEN ?1 AND ?2 AND needs_recognition)
                DELETE FROM failure
                WHERE (bundle_id, entry) = (SELECT bundle_id, entry FROM document WHERE id = ?3)
                    AND stage IN ('render', 'recognition')
                    AND CASE page WHEN 0 THEN NOT EXISTS (SELECT 1 FROM waiting) ELSE page NOT IN waiting END
                """, arguments: [rows.lowerBound, rows.upperBound, document])
    }

    /// Forgets what of a document could not be recognised in another way than `source`.
    func clearRecognitionFailures(document: Int64, exceptOf source: TextSource) throws {
        try write { db in
            try db.executeCached(
                sql: """
                    DELETE FROM failure
                    WHERE (bundle_id, entry) = (SELECT bundle_id, entry FROM document WHERE id = ?)
                        AND settings GLOB ? AND settings <> ?
                    """, arguments: [document, TextSource.anyRecognition, source.settings])
        }
    }
}
