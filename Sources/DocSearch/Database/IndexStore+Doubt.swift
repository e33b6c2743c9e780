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
}
