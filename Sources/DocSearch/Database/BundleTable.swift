import ExtractionProtocol
import GRDB

/// A file as the index knows it.
struct BundleRow: Sendable {
    var id: Int64
    var rootID: Int64
    /// Below the root, without slashes at its ends; empty for the root itself.
    var directory: String
    var name: String
    var byteCount: Int64
    var modified: Int64
    var inode: Int64
    /// SHA-256; nil when the file could not be read to its end.
    var contentHash: String?
    /// Which way of reading the rows come from; another one means reading again.
    var extractor: String
    /// As it turned out to be; nil when it was never opened.
    var format: String?

    var relativePath: String { PathText.joined(directory, name) }

    var isPDF: Bool { format == BundleFormat.pdf.rawValue }

    /// Whether it stands for a folder that has the names of a bundle and is none.
    var isOrdinaryFolder: Bool { format == OrdinaryFolder.format }

    func hasSameStatus(as status: FileStatus) -> Bool {
        byteCount == status.byteCount && modified == status.modified && inode == status.inode
    }
}

extension BundleRow {
    init(_ row: Row) throws {
        self.init(
            id: try row.value("id"), rootID: try row.value("root_id"), directory: try row.value("directory"),
            name: try row.value("name"), byteCount: try row.value("byte_count"),
            modified: try row.value("modified_ns"), inode: try row.value("inode"),
            contentHash: try row.value("content_hash"), extractor: try row.value("extractor"),
            format: try row.value("format"))
    }
}

extension Row {
    /// The path of a bundle below its root.
    func bundlePath() throws -> String { PathText.joined(try value("directory"), try value("name")) }
}

