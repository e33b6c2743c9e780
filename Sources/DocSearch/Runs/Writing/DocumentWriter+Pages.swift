import GRDB

extension DocumentWriter {
    func deletePageRows(_ db: Database, _ id: Int64) throws {
        try db.execute("DELETE FROM page WHERE id BETWEEN ? AND ?", IndexSchema.pageRows(document: id))
    }

    /// The row must not be there.
    func insertPageRow(_ db: Database, document id: Int64, _ page: IndexedPage) throws {
        try db.execute(
            """
            INSERT INTO page (id, label, verdict, layer, reasons, origin, confidence, language, text_id, read_text_id,
                needs_recognition)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                IndexSchema.pageRow(document: id, page: page.number), page.label, page.verdict.rawValue,
                page.layer?.rawValue, LineList.encode(page.reasons), page.origin?.rawValue, page.confidence,
                page.language, page.textID, page.readTextID, page.needsRecognition,
            ])
    }

    func indexedPages(_ db: Database, document id: Int64) throws -> ([IndexedPage], isSound: Bool) {
        // With an unreadable page the document counts as damaged.
        let pages = try db.fetchAll(
            "SELECT * FROM page WHERE id BETWEEN ? AND ? ORDER BY id", IndexSchema.pageRows(document: id)
        ) { try? IndexedPage($0) }
        return (pages.compactMap(\.self), !pages.contains(nil))
    }

    struct State {
        var head: IndexedHead
        var language: String?
        var pages: [IndexedPage]
        var rows: DocumentRows?
        /// If not, the tables cannot be told what to forget.
        var isSound: Bool

        var lastPage: Int { pages.map(\.number).max() ?? 0 }

        func canBeForgotten(_ texts: [Int64: String]) -> Bool {
            isSound && pages.allSatisfy { page in page.textID.map { texts[$0] != nil } ?? true }
        }

        func wording(_ texts: [Int64: String]) -> Wording { Wording(head: head, pages: pages, texts: texts) }
    }

    struct Wording {
        /// Page 0 is text of the document that belongs to no page; it is found with the metadata.
        let head: FullTextWriter.Head
        let pages: [WrittenPage]

        init(head: IndexedHead, pages: [IndexedPage], texts: [Int64: String]) {
            let written = pages.compactMap { page in page.textID.flatMap { texts[$0] }.map { (page: page, text: $0) } }
            self.head = FullTextWriter.Head(head: head, text: written.first { $0.page.number == 0 }?.text ?? "")
            let behind = Dictionary(written.map { ($0.page.number, $0) }) { first, _ in first }
            self.pages = written.filter { $0.page.number > 0 }.map { page, text in
                let next = behind[page.number + 1]
                let seam = next.flatMap { PageSeam(text, next: $0.text) }
                return WrittenPage(
                    number: page.number, textID: page.textID, nextTextID: next?.page.textID,
                    text: PageSeam.completed(text, by: seam), language: page.language, seam: seam)
            }
        }
    }

    /// Equal where the texts have the same ids.
    struct WrittenPage {
        let number: Int
        let textID: Int64?
        let nextTextID: Int64?
        let text: String
        let language: String?
        let seam: PageSeam?

        var source: Source { Source(number: number, textID: textID, nextTextID: nextTextID) }

        struct Source: Hashable {
            let number: Int
            let textID: Int64?
            let nextTextID: Int64?
        }
    }
}
