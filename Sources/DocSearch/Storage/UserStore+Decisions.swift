import GRDB

/// The journal of what people said, and what they said of the archive as a whole.
extension UserStore {
    /// What was changed, the newest first.
    func changes(limit: Int) throws -> [DecisionChange] {
        try read { db in
            guard try db.tableExists("change") else { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT change.*, (SELECT count(*) FROM change_step WHERE change_id = change.id) AS steps,
                        EXISTS (SELECT 1 FROM change AS later WHERE later.undoes = change.id) AS is_undone
                    FROM change ORDER BY id DESC LIMIT ?
                    """, arguments: [limit]
            ).map { row in
                DecisionChange(
                    id: try row.value("id"), time: try row.value("time"), author: try row.value("author"),
                    action: try row.value("action"), steps: try row.value("steps"), undoes: try row.value("undoes"),
                    isUndone: try row.value("is_undone"))
            }
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
