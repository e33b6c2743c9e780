import ExtractionProtocol
import GRDB

/// Changes a document's rows in every table of `index.sqlite`. Call inside one transaction (Y26, Y28).
///
/// The full-text tables are contentless (design decision D7): SQLite 3.40 takes a row out of such a table only when
/// it is told the values that went in, so they are put together again from `indexed_head` and the texts in
/// `pages.sqlite`, which never change.
struct DocumentWriter {
    let pages: PageStore

    /// Writes the document and its pages. Returns its id, which stays the same for the same bundle and entry.
    func write(_ db: Database, _ record: DocumentRecord, pages newPages: [IndexedPage]) throws -> Int64 {
        let existing = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM document WHERE bundle_id = ? AND entry = ?"),
            arguments: [record.bundleID, record.frame.entry])
        let oldPages = try existing.map { try indexedPages(db, document: $0) } ?? []
        let oldTexts = try pages.texts(oldPages.compactMap(\.textID))
        if let existing { try forgetDocumentText(db, existing, oldPages, oldTexts) }
        let id = try upsert(db, record, existing, newPages.count { $0.needsRecognition })

        let newTexts = try pages.texts(newPages.compactMap(\.textID).filter { oldTexts[$0] == nil })
            .merging(oldTexts) { new, _ in new }
        try replacePages(db, id, oldPages, newPages, newTexts)
        try insertDocumentText(db, id, record.head, newPages, newTexts)
        try db.executeCached(sql: "DELETE FROM document_tag WHERE document_id = ?", arguments: [id])
        for tag in record.frame.metadata.tags {
            try db.executeCached(
                sql: "INSERT OR IGNORE INTO document_tag (document_id, tag) VALUES (?, ?)", arguments: [id, tag])
        }
        return id
    }

    /// Chooses the pages' texts anew, the metadata staying as it is.
    func rewritePages(_ db: Database, document id: Int64, pages newPages: [IndexedPage]) throws {
        let oldPages = try indexedPages(db, document: id)
        guard oldPages != newPages else { return }
        let texts = try pages.texts(Array(Set((oldPages + newPages).compactMap(\.textID))))
        let head = try forgetDocumentText(db, id, oldPages, texts)
        try replacePages(db, id, oldPages, newPages, texts)
        try insertDocumentText(db, id, head, newPages, texts)
        try db.executeCached(
            sql: "UPDATE document SET pages_to_recognize = ? WHERE id = ?",
            arguments: [newPages.count { $0.needsRecognition }, id])
    }

    func remove(_ db: Database, document id: Int64) throws {
        let oldPages = try indexedPages(db, document: id)
        let texts = try pages.texts(oldPages.compactMap(\.textID))
        try forgetDocumentText(db, id, oldPages, texts)
        try replacePages(db, id, oldPages, [], texts)
        try db.executeCached(sql: "DELETE FROM document WHERE id = ?", arguments: [id])
    }

    private func upsert(_ db: Database, _ record: DocumentRecord, _ existing: Int64?, _ toRecognize: Int) throws
        -> Int64
    {
        let frame = record.frame
        let metadata = frame.metadata
        let date = metadata.date.flatMap(DocumentDate.init)
        let values: [String: (any DatabaseValueConvertible)?] = [
            "bundle_id": record.bundleID, "entry": frame.entry, "path": record.path,
            "content_id": record.contentID, "content_hash": frame.contentHash ?? "",
            "has_content": record.hasContent, "identifier": metadata.identifier, "title": record.head.title,
            "authors": LineList.encode(metadata.authors), "tags": LineList.encode(metadata.tags),
            "date": date?.secondsSinceEpoch, "date_precision": date?.precision.rawValue,
            "language": metadata.language, "summary": metadata.description, "page_count": frame.pageCount,
            "claimed_page_count": metadata.claimedPageCount, "raw_metadata": frame.rawMetadata,
            "sidecar_source": record.sidecarSource?.settings,
            "indexed_head": try JSONText.encode(record.head), "pages_to_recognize": toRecognize,
        ]
        let names = values.keys.sorted()
        var arguments = StatementArguments(names.map { values[$0] ?? nil })
        if let existing {
            arguments += [existing]
            let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
            try db.executeCached(sql: "UPDATE document SET \(assignments) WHERE id = ?", arguments: arguments)
            return existing
        }
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            sql: "INSERT INTO document (\(names.joined(separator: ", "))) VALUES (\(marks))", arguments: arguments)
        return db.lastInsertedRowID
    }

    /// Enters a document whose rows are there into full-text tables that do not have it.
    func enter(_ db: Database, document id: Int64, into tables: FullTextTables) throws {
        guard
            let stored = try String.fetchOne(
                db.cachedStatement(sql: "SELECT indexed_head FROM document WHERE id = ?"), arguments: [id])
        else { return }
        let known = try indexedPages(db, document: id)
        let texts = try pages.texts(known.compactMap(\.textID))
        try insertDocumentText(db, id, try JSONText.decode(stored), known, texts, into: tables)
        for page in known where page.number > 0 {
            guard let text = page.textID.flatMap({ texts[$0] }) else { continue }
            try insert(db, text, row: IndexSchema.pageRow(document: id, page: page.number), into: tables)
        }
    }

    private func insert(_ db: Database, _ text: String, row: Int64, into tables: FullTextTables = .current) throws {
        try db.cachedStatement(sql: "INSERT INTO \(tables.page)(rowid, text) VALUES (?, ?)")
            .execute(arguments: [row, text])
    }

    /// Takes the document's own row, and row 0 of its pages, out of the full-text tables.
    @discardableResult
    private func forgetDocumentText(
        _ db: Database, _ id: Int64, _ oldPages: [IndexedPage], _ texts: [Int64: String]
    ) throws -> IndexedHead {
        let stored = try String.fetchOne(
            db.cachedStatement(sql: "SELECT indexed_head FROM document WHERE id = ?"), arguments: [id])
        guard let stored else {
            throw DocSearchError(.notFound, "There is no document \(id) in the index.")
        }
        let head: IndexedHead = try JSONText.decode(stored)
        try db.executeCached(
            sql: """
                INSERT INTO document_fts(document_fts, rowid, title, author, tag, text)
                VALUES ('delete', ?, ?, ?, ?, ?)
                """,
            arguments: [id, head.title, head.authors, head.tags, documentText(head, oldPages, texts)])
        try db.executeCached(
            sql: "INSERT INTO page_fts(page_fts, rowid, text) VALUES ('delete', ?, ?)",
            arguments: [IndexSchema.pageRow(document: id, page: 0), head.pageText])
        return head
    }

    private func insertDocumentText(
        _ db: Database, _ id: Int64, _ head: IndexedHead, _ newPages: [IndexedPage], _ texts: [Int64: String],
        into tables: FullTextTables = .current
    ) throws {
        try db.executeCached(
            sql: "INSERT INTO \(tables.document)(rowid, title, author, tag, text) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, head.title, head.authors, head.tags, documentText(head, newPages, texts)])
        try insert(db, head.pageText, row: IndexSchema.pageRow(document: id, page: 0), into: tables)
    }

    private func documentText(_ head: IndexedHead, _ pages: [IndexedPage], _ texts: [Int64: String]) -> String {
        ([head.summary] + pages.compactMap { $0.textID.flatMap { texts[$0] } }).joined(separator: "\n\n")
    }

    /// Page 0 stands for text of the document that belongs to no page; it is searched with the document only.
    private func replacePages(
        _ db: Database, _ id: Int64, _ oldPages: [IndexedPage], _ newPages: [IndexedPage],
        _ texts: [Int64: String]
    ) throws {
        let unchanged = Set(oldPages.map { PageText(page: $0) }).intersection(newPages.map { PageText(page: $0) })
        for page in oldPages where page.number > 0 && !unchanged.contains(PageText(page: page)) {
            guard let text = page.textID.flatMap({ texts[$0] }) else { continue }
            try db.cachedStatement(sql: "INSERT INTO page_fts(page_fts, rowid, text) VALUES ('delete', ?, ?)")
                .execute(arguments: [IndexSchema.pageRow(document: id, page: page.number), text])
        }
        let rows = IndexSchema.pageRows(document: id)
        try db.executeCached(
            sql: "DELETE FROM page WHERE id BETWEEN ? AND ?", arguments: [rows.lowerBound, rows.upperBound])
        for page in newPages {
            let row = IndexSchema.pageRow(document: id, page: page.number)
            try db.cachedStatement(
                sql: """
                    INSERT INTO page
                        (id, label, verdict, layer, reasons, origin, confidence, text_id, needs_recognition)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                row, page.label, page.verdict.rawValue, page.layer?.rawValue, LineList.encode(page.reasons),
                page.origin?.rawValue, page.confidence, page.textID,
                page.needsRecognition,
            ])
            guard page.number > 0, !unchanged.contains(PageText(page: page)),
                let text = page.textID.flatMap({ texts[$0] })
            else { continue }
            try insert(db, text, row: row)
        }
    }

    private struct PageText: Hashable {
        var number: Int
        var textID: Int64?

        init(page: IndexedPage) {
            number = page.number
            textID = page.textID
        }
    }

    private func indexedPages(_ db: Database, document id: Int64) throws -> [IndexedPage] {
        let rows = IndexSchema.pageRows(document: id)
        return try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM page WHERE id BETWEEN ? AND ? ORDER BY id"),
            arguments: [rows.lowerBound, rows.upperBound]
        ).map(IndexedPage.init)
    }
}

extension IndexedPage {
    init(_ row: Row) {
        number = Int((row["id"] as Int64) & Int64(IndexSchema.maximumPage))
        label = row["label"]
        verdict = TextLayerVerdict(rawValue: row["verdict"]) ?? .missing
        layer = (row["layer"] as String?).flatMap(TextLayerKind.init)
        reasons = LineList.decode(row["reasons"])
        origin = (row["origin"] as String?).flatMap(TextOrigin.init)
        confidence = row["confidence"]
        textID = row["text_id"]
        needsRecognition = row["needs_recognition"]
    }
}
