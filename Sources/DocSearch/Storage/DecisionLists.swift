import GRDB

/// Lists of what people said, over the whole index.
extension IndexStore {
    /// Subjects of which something was said and that are no document, in the order of their last known paths.
    func orphans() throws -> [DecisionOrphan] {
        try requireDecisions()
        return try read { db in
            guard said.isNeeded else { return [] }
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT subject.*, (SELECT count(*) FROM person.decision WHERE subject_id = subject.id) AS decisions
                    FROM person.subject
                    WHERE subject.id NOT IN (SELECT subject_id FROM placed) AND decisions > 0 AND subject.id <> 0
                    ORDER BY root_path, path
                    """
            ).map { row in
                let subject: Int64 = try row.value("id")
                let digits = String(UInt64(bitPattern: subject), radix: 16)
                return DecisionOrphan(
                    id: String(repeating: "0", count: 16 - digits.count) + digits, rootPath: try row.value("root_path"),
                    path: try row.value("path"), title: try row.value("title"), decisions: try row.value("decisions"),
                    subject: subject)
            }
        }
    }

    /// All tags of documents that are not hidden, in the order of their names.
    func tags() throws -> [TagCount] {
        try requireDecisions()
        return try read { db in
            let added = said.isNeeded ? "count(own.tag IS NULL OR NULL)" : "0"
            return try Row.fetchAll(
                db,
                sql: """
                    SELECT given.tag, count(*) AS documents, \(added) AS added FROM document_tag AS given
                    LEFT JOIN main.document_tag AS own ON own.document_id = given.document_id AND own.tag = given.tag
                    \(said.isNeeded ? Self.notHidden : "")
                    GROUP BY given.tag ORDER BY given.tag
                    """
            ).map {
                TagCount(tag: try $0.value("tag"), documents: try $0.value("documents"), added: try $0.value("added"))
            }
        }
    }

    private static let notHidden = """
        WHERE given.document_id NOT IN (
            SELECT document_id FROM person.decision JOIN placed USING (subject_id)
            WHERE kind = 'hidden' AND document_id IS NOT NULL)
        """

    /// Documents that have a tag, character by character.
    func documents(tag: String) throws -> [Int64] {
        try read { db in
            try Int64.fetchAll(db, sql: "SELECT document_id FROM document_tag WHERE tag = ?", arguments: [tag])
        }
    }
}
