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

    // MARK: - What is asked of the failures that the index keeps

    /// Pages of a document that recognition as `source` need not be tried on again: it failed, or the PDF has no such
    /// page. 0 stands for all pages. Another version, engine or language is another source, and may fare better.
    /// Locked documents can be opened as no source without passwords that may be others than the last ones.
    func pagesNotToRecognize(
        bundle: Int64, entry: String, source: TextSource, options: IndexingOptions, now: Int64
    ) throws -> Set<Int> {
        try Set(
            fetchAll(
                """
                SELECT page FROM failure WHERE bundle_id = ?1 AND entry = ?3 AND \(Self.blocksRecognition)
                    AND (settings IN ('', ?4) OR code = 'locked') AND NOT \(Self.isDue)
                    AND NOT \(Self.mayBeOpened("?5", "?6"))
                """, [bundle, now, entry, source.settings, !options.passwords.isEmpty, options.passwordsTried]))
    }

    /// Pages that a later run will recognise by itself.
    func pagesWaiting(roots: [Int64]) throws -> Int {
        try fetchOne(
            """
            SELECT count(*) FROM document JOIN bundle ON bundle.id = bundle_id
            JOIN page ON \(IndexSchema.pageIsOfDocument)
            WHERE pages_to_recognize > 0 AND has_content AND needs_recognition AND \(Self.isInFile)
                AND root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
                AND NOT EXISTS (
                    SELECT 1 FROM failure WHERE failure.bundle_id = document.bundle_id
                        AND failure.entry = document.entry
                        AND failure.page IN (0, page.id & \(IndexSchema.maximumPage)) AND \(Self.blocksRecognition))
            """) ?? 0
    }

    private static let blocksRecognition =
        "(stage IN ('render', 'recognition') OR code = 'locked'"
        + " OR stage = 'text-layer' AND code IN ('damaged', 'environment', 'unsupported'))"

    /// Bundles that are read again although they are the same: those with any failure, or those that could not be opened
    /// for want of rights and the like, and those whose reader stopped and whose time has come; with other passwords than
    /// the last time also those that want one. All else is the file's fault, and waits for another file or another docsearch.
    func bundlesToRetry(options: IndexingOptions, now: Int64) throws -> Set<Int64> {
        try Set(
            fetchAll(
                """
                SELECT bundle_id FROM failure
                WHERE ?1 OR \(Self.mayBeOpened("?3", "?4")) OR (stage NOT IN ('render', 'recognition')
                    AND (code = 'environment' OR \(Self.isDue)))
                """, [options.retryFailed, now, !options.passwords.isEmpty, options.passwordsTried]))
    }

    /// Whether what was locked may open: there are passwords, and it is not known that they are those of the last attempt.
    private static func mayBeOpened(_ hasPasswords: String, _ tried: String) -> String {
        "(code = 'locked' AND \(hasPasswords) AND (\(tried) = '' OR settings <> \(tried)))"
    }

    /// A reader that stopped may have been unlucky: it is tried after 1, 2, 4 ... 32 days, an hour earlier, as nightly
    /// runs do not begin at the same second. A failure from the future was noted by a clock that has been set back.
    private static let isDue = """
        (code IN ('environment', 'worker') AND
            (last_seen + (86400 << min(attempts - 1, 5)) - 3600 <= ?2 OR last_seen > ?2 + 86400))
        """

    /// True when the bundle as a whole could not be read.
    func hasOpeningFailure(bundle: Int64) throws -> Bool {
        try exists("SELECT 1 FROM failure WHERE bundle_id = ? AND stage = 'bundle' LIMIT 1", [bundle])
    }

    /// True when a part of the bundle could not be read; recognition does not count.
    func hasReadingFailure(bundle: Int64) throws -> Bool {
        try exists(
            "SELECT 1 FROM failure WHERE bundle_id = ? AND stage NOT IN ('render', 'recognition') LIMIT 1", [bundle])
    }

    func failureCount(roots: [Int64]) throws -> Int {
        try fetchOne(
            """
            SELECT count(*) FROM failure JOIN bundle ON bundle.id = bundle_id
            WHERE root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
            """) ?? 0
    }

    func failures(in roots: [IndexRoot]) throws -> [IndexFailure] {
        try fetchAll(
            """
            SELECT failure.*, root_id, directory, name,
                page = 0 AND stage IN ('bundle', 'document', 'content') AND EXISTS (
                    SELECT 1 FROM document WHERE document.bundle_id = bundle.id
                        AND failure.entry IN (document.entry, '') AND NOT \(Self.isInFile)) AS is_kept
            FROM failure JOIN bundle ON bundle.id = bundle_id
            ORDER BY root_id, directory, name, entry, page
            """
        ) { row in
            let page: Int = try row.value("page")
            var reason: String = try row.value("reason")
            let isKept: Bool = try row.value("is_kept")
            if isKept, !reason.contains(Self.keptSentence) { reason += "; \(Self.keptSentence)" }
            return IndexFailure(
                path: roots.telling(
                    PathForm.path(try row.bundlePath(), entry: try row.value("entry")), root: try row.value("root_id")),
                page: page > 0 ? page : nil,
                stage: try row.value("stage"), code: try row.value("code"), reason: reason,
                attempts: try row.value("attempts"), firstSeen: try row.value("first_seen"),
                lastSeen: try row.value("last_seen"))
        }
    }
}
