import GRDB

extension IndexStore {
    /// Pages of documents that tesseract has read with less confidence than `below`, or without finding a word. The newest
    /// documents first.
    func pagesInDoubt(roots: [Int64], below: Double) throws -> [(id: Int64, pages: [Int])] {
        var found: [(id: Int64, pages: [Int])] = []
        let pages: [Int64] = try fetchAll(
            """
            SELECT page.id FROM page JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
            JOIN bundle ON bundle.id = bundle_id
            WHERE (origin = 'ocr' AND coalesce(confidence, 0) < ? OR origin IS NULL AND verdict <> 'blank')
                AND NOT needs_recognition AND has_content AND \(Self.isInFile)
                AND root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
            ORDER BY modified_ns DESC, page.id
            """, [below])
        for page in pages {
            let (document, number) = (page >> IndexSchema.pageBits, Int(page & Int64(IndexSchema.maximumPage)))
            guard number > 0 else { continue }
            if found.last?.id == document {
                found[found.count - 1].pages.append(number)
            } else {
                found.append((document, [number]))
            }
        }
        return found
    }

    func entry(ofDocument id: Int64) throws -> String {
        try fetchOne("SELECT entry FROM document WHERE id = ?", [id]) ?? ""
    }

    /// Texts as they were read.
    func textIDs(document: Int64) throws -> [Int64] {
        try fetchAll(
            "SELECT coalesce(read_text_id, text_id) FROM page WHERE id BETWEEN ? AND ? AND text_id IS NOT NULL",
            IndexSchema.pageRows(document: document))
    }

    /// The texts of pages as they were read, by row of `page`.
    func textIDs(of documents: [(id: Int64, pages: [Int])]) throws -> [Int64: Int64] {
        let rows = documents.flatMap { document, pages in
            pages.map { IndexSchema.pageRow(document: document, page: $0) }
        }
        let found: [(Int64, Int64)] = try read { db in
            try db.fetchAll(
                """
                SELECT id, coalesce(read_text_id, text_id) AS text FROM page
                WHERE id IN (SELECT value FROM json_each(?)) AND text_id IS NOT NULL
                """, [JSONText.encode(rows)]
            ) { (try $0.value("id"), try $0.value("text")) }
        }
        return Dictionary(found, uniquingKeysWith: { first, _ in first })
    }
}

extension PageStore {
    /// The reasons that are noted with the answers of a program that people chose (its name and version), by the recognised
    /// text of the page that they are beside. An answer in other languages does not count.
    func reasons(ofAnswersBy engine: String, besides texts: [Int64]) throws -> [Int64: [String]] {
        try read { db in
            var found: [Int64: [String]] = [:]
            let rows = try db.rows(
                """
                SELECT own.id, first.settings AS settings, answer.reasons, source.settings AS program FROM page_text AS own
                JOIN source AS first ON first.id = own.source_id
                JOIN content ON content.id = own.content_id
                JOIN content AS other ON other.content_hash = content.content_hash
                    AND (other.id = content.id OR other.witness = 'content')
                JOIN page_text AS answer ON answer.content_id = other.id AND answer.page = own.page
                JOIN source ON source.id = answer.source_id
                WHERE own.id IN (SELECT value FROM json_each(?)) AND source.origin = 'ocr' ORDER BY answer.id
                """, [JSONText.encode(texts)])
            while let row = try rows.next() {
                let first = TextSource(origin: .ocr, settings: try row.value("settings"))
                let program = TextSource(origin: .ocr, settings: try row.value("program"))
                guard program == .second(engine: engine, languages: first.languages) else { continue }
                found[try row.value("id")] = LineList.decode(try row.value("reasons"))
            }
            return found
        }
    }

    /// Those of the texts on whose pages somebody has chosen a reading.
    func besidePreferences(_ texts: [Int64]) throws -> Set<Int64> {
        try Set(
            fetchAll(
                """
                SELECT own.id FROM page_text AS own JOIN page_preference AS preference
                    ON preference.content_id = own.content_id AND preference.page = own.page
                WHERE own.id IN (SELECT value FROM json_each(?))
                """, [JSONText.encode(texts)]) as [Int64])
    }
}
