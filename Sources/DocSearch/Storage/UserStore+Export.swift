import GRDB

extension UserStore {
    /// Hands out all decisions, in the order of their ids. However many there are, one is held at a time.
    func exportDecisions(_ body: (DecisionRecord) throws -> Void) throws {
        try read { db in
            guard try db.tableExists("decision") else { return }
            let rows = try Row.fetchCursor(
                db,
                sql: """
                    SELECT uuid, kind, page, value, created, modified, author,
                        subject_id, content_hash, root_path, path, identifier, title
                    FROM decision CROSS JOIN subject ON subject.id = subject_id ORDER BY uuid
                    """)
            while let row = try rows.next() { try body(DecisionRecord(row)) }
        }
    }
}

extension DecisionRecord {
    fileprivate init(_ row: Row) throws {
        let decision = Decision(
            id: try row.value(at: 0), kind: Decision.Kind(rawValue: try row.value(at: 1)), page: try row.value(at: 2),
            value: try row.value(at: 3), created: try row.value(at: 4), modified: try row.value(at: 5),
            author: try row.value(at: 6))
        let subjectID: Int64 = try row.value(at: 7)
        let subject =
            subjectID == 0
            ? nil
            : Subject(
                contentHash: try row.value(at: 8), rootPath: try row.value(at: 9), path: try row.value(at: 10),
                identifier: try row.value(at: 11), title: try row.value(at: 12))
        self.init(decision: decision, subject: subject)
    }
}
