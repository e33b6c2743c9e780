import Foundation
import GRDB

/// Finds the documents that people said something of. A run keeps what it finds in the table `placement`; what was said
/// since is looked for with each search.
struct PlacementTable {
    let db: Database
    /// What stands before the names of the index's own tables where others have the same names.
    var schema = ""

    /// A subject of `user.sqlite`.
    struct Subject {
        var id: Int64
        var anchor: DocumentAnchor
        /// Milliseconds since 1970.
        var changed: Int64

        init(_ row: Row) throws {
            id = try row.value("id")
            changed = try row.value("changed")
            anchor = try DocumentAnchor(row)
        }
    }

    /// The document that a subject is now, by how it was known when it was said, and when a run last saw it.
    func document(of subject: Subject) throws -> DocumentAnchor.Candidate? {
        let seen = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM placement WHERE subject_id = ?"), arguments: [subject.id]
        ).map { try DocumentAnchor($0) }
        for anchor in [seen, subject.anchor].compactMap({ $0 }) {
            if let found = anchor.placed(among: try candidates(anchor)) { return found }
        }
        return nil
    }

    private func candidates(_ anchor: DocumentAnchor) throws -> [DocumentAnchor.Candidate] {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    SELECT document.id, document.content_hash, root_id, path, identifier
                    FROM \(schema)document AS document JOIN bundle ON bundle.id = bundle_id
                    WHERE document.id IN (
                        SELECT id FROM \(schema)document WHERE path = ?1
                        UNION SELECT id FROM \(schema)document WHERE content_hash = ?2 AND ?2 <> ''
                        UNION SELECT id FROM \(schema)document WHERE identifier = ?3)
                    """), arguments: [anchor.path, anchor.contentHash, anchor.identifier])
        return try rows.map { DocumentAnchor.Candidate(id: try $0.value("id"), anchor: try DocumentAnchor($0)) }
    }

    // MARK: - What runs keep

    private static let placedKey = "placed-until"

    /// The moment up to which subjects are in the table; see `subject.changed`.
    func placedUntil() throws -> Int64 {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: [Self.placedKey]
        ).flatMap(Int64.init) ?? 0
    }

    /// Subjects whose documents are gone, or have other bytes or another path now.
    func toPlaceAgain() throws -> [Int64] {
        try Int64.fetchAll(
            db,
            sql: """
                SELECT subject_id FROM placement LEFT JOIN document ON document.id = document_id
                WHERE document.id IS NULL OR document.content_hash <> placement.content_hash
                    OR document.path <> placement.path
                """)
    }

    /// A row of the table as it should be.
    struct Placement: Hashable {
        var subject: Int64
        /// Nil for a subject that is no document.
        var document: Int64?
        /// As it was last seen.
        var anchor: DocumentAnchor
    }

    /// What the table should say of a subject; nil when it says so.
    func change(of subject: Subject) throws -> Placement? {
        let known = try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM placement WHERE subject_id = ?"), arguments: [subject.id]
        ).map { Placement(subject: subject.id, document: try $0.value("document_id"), anchor: try DocumentAnchor($0)) }
        let found = try document(of: subject)
        let placement = Placement(
            subject: subject.id, document: found?.id, anchor: found?.anchor ?? known?.anchor ?? subject.anchor)
        return placement == known ? nil : placement
    }

    func keep(_ placement: Placement) throws {
        let anchor = placement.anchor
        try db.executeCached(
            sql: """
                INSERT OR REPLACE INTO placement (subject_id, document_id, content_hash, root_id, path, identifier)
                VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                placement.subject, placement.document, anchor.contentHash, anchor.rootID, anchor.path,
                anchor.identifier,
            ])
    }

    func setPlacedUntil(_ moment: Int64) throws {
        try db.executeCached(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [Self.placedKey, String(moment)])
    }
}

extension DocumentAnchor {
    init(_ row: Row) throws {
        self.init(
            contentHash: try row.value("content_hash"), rootID: try row.value("root_id"), path: try row.value("path"),
            identifier: try row.value("identifier"))
    }
}

extension UserStore {
    /// Subjects that have changed since a moment, from the oldest.
    func subjects(changedAfter moment: Int64) throws -> [PlacementTable.Subject] {
        try read { db in
            guard try db.tableExists("subject") else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM subject WHERE changed > ? ORDER BY changed", arguments: [moment]
            ).map(PlacementTable.Subject.init)
        }
    }

    func subject(_ id: Int64) throws -> PlacementTable.Subject? {
        try read { db in
            try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM subject WHERE id = ?"), arguments: [id])
                .map(PlacementTable.Subject.init)
        }
    }
}

extension IndexStores {
    /// Finds the documents again that people said something of. To be called when documents have come or gone.
    func placeSubjects() throws {
        let (changed, moved) = try index.read { db in
            let table = PlacementTable(db: db)
            return (try user.subjects(changedAfter: table.placedUntil()), try table.toPlaceAgain())
        }
        let placements = try index.read { db in
            let table = PlacementTable(db: db)
            return try (changed + moved.compactMap(user.subject)).compactMap(table.change)
        }
        // A run that changes nothing writes nothing.
        guard !placements.isEmpty || !changed.isEmpty else { return }
        try index.write { db in
            let table = PlacementTable(db: db)
            for placement in placements { try table.keep(placement) }
            if let last = changed.map(\.changed).max() { try table.setPlacedUntil(last) }
        }
    }
}
