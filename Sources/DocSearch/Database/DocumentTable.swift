import GRDB

/// A document with pages that wait for recognition.
struct DocumentToRecognize: Sendable {
    var id: Int64
    var rootID: Int64
    var bundleID: Int64
    /// The bundle's.
    var byteCount: Int64
    var bundlePath: String
    var entry: String
    /// As the metadata names it.
    var language: String?
    var pages: [Int]
}

/// The facts that decide a document's page texts.
struct PageSource: Sendable {
    var contentID: Int64
    var contentHash: String
    /// Nil when the bundle was not read to its end.
    var bundleHash: String?
    var rootID: Int64
    /// The bundle's.
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
                SELECT document.*, \(Self.saidLanguage) AS said_language, root_id, directory, name, byte_count
                FROM document JOIN bundle ON bundle.id = bundle_id
                WHERE pages_to_recognize > 0 AND document.id = ?
                """, [id])
            guard let row else { return nil }
            let pages: [Int64] = try db.fetchAll(
                "SELECT id FROM page WHERE id BETWEEN ? AND ? AND needs_recognition ORDER BY id",
                IndexSchema.pageRows(document: id))
            return DocumentToRecognize(
                id: id, rootID: try row.value("root_id"), bundleID: try row.value("bundle_id"),
                byteCount: try row.value("byte_count"), bundlePath: try row.bundlePath(),
                entry: try row.value("entry"), language: try row.value("said_language"),
                pages: pages.map { Int($0 & Int64(IndexSchema.maximumPage)) })
        }
    }

    func pageSource(document id: Int64) throws -> PageSource? {
        try fetchOne(
            """
            SELECT document.*, \(Self.saidLanguage) AS said_language, bundle.content_hash AS bundle_hash, root_id,
                directory, name
            FROM document JOIN bundle ON bundle.id = bundle_id WHERE document.id = ?
            """, [id]
        ) { row in
            PageSource(
                contentID: try row.value("content_id"), contentHash: try row.value("content_hash"),
                bundleHash: try row.value("bundle_hash"), rootID: try row.value("root_id"),
                relativePath: try row.bundlePath(), pageCount: try Self.pageCount(row.value("page_count")),
                sidecar: (try row.value("sidecar_source") as String?).map { .init(origin: .sidecar, settings: $0) },
                language: try row.value("said_language"))
        }
    }

    /// In SQL, of a row of `document`: its language according to its metadata or a person.
    static let saidLanguage = "CASE WHEN language_is_identified THEN NULL ELSE language END"

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
                try DocumentWriter(self, pages: pages).remove(db, document: try row.value("id"))
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

    // MARK: - Pages, their texts and their documents, in long lists

    /// A number that is another one whenever other pages are in the index, or have other texts.
    func pagesVersion() throws -> Int64 {
        try readAsIndexed { db in try db.fetchOne("SELECT value FROM checksum WHERE name = 'page'") ?? 0 }
    }

    /// Pages with a text: their ids and the numbers of their texts, the newest documents first, at most `limit`.
    func pagesWithText(before id: Int64, limit: Int) throws -> [(page: Int64, text: Int64)] {
        try readAsIndexed { db in
            try db.fetchAll(
                "SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL AND id < ? ORDER BY id DESC LIMIT ?",
                [id, limit]
            ) { (try $0.value(at: 0), try $0.value(at: 1)) }
        }
    }

    /// All pages with a text in the order of their documents.
    func pagesWithText(_ take: (_ page: Int64, _ text: Int64) throws -> Void) throws {
        try readAsIndexed { db in
            try db.rows("SELECT id, text_id FROM main.page WHERE text_id IS NOT NULL ORDER BY id")
                .forEach { try take(try $0.value(at: 0), try $0.value(at: 1)) }
        }
    }

    /// The number of a page's text; nil where there is no such page, or it has no text.
    func textID(document: Int64, page: Int) throws -> Int64? {
        guard (1...Int64.max >> IndexSchema.pageBits).contains(document), (1...IndexSchema.maximumPage).contains(page)
        else { return nil }
        return try fetchOne(
            "SELECT text_id FROM page WHERE id = ?", [IndexSchema.pageRow(document: document, page: page)])
    }

    /// `page_text.id` of each page of a document that has a text, in the order of the pages.
    func textIDs(ofDocument id: Int64) throws -> [Int64] {
        try fetchAll(
            "SELECT text_id FROM main.page WHERE id BETWEEN ? AND ? AND text_id IS NOT NULL ORDER BY id",
            IndexSchema.pageRows(document: id))
    }

    /// All documents in the order of their paths, each with the hash of its bytes; nil where it has none of its own.
    func documentContents() throws -> [(id: Int64, hash: String?)] {
        try read { db in
            let hash = "CASE WHEN has_content AND content_hash <> '' THEN content_hash END"
            let rows = try db.rows("SELECT id, \(hash) FROM document ORDER BY \(Self.pathOrder(db))")
            return try Array(rows.map { (try $0.value(at: 0), try $0.value(at: 1)) })
        }
    }

    /// For each document a text that stays the same when the index is made again, and the year of its date.
    func documentYears() throws -> [(id: Int64, hash: String, year: Int?)] {
        try read { db in
            let rows = try db.rows(
                "SELECT id, content_hash, CAST(strftime('%Y', date, 'unixepoch') AS INTEGER) FROM document")
            return try Array(rows.map { (try $0.value(at: 0), try $0.value(at: 1), try $0.value(at: 2)) })
        }
    }

    /// The first row of each document in the full-text tables, by `document.id`.
    func firstRows(ofDocuments ids: [Int64]) throws -> [Int64: Int64] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: "SELECT first_row FROM main.document WHERE id = ? AND first_row IS NOT NULL")
            return try ids.reduce(into: [:]) { $0[$1] = try Int64.fetchOne(statement, arguments: [$1]) }
        }
    }

    // MARK: - Documents by their path forms

    /// A document's number, its path form and the number of its root.
    typealias PlacedPath = (id: Int64, path: String, root: Int64)

    /// Documents whose last name, or the name of a folder or bundle that they lie in, is like `pattern`, which is one for
    /// LIKE with `\` to escape. Goes through SQLite's index of all path forms, and reads no rows but those it finds.
    func pathForms(like pattern: String) throws -> [PlacedPath] { try pathForms(pattern, of: "path") }

    /// The same without regard to accents; `pattern` has none.
    func pathForms(likeUnaccented pattern: String) throws -> [PlacedPath] {
        try pathForms(pattern, of: "(\(PathColumn.unaccentedPath))")
    }

    private func pathForms(_ pattern: String, of column: String) throws -> [PlacedPath] {
        try fetchAll(
            """
            SELECT document.id, path, root_id FROM main.document JOIN main.bundle ON bundle.id = bundle_id
            WHERE document.id IN (
                SELECT id FROM main.document INDEXED BY document_path
                WHERE '/' || \(column) LIKE ?1 ESCAPE '\\' OR '/' || \(column) LIKE ?1 || '/%' ESCAPE '\\'
                    OR '/' || \(column) LIKE ?1 || '!/%' ESCAPE '\\')
            ORDER BY path, root_id, document.id
            """, ["%/" + pattern]
        ) { (id: try $0.value(at: 0), path: try $0.value(at: 1), root: try $0.value(at: 2)) }
    }

    /// True when the words of `text` stand side by side in a path, accents aside. Searches all paths for its letters, and
    /// compares the words of the first hundred that have them.
    func isInPaths(_ text: String) throws -> Bool {
        func words(_ text: String) -> [Substring] {
            PathColumn.unaccented(text).split { !$0.isLetter && !$0.isNumber }
        }
        let wanted = words(text)
        // SQLite refuses patterns that are longer than any path.
        guard !wanted.isEmpty, text.utf8.count <= 4096 else { return false }
        let paths: [String] = try fetchAll(
            """
            SELECT path FROM main.document INDEXED BY document_path
            WHERE (\(PathColumn.unaccentedPath)) LIKE ? ESCAPE '\\' LIMIT 100
            """, ["%\(FactTest.escaped(PathColumn.unaccented(text)))%"]
        ) { try $0.value(at: 0) }
        return paths.contains { path in
            let known = words(path)
            return known.indices.contains { known[$0...].starts(with: wanted) }
        }
    }

    func documents(inRoots ids: [Int64]) throws -> [Int64] {
        let list = ids.map { String($0) }.joined(separator: ", ")
        return try fetchAll(
            """
            SELECT document.id FROM main.document JOIN main.bundle ON bundle.id = bundle_id
            WHERE root_id IN (\(list)) ORDER BY path, root_id, document.id
            """)
    }

    /// The continuations of a beginning of path forms, up to the next slash and with it, in the order of bytes: as a shell shows
    /// a folder. At most `limit`; each costs one step in SQLite's index of path forms.
    func pathParts(after beginning: String, limit: Int) throws -> [String] {
        try read { db in
            var parts: [String] = []
            var from = beginning
            while parts.count < limit {
                let next: String? = try db.fetchOne(
                    "SELECT path FROM main.document WHERE path >= ? ORDER BY path LIMIT 1", [from])
                guard let next, next.utf8.starts(with: beginning.utf8) else { break }
                let rest = next.utf8.dropFirst(beginning.utf8.count)
                let slash = UInt8(ascii: "/")
                guard let end = rest.firstIndex(of: slash) else {
                    parts.append(next)
                    // No path lies between.
                    from = next + "\u{1}"
                    continue
                }
                parts.append(String(decoding: next.utf8[...end], as: UTF8.self))
                // "0" follows "/" in the order of bytes.
                from = String(decoding: next.utf8[..<end], as: UTF8.self) + "0"
            }
            return parts
        }
    }
}
