import ExtractionProtocol
import GRDB

/// A document with pages that wait for recognition.
struct DocumentToRecognize: Sendable {
    var id: Int64
    var rootID: Int64
    var bundleID: Int64
    /// Of the bundle.
    var byteCount: Int64
    var bundlePath: String
    var entry: String
    /// As the metadata names it.
    var language: String?
    var pages: [Int]
}

/// What decides a document's page texts.
struct PageSource: Sendable {
    var contentID: Int64
    var contentHash: String
    /// Nil when the bundle was not read to its end.
    var bundleHash: String?
    var rootID: Int64
    /// Of the bundle.
    var relativePath: String
    var pageCount: Int
    var sidecar: TextSource?
    /// As the metadata names it.
    var language: String?
}

extension IndexStore {
    /// The first document after `id` in the roots that has pages to recognise.
    func nextDocumentToRecognize(after id: Int64, roots: [Int64]) throws -> DocumentToRecognize? {
        try read { db in
            let row = try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT document.*, root_id, directory, name, byte_count FROM document JOIN bundle ON bundle.id = bundle_id
                        WHERE pages_to_recognize > 0 AND has_content AND document.id > ?
                            AND root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
                        ORDER BY document.id LIMIT 1
                        """), arguments: [id])
            guard let row else { return nil }
            let document: Int64 = try row.value("id")
            let rows = IndexSchema.pageRows(document: document)
            let pages = try Int64.fetchAll(
                db.cachedStatement(
                    sql: "SELECT id FROM page WHERE id BETWEEN ? AND ? AND needs_recognition ORDER BY id"),
                arguments: [rows.lowerBound, rows.upperBound])
            return DocumentToRecognize(
                id: document, rootID: try row.value("root_id"), bundleID: try row.value("bundle_id"),
                byteCount: try row.value("byte_count"),
                bundlePath: PathText.joined(try row.value("directory"), try row.value("name")),
                entry: try row.value("entry"),
                language: try row.value("language"),
                pages: pages.map { Int($0 & Int64(IndexSchema.maximumPage)) })
        }
    }

    func pageSource(document id: Int64) throws -> PageSource? {
        try read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: """
                        SELECT document.*, bundle.content_hash AS bundle_hash, root_id, directory, name
                        FROM document JOIN bundle ON bundle.id = bundle_id WHERE document.id = ?
                        """), arguments: [id]
            ).map { row in
                PageSource(
                    contentID: try row.value("content_id"), contentHash: try row.value("content_hash"),
                    bundleHash: try row.value("bundle_hash"), rootID: try row.value("root_id"),
                    relativePath: PathText.joined(try row.value("directory"), try row.value("name")),
                    pageCount: try Self.pageCount(row),
                    sidecar: (try row.value("sidecar_source") as String?).map {
                        TextSource(origin: .sidecar, settings: $0)
                    }, language: try row.value("language"))
            }
        }
    }

    /// Contents of the bundle's documents.
    func contents(bundle: Int64) throws -> [Int64] {
        try fetchAll("SELECT content_id FROM document WHERE bundle_id = ?", [bundle])
    }

    func documents(contentHash: String) throws -> [Int64] {
        try fetchAll("SELECT id FROM document WHERE content_hash = ?", [contentHash])
    }

    /// Takes out the bundle's documents whose entries are not among `entries`.
    func removeDocuments(bundle: Int64, except entries: Set<String>, pages: PageStore) throws {
        try write { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, entry FROM document WHERE bundle_id = ?"), arguments: [bundle])
            for row in rows where !entries.contains(try row.value("entry")) {
                try DocumentWriter(pages: pages, fullText: fullText).remove(db, document: try row.value("id"))
            }
        }
    }

    /// Documents of a root that have a page whose text layer is not good.
    func documentsWithScans(root: Int64) throws -> [Int64] {
        try fetchAll(
            """
            SELECT document.id FROM document JOIN bundle ON bundle.id = bundle_id
            WHERE root_id = ? AND EXISTS (
                SELECT 1 FROM page WHERE verdict <> 'good' AND \(IndexSchema.pageIsOfDocument))
            """, [root])
    }

    /// The languages that the root's pages were last chosen for; nil when none of it has been indexed.
    func appliedLanguages(root: Int64) throws -> [String]? {
        try read { db in
            try (db.meta(Self.languagesKey(root)) as String?).map { $0.split(separator: "+").map(String.init) }
        }
    }

    func setAppliedLanguages(_ languages: [String], root: Int64) throws {
        try write { db in try db.setMeta(Self.languagesKey(root), to: languages.joined(separator: "+")) }
    }

    private static func languagesKey(_ root: Int64) -> String { "languages-\(root)" }

    /// Keeps the report of a run that has come to its end.
    func record(_ report: IndexingReport, finished: Int64) throws {
        try write { db in
            try db.executeCached(
                sql: "INSERT INTO run (started, finished, report) VALUES (?, ?, ?)",
                arguments: [report.started, finished, try JSONText.encode(report)])
        }
    }
}
