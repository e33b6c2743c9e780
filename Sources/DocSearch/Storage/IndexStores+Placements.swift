import Foundation
import GRDB

extension UserStore {
    /// Subjects that have changed since a moment, from the oldest. The archive as a whole is none.
    func subjects(changedAfter moment: Int64) throws -> [PlacementTable.Subject] {
        try read { db in
            guard try db.tableExists("subject") else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM subject WHERE changed > ? AND id <> 0 ORDER BY changed", arguments: [moment]
            ).map(PlacementTable.Subject.init)
        }
    }

    func subject(_ id: Int64) throws -> PlacementTable.Subject? {
        try read { db in
            try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM subject WHERE id = ?"), arguments: [id])
                .map(PlacementTable.Subject.init)
        }
    }

    /// Absolute paths of all roots, by number.
    func rootPaths() throws -> [Int64: String] {
        Dictionary(try roots().map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    }
}

extension IndexStores {
    /// Finds the documents again that people said something of. To be called when documents have come or gone.
    func placeSubjects() throws {
        let roots = try user.rootPaths()
        let (changed, moved) = try index.read { db in
            let table = PlacementTable(db: db, roots: roots)
            return (try user.subjects(changedAfter: table.placedUntil()), try table.toPlaceAgain())
        }
        let placements = try index.read { db in
            let table = PlacementTable(db: db, roots: roots)
            return try (changed + moved.compactMap(user.subject)).compactMap(table.change)
        }
        // A run that changes nothing writes nothing.
        guard !placements.isEmpty || !changed.isEmpty else { return }
        try index.write { db in
            let table = PlacementTable(db: db, roots: roots)
            for placement in placements { try table.keep(placement) }
            if !placements.isEmpty { try table.giveNewName() }
            if let last = changed.map(\.changed).max() { try table.setPlacedUntil(last) }
        }
    }
}

extension IndexStore {
    /// Whether more than so many subjects are looked at whenever the index is opened, as they have changed since a run
    /// placed them.
    func hasNewSubjects(moreThan count: Int) throws -> Bool {
        guard said.isAttached else { return false }
        // Laying them over the index would place them all to count them.
        return try readAsIndexed { db in
            try Int.fetchOne(
                db, sql: "SELECT 1 FROM person.subject WHERE changed > ? LIMIT 1 OFFSET ?",
                arguments: [PlacementTable(db: db, roots: [:]).placedUntil(), count]) != nil
        }
    }

    /// A name for the placements as they are now; nil before a run has made any.
    func placementsName() throws -> String? { try meta(PlacementTable.nameKey) }

    /// The name of the `pages.sqlite` that has the texts of this index.
    func pagesName() throws -> String? { try readAsIndexed { db in try db.meta(Self.pagesStoreKey) } }

    private func isRenewed(_ db: Database) throws -> Bool {
        try Int.fetchOne(
            db,
            sql: """
                SELECT 1 FROM meta JOIN person.setting ON setting.value = meta.value
                WHERE key = '\(PlacementTable.nameKey)' AND name = '\(DecisionWriter.renewedKey)'
                """) != nil
    }

    /// Subjects that are known by other bytes, another place or another identifier by now than `user.sqlite` has them, with
    /// what they are now.
    /// Nil where nothing is known of subjects.
    func driftedSubjects() throws -> [(subject: Int64, anchor: DocumentAnchor)]? {
        try read { db in
            guard said.isNeeded else { return nil }
            // Without new placements since the last command there are none.
            if try isRenewed(db) { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT placement.* FROM placement JOIN person.subject ON subject.id = subject_id
                    WHERE document_id IS NOT NULL AND (placement.content_hash <> subject.content_hash
                        OR placement.path <> subject.path OR placement.root_path <> subject.root_path
                        OR placement.identifier IS NOT subject.identifier)
                        AND subject.changed <= ?
                    """, arguments: [PlacementTable(db: db, roots: [:]).placedUntil()]
            ).map { row in
                (try row.value("subject_id"), try DocumentAnchor(row, rootPath: try row.value("root_path")))
            }
        }
    }
}
