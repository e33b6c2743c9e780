import GRDB

extension UserStore {
    func subjects(changedAfter moment: Int64) throws -> [PlacementTable.Subject] {
        try fetchAll(
            "SELECT * FROM subject WHERE changed > ? AND id <> 0 ORDER BY changed", [moment],
            as: PlacementTable.Subject.init)
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
            for placement in try table.toBeFound().compactMap(user.subject).compactMap(table.change) {
                try table.keep(placement)
            }
        }
    }

    /// Call it when documents have come or gone.
    func placeSubjects() throws {
        let roots = try user.rootPaths()
        let (changed, placements, isNoted) = try index.read { db in
            let table = PlacementTable(db: db, roots: roots)
            let changed = try user.subjects(changedAfter: table.placedUntil())
            let moved = try table.toPlaceAgain().compactMap(user.subject)
            return (changed, try (changed + moved).compactMap(table.change), try table.hasNotedNewest())
        }
        // A run that changes nothing writes nothing.
        guard !placements.isEmpty || !changed.isEmpty || !isNoted else { return }
        try index.write { db in
            let table = PlacementTable(db: db, roots: roots)
            try table.noteNewest()
            for placement in placements { try table.keep(placement) }
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

    func pagesName() throws -> String? { try readAsIndexed { db in try db.meta(Self.pagesStoreKey) } }

    /// Subjects that runs have found under other bytes, another place or identifier than `user.sqlite` has.
    func driftedSubjects() throws -> [(subject: Int64, anchor: DocumentAnchor)] {
        try read { db in
            guard said.isNeeded else { return [] }
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
