import Foundation
import GRDB

/// Reads and writes `pages.sqlite`: the texts of pages, by content and by how they were read.
struct PageStore: DatabaseFile, Sendable {
    let database: any DatabaseReader
    let writer: DatabasePool?
    let file: String
    /// Texts that were met while it was open and could not be read any more.
    let losses = TextLosses()
    let numbers = TextNumbers()

    init(writing folder: IndexFolder) throws {
        file = folder.pages
        // Texts of one to two kilobytes leave less room unused on larger pages: 8 KB take 9 % less than 4 KB.
        let pool = try DatabaseOpening.writer(folder.pages, migrator: PagesSchema.migrator(), pageSize: 8192)
        (writer, database) = (pool, pool)
        // All texts hang on these few rows: what reads them wrongly would have everything recognised again.
        try check(.source)
    }

    /// Throws damage when a row of the table is not as it was written.
    func check(_ table: PagesSchema.Table) throws {
        let altered: Int = try fetchOne("SELECT count(*) FROM \(table.rawValue) WHERE NOT \(table.isWhole)") ?? 0
        if altered > 0 { throw DatabaseOpening.damaged(file, "altered since it was written: \(table.rawValue)") }
    }

    init(reading folder: IndexFolder) throws {
        file = folder.pages
        writer = nil
        if folder.lostFile == folder.pages { throw DatabaseOpening.missing(folder.pages) }
        database = try DatabaseOpening.reader(folder.pages, migrator: PagesSchema.migrator())
    }

    /// A random name given to the file when it was made; the index remembers which file its texts are in.
    func identifier() throws -> String { try read { db in try db.meta("store") ?? "" } }

    /// Keeps the texts of a content's pages and returns the content's number. A text that is already there for the same
    /// page, settings and witness stays as it is, unless it `replaces` it with another one.
    @discardableResult
    func insert(
        _ pages: [StoredPage], contentHash: String, witness: TextWitness, replaces: Bool = false
    ) throws -> Int64 {
        try write { db in
            let content = try Self.contentID(db, hash: contentHash, witness: witness.stored)
            var sources: [TextSource: Int64] = [:]
            for page in pages {
                let source = try sources[page.source] ?? Self.sourceID(db, page.source)
                sources[page.source] = source
                let frame = page.frame
                let words = try frame.words.isEmpty ? nil : WordCoding.encode(frame.words)
                let text = try TextCompression.compress(frame.text)
                if replaces {
                    try Self.setAside(
                        db, content: content, hash: contentHash, page: frame.page, source: source, unless: text)
                }
                let id = try numbers.next(db)
                try db.cachedStatement(sql: Self.insertion).execute(arguments: [
                    content, frame.page, source, frame.label, frame.width, frame.height,
                    frame.verdict.rawValue, frame.layer?.rawValue, LineList.encode(frame.reasons), frame.confidence,
                    text, words, frame.imageHash, id, frame.language ?? "",
                ])
                if db.changesCount > 0 { numbers.pass(id) }
            }
            return content
        }
    }

    /// Gives a text that differs from `text` to a content that no document has. The row itself stays: the full-text
    /// tables have its words until the document is written again.
    private static func setAside(
        _ db: Database, content: Int64, hash: String, page: Int, source: Int64, unless text: Data
    ) throws {
        let old = try db.row(
            "SELECT id, text FROM page_text WHERE content_id = ? AND page = ? AND source_id = ?",
            [content, page, source])
        guard let old else { return }
        guard try old.value("text") as Data != text else { return }
        try setAside(db, old, hash: hash, witness: "")
    }

    /// The same for a row with its `id` and `text`, whatever it has.
    static func setAside(_ db: Database, _ old: Row, hash: String, witness: String) throws {
        let id: Int64 = try old.value("id")
        guard try TextCompression.readable(old.value("text")) != nil else {
            return try db.execute("DELETE FROM page_text WHERE id = ?", [id])
        }
        try db.execute(
            "UPDATE page_text SET content_id = ? WHERE id = ?",
            [try contentID(db, hash: hash, witness: TextWitness.replaced(id, of: witness)), id])
    }

    static let insertion: String = {
        let columns = PagesSchema.Table.text.columns
        let marks = columns.indices.map { "?\($0 + 2)" }
        return """
            INSERT INTO page_text (content_id, \(columns.joined(separator: ", ")), checksum, id, language, kept_at)
            VALUES (?1, \(marks.joined(separator: ", ")), \(RowChecksum.expression(marks)), ?\(columns.count + 2),
                ?\(columns.count + 3), CAST(strftime('%s', 'now') AS INTEGER))
            ON CONFLICT DO NOTHING
            """
    }()

