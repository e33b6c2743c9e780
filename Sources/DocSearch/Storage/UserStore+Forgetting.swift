import GRDB

/// How what people said of documents is taken out of `user.sqlite` for good, with the journal of it.
extension UserStore {
    /// Subjects that were said of a document at this place, of which nothing is said any more.
    func emptySubjects(rootPath: String, path: String) throws -> [Int64] {
        try read { db in
            try Int64.fetchAll(
                db,
                sql: """
                    SELECT id FROM subject WHERE path = ? AND root_path = ? AND id <> 0
                        AND NOT EXISTS (SELECT 1 FROM decision WHERE subject_id = subject.id)
                    """, arguments: [path, rootPath])
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
            // As a word of its own: another path may have this one in it.
            for name in Set(items.flatMap(\.names)) {
                try db.execute(
                    sql: """
                        UPDATE change SET action = replace(action, ' ' || ?1 || ':', ' …:')
                        WHERE instr(action, ' ' || ?1 || ':') > 0
                        """, arguments: [name])
                try db.execute(
                    sql: """
                        UPDATE change SET action = substr(action, 1, length(action) - length(?1)) || '…'
                        WHERE substr(action, -length(?1) - 1) = ' ' || ?1
                        """, arguments: [name])
            }
            for hash in hashes {
                try db.execute(sql: "DELETE FROM shown WHERE content_hash = ?", arguments: [hash])
            }
            for item in items where item.isRoot {
                try db.execute(
                    sql: "DELETE FROM root WHERE id = ? AND path = ?", arguments: [item.rootID, item.rootPath])
            }
            // Their words go with the tables, whatever FTS5 keeps of a row that is deleted.
            try SaidText.makeAgain(db)
            return count
        }
    }
}

/// The part of the journal that is about some subjects.
private struct ForgottenJournal {
    private var subjects: Set<Int64>
    private var steps: [Int64] = []
    private var changes: Set<Int64> = []

    private struct Step {
        var id: Int64
        var change: Int64
        var subjects: [Int64]
        var decision: String
    }

    init(_ db: Database, subjects: Set<Int64>) throws {
        self.subjects = subjects
        // What has been given to another document since is that one's.
        let others = Set(
            try Row.fetchAll(db, sql: "SELECT uuid, subject_id FROM decision")
                .filter { try !subjects.contains($0.value(at: 1)) }.map { try $0.value(at: 0) as String })
        var waiting = try Self.steps(db).filter { !others.contains($0.decision) }
        var decisions: Set<String> = []
        // A decision may have been of another subject before, and what else was said of that one belongs to it as well.
        while true {
            let found = waiting.filter {
                decisions.contains($0.decision) || !self.subjects.isDisjoint(with: $0.subjects)
            }
            guard !found.isEmpty else { break }
            let ids = Set(found.map(\.id))
            waiting.removeAll { ids.contains($0.id) }
            steps += ids
            changes.formUnion(found.map(\.change))
            decisions.formUnion(found.map(\.decision))
        }
    }

    private static func steps(_ db: Database) throws -> [Step] {
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT id, change_id, json_extract(before, '$.subject'), json_extract(after, '$.subject'),
                    coalesce(json_extract(before, '$.decision.id'), json_extract(after, '$.decision.id'), '')
                FROM change_step
                """)
        var steps: [Step] = []
        while let row = try rows.next() {
            let named: [Int64?] = [try row.value(at: 2), try row.value(at: 3)]
            steps.append(
                Step(
                    id: try row.value(at: 0), change: try row.value(at: 1), subjects: named.compactMap { $0 },
                    decision: try row.value(at: 4)))
        }
        return steps
    }

    /// Returns how many decisions there were.
    func forget(_ db: Database) throws -> Int {
        var count = 0
        for subject in subjects where subject != 0 {
            try db.executeCached(sql: "DELETE FROM decision WHERE subject_id = ?", arguments: [subject])
            count += db.changesCount
        }
        for step in steps { try db.executeCached(sql: "DELETE FROM change_step WHERE id = ?", arguments: [step]) }
        for change in changes {
            try db.executeCached(
                sql: "DELETE FROM change WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM change_step WHERE change_id = ?1)",
                arguments: [change])
        }
        for subject in subjects where subject != 0 {
            try db.executeCached(sql: "DELETE FROM subject WHERE id = ?", arguments: [subject])
        }
        return count
    }
}
