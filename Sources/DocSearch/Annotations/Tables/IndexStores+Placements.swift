import GRDB

extension UserStore {
    func subjects(changedAfter moment: Int64) throws -> [PlacementTable.Subject] {
        try read { db in
            guard try db.tableExists("subject") else { return [] }
            return try db.fetchAll(
                "SELECT * FROM subject WHERE changed > ? AND id <> 0 ORDER BY changed",
                [moment], as: PlacementTable.Subject.init)
        }
    }

    func subject(_ id: Int64) throws -> PlacementTable.Subject? {
        try fetchOne("SELECT * FROM subject WHERE id = ?", [id], as: PlacementTable.Subject.init)
    }

    func rootPaths() throws -> [Int64: String] {
        Dictionary(try roots().map { ($0.id, $0.path) }, uniquingKeysWith: { first, _ in first })
    }
}

extension IndexStores {
    /// Must run in the transaction that writes or removes documents. Otherwise a search could find the new document
    /// without the annotations on the old one.
    func placeLostSubjects() throws {
        try index.write { db in
            guard try PlacementTable(db: db, roots: [:]).hasLostSubjects() else { return }
            let table = PlacementTable(db: db, roots: try user.rootPaths())
            let placements = try table.toBeFound().compactMap(user.subject).compactMap(table.change)
            for placement in placements { try table.keep(placement) }
            if !placements.isEmpty { try table.giveNewName() }
        }
    }

    /// Call it when documents have come or gone.
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
        let isNoted = try index.read { db in try PlacementTable(db: db, roots: roots).hasNotedNewest() }
        guard !placements.isEmpty || !changed.isEmpty || !isNoted else { return }
        try index.write { db in
            let table = PlacementTable(db: db, roots: roots)
            try table.noteNewest()
            for placement in placements { try table.keep(placement) }
            if !placements.isEmpty { try table.giveNewName() }
            if let last = changed.map(\.changed).max() { try table.setPlacedUntil(last) }
        }
    }
}

extension IndexStore {
    func hasNewSubjects(moreThan count: Int) throws -> Bool {
        guard said.isAttached else { return false }
        // Laying them over the index would place them all to count them.
        return try readAsIndexed { db in
            try db.exists(
                "SELECT 1 FROM person.subject WHERE changed > ? LIMIT 1 OFFSET ?",
                [PlacementTable(db: db, roots: [:]).placedUntil(), count])
        }
    }

    func placementsName() throws -> String? { try meta(PlacementTable.nameKey) }

    func pagesName() throws -> String? { try readAsIndexed { db in try db.meta(Self.pagesStoreKey) } }

    func driftedSubjects() throws -> [(subject: Int64, anchor: DocumentAnchor)]? {
        try read { db in
            guard said.isNeeded else { return nil }
            // Without new placements since the last command there are none.
            let isRenewed = try db.exists(
                """
                SELECT 1 FROM meta JOIN person.setting ON setting.value = meta.value
                WHERE key = '\(PlacementTable.nameKey)' AND name = '\(AnnotationWriter.renewedKey)'
                """)
            if isRenewed { return [] }
            return try db.fetchAll(
                """
                SELECT placement.* FROM placement JOIN person.subject ON subject.id = subject_id
                WHERE document_id IS NOT NULL AND (placement.content_hash <> subject.content_hash
                    OR placement.path <> subject.path OR placement.root_path <> subject.root_path
                    OR placement.identifier IS NOT subject.identifier) AND subject.changed <= ?
                    AND NOT EXISTS (
                        SELECT 1 FROM hidden JOIN main.document AS kept ON kept.id = hidden.document_id
                        WHERE hidden.subject_id = subject.id AND kept.path = subject.path
                            AND kept.id < placement.document_id)
                """, [PlacementTable(db: db, roots: [:]).placedUntil()]
            ) { (try $0.value("subject_id"), try DocumentAnchor($0)) }
        }
    }
}

/// Runs only read `user.sqlite`: the next command of a person attaches subjects to the bytes, place and identifier
/// under which runs found them.
struct AnnotationDrift {
    var placements: String?
    var subjects: [(subject: Int64, anchor: DocumentAnchor)]?

    /// Call it at the end of a transaction.
    func end(_ writer: AnnotationWriter) throws {
        guard writer.steps > 0, let subjects else { return }
        for (subject, anchor) in subjects { try writer.renew(subject, anchor) }
        if let placements { try writer.noteRenewed(placements) }
    }
}
