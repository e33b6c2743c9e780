import BundleConventions
import GRDB

/// SQLite prepares each view for each statement that names it, so only the needed ones exist.
struct AnnotationViews: Equatable {
    var hasAnnotations = false
    var hasCorrections = false
    var hasNewSubjects = false
    /// Another process may migrate the index at any time.
    var schema = 0

    func make(_ db: Database) throws {
        for view in ["hidden", "document_tag", "document", "page", "said", "placed"] {
            try db.execute(sql: "DROP VIEW IF EXISTS temp.\(view)")
        }
        try IndexSchema.completeOlder(db)
        guard hasAnnotations else { return }
        try db.execute(sql: said)
        try db.execute(sql: hidden)
        if hasCorrections {
            try db.execute(sql: "DROP VIEW IF EXISTS temp.document")
            let columns = try db.makeStatement(sql: "SELECT * FROM main.document").columnNames
            try db.execute(sql: corrected(columns))
        }
    }

    /// SQLite looks a document up in each of two tables where it would go through a view of both for each document.
    private var placements: [String] { hasNewSubjects ? ["temp.new_placement", "placement"] : ["placement"] }

    private var said: String {
        """
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
    }

    /// A document stays hidden wherever its file is moved or copied to, even while no run has placed it: each subject
    /// hides all documents with the bytes that it has or had when it was hidden. A record has the bytes of its bundle,
    /// so its name in the bundle counts, too. A document that got other bytes in its place while a copy has the first
    /// ones is hidden as well.
    private var hidden: String {
        """
        CREATE TEMP VIEW hidden AS
            SELECT document_id, subject_id FROM said WHERE kind = 'hidden'
            UNION SELECT copy.id, subject_id FROM said
                JOIN main.document AS first ON first.id = said.document_id
                JOIN main.document AS copy ON copy.content_hash = first.content_hash
                WHERE said.kind = 'hidden' AND first.content_hash <> '' AND (copy.has_content OR copy.entry = first.entry)
            UNION SELECT copy.id, subject.id FROM person.decision AS x
                JOIN person.subject AS subject ON subject.id = x.subject_id
                JOIN main.document AS copy ON copy.content_hash = subject.content_hash
                WHERE x.kind = 'hidden' AND subject.content_hash <> '' AND (copy.has_content
                    OR substr(subject.path, -length('\(PathForm.mark)' || copy.entry)) = '\(PathForm.mark)' || copy.entry)
            UNION SELECT kept.id, said.subject_id FROM said
                JOIN person.subject AS subject ON subject.id = said.subject_id
                JOIN main.document AS kept ON kept.path = subject.path AND kept.id < said.document_id
                JOIN main.bundle AS bundle ON bundle.id = kept.bundle_id
                JOIN person.root AS root ON root.id = bundle.root_id AND root.path = subject.root_path
                WHERE said.kind = 'hidden' AND coalesce(kept.identifier = subject.identifier, 1)
        """
    }

    private func corrected(_ columns: [String]) -> String {
        let isIdentified = "language_is_identified"
        let corrected = [
            "title": correction(.title), "authors": correction(.authors), "language": correction(.language),
            "date": "document_seconds(\(correction(.date)))",
            "date_precision": "document_precision(\(correction(.date)))",
            isIdentified: "CASE WHEN \(correction(.language)) IS NOT NULL THEN 0 END",
        ]
        let values = columns.map { column in
            corrected[column].map { "coalesce(\($0), d.\(column)) AS \(column)" } ?? "d.\(column)"
        }
        let lacking = columns.contains(isIdentified) ? [] : ["0 AS \(isIdentified)"]
        return
            "CREATE TEMP VIEW document AS SELECT \((values + lacking).joined(separator: ", ")) FROM main.document AS d"
    }

    private func correction(_ kind: Annotation.Kind) -> String {
        let parts = placements.map {
            """
            (SELECT x.value FROM \($0) AS p JOIN person.decision AS x ON x.subject_id = p.subject_id
                WHERE p.document_id = d.id AND x.kind = '\(kind.rawValue)' ORDER BY x.modified DESC, x.id DESC LIMIT 1)
            """
        }
        return parts.count == 1 ? parts[0] : "coalesce(\(parts.joined(separator: ", ")))"
    }

    static func register(in db: Database) {
        db.add(
            function: DatabaseFunction("document_seconds", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).flatMap { DocumentDate($0)?.storedSeconds }
            })
        db.add(
            function: DatabaseFunction("document_precision", argumentCount: 1, pure: true) { values in
                String.fromDatabaseValue(values[0]).flatMap { DocumentDate($0)?.storedPrecision }
            })
    }
}
