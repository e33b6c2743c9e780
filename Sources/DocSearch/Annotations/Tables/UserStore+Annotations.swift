import GRDB

extension UserStore {
    func changes(limit: Int) throws -> [AnnotationChange] { try read { db in try Self.changes(db, limit: limit) } }

    static func changes(_ db: Database, limit: Int = .max) throws -> [AnnotationChange] {
        // A change that took this one back may have been taken back itself.
        var undone: Set<Int64> = []
        return try db.fetchAll(
            """
            SELECT change.*, (SELECT count(*) FROM change_step WHERE change_id = change.id) AS steps
            FROM change ORDER BY id DESC LIMIT ?
            """, [limit]
        ) { row in
            let change = AnnotationChange(
                id: try row.value("id"), time: try row.value("time"), author: try row.value("author"),
                action: try row.value("action"), steps: try row.value("steps"), undoes: try row.value("undoes"),
                isUndone: undone.contains(try row.value("id")))
            if let undoes = change.undoes, !change.isUndone { undone.insert(undoes) }
            return change
        }
    }

    func exclusions() throws -> [Exclusion] {
        try read { db in
            try StoredAnnotation.fetch(
                db, where: "subject_id = 0 AND kind = ? ORDER BY created, id", [Annotation.Kind.exclusion.rawValue]
            ).compactMap { try Exclusion($0.annotation) }
        }
    }

    func questions() throws -> [SavedQuestion] {
        try read { db in
            try StoredAnnotation.fetch(db, of: [0]).filter { $0.annotation.kind == .question }
                .map { try JSONText.decode($0.annotation.value) }
        }
    }

    /// In the order of ids, one in memory at a time.
    func exportAnnotations(_ body: (AnnotationRecord) throws -> Void) throws {
        try read { db in
            let rows = try db.rows(
                """
                SELECT \(Annotation.columns), subject_id, content_hash, root_path, path, identifier, title
                FROM decision CROSS JOIN subject ON subject.id = subject_id ORDER BY uuid
                """)
            while let row = try rows.next() { try body(AnnotationRecord(row)) }
        }
    }
}

extension AnnotationRecord {
    fileprivate init(_ row: Row) throws {
        let subjectID: Int64 = try row.value(at: 7)
        let subject =
            subjectID == 0
            ? nil
            : Subject(
                contentHash: try row.value(at: 8), rootPath: try row.value(at: 9), path: try row.value(at: 10),
                identifier: try row.value(at: 11), title: try row.value(at: 12))
        self.init(annotation: try Annotation(row), subject: subject)
    }
}
