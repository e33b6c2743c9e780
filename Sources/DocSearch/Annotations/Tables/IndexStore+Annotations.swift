import Foundation
import GRDB

extension IndexStore {
    func asSaid(_ db: Database, _ document: ArchiveDocument, with annotations: [Annotation]) throws -> ArchiveDocument {
        var document = document
        document.isHidden = try isHidden(db, document.id)
        guard !annotations.isEmpty else { return document }
        let own = document.tags
        let without = annotations.filter { $0.kind == .withoutTag }.map(\.value)
        document.tags.removeAll(where: without.contains)
        for annotation in annotations {
            switch annotation.kind {
            case .tag:
                guard !document.tags.contains(annotation.value) else { continue }
                document.tags.append(annotation.value)
                document.addedTags.append(annotation.value)
            case let kind where Annotation.Kind.corrections.contains(kind): document.corrected[kind] = ""
            default: break
            }
        }
        if document.tags != own { document.addedTags.removeAll(where: own.contains) }
        return try withOriginals(db, document)
    }

    private func withOriginals(_ db: Database, _ document: ArchiveDocument) throws -> ArchiveDocument {
        guard !document.corrected.isEmpty else { return document }
        let row = try db.row("SELECT * FROM main.document WHERE id = ?", [document.id])
        guard let row else { return document }
        // An index of before has no such column.
        let isIdentified: Bool = row["language_is_identified"] ?? false
        var document = document
        for kind in document.corrected.keys {
            guard kind == .date else {
                let before: String? = kind == .language && isIdentified ? nil : try row.value(kind.rawValue)
                document.corrected[kind] = before ?? ""
                if kind == .language { document.languageOrigin = .person }
                if kind == .title { document.hasGuessedTitle = false }
                continue
            }
            document.corrected[kind] = try DocumentDate(row)?.description ?? ""
            document.dateOrigin = .person
        }
        return document
    }

    func documents(shownOf question: String) throws -> [Int64] {
        try requireAnnotations()
        return try read { db in
            try db.fetchAll(
                """
                SELECT id FROM main.document WHERE has_content
                    AND content_hash IN (SELECT content_hash FROM person.shown WHERE question = ?1)
                UNION ALL SELECT id FROM main.document WHERE NOT has_content
                    AND content_hash || '!/' || entry IN (SELECT content_hash FROM person.shown WHERE question = ?1)
                """, [question])
        }
    }

    func requireAnnotations() throws { if let annotationProblem { throw annotationProblem } }

    /// For visitors who may not see what a lost annotation closes.
    func requireSoundAnnotations() throws {
        try requireAnnotations()
        try read { db in try said.requireSound(db) }
    }

    func hiddenDocuments() throws -> [Int64]? {
        let ids = try saidIDs("SELECT DISTINCT document_id FROM hidden")
        return ids.isEmpty ? nil : ids
    }

    func hidesAny() throws -> Bool {
        try read { db in try said.isNeeded && db.exists("SELECT 1 FROM hidden LIMIT 1", []) }
    }

    private func isHidden(_ db: Database, _ document: Int64) throws -> Bool {
        try said.isNeeded && db.exists("SELECT 1 FROM hidden WHERE document_id = ? LIMIT 1", [document])
    }

    /// Does not count `ids`. Records are known by their bundles' bytes.
    func identicalCopies(of ids: [Int64]) throws -> Int {
        let list = try JSONText.encode(ids)
        return try fetchOne(
            """
            SELECT count(*) FROM main.document AS copy WHERE has_content AND id NOT IN (SELECT value FROM json_each(?1))
            AND content_hash IN (SELECT content_hash FROM main.document WHERE content_hash <> ''
                AND id IN (SELECT value FROM json_each(?1)))
            """, [list]) ?? 0
    }

    func subjects(hiding document: Int64) throws -> [Int64] {
        try saidIDs("SELECT DISTINCT subject_id FROM hidden WHERE document_id = ?", [document])
    }

    func saidIDs(_ sql: String, _ arguments: StatementArguments = []) throws -> [Int64] {
        try read { db in try said.isNeeded ? db.fetchAll(sql, arguments) : [] }
    }

    func documentsWithoutTags() throws -> [(row: Int64, document: ArchiveDocument)] {
        try read { db in
            let found = try db.fetchAll(
                """
                SELECT DISTINCT document.id, first_row FROM person.decision JOIN placed USING (subject_id)
                JOIN main.document AS document ON document.id = document_id
                WHERE kind = 'without-tag' AND first_row IS NOT NULL
                """
            ) { (id: try $0.value(at: 0) as Int64, row: try $0.value(at: 1) as Int64) }
            let documents = try documents(ids: found.map(\.id))
            return found.compactMap { found in documents[found.id].map { (found.row, $0) } }
        }
    }

    func annotations(_ db: Database, document id: Int64) throws -> [Annotation] {
        guard said.isNeeded else { return [] }
        return try Array(
            db.rows("SELECT \(Annotation.columns) FROM said WHERE document_id = ? ORDER BY said.id", [id])
                .map(Annotation.init))
    }

    func saidCopies(of contentHash: String, except id: Int64) throws -> [Int64] {
        try saidIDs(
            """
            SELECT id FROM main.document WHERE content_hash = ? AND id <> ?
            AND EXISTS (SELECT 1 FROM said WHERE document_id = main.document.id) ORDER BY id
            """, [contentHash, id])
    }

    func subjects(document id: Int64) throws -> [Int64] {
        try saidIDs("SELECT subject_id FROM placed WHERE document_id = ?", [id])
    }

    // MARK: - Lists

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
                return AnnotationOrphan(
                    id: String(format: "%016lx", subject), rootPath: try row.value("root_path"),
                    path: try row.value("path"), title: try row.value("title"), annotations: try row.value("decisions"),
                    subject: subject)
            }
        }
    }

    func tags(includingHidden: Bool = false) throws -> [TagCount] {
        try requireAnnotations()
        return try read { db in
            let added = said.isNeeded ? "count(own.tag IS NULL OR NULL)" : "0"
            let isShown = "given.document_id NOT IN (SELECT document_id FROM hidden)"
            return try db.fetchAll(
                """
                SELECT given.tag, count(*) AS documents, \(added) AS added FROM document_tag AS given
                LEFT JOIN main.document_tag AS own ON own.document_id = given.document_id AND own.tag = given.tag
                \(said.isNeeded && !includingHidden ? "WHERE \(isShown)" : "")
                GROUP BY given.tag ORDER BY given.tag
                """
            ) {
                TagCount(tag: try $0.value("tag"), documents: try $0.value("documents"), added: try $0.value("added"))
            }
        }
    }

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