    /// Has the text from this source taken for the page from now on.
    func prefer(_ source: TextSource, page: Int, contentHash: String, witness: TextWitness) throws {
        try write { db in
            let content = try Self.contentID(db, hash: contentHash, witness: witness.stored)
            try Self.insert(db, into: .preference, [content, page, try Self.sourceID(db, source)], or: "OR REPLACE")
        }
    }

    /// Leaves the choice of the pages' texts to the verdicts again. Returns how many pages had a preference.
    func forgetPreferences(pages: [Int], of scope: TextScope) throws -> Int {
        let contents = try self.contents(of: scope).map(\.id)
        return try write { db in
            try pages.reduce(0) { count, page in
                var changes = 0
                for content in contents {
                    try db.execute("DELETE FROM page_preference WHERE content_id = ? AND page = ?", [content, page])
                    changes += db.changesCount
                }
                return count + min(1, changes)
            }
        }
    }

    /// The texts that a document's pages may have, in page order and, for a page, oldest first. Where
    /// several readers gave the same text, the one that is trusted most counts.
    func pages(of scope: TextScope) throws -> [PageTextRow] { try knownPages(of: scope).rows }

    /// The same with the damaged rows apart: their ids, and their pages as far as they can be told.
    func knownPages(of scope: TextScope) throws -> (rows: [PageTextRow], damaged: [(id: Int64, page: Int)]) {
        let contents = try self.contents(of: scope).sorted { $0.trust > $1.trust }
        let found = try contents.map { try knownPages(contentID: $0.id, scope.record) }
        let damaged = found.flatMap(\.damaged)
        guard found.count > 1 else { return (found.first?.rows ?? [], damaged) }
        var known: Set<PageTextRow.Reading> = []
        let rows = found.map(\.rows).joined().filter { known.insert($0.reading).inserted }
            .sorted { ($0.page, $0.id) < ($1.page, $1.id) }
        return (rows, damaged)
    }

    private func knownPages(
        contentID: Int64, _ record: (source: TextSource, pageCount: Int)?
    ) throws -> (rows: [PageTextRow], damaged: [(id: Int64, page: Int)]) {
        // A row each by the key of the table: with the bundle's other records a mailbox would take the square of its time.
        let isOwn =
            record == nil
            ? ""
            : """
            AND page IN (SELECT value FROM json_each(?))
            AND source_id = (SELECT id FROM source WHERE origin = ? AND settings = ?)
            """
        var arguments: StatementArguments = [contentID]
        if let record {
            arguments += try [
                JSONText.encode(Array(0...max(0, record.pageCount))), record.source.origin.rawValue,
                record.source.settings,
            ]
        }
        return try read { db in
            var known: (rows: [PageTextRow], damaged: [(id: Int64, page: Int)]) = ([], [])
            let rows = try db.statement(
                """
                SELECT page_text.id, page, origin, settings, label, verdict, layer, reasons, confidence, language,
                    -- A stored text begins with its length.
                    substr(text, 1, 5) AS head,
                    source_id = (
                        SELECT source_id FROM page_preference AS preference
                        WHERE preference.content_id = page_text.content_id AND preference.page = page_text.page
                    ) AS is_preferred
                FROM page_text JOIN source ON source.id = source_id
                WHERE content_id = ? \(isOwn) ORDER BY page, page_text.id
                """, arguments)
            for row in try Row.fetchAll(rows) {
                do {
                    known.rows.append(try PageTextRow(row))
                } catch  where error is RowDecodingError || (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT {
                    known.damaged.append((try row.value("id"), (try? row.value("page")) ?? 0))
                }
            }
            return known
        }
    }

    static func sourceID(_ db: Database, _ source: TextSource) throws -> Int64 {
        let values: StatementArguments = [source.origin.rawValue, source.settings]
        try insert(db, into: .source, values, or: "OR IGNORE")
        return try db.fetchOne("SELECT id FROM source WHERE origin = ? AND settings = ?", values) ?? 0
    }

    /// Enters a row with its checksum. `resolution` says what becomes of one that is there (SQLite, "ON CONFLICT").
    static func insert(
        _ db: Database, into table: PagesSchema.Table, _ values: StatementArguments, or resolution: String = ""
    ) throws {
        let marks = table.columns.indices.map { "?\($0 + 1)" }
        try db.execute(
            """
            INSERT \(resolution) INTO \(table.rawValue) (\(table.columns.joined(separator: ", ")), checksum)
            VALUES (\(marks.joined(separator: ", ")), \(RowChecksum.expression(marks)))
            """, values)
    }

    var isWriter: Bool { writer != nil }
}
