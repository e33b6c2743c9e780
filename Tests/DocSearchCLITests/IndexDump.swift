import Foundation
import GRDB

@testable import DocSearch

/// Everything that an index knows, as lines of text by table that are the same for the same archive, however the rows
/// came about: ids are replaced by what they stand for, and times of runs are left out.
struct IndexDump: Equatable {
    private(set) var tables: [String: [String]] = [:]

    init(folder: String) throws {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in try ArchiveTokenizer.register(in: db) }
        let queue = try DatabaseQueue(path: folder + "/index.sqlite", configuration: configuration)
        try queue.writeWithoutTransaction { db in
            for name in ["user", "pages"] {
                try db.execute(sql: "ATTACH ? AS \(name)", arguments: [folder + "/\(name).sqlite"])
            }
            // An instance a row: term, document, column, position (FTS5, "The Fts5vocab Virtual Table Module").
            for name in ["page_fts", "word_fts", "seam_fts"] {
                try db.execute(
                    sql: "CREATE VIRTUAL TABLE temp.\(name)_words USING fts5vocab(main, \(name), instance)")
            }
            for (name, query) in Self.queries {
                tables[name] = try Row.fetchAll(db, sql: query).map { "\($0)" }.sorted()
            }
        }
        try queue.close()
    }

    /// How many recognised pages are kept in an index that need not be complete.
    static func recognizedCount(folder: String) throws -> Int {
        guard FileManager.default.fileExists(atPath: folder + "/pages.sqlite") else { return 0 }
        let queue = try DatabaseQueue(path: folder + "/pages.sqlite")
        let count = try queue.read { db in
            // A run that was killed at once has made the file and nothing in it.
            guard try db.tableExists("page_text") else { return 0 }
            return try Int.fetchOne(
                db, sql: "SELECT count(*) FROM page_text JOIN source ON source.id = source_id WHERE origin = 'ocr'")
                ?? 0
        }
        try queue.close()
        return count
    }

    /// Tables with different rows, with the first of them.
    func differences(from other: IndexDump) -> [String] {
        tables.keys.sorted().filter { tables[$0] != other.tables[$0] }.map { name in
            let (ours, theirs) = (tables[name] ?? [], other.tables[name] ?? [])
            let (more, less) = (Set(ours).subtracting(theirs), Set(theirs).subtracting(ours))
            let (example, counterexample) = (more.min() ?? "none", less.min() ?? "none")
            return "\(name): \(ours.count) and \(theirs.count) rows; only here \(example.prefix(400)), "
                + "only there \(counterexample.prefix(400))"
        }
    }

    private static let bundle = "root.path || '/' || directory || '/' || name"
    private static let joinBundle =
        "JOIN bundle ON bundle.id = bundle_id JOIN user.root ON root.id = root_id"

    private static let queries = [
        "root": "SELECT path, is_file, languages FROM user.root",
        "content": "SELECT content_hash, witness FROM pages.content",
        "source": "SELECT origin, settings FROM pages.source",
        "page_text": """
        SELECT content_hash, page, origin, settings, label, width, height, verdict, layer, reasons, confidence,
            hex(text), hex(words), image_hash
        FROM pages.page_text JOIN pages.content ON content.id = content_id JOIN pages.source ON source.id = source_id
        """,
        "page_preference": "SELECT count(*) FROM pages.page_preference",
        "meta": "SELECT key, value FROM main.meta WHERE key NOT IN ('pages-store', 'next-row', 'last-text')",
        "bundle": """
        SELECT \(bundle), byte_count, modified_ns, inode, content_hash, format, extractor
        FROM bundle JOIN user.root ON root.id = root_id
        """,
        "document": """
        SELECT \(bundle), entry, document.path, document.content_hash, has_content, identifier, title, authors, tags,
            date, date_precision, language, summary, page_count, claimed_page_count, raw_metadata, sidecar_source,
            indexed_head, pages_to_recognize,
            content.content_hash
        FROM document \(joinBundle) JOIN pages.content ON content.id = content_id
        """,
        "document_tag": "SELECT document.path, tag FROM document_tag JOIN document ON document.id = document_id",
        "page": """
        SELECT document.path, page.id & 1048575, page.label, page.verdict, page.layer, page.reasons, page.origin,
            page.confidence, needs_recognition, page_text.page, settings, hex(text)
        FROM page JOIN document ON document.id = page.id >> 20
            LEFT JOIN pages.page_text ON page_text.id = text_id LEFT JOIN pages.source ON source.id = source_id
        """,
        "failure": """
        SELECT \(bundle), entry, page, stage, code, reason, settings, attempts FROM failure \(joinBundle)
        """,
        "document_place": """
        SELECT path, hex(substr(lengths, document.id % 1024 + 1, 1))
        FROM document JOIN document_place ON block = document.id / 1024
        """,
        "page_fts": """
        SELECT path, doc - first_row, term, col, offset FROM page_fts_words LEFT JOIN document
            ON doc BETWEEN first_row AND first_row + row_count - 1
        """,
        "seam_fts": """
        SELECT path, doc - first_row, term, offset FROM seam_fts_words LEFT JOIN document
            ON doc BETWEEN first_row AND first_row + row_count - 1
        """,
        // Words that have gone keep their rows.
        "word_form": """
        SELECT language, stem, word FROM word_form WHERE word IN (SELECT term FROM word_fts_words)
        """,
        "word_fts": """
        SELECT path, doc - first_row, term FROM word_fts_words LEFT JOIN document
            ON doc BETWEEN first_row AND first_row + row_count - 1
        """,
    ]
}
