import Foundation
import GRDB
import Synchronization

/// Lays what people said over the index while it is read: `user.sqlite` is attached to the connection, and views take the
/// names of the index's own tables, so that whatever asks for a title, a date or a tag is given the corrected one.
///
/// An index of which nothing was said is read as it is.
final class DecisionOverlay: Sendable {
    private let file: String
    private let state = Mutex(State())

    private struct State {
        var version: Int?
        var hasViews = false
    }

    /// `file` is `user.sqlite`.
    init(_ file: String) { self.file = file }

    /// Attaches the file. What keeps it from being read is told by those who need it; the archive is searched all the same.
    func attach(_ database: DatabaseQueue) throws {
        guard FileStatus(path: file)?.byteCount ?? 0 > 0 else { return }
        try DatabaseOpening.translating(file) {
            try database.inDatabase { db in
                try db.execute(sql: "ATTACH ? AS person", arguments: [file])
                let tables = try String.fetchSet(db, sql: "SELECT name FROM person.sqlite_schema WHERE type = 'table'")
                guard tables.isSuperset(of: ["subject", "decision", "said_fts"]),
                    try Int.fetchOne(db, sql: "SELECT 1 FROM sqlite_schema WHERE name = 'placement'") != nil
                else { return try db.execute(sql: "DETACH person") }
                state.withLock { $0.version = -1 }
            }
        }
    }

    /// Takes note of what was said since the last time. To be called before each read.
    func refresh(_ db: Database) throws {
        try state.withLock { state in
            guard let known = state.version else { return }
            let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA person.data_version")) ?? 0
            guard version != known else { return }
            if !state.hasViews {
                guard try Int.fetchOne(db, sql: "SELECT 1 FROM person.subject LIMIT 1") != nil else {
                    state.version = version
                    return
                }
                try db.execute(sql: Self.views)
                state.hasViews = true
            }
            try placeNewSubjects(db)
            state.version = version
        }
    }

    /// Whether anything was said of any document.
    var isNeeded: Bool { state.withLock(\.hasViews) }

    /// Subjects that no run has placed yet, or that were renewed since.
    private func placeNewSubjects(_ db: Database) throws {
        let table = PlacementTable(db: db, schema: "main.")
        let subjects = try Row.fetchAll(
            db, sql: "SELECT * FROM person.subject WHERE changed > ?", arguments: [table.placedUntil()]
        ).map(PlacementTable.Subject.init)
        try db.execute(sql: "DELETE FROM temp.new_placement")
        for subject in subjects {
            try db.executeCached(
                sql: "INSERT INTO temp.new_placement (subject_id, document_id) VALUES (?, ?)",
                arguments: [subject.id, try table.document(of: subject)?.id])
        }
    }

    private static let corrected = """
        (SELECT value FROM said WHERE said.document_id = d.id AND said.kind = '%'
            ORDER BY modified DESC, said.id DESC LIMIT 1)
        """

    private static func correction(_ kind: Decision.Kind) -> String {
        corrected.replacingOccurrences(of: "%", with: kind.rawValue)
    }

    private static let views = """
        CREATE TEMP TABLE new_placement (subject_id INTEGER PRIMARY KEY, document_id INTEGER);
        CREATE INDEX temp.new_placement_document ON new_placement(document_id);
        CREATE TEMP VIEW placed AS
            SELECT subject_id, document_id FROM temp.new_placement
            UNION ALL SELECT subject_id, document_id FROM main.placement
                WHERE NOT EXISTS (SELECT 1 FROM temp.new_placement AS new WHERE new.subject_id = placement.subject_id);
        CREATE TEMP VIEW said AS
            SELECT decision.*, document_id FROM placed CROSS JOIN person.decision ON decision.subject_id = placed.subject_id
            WHERE document_id IS NOT NULL;
        CREATE TEMP VIEW document AS SELECT d.id, bundle_id, entry, path, content_id, content_hash, has_content, identifier,
            coalesce(\(correction(.title)), title) AS title, coalesce(\(correction(.authors)), authors) AS authors, tags,
            coalesce(document_seconds(\(correction(.date))), date) AS date,
            coalesce(document_precision(\(correction(.date))), date_precision) AS date_precision,
            coalesce(\(correction(.language)), language) AS language, summary, page_count, claimed_page_count,
            raw_metadata, sidecar_source, indexed_head, pages_to_recognize, first_row, row_count
            FROM main.document AS d;
        CREATE TEMP VIEW document_tag AS
            SELECT document_id, tag FROM main.document_tag AS own WHERE NOT EXISTS (
                SELECT 1 FROM said WHERE said.document_id = own.document_id AND kind = 'without-tag' AND value = tag)
            UNION SELECT document_id, value FROM said WHERE kind = 'tag';
        """

    /// The functions that the views need.
    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("document_seconds", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).flatMap { DocumentDate($0)?.secondsSinceEpoch }
            })
        db.add(
            function: DatabaseFunction("document_precision", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).flatMap { DocumentDate($0)?.precision.rawValue }
            })
    }
}
