import BundleConventions
import GRDB

/// A subject, where it was, and the hash that it was known by.
struct SubjectRow {
    var subject: Int64
    var place: SubjectPlace
    var hash: String
}

/// How what people said of documents is taken out of `user.sqlite` for good, with the journal of it.
extension UserStore {
    /// Subjects that were said of a document at this place, of which nothing is said any more.
    func emptySubjects(rootPath: String, path: String) throws -> [Int64] {
        try fetchAll(
            """
            SELECT id FROM subject WHERE path = ? AND root_path = ? AND id <> 0
                AND NOT EXISTS (SELECT 1 FROM decision WHERE subject_id = subject.id)
            """, [path, rootPath])
    }

    /// Subjects of a document at this place with one of these hashes.
    func subjects(rootPath: String, path: String, hashes: [String]) throws -> [Int64] {
        try read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(
                    sql: "SELECT id, content_hash FROM subject WHERE path = ? AND root_path = ? AND id <> 0"),
                arguments: [path, rootPath])
            return try rows.filter { hashes.contains(try $0.value(at: 1)) }.map { try $0.value(at: 0) }
        }
    }

    /// The hashes by which these subjects were known.
    func hashes(ofSubjects subjects: [Int64]) throws -> [String] {
        try read { db in
            try subjects.compactMap {
                try String.fetchOne(
                    db.cachedStatement(sql: "SELECT content_hash FROM subject WHERE id = ?"), arguments: [$0])
            }
        }
    }

    /// Where these subjects were last known to be.
    func places(ofSubjects subjects: [Int64]) throws -> [SubjectPlace] {
        try read { db in
            try subjects.compactMap { subject in
                try Row.fetchOne(db, sql: "SELECT root_path, path FROM subject WHERE id = ?", arguments: [subject]).map
                {
                    SubjectPlace(rootPath: try $0.value(at: 0), path: try $0.value(at: 1))
                }
            }
        }
    }

    /// See ``SubjectHistory``.
    func subjectHistory() throws -> SubjectHistory { try read(SubjectHistory.init) }

    /// Every subject with its place and the hash that it was known by.
    func subjectPlaces() throws -> [SubjectRow] {
        try read { db in
            try Row.fetchAll(db, sql: "SELECT id, root_path, path, content_hash FROM subject WHERE id <> 0 ORDER BY id")
                .map {
                    SubjectRow(
                        subject: try $0.value(at: 0),
                        place: SubjectPlace(rootPath: try $0.value(at: 1), path: try $0.value(at: 2)),
                        hash: try $0.value(at: 3))
                }
        }
    }

    /// How many searches are kept.
    func searchCount() throws -> Int { try read { try Int.fetchOne($0, sql: "SELECT count(*) FROM search") ?? 0 } }

    /// Takes out what was said, the steps of the journal that brought it about, and the roots that are forgotten. Of changes
    /// that concern other documents too, the steps of those stay.
    ///
    /// - Parameters:
    ///   - items: What is forgotten.
    ///   - hashes: Of bytes that no document of the index has any more.
    /// - Returns: How many decisions there were.
    /// - Throws: ``DocSearchError`` when the file cannot be written; then nothing is changed.
    func forget(_ items: [ForgettingOrder.Item], hashes: [String]) throws -> Int {
        try write { db in
            let journal = try ForgottenJournal(db, subjects: Set(items.flatMap(\.subjects)))
            let count = try journal.forget(db)
            try Self.removePatterns(of: items, db)
            try Self.removeNames(items.flatMap(\.names), db)
            // Records without bytes of their own, with their names.
            let records = items.filter { !$0.entry.isEmpty }
            let shown = Set(hashes + records.flatMap { item in item.hashes.map { $0 + PathForm.mark + item.entry } })
            try db.execute(
                sql: "DELETE FROM shown WHERE content_hash IN (SELECT value FROM json_each(?))",
                arguments: [JSONText.encode(shown.sorted())])
            // Any of them may name what is forgotten.
            try db.execute(sql: "DELETE FROM search")
            for item in items where item.isRoot {
                try db.execute(
                    sql: "DELETE FROM root WHERE id = ? AND path = ?", arguments: [item.rootID, item.rootPath])
            }
            // Their words go with the tables, whatever FTS5 keeps of a row that is deleted.
            try SaidText.makeAgain(db)
            return count
        }
    }

    /// Takes out of the journal the patterns that left out nothing but what is forgotten and do not stand any more.
    private static func removePatterns(of items: [ForgettingOrder.Item], _ db: Database) throws {
        let wanted = Set(
            items.filter(\.isAlone).map { [ExactText($0.rootPath), ExactText(IgnorePattern.literal($0.bundlePath))] })
        let rows = try Row.fetchAll(
            db,
            sql: """
                SELECT id, change_id, value FROM (
                    SELECT id, change_id, coalesce(json_extract(before, '$.decision.value'),
                        json_extract(after, '$.decision.value')) AS value,
                        coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id')) AS uuid
                    FROM change_step WHERE 'exclusion' = coalesce(
                        json_extract(before, '$.decision.kind'), json_extract(after, '$.decision.kind')))
                WHERE uuid NOT IN (SELECT uuid FROM decision)
                """)
        for row in rows {
            let value: Exclusion.Value = try JSONText.decode(try row.value(at: 2))
            guard wanted.contains([ExactText(value.root), ExactText(value.pattern)]) else { continue }
            let change: Int64 = try row.value(at: 1)
            try db.executeCached(
                sql: "DELETE FROM change_step WHERE id = ?", arguments: [try row.value(at: 0) as Int64])
            try db.executeCached(
                sql: "DELETE FROM change WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM change_step WHERE change_id = ?1)",
                arguments: [change])
            // Its sentence has all patterns one behind the other, and it cannot be told where each ends.
            try db.executeCached(
                sql: "UPDATE change SET action = 'exclude …' WHERE id = ? AND action GLOB 'exclude *'",
                arguments: [change])
        }
    }

    /// Takes what is forgotten out of the sentences of the journal, in one pass through it.
    private static func removeNames(_ forgotten: [String], _ db: Database) throws {
        let names = ForgottenNames(forgotten)
        var changed: [(id: Int64, action: String)] = []
        let rows = try Row.fetchCursor(db, sql: "SELECT id, action FROM change")
        while let row = try rows.next() {
            guard let action = names.removed(from: try row.value(at: 1)) else { continue }
            changed.append((try row.value(at: 0), action))
        }
        for change in changed {
            try db.executeCached(
                sql: "UPDATE change SET action = ? WHERE id = ?", arguments: [change.action, change.id])
        }
    }
}
