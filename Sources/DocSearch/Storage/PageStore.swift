import ExtractionProtocol
import Foundation
import GRDB

/// Reads and writes `pages.sqlite`: the texts of pages, by content and by how they were read.
struct PageStore: Sendable {
    private let database: any DatabaseReader
    private let writer: DatabasePool?
    let file: String

    init(writing folder: IndexFolder) throws {
        file = folder.pages
        // Texts of one to two kilobytes leave less room unused on larger pages: 8 KB take 9 % less than 4 KB.
        let pool = try DatabaseOpening.writer(folder.pages, migrator: PagesSchema.migrator(), pageSize: 8192)
        writer = pool
        database = pool
    }

    func close() { DatabaseOpening.close(writer) }

    /// See ``DatabaseOpening/shortenLog(of:_:)``.
    func shortenLog() throws {
        try DatabaseOpening.translating(file) { try DatabaseOpening.shortenLog(of: file, writer) }
    }

    init(reading folder: IndexFolder) throws {
        file = folder.pages
        writer = nil
        database = try DatabaseOpening.reader(folder.pages, migrator: PagesSchema.migrator())
    }

    /// A random name given to the file when it was made; the index remembers which file its texts are in.
    func identifier() throws -> String {
        try read { db in
            try String.fetchOne(db, sql: "SELECT value FROM meta WHERE key = 'store'") ?? ""
        }
    }

    /// Keeps the texts of a content's pages and returns the content's number. A text that is already there for the same
    /// page and settings stays as it is.
    @discardableResult
    func insert(_ pages: [StoredPage], contentHash: String) throws -> Int64 {
        try write { db in
            let content = try Self.contentID(db, contentHash)
            var sources: [TextSource: Int64] = [:]
            for page in pages {
                let source = try sources[page.source] ?? Self.sourceID(db, page.source)
                sources[page.source] = source
                let frame = page.frame
                let words = try frame.words.isEmpty ? nil : WordCoding.encode(frame.words)
                try db.cachedStatement(
                    sql: """
                        INSERT INTO page_text
                            (content_id, page, source_id, label, width, height, verdict, layer, reasons, confidence,
                                text, words, image_hash)
                        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                        """
                ).execute(arguments: [
                    content, frame.page, source, frame.label, frame.width, frame.height,
                    frame.verdict.rawValue, frame.layer?.rawValue, LineList.encode(frame.reasons), frame.confidence,
                    try TextCompression.compress(frame.text), words, frame.imageHash,
                ])
            }
            return content
        }
    }

    /// The text that an image with this hash was recognised as, in the same way.
    func text(ofImage hash: String, source: TextSource) throws -> Int64? {
        try read { db in
            try Int64.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT page_text.id FROM page_text JOIN source ON source.id = source_id
                        WHERE image_hash = ? AND origin = ? AND settings = ? LIMIT 1
                        """), arguments: [hash, source.origin.rawValue, source.settings])
        }
    }

    /// Keeps the text of one page for another page too, whose image is the same.
    func copy(text id: Int64, toPage page: Int, contentHash: String) throws {
        try write { db in
            let content = try Self.contentID(db, contentHash)
            try db.executeCached(
                sql: """
                    INSERT INTO page_text (content_id, page, source_id, label, width, height, verdict, layer, reasons,
                        confidence, text, words, image_hash)
                    SELECT ?, ?, source_id, NULL, width, height, verdict, layer, reasons, confidence, text, words,
                        image_hash FROM page_text WHERE id = ? ON CONFLICT DO NOTHING
                    """, arguments: [content, page, id])
        }
    }

    /// Has the text from this source taken for the page from now on.
    func prefer(_ source: TextSource, page: Int, contentHash: String) throws {
        try write { db in
            try db.executeCached(
                sql: "INSERT OR REPLACE INTO page_preference VALUES (?, ?, ?)",
                arguments: [try Self.contentID(db, contentHash), page, try Self.sourceID(db, source)])
        }
    }

    /// Leaves the choice of the pages' texts to the verdicts again. Returns how many pages had a preference.
    func forgetPreferences(pages: [Int], contentHash: String) throws -> Int {
        try write { db in
            let content = try Self.contentID(db, contentHash)
            return try pages.reduce(0) { count, page in
                try db.executeCached(
                    sql: "DELETE FROM page_preference WHERE content_id = ? AND page = ?", arguments: [content, page])
                return count + db.changesCount
            }
        }
    }

    /// What is known of the content's pages, in page order and, for a page, oldest first.
    func pages(contentID: Int64) throws -> [PageTextRow] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT page_text.id, page, origin, settings, label, verdict, layer, reasons, confidence,
                            -- A stored text begins with its length.
                            substr(text, 1, 5) AS head,
                            source_id = (
                                SELECT source_id FROM page_preference AS preference
                                WHERE preference.content_id = page_text.content_id AND preference.page = page_text.page
                            ) AS is_preferred
                        FROM page_text JOIN source ON source.id = source_id
                        WHERE content_id = ? ORDER BY page, page_text.id
                        """), arguments: [contentID]
            ).map { row in try PageTextRow(row) }
        }
    }

    /// The texts of the given rows of `page_text`.
    func texts(_ ids: [Int64]) throws -> [Int64: String] {
        guard !ids.isEmpty else { return [:] }
        return try read { db in
            var result: [Int64: String] = [:]
            let statement = try db.cachedStatement(sql: "SELECT text FROM page_text WHERE id = ?")
            for id in ids {
                guard let stored = try Data.fetchOne(statement, arguments: [id]) else {
                    throw DocSearchError(
                        .damagedIndex,
                        "A page's text is missing from \"\(file)\". Run \"docsearch index --full\".")
                }
                result[id] = try TextCompression.decompress(stored)
            }
            return result
        }
    }

    /// The page sizes and words that belong to the given rows of `page_text`.
    func layouts(_ ids: [Int64]) throws -> [Int64: PageLayout] {
        try read { db in
            var result: [Int64: PageLayout] = [:]
            let statement = try db.cachedStatement(sql: "SELECT width, height, words FROM page_text WHERE id = ?")
            for id in ids {
                guard let row = try Row.fetchOne(statement, arguments: [id]) else { continue }
                result[id] = PageLayout(
                    width: row["width"], height: row["height"],
                    words: try (row["words"] as Data?).map(WordCoding.decode) ?? [])
            }
            return result
        }
    }

    private static func contentID(_ db: Database, _ hash: String) throws -> Int64 {
        let known = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM content WHERE content_hash = ?"), arguments: [hash])
        if let known { return known }
        try db.executeCached(sql: "INSERT INTO content (content_hash) VALUES (?)", arguments: [hash])
        return db.lastInsertedRowID
    }

    private static func sourceID(_ db: Database, _ source: TextSource) throws -> Int64 {
        try db.executeCached(
            sql: "INSERT INTO source (origin, settings) VALUES (?, ?) ON CONFLICT DO NOTHING",
            arguments: [source.origin.rawValue, source.settings])
        return try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM source WHERE origin = ? AND settings = ?"),
            arguments: [source.origin.rawValue, source.settings]) ?? 0
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
        try DatabaseOpening.translating(file) { try database.read(body) }
    }

    private func write<Value>(_ body: (Database) throws -> Value) throws -> Value {
        guard let writer else {
            throw DocSearchError(.failed, "\"\(file)\" was opened for reading only.")
        }
        return try DatabaseOpening.translating(file) { try writer.write(body) }
    }
}
