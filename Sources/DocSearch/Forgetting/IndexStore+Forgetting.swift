import BundleConventions
import GRDB

extension IndexStore {
    /// Takes the rows of documents out, those of runs and failures that may name them, and bundles that have no other
    /// document. Documents that are gone already are passed over.
    func forget(_ order: ForgettingOrder, pages: PageStore) throws {
        try write { db in
            for item in order.items {
                // Records of one mailbox have the bytes of it all: with the sign they are found by their paths.
                let rows = try Row.fetchAll(
                    db.statement(
                        """
                        SELECT document.id, bundle_id FROM document JOIN bundle ON bundle.id = bundle_id
                        WHERE path = ? AND root_id = ? AND +document.content_hash = ?
                        """, [item.path, item.rootID, item.hashes.first ?? ""]))
                for row in rows {
                    let (document, bundle): (Int64, Int64) = (try row.value(at: 0), try row.value(at: 1))
                    try DocumentWriter(self, pages: pages).remove(db, document: document)
                    try forgetFailures(db, bundle: bundle, entry: item.entry)
                    try db.execute(
                        "DELETE FROM bundle WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM document WHERE bundle_id = ?1)",
                        [bundle])
                }
            }
            try db.execute(
                "DELETE FROM placement WHERE subject_id IN (SELECT value FROM json_each(?))",
                [JSONText.encode(order.subjects)])
            try forgetWarnings(db)
            try Self.forgetExclusionProblems(db)
        }
    }

    private func forgetFailures(_ db: Database, bundle: Int64, entry: String) throws {
        try db.execute(
            "DELETE FROM failure WHERE bundle_id = ?1 AND (entry = ?2 OR ?2 <> '' AND instr(reason, ?2) > 0)",
            [bundle, entry])
    }

    /// The sentences of earlier runs may name files. They were told when the runs ended, and nothing depends on them.
    private func forgetWarnings(_ db: Database) throws {
        let reports = try db.fetchAll("SELECT id, report FROM run WHERE report IS NOT NULL") {
            (id: try $0.value(at: 0) as Int64, text: try $0.value(at: 1) as String)
        }
        for (id, text) in reports {
            // A report that cannot be read may name the document, so it goes.
            var report = try? JSONText.decode(text, as: IndexingReport.self)
            report?.warnings = []
            report?.readAsBundles = []
            try db.execute("UPDATE run SET report = ? WHERE id = ?", [report.map(JSONText.encode), id])
        }
    }

    /// Takes words that no row has any more out of the full-text tables, and writes the file anew. FTS5 keeps a deleted
    /// word until its segments are merged, and rows that could not be deleted until the tables are made again.
    func erase(pages: PageStore) throws {
        if try !read({ db in try DeadRows(db).isEmpty }) {
            try FullTextRebuild(index: self, pages: pages).run(stop: StopFlag(after: nil)) { _, _ in }
        } else {
            try write { db in
                for table in FullTextTables.current.tables {
                    try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES('optimize')")
                }
                try forgetLostForms(db)
            }
        }
        try writeAnew()
    }

    /// The path forms of documents with these bytes, and of their bundles.
    func documentPaths(contentHash: String) throws -> [(path: String, bundlePath: String, hasContent: Bool)] {
        try fetchAll(
            """
            SELECT path, directory, name, has_content FROM document JOIN bundle ON bundle.id = bundle_id
            WHERE document.content_hash = ? ORDER BY path
            """, [contentHash]
        ) { row in
            let bundle = PathText.joined(try row.value(at: 1), try row.value(at: 2))
            return (try row.value(at: 0), bundle, try row.value(at: 3))
        }
    }

    /// True for a document with this path form below the root, or in a bundle at this path.
    func hasDocument(at path: String, root: Int64) throws -> Bool {
        try read { db in
            // "0" is what comes behind "/". With the sign the root is no way to begin: it would be gone through as a
            // whole.
            try db.exists(
                """
                SELECT 1 FROM main.document AS d JOIN main.bundle AS b ON b.id = d.bundle_id
                WHERE +root_id = ?2 AND (d.path = ?1 OR d.path >= ?1 || '!/' AND d.path < ?1 || '!0') LIMIT 1
                """, [path, root])
        }
    }

    /// Those of some values that no document has in a column.
    func unused(_ values: [String], in column: String) throws -> [String] {
        try read { db in
            try values.filter { try !db.exists("SELECT 1 FROM document WHERE \(column) = ? LIMIT 1", [$0]) }
        }
    }

    /// The text that its bundle brought, the bundle's other documents, and by what subjects and hashes runs knew it.
    func traces(document id: Int64) throws -> (sidecar: String?, others: [Int64], subjects: [Int64], hashes: [String]) {
        try read { db in
            let sidecar: String? = try db.fetchOne("SELECT sidecar_source FROM document WHERE id = ?", [id])
            let others = try othersInBundle(document: id)
            let placements = try Row.fetchAll(
                db.statement(
                    "SELECT subject_id, content_hash, first_hash FROM main.placement WHERE document_id = ?", [id]))
            return (
                sidecar, others, try placements.map { try $0.value(at: 0) },
                try placements.flatMap { [try $0.value(at: 1) as String, try $0.value(at: 2)] }
            )
        }
    }

    /// The other documents of a document's bundle; only those within a document where its path is given.
    func othersInBundle(document id: Int64, below path: String? = nil) throws -> [Int64] {
        try fetchAll(
            """
            SELECT id FROM main.document WHERE id <> ?1
                AND bundle_id = (SELECT bundle_id FROM main.document WHERE id = ?1)
                AND (?2 IS NULL OR substr(path, 1, length(?2)) = ?2)
            """, [id, path.map { $0 + PathForm.mark }])
    }

    /// Those that are other documents. A writer has placed all before; for readers those count that no run has placed.
    func subjects(placedElsewhereThan id: Int64, among subjects: [Int64]) throws -> Set<Int64> {
        try read { db in
            let table = said.isNeeded ? "placed" : "main.placement"
            return try Set(
                subjects.filter { subject in
                    try db.exists(
                        "SELECT 1 FROM \(table) WHERE subject_id = ? AND document_id IS NOT NULL AND document_id <> ?",
                        [subject, id])
                })
        }
    }
}

extension DatabaseOpening {
    /// Writes a file anew without deleted rows, and empties its log. An error leaves the file as it was. SQLite needs
    /// as much room as the file takes in its temporary folder, and as much again for the log.
    static func writeAnew(_ file: String, _ pool: DatabasePool?) throws {
        guard let pool else { return }
        try translating(file) {
            try pool.writeWithoutTransaction { db in
                // The new file is one that is attached.
                allowOtherFiles(true, db)
                defer { allowOtherFiles(false, db) }
                try db.execute(sql: "VACUUM")
                // The replaced text is in the log until this is done.
                _ = try db.checkpoint(.truncate)
            }
        }
    }
}
