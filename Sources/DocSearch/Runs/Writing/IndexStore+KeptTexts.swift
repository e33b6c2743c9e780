import BundleConventions
import ExtractionProtocol
import GRDB

extension IndexStore {
    /// Values of `failure.settings`.
    static let kept = "kept"
    /// The text was itself read with complaints.
    static let keptInDoubt = "kept in doubt"
    /// The bytes are others, and exactly as many as before.
    static let keptForBytes = "kept for its bytes"

    static let keptSentence = "the text that was read before was kept"

    /// See ``isKept(document:)``. `before` knows why.
    func noteKept(bundle: Int64, _ entries: Set<String>, _ before: KeptTexts?) throws {
        for entry in entries {
            let isForBytes = before?.isForBytes(entry) == true
            let settings = before?.isDoubtful(entry) == true ? Self.keptInDoubt : Self.kept
            try execute(
                """
                UPDATE failure SET settings = ? WHERE bundle_id = ? AND entry = ? AND page = 0
                    AND stage IN ('bundle', 'document', 'content') AND code <> 'locked'
                """,
                [isForBytes ? Self.keptForBytes : settings, bundle, entry])
        }
    }

    func rename(_ renamings: [EntryRenaming], bundle: Int64) throws {
        try write { db in
            guard let row = try db.row("SELECT directory, name FROM bundle WHERE id = ?", [bundle]) else { return }
            let path = try row.bundlePath()
            // Each by itself, as SQLite looks both up, and goes through all of the bundle for one or the other. A slash comes
            // right before 0.
            let tests = ["entry = ?2", "entry > ?2 || '/' AND entry < ?2 || '0'"]
            for renaming in renamings {
                let arguments: StatementArguments = [bundle, renaming.from, renaming.to]
                for isMeant in tests.map({ "bundle_id = ?1 AND \($0)" }) {
                    try db.execute(
                        "UPDATE OR REPLACE failure SET entry = ?3 || substr(entry, length(?2) + 1) WHERE \(isMeant)",
                        arguments)
                    try db.execute(
                        """
                        UPDATE document SET entry = ?3 || substr(entry, length(?2) + 1),
                            path = ?4 || '\(PathForm.mark)' || ?3 || substr(entry, length(?2) + 1) WHERE \(isMeant)
                        """, arguments + [path])
                }
            }
        }
    }

    /// Documents whose text is not that of the file as it is now, or of one that could not be opened.
    func documentsNotInFile(bundle: Int64) throws -> Set<Int64> {
        try Set(
            fetchAll(
                """
                SELECT document.id FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE bundle_id = ? AND NOT \(Self.isInFile)
                """, [bundle]))
    }

    func isKept(document: Int64) throws -> Bool {
        try exists("SELECT 1 FROM document WHERE id = ? AND \(Self.isKept)", [document])
    }

    static let isKept = """
        EXISTS (SELECT 1 FROM failure WHERE failure.bundle_id = document.bundle_id AND failure.entry = document.entry
            AND failure.page = 0 AND failure.settings IN ('\(kept)', '\(keptInDoubt)', '\(keptForBytes)'))
        """

    /// For a row of `document` and its `bundle`: the file is the one that was read, so that its pages can be
    /// recognised.
    static let isInFile = "(bundle.content_hash IS NOT NULL AND NOT \(isKept))"

    func noteDamage(document: Int64, _ pages: [IndexedPage], now: Int64) throws -> (path: String, ProblemFrame)? {
        try write { db in
            let row = try db.row(
                """
                SELECT bundle_id, entry, directory, name FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE document.id = ?
                """, [document])
            guard let row, try !isKept(document: document) else { return nil }
            let entry: String = try row.value("entry")
            guard let problem = DamagedPages(pages)?.problem(entry: entry) else { return nil }
            let bundle: Int64 = try row.value("bundle_id")
            let said: String? = try db.fetchOne(
                "SELECT reason FROM failure WHERE bundle_id = ? AND entry = ? AND page = 0 AND stage = 'content'",
                [bundle, entry])
            guard said != problem.reason else { return nil }
            try Self.upsertFailure(db, bundle: bundle, problem, settings: "", now: now)
            return (try row.bundlePath(), problem)
        }
    }
}
