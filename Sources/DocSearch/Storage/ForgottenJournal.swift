import GRDB

/// The part of the journal that is about some subjects.
struct ForgottenJournal {
    private var subjects: Set<Int64>
    private var steps: [Int64] = []
    private var changes: Set<Int64> = []

    struct Step {
        /// `change_step.id`.
        var id: Int64
        var change: Int64
        /// Of the decision before and after.
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

    /// The steps of all changes.
    static func steps(_ db: Database) throws -> [Step] {
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
