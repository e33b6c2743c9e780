import GRDB
import Synchronization

/// Attaches `user.sqlite` to the connection, and views take the names of the index's own tables, so that all statements
/// get the corrected title, date or tags. An index without annotations is read as it is.
final class AnnotationOverlay: Sendable {
    private let file: String
    private let state = Mutex(State())

    private struct State {
        var version: [Int]?
        var views = AnnotationViews()
        var isDamaged = false
        var soundVersion: [Int]?
    }

    init(_ file: String) { self.file = file }

    var isNeeded: Bool { state.withLock(\.views.hasAnnotations) }

    var isAttached: Bool { state.withLock { $0.version != nil } }

    /// Versions of both files when this was brought up to date; nil when nothing is attached.
    var version: [Int]? { state.withLock(\.version) }

    func roots(_ db: Database) throws -> [IndexRoot]? {
        guard isAttached else { return nil }
        return try DatabaseOpening.translating(file) {
            try db.fetchAll(
                "SELECT id, path, is_file, languages FROM person.root WHERE NOT is_removed ORDER BY path", [],
                as: IndexRoot.init)
        }
    }

    var isDamaged: Bool { state.withLock(\.isDamaged) }

    func noteDamage() { state.withLock { $0.isDamaged = true } }

    /// Reasons why the file cannot be read are for callers who need it; the archive is searched all the same.
    func attach(_ database: DatabaseQueue) throws {
        guard FileStatus(path: file)?.byteCount ?? 0 > 0 else { throw DatabaseOpening.missing(file) }
        try DatabaseOpening.translating(file) {
            try database.inDatabase { db in
                try db.execute(sql: "ATTACH ? AS person", arguments: [DatabaseOpening.readable(file)])
                let tables = try String.fetchSet(db, sql: "SELECT name FROM person.sqlite_schema WHERE type = 'table'")
                let lost = ["subject", "decision", "said_fts"].filter { !tables.contains($0) }
                guard lost.isEmpty else {
                    try db.execute(sql: "DETACH person")
                    // Lost annotations must not count as if they had never been made.
                    throw DatabaseOpening.damaged(file, "\(lost.joined(separator: ", ")) is missing")
                }
                state.withLock { $0.version = [] }
            }
        }
    }

    /// The row that is lost may be the one that closes a document. The whole file is checked once for each connection,
    /// and after each change the rows of annotations. Call it in a read.
    func requireSound(_ db: Database) throws {
        try state.withLock { state in
            if state.soundVersion == nil { try checkAll() }
            guard let version = state.version, version != state.soundVersion else { return }
            try DatabaseOpening.translating(file) {
                for table in ["decision", "subject"] {
                    try TableChecksums.check(db, file, only: table, of: "person")
                }
            }
            state.soundVersion = version
        }
    }

    private func checkAll() throws {
        try DatabaseOpening.translating(file) {
            let queue = try DatabaseOpening.reader(file, migrator: UserSchema.migrator())
            try queue.read { db in try DatabaseOpening.checkAll(db, file) }
            try queue.close()
        }
    }

    /// Call it before each read.
    func refresh(_ db: Database) throws {
        try state.withLock { state in
            guard let known = state.version else { return }
            let version = try [
                Int.fetchOne(db.cachedStatement(sql: "PRAGMA person.data_version")) ?? 0,
                Int.fetchOne(db.cachedStatement(sql: "PRAGMA main.data_version")) ?? 0,
            ]
            guard version != known else { return }
            let isSaid = "SELECT 1 FROM person.decision WHERE subject_id <> 0"
            let kinds = Annotation.Kind.corrections.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            var views = AnnotationViews(hasAnnotations: try Int.fetchOne(db, sql: isSaid + " LIMIT 1") != nil)
            views.schema = try Int.fetchOne(db, sql: "PRAGMA main.user_version") ?? 0
            if views.hasAnnotations {
                views.hasCorrections = try Int.fetchOne(db, sql: isSaid + " AND kind IN (\(kinds)) LIMIT 1") != nil
                let subjects = try newSubjects(db)
                views.hasNewSubjects = !subjects.isEmpty
                if views.hasNewSubjects || state.views.hasNewSubjects { try place(subjects, db) }
            }
            if views != state.views {
                // Views that cannot be made do not exist.
                state.views = AnnotationViews()
                try views.make(db)
            }
            state.views = views
            state.version = version
        }
    }

    private func newSubjects(_ db: Database) throws -> [PlacementTable.Subject] {
        try db.fetchAll(
            """
            SELECT * FROM person.subject WHERE changed > ? AND id <> 0 AND NOT EXISTS (
                SELECT 1 FROM placement WHERE subject_id = subject.id AND document_id IS NOT NULL)
            """, [PlacementTable(db: db, roots: [:]).placedUntil()], as: PlacementTable.Subject.init)
    }

    private func place(_ subjects: [PlacementTable.Subject], _ db: Database) throws {
        let roots = try db.fetchAll("SELECT id, path FROM person.root") {
            (try $0.value(at: 0) as Int64, try $0.value(at: 1) as String)
        }
        let table = PlacementTable(
            db: db, documents: "main.document", roots: Dictionary(roots, uniquingKeysWith: { first, _ in first }))
        try db.execute(
            sql: """
                CREATE TABLE IF NOT EXISTS temp.new_placement (subject_id INTEGER PRIMARY KEY, document_id INTEGER);
                CREATE INDEX IF NOT EXISTS temp.new_placement_document ON new_placement(document_id);
                DELETE FROM temp.new_placement;
                """)
        for subject in subjects {
            try db.execute(
                "INSERT INTO temp.new_placement (subject_id, document_id) VALUES (?, ?)",
                [subject.id, try table.document(of: subject)?.id])
        }
    }
}
