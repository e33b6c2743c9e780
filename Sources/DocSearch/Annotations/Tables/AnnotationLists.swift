import GRDB

extension IndexStore {
    func orphans() throws -> [AnnotationOrphan] {
        try requireAnnotations()
        return try read { db in
            guard said.isNeeded else { return [] }
            return try db.fetchAll(
                """
                SELECT subject.*, (SELECT count(*) FROM person.decision WHERE subject_id = subject.id) AS decisions
                FROM person.subject
                WHERE subject.id NOT IN (SELECT subject_id FROM placed) AND decisions > 0 AND subject.id <> 0
                ORDER BY root_path, path
                """
            ) { row in
                let subject: Int64 = try row.value("id")
                let digits = String(UInt64(bitPattern: subject), radix: 16)
                return AnnotationOrphan(
                    id: String(repeating: "0", count: 16 - digits.count) + digits, rootPath: try row.value("root_path"),
                    path: try row.value("path"), title: try row.value("title"), annotations: try row.value("decisions"),
                    subject: subject)
            }
        }
    }

    func tags(includingHidden: Bool = false) throws -> [TagCount] {
        try requireAnnotations()
        return try read { db in
            let added = said.isNeeded ? "count(own.tag IS NULL OR NULL)" : "0"
            return try db.fetchAll(
                """
                SELECT given.tag, count(*) AS documents, \(added) AS added FROM document_tag AS given
                LEFT JOIN main.document_tag AS own ON own.document_id = given.document_id AND own.tag = given.tag
                \(said.isNeeded && !includingHidden ? Self.notHidden : "")
                GROUP BY given.tag ORDER BY given.tag
                """
            ) {
                TagCount(tag: try $0.value("tag"), documents: try $0.value("documents"), added: try $0.value("added"))
            }
        }
    }

    private static let notHidden = """
        WHERE given.document_id NOT IN (SELECT document_id FROM hidden)
        """

    func documents(withAnnotationsOf kind: Annotation.Kind) throws -> [Int64] {
        try saidIDs(
            """
            SELECT DISTINCT document_id FROM person.decision JOIN placed USING (subject_id)
            WHERE kind = ? AND document_id IS NOT NULL ORDER BY document_id
            """, [kind.rawValue])
    }

    /// In the full-text tables, ascending.
    func hiddenRows() throws -> [Range<Int64>] {
        try read { db in
            guard said.isNeeded else { return [] }
            return try db.fetchAll(
                """
                SELECT DISTINCT first_row, row_count FROM hidden JOIN main.document ON main.document.id = document_id
                WHERE first_row IS NOT NULL AND row_count > 0 ORDER BY first_row
                """
            ) { row in
                let rows = try DocumentRows(first: row.value(at: 0), count: row.value(at: 1))
                return rows.first..<rows.row(page: rows.count)
            }
        }
    }

    func documents(tag: String) throws -> [Int64] {
        try fetchAll("SELECT document_id FROM document_tag WHERE tag = ?", [tag])
    }
}
