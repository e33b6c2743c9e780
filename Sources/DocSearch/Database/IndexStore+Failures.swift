import BundleConventions
import GRDB

/// What is asked of the failures that the index keeps.
extension IndexStore {
    /// Pages of a document that recognition as `source` need not be tried on again: it failed, or the PDF has no such
    /// page. 0 stands for all pages. Another version, engine or language is another source, and may fare better.
    /// What is locked can be opened as no source without passwords that may be others than the last ones.
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

    /// Whether the bundle as a whole could not be read.
    func hasOpeningFailure(bundle: Int64) throws -> Bool {
        try exists("SELECT 1 FROM failure WHERE bundle_id = ? AND stage = 'bundle' LIMIT 1", [bundle])
    }

    /// Whether something of the bundle could not be read; recognition does not count.
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
