import Foundation
import GRDB

/// Changes a document's rows in every table of `index.sqlite`. Call inside one transaction, for all tables or none.
///
/// The full-text tables are contentless (decision 0008): SQLite 3.40 takes a row out only when it is told the values
/// that went in. They are put together again from `indexed_head` and the texts in `pages.sqlite`, which never change.
struct DocumentWriter {
    let pages: PageStore
    let fullText: FullTextQueue
    let knownForms: KnownForms

    init(_ index: IndexStore, pages: PageStore) {
        (self.pages, fullText, knownForms) = (pages, index.fullText, index.knownForms)
    }

    /// The id stays the same for the same bundle and entry.
    func write(
        _ db: Database, _ record: DocumentRecord, pages newPages: [IndexedPage], user: UserStore
    ) throws -> Int64 {
        var record = record
        record.settleDate(pages: newPages, now: Date())
        let existing = try number(db, of: record)
        let old = try existing.map { try state(db, document: $0) }
        let id = try upsert(db, record, as: existing, pagesToRecognize: newPages.count { $0.needsRecognition })
        let newPages = try corrected(db, document: id, newPages, by: user)
        try replace(db, document: id, old, head: record.head, pages: newPages)
        try db.execute("DELETE FROM document_tag WHERE document_id = ?", [id])
        for tag in record.frame.metadata.tags {
            try db.execute("INSERT OR IGNORE INTO document_tag (document_id, tag) VALUES (?, ?)", [id, tag])
        }
        return id
    }

    func number(_ db: Database, of record: DocumentRecord) throws -> Int64? {
        try db.fetchOne(
            "SELECT id FROM document WHERE bundle_id = ? AND entry = ?", [record.bundleID, record.frame.entry])
    }

    func rewritePages(
        _ db: Database, document id: Int64, pages newPages: [IndexedPage], user: UserStore
    ) throws {
        let newPages = try corrected(db, document: id, newPages, by: user)
        let old = try state(db, document: id)
        guard old.pages != newPages else { return try IndexStore.settleFailures(db, document: id) }
        try replace(db, document: id, old, head: old.head, pages: newPages)
        try db.execute(
            "UPDATE document SET pages_to_recognize = ?, indexed_head = ? WHERE id = ?",
            [newPages.count { $0.needsRecognition }, try JSONText.encode(old.head), id])
        try IndexStore.settleFailures(db, document: id)
        if !old.isSound { try noteLosses(db, document: id, pages: [0]) }
    }

    func remove(_ db: Database, document id: Int64) throws {
        let old = try state(db, document: id)
        let texts = try pages.texts(old.pages.compactMap(\.textID))
        let writer = FullTextWriter(db: db, queue: fullText)
        if old.canBeForgotten(texts) {
            try forget(writer, old, texts: texts, except: [])
        } else if let rows = old.rows {
            try writer.abandon(rows, document: id)
        }
        try deletePageRows(db, id)
        try DocumentRowMap.set(db, document: id, nil, words: 0)
        try db.execute("DELETE FROM document WHERE id = ?", [id])
        // A person who has written the number down must not be given another document.
        try db.execute(
            """
            INSERT INTO meta (key, value) VALUES ('last-document', ?1)
            ON CONFLICT (key) DO UPDATE SET value = max(CAST(value AS INTEGER), ?1)
            """, [id])
    }

    private static let nextNumber = """
        (SELECT 1 + max(coalesce(max(id), 0), coalesce(
            (SELECT CAST(value AS INTEGER) FROM meta WHERE key = 'last-document'), 0)) FROM document)
        """

