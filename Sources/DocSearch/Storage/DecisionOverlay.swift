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
        /// Of both files, as it was looked at last; nil when nothing is attached.
        var version: [Int]?
        var views = Views()
        /// Whether the full-text tables were met damaged.
        var isDamaged = false
        /// Whether labels of highlights can be searched.
        var hasLabels = false
    }

    /// Which views there are.
    private struct Views: Equatable {
        var hasDecisions = false
        var hasCorrections = false
    }

    /// `file` is `user.sqlite`.
    init(_ file: String) { self.file = file }

    /// Whether anything was said of any document.
    var isNeeded: Bool { state.withLock(\.views.hasDecisions) }

    /// Whether `user.sqlite` is open beside the index, and has what this release asks of it.
    var isAttached: Bool { state.withLock { $0.version != nil } }

    /// The remembered folders, read by a connection that has the file already; nil where it has not.
    func roots(_ db: Database) throws -> [IndexRoot]? {
        guard isAttached else { return nil }
        return try DatabaseOpening.translating(file) {
            let rows = try Row.fetchAll(
                db, sql: "SELECT id, path, is_file, languages FROM person.root WHERE NOT is_removed ORDER BY path")
            return try rows.map { row in
                IndexRoot(
                    id: try row.value(at: 0), path: try row.value(at: 1), isFile: try row.value(at: 2),
                    languages: (try row.value(at: 3) as String).split(separator: "+").map(String.init))
            }
        }
    }

    /// Whether what people said cannot be searched, as its full-text tables are damaged.
    var isDamaged: Bool { state.withLock(\.isDamaged) }

    /// Whether the file has labels of highlights to search.
    var hasLabels: Bool { state.withLock(\.hasLabels) }

    func noteDamage() { state.withLock { $0.isDamaged = true } }

    /// Attaches the file. What keeps it from being read is told by those who need it; the archive is searched all the same.
    func attach(_ database: DatabaseQueue) throws {
        guard FileStatus(path: file)?.byteCount ?? 0 > 0 else { throw DatabaseOpening.missing(file) }
        try DatabaseOpening.translating(file) {
            try database.inDatabase { db in
                try db.execute(sql: "ATTACH ? AS person", arguments: [file])
                let tables = try String.fetchSet(db, sql: "SELECT name FROM person.sqlite_schema WHERE type = 'table'")
                // A release before people could say anything.
                guard tables.isSuperset(of: ["subject", "decision", "said_fts"]) else {
                    return try db.execute(sql: "DETACH person")
                }
                if try Int.fetchOne(db, sql: "SELECT 1 FROM main.sqlite_schema WHERE name = 'placement'") == nil {
                    try db.execute(sql: IndexSchema.placementTable(named: "temp.placement"))
                }
                let hasLabels = try Int.fetchOne(db, sql: "PRAGMA person.user_version") ?? 0 >= 5
                state.withLock {
                    $0.version = []
                    $0.hasLabels = hasLabels
                }
            }
        }
    }

    /// Takes note of what was said since the last time, and of what runs have done. To be called before each read.
    func refresh(_ db: Database) throws {
        try state.withLock { state in
            guard let known = state.version else { return }
            let version = try [
                Int.fetchOne(db.cachedStatement(sql: "PRAGMA person.data_version")) ?? 0,
                Int.fetchOne(db.cachedStatement(sql: "PRAGMA main.data_version")) ?? 0,
            ]
            guard version != known else { return }
            let isSaid = "SELECT 1 FROM person.decision WHERE subject_id <> 0"
            let kinds = Decision.Kind.corrections.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            let views = Views(
                hasDecisions: try Int.fetchOne(db, sql: isSaid + " LIMIT 1") != nil,
                hasCorrections: try Int.fetchOne(db, sql: isSaid + " AND kind IN (\(kinds)) LIMIT 1") != nil)
            if views != state.views { try make(views, db) }
            state.views = views
            if views.hasDecisions { try placeNewSubjects(db) }
            state.version = version
        }
    }

    private func make(_ views: Views, _ db: Database) throws {
        for view in ["document_tag", "document", "said", "placed"] {
            try db.execute(sql: "DROP VIEW IF EXISTS temp.\(view)")
        }
        guard views.hasDecisions else { return }
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS temp.new_placement (subject_id INTEGER PRIMARY KEY, document_id INTEGER);
                CREATE INDEX IF NOT EXISTS temp.new_placement_document ON new_placement(document_id);
                """)
        try db.execute(sql: Self.views)
        if views.hasCorrections { try db.execute(sql: Self.correctedView(try Self.columns(db))) }
    }

    /// Subjects that no run has placed yet: they are in one of the two tables of placements, never in both.
    private func placeNewSubjects(_ db: Database) throws {
        let table = try PlacementTable(db: db, documents: "main.document", roots: Self.roots(db))
        let subjects = try Row.fetchAll(
            db,
            sql: """
                SELECT * FROM person.subject WHERE changed > ? AND id <> 0 AND NOT EXISTS (
                    SELECT 1 FROM placement WHERE subject_id = subject.id AND document_id IS NOT NULL)
                """, arguments: [table.placedUntil()]
        ).map(PlacementTable.Subject.init)
        try db.execute(sql: "DELETE FROM temp.new_placement")
        for subject in subjects {
            try db.executeCached(
                sql: "INSERT INTO temp.new_placement (subject_id, document_id) VALUES (?, ?)",
                arguments: [subject.id, try table.document(of: subject)?.id])
        }
    }

    private static func roots(_ db: Database) throws -> [Int64: String] {
        Dictionary(
            try Row.fetchAll(db, sql: "SELECT id, path FROM person.root").map {
                (try $0.value(at: 0), try $0.value(at: 1))
            }, uniquingKeysWith: { first, _ in first })
    }

    // MARK: - Views

    /// SQLite looks a document up in each of two tables where it would go through a view of both for each document.
    private static let placements = ["temp.new_placement", "placement"]

    private static let views = """
        CREATE TEMP VIEW placed AS \(placements.map {
            "SELECT subject_id, document_id FROM \($0) WHERE document_id IS NOT NULL"
        }.joined(separator: " UNION ALL "));
        CREATE TEMP VIEW said AS \(placements.map {
            """
            SELECT decision.*, p.document_id FROM \($0) AS p JOIN person.decision ON decision.subject_id = p.subject_id
            WHERE p.document_id IS NOT NULL
            """
        }.joined(separator: " UNION ALL "));
        CREATE TEMP VIEW document_tag AS
            SELECT document_id, tag FROM main.document_tag AS own
            WHERE \(placements.map {
                """
                NOT EXISTS (SELECT 1 FROM \($0) AS p JOIN person.decision AS x ON x.subject_id = p.subject_id
                    WHERE p.document_id = own.document_id AND x.kind = 'without-tag' AND x.value = own.tag)
                """
            }.joined(separator: " AND "))
            \(placements.map {
                """
                UNION SELECT p.document_id, x.value FROM \($0) AS p JOIN person.decision AS x ON x.subject_id = p.subject_id
                    WHERE p.document_id IS NOT NULL AND x.kind = 'tag'
                """
            }.joined(separator: " "));
        """

    /// The table of documents with what people corrected. Indexes of earlier releases have fewer columns.
    private static func correctedView(_ columns: [String]) -> String {
        let corrected = [
            "title": correction(.title), "authors": correction(.authors), "language": correction(.language),
            "date": "document_seconds(\(correction(.date)))",
            "date_precision": "document_precision(\(correction(.date)))",
        ]
        let values = columns.map { column in
            corrected[column].map { "coalesce(\($0), d.\(column)) AS \(column)" } ?? "d.\(column)"
        }
        return "CREATE TEMP VIEW document AS SELECT \(values.joined(separator: ", ")) FROM main.document AS d"
    }

    private static func columns(_ db: Database) throws -> [String] {
        try db.makeStatement(sql: "SELECT * FROM main.document").columnNames
    }

    /// The last thing that was said of a document; null when nothing was.
    private static func correction(_ kind: Decision.Kind) -> String {
        let parts = placements.map {
            """
            (SELECT x.value FROM \($0) AS p JOIN person.decision AS x ON x.subject_id = p.subject_id
                WHERE p.document_id = d.id AND x.kind = '\(kind.rawValue)' ORDER BY x.modified DESC, x.id DESC LIMIT 1)
            """
        }
        return "coalesce(\(parts.joined(separator: ", ")))"
    }

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
