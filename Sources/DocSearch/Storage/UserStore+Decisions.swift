import GRDB

/// The journal of what people said, and what they said of the archive as a whole.
extension UserStore {
    /// What was changed, the newest first.
    func changes(limit: Int) throws -> [DecisionChange] {
        try read { db in
            guard try db.tableExists("change") else { return [] }
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT change.*, (SELECT count(*) FROM change_step WHERE change_id = change.id) AS steps
                    FROM change ORDER BY id DESC LIMIT ?
                    """, arguments: [limit])
            // What took a change back may have been taken back itself.
            var undone: Set<Int64> = []
            return try rows.map { row in
                let change = DecisionChange(
                    id: try row.value("id"), time: try row.value("time"), author: try row.value("author"),
                    action: try row.value("action"), steps: try row.value("steps"), undoes: try row.value("undoes"),
                    isUndone: undone.contains(try row.value("id")))
                if let undoes = change.undoes, !change.isUndone { undone.insert(undoes) }
                return change
            }
        }
    }

    /// What runs leave out, in the order in which it was said.
    func exclusions() throws -> [Exclusion] {
        try read { db in
            guard try db.tableExists("decision") else { return [] }
            return try Row.fetchAll(
                db, sql: "SELECT * FROM decision WHERE subject_id = 0 AND kind = ? ORDER BY created, id",
                arguments: [Decision.Kind.exclusion.rawValue]
            ).compactMap { try Exclusion(StoredDecision($0).decision) }
        }
    }

    /// Questions that were given a name.
    func questions() throws -> [SavedQuestion] {
        try read { db in
            guard try db.tableExists("decision") else { return [] }
            return try StoredDecision.fetch(db, of: [0]).filter { $0.decision.kind == .question }
                .map { try JSONText.decode($0.decision.value) }
        }
    }
}