    private func upsert(
        _ db: Database, _ record: DocumentRecord, as existing: Int64?, pagesToRecognize: Int
    ) throws -> Int64 {
        let frame = record.frame
        let metadata = frame.metadata
        var head = record.head
        let named = record.date == nil ? record.dateFromName(now: Date()) : nil
        if named != nil { head.dateFromName = true }
        let date = record.date ?? named
        let values: [String: (any DatabaseValueConvertible)?] = [
            "bundle_id": record.bundleID, "entry": frame.entry, "path": record.path,
            "format": record.format?.rawValue,
            "content_id": record.contentID, "content_hash": frame.contentHash ?? "", "content_bytes": frame.byteCount,
            "has_content": record.hasContent, "identifier": metadata.identifier, "title": head.title,
            "authors": LineList.encode(metadata.authors), "tags": LineList.encode(metadata.tags),
            "date": date?.storedSeconds, "date_precision": date?.storedPrecision,
            "language": metadata.language, "language_is_identified": false, "summary": metadata.description,
            "page_count": frame.pageCount,
            "claimed_page_count": metadata.claimedPageCount, "raw_metadata": frame.rawMetadata,
            "sidecar_source": record.sidecarSource?.settings,
            "indexed_head": try JSONText.encode(head), "pages_to_recognize": pagesToRecognize,
        ]
        let names = values.keys.sorted()
        var arguments = StatementArguments(names.map { values[$0] ?? nil })
        let now = Int64(Date().timeIntervalSince1970)
        if let existing {
            arguments += [frame.contentHash ?? "", now, existing]
            let assignments = names.map { "\($0) = ?" }.joined(separator: ", ")
            try db.execute(
                """
                UPDATE document SET \(assignments), indexed = CASE WHEN content_hash = ? THEN indexed ELSE ? END
                WHERE id = ?
                """, arguments)
            return existing
        }
        arguments += [now]
        let marks = names.map { _ in "?" }.joined(separator: ", ")
        try db.execute(
            """
            INSERT INTO document (id, \(names.joined(separator: ", ")), indexed)
            VALUES (\(Self.nextNumber), \(marks), ?)
            """, arguments)
        return db.lastInsertedRowID
    }

    func enter(_ db: Database, document id: Int64, into tables: FullTextTables) throws {
        let known = try state(db, document: id)
        let texts = try pages.texts(known.pages.compactMap(\.textID))
        let writer = FullTextWriter(db: db, queue: fullText, tables: tables)
        let rows = try writer.makeRows(document: id, lastPage: known.lastPage)
        try enter(writer, document: id, known.wording(texts), at: rows, except: [])
        try enterForms(db, document: id, known.wording(texts), except: [])
        let lost = known.pages.filter { page in page.textID.map { texts[$0] == nil } ?? false }
        guard !lost.isEmpty || !known.isSound else { return }
        try pages.discard(lost.compactMap(\.textID))
        try deletePageRows(db, id)
        for page in known.pages { try insertPageRow(db, document: id, lost.contains(page) ? page.withoutText : page) }
        try noteLosses(db, document: id, pages: known.isSound ? lost.map(\.number) : lost.map(\.number) + [0])
    }

    func drop(_ db: Database, document id: Int64, texts ids: Set<Int64>) throws {
        let old = try state(db, document: id)
        let isLost = { (id: Int64?) in id.map(ids.contains) ?? false }
        let left = old.pages.map { page in
            guard isLost(page.textID) else { return page }
            return page.readTextID == nil || isLost(page.readTextID) ? page.withoutText : page.asRead
        }
        try replace(db, document: id, old, head: old.head, pages: left)
        try db.execute("UPDATE document SET indexed_head = ? WHERE id = ?", [try JSONText.encode(old.head), id])
        let lost = old.pages.filter { isLost($0.textID) || isLost($0.readTextID) }
        try noteLosses(db, document: id, pages: lost.map(\.number))
    }

    func indexedRows(_ db: Database, document id: Int64) throws -> [(row: Int64, columns: [String])] {
        let known = try state(db, document: id)
        guard let rows = known.rows else { return [] }
        let texts = try pages.texts(known.pages.compactMap(\.textID))
        let wording = known.wording(texts)
        return [(row: rows.first, columns: wording.head.columns)]
            + wording.pages.map { (row: rows.row(page: $0.number), columns: [$0.text]) }
    }

    func seamRows(_ db: Database, document id: Int64) throws -> [(row: Int64, text: String)] {
        let known = try state(db, document: id)
        guard let rows = known.rows else { return [] }
        return try known.wording(pages.texts(known.pages.compactMap(\.textID))).pages.compactMap { page in
            page.seam.map { (row: rows.row(page: page.number), text: $0.text) }
        }
    }