extension IndexStore {
    func bundles(root: Int64, directory: String) throws -> [ExactText: BundleRow] {
        let bundles = try fetchAll(
            "SELECT * FROM bundle WHERE root_id = ? AND directory = ?", [root, directory], as: BundleRow.init)
        return Dictionary(bundles.map { (ExactText($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A few bundles of the root that are files, by which it is known where it has gone.
    func someBundles(root: Int64) throws -> [BundleRow] {
        try fetchAll(
            "SELECT * FROM bundle WHERE root_id = ? AND byte_count > 0 AND content_hash IS NOT NULL ORDER BY id LIMIT 20",
            [root], as: BundleRow.init)
    }

    /// Every directory of the root that holds a known bundle.
    func directories(root: Int64) throws -> [String] {
        try fetchAll("SELECT DISTINCT directory FROM bundle WHERE root_id = ?", [root])
    }

    func bundle(root: Int64, directory: String, name: String) throws -> BundleRow? {
        try fetchOne(
            "SELECT * FROM bundle WHERE root_id = ? AND directory = ? AND name = ?", [root, directory, name],
            as: BundleRow.init)
    }

    func bundle(_ id: Int64) throws -> BundleRow? {
        try fetchOne("SELECT * FROM bundle WHERE id = ?", [id], as: BundleRow.init)
    }

    /// Bundles whose files had this size, time and inode.
    func bundles(withStatus status: FileStatus) throws -> [BundleRow] {
        try fetchAll(
            """
            SELECT * FROM bundle WHERE inode = ? AND byte_count = ? AND modified_ns = ?
                AND format IS NOT '\(OrdinaryFolder.format)' ORDER BY id
            """, [status.inode, status.byteCount, status.modified], as: BundleRow.init)
    }

    /// Files and folders with a document that the index first had after this time, in seconds.
    func bundles(withInode inode: Int64, indexedSince time: Int64) throws -> [BundleRow] {
        try fetchAll(
            """
            SELECT * FROM bundle WHERE own_inode = ? AND format IS NOT '\(OrdinaryFolder.format)' AND EXISTS (
                SELECT 1 FROM document WHERE bundle_id = bundle.id AND indexed >= ?) ORDER BY id
            """, [inode, time], as: BundleRow.init)
    }

    func bundles(withContent hash: String) throws -> [BundleRow] {
        try fetchAll("SELECT * FROM bundle WHERE content_hash = ? ORDER BY id", [hash], as: BundleRow.init)
    }

    /// Bundles that were read to their end and gave neither a document nor a failure, in the order of their paths.
    func bundlesWithNothing(root: Int64) throws -> [BundleRow] {
        try fetchAll(
            """
            SELECT * FROM bundle WHERE root_id = ? AND byte_count >= 0 AND format IS NOT '\(OrdinaryFolder.format)'
                AND NOT EXISTS (SELECT 1 FROM document WHERE bundle_id = bundle.id)
                AND NOT EXISTS (SELECT 1 FROM failure WHERE bundle_id = bundle.id) ORDER BY directory, name
            """, [root], as: BundleRow.init)
    }

    func bundleCount(root: Int64) throws -> Int {
        try fetchOne("SELECT count(*) FROM bundle WHERE root_id = ?", [root]) ?? 0
    }

    /// Makes or finds the row of a bundle that is being read. Until ``finishBundle`` says that it was read to its end,
    /// it has a status that no file has and no hash: after a kill the documents in it may be of two states of the
    /// bundle, and the next run reads it again, even where the file has become again what it was.
    func bundleID(root: Int64, directory: String, name: String) throws -> Int64 {
        try write { db in
            let known: Int64? = try db.fetchOne(
                "SELECT id FROM bundle WHERE root_id = ? AND directory = ? AND name = ?", [root, directory, name])
            if let known {
                try db.execute(
                    "UPDATE bundle SET byte_count = -1, content_hash = NULL WHERE id = ? AND byte_count >= 0", [known])
                return known
            }
            try db.execute(
                """
                INSERT INTO bundle (root_id, directory, name, byte_count, modified_ns, inode, extractor)
                VALUES (?, ?, ?, -1, 0, 0, '')
                """, [root, directory, name])
            return db.lastInsertedRowID
        }
    }

    func finishBundle(
        _ id: Int64, at path: BundlePath, status: FileStatus, contentHash: String?, format: String?, extractor: String
    ) throws {
        try touchBundle(id, at: path, status: status)
        try execute(
            "UPDATE bundle SET content_hash = ?, format = ?, extractor = ? WHERE id = ?",
            [contentHash, format, extractor, id])
    }

    /// Notes a new time or inode for the same content.
    func touchBundle(_ id: Int64, at path: BundlePath, status: FileStatus) throws {
        try execute(
            "UPDATE bundle SET byte_count = ?, modified_ns = ?, inode = ?, own_inode = ? WHERE id = ?",
            [
                status.byteCount, status.modified, status.inode, FileStatus(path: path.absolutePath)?.inode ?? 0, id,
            ])
    }

    /// Takes bundles out of the index with all that hangs on them, each in its own transaction.
    func removeBundles(_ ids: [Int64], pages: PageStore) throws {
        for id in ids {
            try write { db in
                let documents: [Int64] = try db.fetchAll("SELECT id FROM document WHERE bundle_id = ?", [id])
                for document in documents {
                    try DocumentWriter(self, pages: pages).remove(db, document: document)
                }
                try db.execute("DELETE FROM bundle WHERE id = ?", [id])
            }
        }
    }

    /// Moves the bundles of a root that now lies inside another one.
    func moveBundles(fromRoot: Int64, toRoot: Int64, directory prefix: String) throws {
        try write { db in
            for bundle in try db.fetchAll("SELECT * FROM bundle WHERE root_id = ?", [fromRoot], as: BundleRow.init) {
                let directory = bundle.directory.isEmpty ? prefix : PathText.joined(prefix, bundle.directory)
                try move(bundle.id, root: toRoot, directory: directory, name: bundle.name)
            }
        }
    }

    /// Has the bundle read by the next run that meets it, whatever becomes of this one.
    func forgetStatus(_ id: Int64) throws {
        try execute("UPDATE bundle SET byte_count = -1, content_hash = NULL WHERE id = ?", [id])
    }

    /// Notes that a bundle lies elsewhere. Its documents keep their ids.
    func move(_ id: Int64, root: Int64, directory: String, name: String) throws {
        try write { db in
            try db.execute(
                "UPDATE OR IGNORE bundle SET root_id = ?, directory = ?, name = ? WHERE id = ?",
                [root, directory, name, id])
            try db.execute(
                """
                UPDATE document SET path = CASE entry WHEN '' THEN ?1 ELSE ?1 || '!/' || entry END
                WHERE bundle_id = ?2
                """, [PathText.joined(directory, name), id])
        }
    }
}

/// Folders that have the names of a bundle, and what makes it one does not hold together. They are looked through like
/// any other; a row of the table of bundles remembers that, so that no reader is asked again before something changes.
enum OrdinaryFolder {
    /// The format of such a row. No bundle has it.
    static let format = "folder"
    /// The name in such a row of a root itself.
    static let rootName = "."
}

extension IndexStore {
    /// Makes the row of a bundle that could not be read that of an ordinary folder, unless documents are known of it.
    /// Returns whether it did. `isRoot` when the folder is all of its root.
    func makeOrdinaryFolder(_ bundle: BundleRow, isRoot: Bool) throws -> Bool {
        try write { db in
            let hasDocuments: Bool? = try db.fetchOne(
                "SELECT EXISTS (SELECT 1 FROM document WHERE bundle_id = ?)", [bundle.id])
            guard hasDocuments != true else { return false }
            try db.execute("UPDATE bundle SET format = ? WHERE id = ?", [OrdinaryFolder.format, bundle.id])
            if isRoot { try move(bundle.id, root: bundle.rootID, directory: "", name: OrdinaryFolder.rootName) }
            return true
        }
    }

    func entries(bundle: Int64) throws -> [String] {
        try fetchAll("SELECT entry FROM document WHERE bundle_id = ?", [bundle]) { try $0.value("entry") }
    }

    /// Whether a document of a bundle failed as a whole.
    func hasUnreadDocument(bundle: Int64) throws -> Bool {
        try fetchOne("SELECT EXISTS (SELECT 1 FROM failure WHERE bundle_id = ? AND stage = 'document')", [bundle])
            ?? false
    }

    /// Those of `bundles` with a document whose content is not in the bundle `other`.
    func bundles(_ bundles: [BundleRow], notContainedIn other: Int64?) throws -> [BundleRow] {
        try read { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT EXISTS (SELECT 1 FROM document AS old WHERE bundle_id = ?1 AND NOT EXISTS (
                        SELECT 1 FROM document AS new
                        WHERE new.content_hash = old.content_hash AND new.bundle_id IS ?2))
                    """)
            return try bundles.filter { try Bool.fetchOne(statement, arguments: [$0.id, other]) ?? false }
        }
    }
}
