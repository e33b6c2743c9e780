import GRDB
import QueryLanguage

extension IndexStore {
    func isSaid(_ word: String) throws -> Bool {
        try !said(SearchUnit(.stems(word), field: .any), weights: RankingWeights().saidColumns).isEmpty
    }

    func said(
        _ unit: SearchUnit, weights: [Double], within permitted: Permission? = nil,
        withNotes: Bool = true
    ) throws -> [(row: Int64, frequency: Float)] {
        // Compounds are looked for in what the archive says.
        if unit.isPart { return [] }
        let (table, expression): (String, String) =
            switch unit.kind {
            case .stems(let text):
                ("said_fts", FullTextExpression.any(([text] + unit.equals).map(FullTextExpression.quoted)))
            case .near(let texts, let distance):
                ("said_fts", FullTextExpression.near(unit.nearForms(of: texts), distance: distance))
            case .exact(let text), .part(let text): ("said_word_fts", FullTextExpression.quoted(text))
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
                    db, column + expression, in: table, weights: weights.map { Float($0) }, countsAll: unit.hasForms)
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