    /// A page has the forms of its own language, or where that is not certain those of its document.
    private func enterForms(
        _ db: Database, document id: Int64, _ wording: Wording, except entered: Set<WrittenPage.Source>,
        in formerLanguage: String? = nil
    ) throws {
        let main = try db.fetchOne("SELECT language FROM document WHERE id = ?", [id]) as String?
        let isSame = main == formerLanguage
        var writers: [[FormLanguage]: FormWriter] = [:]
        func enter(_ text: String, _ language: String?) throws {
            let languages = FormLanguage.named(language ?? main)
            let writer = try writers[languages] ?? FormWriter(db, knownForms, languages: languages)
            writers[languages] = writer
            try writer.enter(text)
        }
        for column in wording.head.columns { try enter(column, nil) }
        for page in wording.pages where !(entered.contains(page.source) && (isSame || page.language != nil)) {
            try enter(page.text, page.language)
        }
    }

    private func state(_ db: Database, document id: Int64) throws -> State {
        let row = try db.row(
            """
            SELECT indexed_head, title, authors, tags, summary, language, entry, directory, name
            FROM document JOIN bundle ON bundle.id = bundle_id WHERE document.id = ?
            """, [id])
        guard let row else {
            throw DocSearchError(.notFound, "There is no document \(id) in the index.")
        }
        // With an unreadable head the document counts as damaged.
        let head = IndexedHead(stored: try? row.value("indexed_head"))
        let (pages, isSound) = try indexedPages(db, document: id)
        return State(
            head: try head ?? IndexedHead(columns: row), language: try row.value("language"), pages: pages,
            rows: try FullTextWriter(db: db, queue: fullText).rows(document: id), isSound: isSound && head != nil)
    }

    private func replace(
        _ db: Database, document id: Int64, _ old: State?, head: IndexedHead, pages newPages: [IndexedPage]
    ) throws {
        let ids = Set(((old?.pages ?? []) + newPages).compactMap(\.textID))
        let texts = try pages.texts(Array(ids))
        let writer = FullTextWriter(db: db, queue: fullText)
        var old = old
        if let known = old, !known.canBeForgotten(texts) {
            if let rows = known.rows { try writer.abandon(rows, document: id) }
            old = nil
        }
        let rows = try writer.makeRows(document: id, lastPage: newPages.map(\.number).max() ?? 0)
        let wording = Wording(head: head, pages: newPages, texts: texts)
        let former = old?.wording(texts).pages ?? []
        let staying = old?.rows == rows ? Set(former.map(\.source)).intersection(wording.pages.map(\.source)) : []
        if let old { try forget(writer, old, texts: texts, except: staying) }
        try deletePageRows(db, id)
        for page in newPages { try insertPageRow(db, document: id, page) }
        try noteLanguage(db, document: id, newPages, texts)
        try noteTitle(db, document: id, head, newPages, texts)
        try LastText.note(db, newPages.flatMap { [$0.textID, $0.readTextID] }.compactMap(\.self))
        try enter(writer, document: id, wording, at: rows, except: staying)
        let languages = Dictionary(former.map { ($0.source, $0.language) }) { first, _ in first }
        let entered = wording.pages.filter { languages[$0.source] == .some($0.language) }.map(\.source)
        try enterForms(db, document: id, wording, except: staying.intersection(entered), in: old?.language)
    }

    private func forget(
        _ writer: FullTextWriter, _ old: State, texts: [Int64: String],
        except staying: Set<WrittenPage.Source>
    ) throws {
        guard let rows = old.rows else { return }
        let wording = old.wording(texts)
        try writer.delete(wording.head, at: rows)
        for page in wording.pages where !staying.contains(page.source) {
            try writer.delete(page.text, page: page.number, at: rows)
            if let seam = page.seam { try writer.delete(seam, page: page.number, at: rows) }
        }
    }

    private func enter(
        _ writer: FullTextWriter, document id: Int64, _ wording: Wording, at rows: DocumentRows,
        except staying: Set<WrittenPage.Source>
    ) throws {
        try writer.insert(wording.head, at: rows)
        var words = wording.head.columns.reduce(0) { $0 + WordCount.of($1) }
        for page in wording.pages {
            words += WordCount.of(page.text)
            guard !staying.contains(page.source) else { continue }
            try writer.insert(page.text, page: page.number, at: rows)
            if let seam = page.seam { try writer.insert(seam, page: page.number, at: rows) }
        }
        try DocumentRowMap.set(writer.db, document: id, rows, words: words)
    }
}
