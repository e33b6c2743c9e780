import BundleConventions
import GRDB

extension UserStore {
    /// Subjects at this place that have no annotations any more.
    func emptySubjects(rootPath: String, path: String) throws -> [Int64] {
        try fetchAll(
            """
            SELECT id FROM subject WHERE path = ? AND root_path = ? AND id <> 0
                AND NOT EXISTS (SELECT 1 FROM decision WHERE subject_id = subject.id)
            """, [path, rootPath])
    }

    /// Subjects of a document at this place with one of these hashes.
    func subjects(rootPath: String, path: String, hashes: [String]) throws -> [Int64] {
        try fetchAll(
            "SELECT id, content_hash FROM subject WHERE path = ? AND root_path = ? AND id <> 0", [path, rootPath]
        ) { (id: try $0.value(at: 0) as Int64, hash: try $0.value(at: 1) as String) }
        .filter { hashes.contains($0.hash) }.map(\.id)
    }

    func hashes(ofSubjects subjects: [Int64]) throws -> [String] {
        try read { db in
            try subjects.compactMap { try db.fetchOne("SELECT content_hash FROM subject WHERE id = ?", [$0]) }
        }
    }

    func places(ofSubjects subjects: [Int64]) throws -> [SubjectPlace] {
        try read { db in
            try subjects.compactMap {
                try db.fetchOne("SELECT root_path, path FROM subject WHERE id = ?", [$0], as: SubjectPlace.init)
            }
        }
    }

    func formerSubjects(of subjects: [Int64]) throws -> [Int64] {
        try subjects.isEmpty ? [] : read(SubjectHistory.init).former(of: Set(subjects))
    }

    func subjectPlaces() throws -> [(subject: Int64, place: SubjectPlace, hash: String)] {
        try fetchAll("SELECT root_path, path, id, content_hash FROM subject WHERE id <> 0 ORDER BY id") {
            (try $0.value(at: 2) as Int64, try SubjectPlace($0), try $0.value(at: 3) as String)
        }
    }

    func searchCount() throws -> Int { try fetchOne("SELECT count(*) FROM search") ?? 0 }

    /// Takes out the annotations, the steps of the journal that brought them about, and the roots that are forgotten;
    /// other steps of those changes stay. `hashes` are those of bytes that no document of the index has any more.
    /// Returns how many annotations there were. Throws ``DocSearchError`` when the file cannot be written; then nothing
    /// is changed.
    func forget(_ order: ForgettingOrder, hashes: [String]) throws -> Int {
        try write { db in
            let count = try Self.removeAnnotations(of: order.subjects, db)
            try Self.removePatterns(of: order.items, db)
            try db.execute(sql: "DELETE FROM change WHERE id NOT IN (SELECT change_id FROM change_step)")
            try Self.removeNames(order.names, db)
            // Records without bytes of their own, with their names.
            let records = order.items.filter { !$0.entry.isEmpty }
            let shown = Set(
                hashes
                    + records.flatMap { item in
                        (item.hashes + order.former.hashes).map { $0 + PathForm.mark + item.entry }
                    })
            try db.execute(
                "DELETE FROM shown WHERE content_hash IN (SELECT value FROM json_each(?))",
                [JSONText.encode(shown.sorted())])
            // Any of them may name what is forgotten.
            try db.execute(sql: "DELETE FROM search")
            for item in order.items where item.isRoot {
                try db.execute("DELETE FROM root WHERE id = ? AND path = ?", [item.rootID, item.rootPath])
            }
            // Their words go with the tables, whatever FTS5 keeps of a row that is deleted.
            try AnnotationText.makeAgain(db)
            return count
        }
    }

    /// Also the steps that the annotations had as those of other subjects. An annotation that has been given to another
    /// document since is that one's.
    private static func removeAnnotations(of subjects: [Int64], _ db: Database) throws -> Int {
        // Subject 0 has the saved questions and exclusions.
        let list = try JSONText.encode(subjects.filter { $0 != 0 })
        try db.execute("DELETE FROM decision WHERE subject_id IN (SELECT value FROM json_each(?))", [list])
        let count = db.changesCount
        try db.execute(
            """
            WITH step AS (
                SELECT id, coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id')) AS uuid,
                    json_extract(before, '$.subject') AS giver, json_extract(after, '$.subject') AS taker
                FROM change_step)
            DELETE FROM change_step WHERE id IN (
                SELECT id FROM step WHERE uuid NOT IN (SELECT uuid FROM decision) AND uuid IN (
                    SELECT uuid FROM step WHERE giver IN (SELECT value FROM json_each(?1))
                        OR taker IN (SELECT value FROM json_each(?1))))
            """, [list])
        try db.execute("DELETE FROM subject WHERE id IN (SELECT value FROM json_each(?))", [list])
        return count
    }

    /// Takes out of the journal the patterns that left out nothing but what is forgotten and do not stand any more.
    private static func removePatterns(of items: [ForgettingOrder.Item], _ db: Database) throws {
        let wanted = Set(
            items.filter(\.isAlone).map { [ExactText($0.rootPath), ExactText(IgnorePattern.literal($0.bundlePath))] })
        let steps = try db.fetchAll(
            """
            SELECT id, change_id, value FROM (
                SELECT id, change_id, coalesce(json_extract(before, '$.decision.value'),
                    json_extract(after, '$.decision.value')) AS value,
                    coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id')) AS uuid
                FROM change_step WHERE 'exclusion' = coalesce(
                    json_extract(before, '$.decision.kind'), json_extract(after, '$.decision.kind')))
            WHERE uuid NOT IN (SELECT uuid FROM decision)
            """
        ) { (try $0.value(at: 0) as Int64, try $0.value(at: 1) as Int64, try $0.value(at: 2) as String) }
        for (step, change, text) in steps {
            let value: Exclusion.Value = try JSONText.decode(text)
            guard wanted.contains([ExactText(value.root), ExactText(value.pattern)]) else { continue }
            try db.execute("DELETE FROM change_step WHERE id = ?", [step])
            // Its sentence has all patterns one behind the other, and it cannot be told where each ends.
            try db.execute("UPDATE change SET action = 'exclude …' WHERE id = ? AND action GLOB 'exclude *'", [change])
        }
    }

    /// Takes names out of the sentences of the journal, in one pass through it.
    private static func removeNames(_ forgotten: [String], _ db: Database) throws {
        let names = ForgottenNames(forgotten)
        let changed = try Array(
            db.rows("SELECT id, action FROM change").compactMap { row in
                try names.removed(from: row.value(at: 1)).map { (id: try row.value(at: 0) as Int64, action: $0) }
            })
        for change in changed {
            try db.execute("UPDATE change SET action = ? WHERE id = ?", [change.action, change.id])
        }
    }
}

extension SubjectPlace {
    fileprivate init(_ row: Row) throws { self.init(rootPath: try row.value(at: 0), path: try row.value(at: 1)) }
}
