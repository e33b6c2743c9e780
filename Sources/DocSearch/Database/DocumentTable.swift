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
    /// The documents in the roots that have pages to recognise, those first whose files are the newest: the scans of the
    /// day are asked for soonest, and a large archive waits for many nights.
    func documentsToRecognize(roots: [Int64]) throws -> [Int64] {
        try fetchAll(
            """
            SELECT document.id FROM document JOIN bundle ON bundle.id = bundle_id
            WHERE pages_to_recognize > 0 AND has_content AND \(Self.isInFile)
                AND root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
            ORDER BY modified_ns DESC, document.id
            """, [])
    }

    /// Nil when none of its pages waits any more.
    func documentToRecognize(_ id: Int64) throws -> DocumentToRecognize? {
        try read { db in
            let row = try db.row(
                """
                SELECT document.*, root_id, directory, name, byte_count FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE pages_to_recognize > 0 AND document.id = ?
                """, [id])
            guard let row else { return nil }
            let pages: [Int64] = try db.fetchAll(
                "SELECT id FROM page WHERE id BETWEEN ? AND ? AND needs_recognition ORDER BY id",
                IndexSchema.pageRows(document: id))
            return DocumentToRecognize(
                id: id, rootID: try row.value("root_id"), bundleID: try row.value("bundle_id"),
                byteCount: try row.value("byte_count"), bundlePath: try row.bundlePath(),
                entry: try row.value("entry"), language: try row.value("language"),
                pages: pages.map { Int($0 & Int64(IndexSchema.maximumPage)) })
        }
    }

    func pageSource(document id: Int64) throws -> PageSource? {
        try fetchOne(
            """
            SELECT document.*, bundle.content_hash AS bundle_hash, root_id, directory, name
            FROM document JOIN bundle ON bundle.id = bundle_id WHERE document.id = ?
            """, [id]
        ) { row in
            PageSource(
                contentID: try row.value("content_id"), contentHash: try row.value("content_hash"),
                bundleHash: try row.value("bundle_hash"), rootID: try row.value("root_id"),
                relativePath: try row.bundlePath(), pageCount: try Self.pageCount(row.value("page_count")),
                sidecar: (try row.value("sidecar_source") as String?).map { .init(origin: .sidecar, settings: $0) },
                language: try row.value("language"))
        }
    }

    func contents(bundle: Int64) throws -> [Int64] {
        try fetchAll("SELECT content_id FROM document WHERE bundle_id = ?", [bundle])
    }

    func documents(contentHash: String) throws -> [Int64] {
        try fetchAll("SELECT id FROM document WHERE content_hash = ?", [contentHash])
    }

    func removeDocuments(bundle: Int64, except entries: Set<String>, pages: PageStore) throws {
        try write { db in
            let rows = try Row.fetchAll(db.statement("SELECT id, entry FROM document WHERE bundle_id = ?", [bundle]))
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
        try meta(Self.languagesKey(root))?.split(separator: "+").map(String.init)
    }

    func setAppliedLanguages(_ languages: [String], root: Int64) throws {
        try write { db in try db.setMeta(Self.languagesKey(root), to: languages.joined(separator: "+")) }
    }

    private static func languagesKey(_ root: Int64) -> String { "languages-\(root)" }

    /// Keeps the report of a run that has come to its end.
    func record(_ report: IndexingReport, finished: Int64) throws {
        try execute(
            "INSERT INTO run (started, finished, report) VALUES (?, ?, ?)",
            [report.started, finished, try JSONText.encode(report)])
    }
}
