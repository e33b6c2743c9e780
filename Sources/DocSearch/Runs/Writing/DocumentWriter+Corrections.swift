import GRDB

extension DocumentWriter {
    /// Pages with the texts that people have made of those that were read. Every text that gets into the index goes through
    /// here, so that no reading, re-recognition or rebuild loses a correction.
    func corrected(_ db: Database, document id: Int64, _ pages: [IndexedPage], by user: UserStore) throws
        -> [IndexedPage]
    {
        let read = pages.map(\.asRead)
        let subjects: [Int64] = try db.fetchAll("SELECT subject_id FROM placement WHERE document_id = ?", [id])
        guard !subjects.isEmpty else { return read }
        let corrections = try user.corrections(of: subjects)
        guard !corrections.isEmpty else { return read }
        return try zip(pages, read).map { given, page in
            guard let said = corrections[page.number], let textID = page.textID else { return page }
            // Where what was read is damaged, what was made of it stays until the page is read again.
            guard let text = try self.pages.texts([textID])[textID] else { return given }
            let corrected = CorrectedText(text, said).text
            guard corrected != text else { return page }
            guard let made = try self.pages.keep(corrected, of: textID, document: id) else { return given }
            var page = page
            (page.textID, page.readTextID) = (made, textID)
            return page
        }
    }
}

extension UserStore {
    /// By page.
    fileprivate func corrections(of subjects: [Int64]) throws -> [Int: [CorrectedText.Said]] {
        try read { db in
            let found = try StoredAnnotation.fetch(
                db, where: "kind = ? AND subject_id IN (SELECT value FROM json_each(?)) ORDER BY id",
                [Annotation.Kind.correction.rawValue, JSONText.encode(subjects)])
            return CorrectedText.byPage(found.map(\.annotation))
        }
    }
}

extension CorrectedText {
    /// What cannot be read is passed over: the page is there without it.
    static func byPage(_ annotations: [Annotation]) -> [Int: [Said]] {
        let said = annotations.filter { $0.kind == .correction }.compactMap { annotation in
            (try? StoredCorrection(annotation)).map { (annotation: annotation, stored: $0) }
        }
        return Dictionary(grouping: said, by: \.annotation.page)
    }
}
