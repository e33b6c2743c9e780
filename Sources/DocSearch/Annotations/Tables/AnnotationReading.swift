import GRDB
import QueryLanguage

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
        let row = try db.row(
            "SELECT title, authors, date, date_precision, language FROM main.document WHERE id = ?", [document.id])
        guard let row else { return document }
        var document = document
        for kind in document.corrected.keys {
            switch kind {
            case .title: document.corrected[kind] = try row.value("title")
            case .authors: document.corrected[kind] = try row.value("authors")
            case .language: document.corrected[kind] = (try row.value("language") as String?) ?? ""
            case .date:
                document.corrected[kind] = try DocumentDate(row)?.description ?? ""
                document.dateOrigin = .person
            default: document.corrected[kind] = nil
            }
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

    func isSaid(_ word: String) throws -> Bool {
        try !said(SearchUnit(.stems(word), field: .any), weights: RankingWeights().saidColumns).isEmpty
    }

    func said(
        _ unit: SearchUnit, weights: [Double], within permitted: Permission? = nil,
        withNotes: Bool = true
    ) throws -> [(row: Int64, frequency: Float)] {
        let (table, expression): (String, String) =
            switch unit.kind {
            case .stems(let text):
                ("said_fts", FullTextExpression.any(([text] + unit.equals).map(FullTextExpression.quoted)))
            case .near(let texts, let distance):
                ("said_fts", FullTextExpression.near(unit.nearForms(of: texts), distance: distance))
            case .exact(let text): ("said_word_fts", FullTextExpression.quoted(text))
            case .prefix(let text): ("said_word_fts", FullTextExpression.quoted(text) + " *")
            case .fuzzy(let text):
                (
                    "said_word_fts",
                    FullTextExpression.any(try similarWords(text, permitted).map(FullTextExpression.quoted))
                )
            }
        let all = withNotes ? "" : "{title author tag} : "
        let column = unit.field == .any ? all : "{\(unit.field.rawValue)} : "
        return try read { db in
            let found: Postings
            do {
                found = try PostingFunction.collect(
                    db, column + expression, in: table, weights: weights.map { Float($0) })
            } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
                // The archive is searched all the same; the next run makes the table again.
                self.said.noteDamage()
                return []
            }
            guard !found.rows.isEmpty else { return [] }
            let firstRows = try firstRows(ofSubjects: found.rows, db)
            let all = found.rows.enumerated().compactMap { position, subject in
                firstRows[subject].map { (row: $0, frequency: found.frequency(position)) }
            }.sorted { $0.row < $1.row }
            guard let rows = permitted?.rows else { return all }
            return all.filter { found in
                let next = rows.partitioningIndex { $0.upperBound > found.row }
                return next < rows.count && rows[next].contains(found.row)
            }
        }
    }

    private func similarWords(_ text: String, _ permitted: Permission?) throws -> [String] {
        guard let last = try writtenWords(text).last else { return [text] }
        return [last] + (try SimilarWords(self, within: permitted?.rows).similar(to: last))
    }

    private func firstRows(ofSubjects subjects: [Int64], _ db: Database) throws -> [Int64: Int64] {
        // A few are looked up; of many, the whole table is gone through.
        let list = subjects.count <= 500 ? subjects.map { String($0) }.joined(separator: ", ") : nil
        let rows = try Row.fetchCursor(
            db,
            sql: """
                SELECT subject_id, first_row FROM placed JOIN main.document ON main.document.id = document_id
                WHERE first_row IS NOT NULL \(list.map { "AND subject_id IN (\($0))" } ?? "")
                """)
        var firstRows: [Int64: Int64] = [:]
        while let row = try rows.next() { firstRows[try row.value(at: 0)] = try row.value(at: 1) }
        return firstRows
    }
}
