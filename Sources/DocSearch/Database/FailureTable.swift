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

    /// Replaces failures of reading by what this reading met. Those of recognition stay with the same content.
    func replaceReadingFailures(
        bundle: Int64, _ problems: [ProblemFrame], keepingRecognition: Bool, options: IndexingOptions, now: Int64
    ) throws {
        try write { db in
            let met = Set(
                problems.map {
                    FailureKey(entry: $0.address.entry, page: $0.address.page, stage: $0.stage.rawValue)
                })
            let known = try db.fetchAll("SELECT id, entry, page, stage FROM failure WHERE bundle_id = ?", [bundle]) {
                let key = FailureKey(
                    entry: try $0.value("entry"), page: try $0.value("page"), stage: try $0.value("stage"))
                return (id: try $0.value("id") as Int64, key: key)
            }
            for failure in known where !met.contains(failure.key) {
                if keepingRecognition, failure.key.isRecognition { continue }
                try db.execute("DELETE FROM failure WHERE id = ?", [failure.id])
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

        var isRecognition: Bool { [ExtractionStage.render, .recognition].map(\.rawValue).contains(stage) }
    }

    static func upsertFailure(
        _ db: Database, bundle: Int64, _ problem: ProblemFrame, settings: String, now: Int64
    ) throws {
        try db.execute(
            """
            INSERT INTO failure
                (bundle_id, entry, page, stage, code, reason, settings, attempts, first_seen, last_seen)
            VALUES (?, ?, ?, ?, ?, ?, ?, 1, ?, ?)
            ON CONFLICT (bundle_id, entry, page, stage) DO UPDATE SET
                code = excluded.code, reason = excluded.reason, settings = excluded.settings,
                attempts = attempts + 1, last_seen = excluded.last_seen
            """,
            [
                bundle, problem.address.entry, problem.address.page, problem.stage.rawValue, problem.code.rawValue,
                problem.reason, settings, now, now,
            ])
    }

    /// Forgets that a page could not be recognised, and that its document could not: one page that is shows otherwise.
    func clearRecognitionFailure(bundle: Int64, entry: String, page: Int) throws {
        try execute(
            """
            DELETE FROM failure WHERE bundle_id = ? AND entry = ? AND page IN (0, ?)
                AND stage IN ('render', 'recognition')
            """, [bundle, entry, page])
    }

    /// Forgets failures of pages that wait no longer: they have their texts from a copy, or none is wanted any more.
    static func settleFailures(_ db: Database, document: Int64) throws {
        try db.execute(
            """
            WITH waiting AS (SELECT id - ?1 AS page FROM page WHERE id BETWEEN ?1 AND ?2 AND needs_recognition)
            DELETE FROM failure
            WHERE (bundle_id, entry) = (SELECT bundle_id, entry FROM document WHERE id = ?3)
                AND stage IN ('render', 'recognition')
                AND CASE page WHEN 0 THEN NOT EXISTS (SELECT 1 FROM waiting) ELSE page NOT IN waiting END
            """, IndexSchema.pageRows(document: document) + [document])
    }

    /// Forgets what of a document could not be recognised in another way than `source`.
    func clearRecognitionFailures(document: Int64, exceptOf source: TextSource) throws {
        try execute(
            """
            DELETE FROM failure
            WHERE (bundle_id, entry) = (SELECT bundle_id, entry FROM document WHERE id = ?)
                AND settings GLOB ? AND settings <> ?
            """, [document, TextSource.anyRecognition, source.settings])
    }
}
