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
    /// Whether it is a PDF and nothing else.
    var isPDF: Bool
    /// What it turned out to be; nil when it was never opened.
    var format: String?

    var relativePath: String { PathText.joined(directory, name) }

    init(_ row: Row) throws {
        id = try row.value("id")
        rootID = try row.value("root_id")
        directory = try row.value("directory")
        name = try row.value("name")
        byteCount = try row.value("byte_count")
        modified = try row.value("modified_ns")
        inode = try row.value("inode")
        contentHash = try row.value("content_hash")
        extractor = try row.value("extractor")
        format = try row.value("format")
        isPDF = format == BundleFormat.pdf.rawValue
    }

    /// Whether it stands for a folder that has the names of a bundle and is none.
    var isOrdinaryFolder: Bool { format == OrdinaryFolder.format }

    func hasSameStatus(as status: FileStatus) -> Bool {
        byteCount == status.byteCount && modified == status.modified && inode == status.inode
    }
}

extension IndexStore {
    /// The bundles directly in a directory, by name.
    func bundles(root: Int64, directory: String) throws -> [ExactText: BundleRow] {
        try read { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM bundle WHERE root_id = ? AND directory = ?"),
                arguments: [root, directory])
            return Dictionary(
                try rows.map { (ExactText(try $0.value("name")), try BundleRow($0)) },
                uniquingKeysWith: { first, _ in first })
        }
    }

    /// Every directory of the root that holds a known bundle.
    func directories(root: Int64) throws -> [String] {
        try fetchAll("SELECT DISTINCT directory FROM bundle WHERE root_id = ?", [root])
    }

    func bundle(root: Int64, directory: String, name: String) throws -> BundleRow? {
        try read { db in
            try Row.fetchOne(
                db.cachedStatement(
                    sql: "SELECT * FROM bundle WHERE root_id = ? AND directory = ? AND name = ?"),
                arguments: [root, directory, name]
            ).map(BundleRow.init)
        }
    }

    /// The bundle with this id.
    func bundle(_ id: Int64) throws -> BundleRow? {
        try read { db in
            try Row.fetchOne(
                db.cachedStatement(sql: "SELECT * FROM bundle WHERE id = ?"), arguments: [id]
            ).map(BundleRow.init)
        }
    }

    /// Bundles whose files had this size, time and inode.
    func bundles(withStatus status: FileStatus) throws -> [BundleRow] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(
                    sql: """
                        SELECT * FROM bundle WHERE inode = ? AND byte_count = ? AND modified_ns = ?
                            AND format IS NOT '\(OrdinaryFolder.format)' ORDER BY id
                        """),
                arguments: [status.inode, status.byteCount, status.modified]
            ).map(BundleRow.init)
        }
    }

    /// Bundles with these bytes.
    func bundles(withContent hash: String) throws -> [BundleRow] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM bundle WHERE content_hash = ? ORDER BY id"), arguments: [hash]
            ).map(BundleRow.init)
        }
    }

    func bundleCount(root: Int64) throws -> Int {
        try fetchOne("SELECT count(*) FROM bundle WHERE root_id = ?", [root]) ?? 0
    }

    /// Makes or finds the row of a bundle that is being read. Until ``finishBundle`` says that it was read to its end, it has
    /// a status that no file has and no hash: after a kill the documents in it may be of two states of the bundle, and the
    /// next run reads it again, even where the file has become again what it was.
    func bundleID(root: Int64, directory: String, name: String) throws -> Int64 {
        try write { db in
            let known = try Int64.fetchOne(
                db.cachedStatement(
                    sql: "SELECT id FROM bundle WHERE root_id = ? AND directory = ? AND name = ?"),
                arguments: [root, directory, name])
            if let known {
                try db.executeCached(
                    sql: "UPDATE bundle SET byte_count = -1, content_hash = NULL WHERE id = ? AND byte_count >= 0",
                    arguments: [known])
                return known
            }
            try db.executeCached(
                sql: """
                    INSERT INTO bundle (root_id, directory, name, byte_count, modified_ns, inode, extractor)
                    VALUES (?, ?, ?, -1, 0, 0, '')
                    """, arguments: [root, directory, name])
            return db.lastInsertedRowID
        }
    }

    func finishBundle(
        _ id: Int64, status: FileStatus, contentHash: String?, format: String?, extractor: String
    ) throws {
        try write { db in
            try db.executeCached(
                sql: """
                    UPDATE bundle SET byte_count = ?, modified_ns = ?, inode = ?, content_hash = ?, format = ?,
                        extractor = ? WHERE id = ?
                    """,
                arguments: [
                    status.byteCount, status.modified, status.inode, contentHash, format,
                    extractor, id,
                ])
        }
    }

    /// Notes a new time or inode for the same content.
    func touchBundle(_ id: Int64, status: FileStatus) throws {
        try write { db in
            try db.executeCached(
                sql: "UPDATE bundle SET byte_count = ?, modified_ns = ?, inode = ? WHERE id = ?",
                arguments: [status.byteCount, status.modified, status.inode, id])
        }
    }

    /// Takes bundles out of the index with all that hangs on them, each in its own transaction.
    func removeBundles(_ ids: [Int64], pages: PageStore) throws {
        for id in ids {
            try write { db in
                let documents = try Int64.fetchAll(
                    db.cachedStatement(sql: "SELECT id FROM document WHERE bundle_id = ?"), arguments: [id])
                for document in documents {
                    try DocumentWriter(pages: pages, fullText: fullText).remove(db, document: document)
                }
                try db.executeCached(sql: "DELETE FROM bundle WHERE id = ?", arguments: [id])
            }
        }
    }

    /// Moves the bundles of a root that now lies inside another one.
    func moveBundles(fromRoot: Int64, toRoot: Int64, directory prefix: String) throws {
        try write { db in
            let rows = try Row.fetchAll(
                db.cachedStatement(sql: "SELECT * FROM bundle WHERE root_id = ?"), arguments: [fromRoot])
            for bundle in try rows.map(BundleRow.init) {
                let directory =
                    bundle.directory.isEmpty ? prefix : PathText.joined(prefix, bundle.directory)
                try place(bundle.id, root: toRoot, directory: directory, name: bundle.name)
            }
        }
    }

    /// Has the bundle read by the next run that meets it, whatever becomes of this one.
    func forgetStatus(_ id: Int64) throws {
        try write { db in
            try db.executeCached(
                sql: "UPDATE bundle SET byte_count = -1, content_hash = NULL WHERE id = ?", arguments: [id])
        }
    }

    /// Notes that a bundle lies elsewhere. Its documents keep their ids.
    func place(_ id: Int64, root: Int64, directory: String, name: String) throws {
        try write { db in
            try db.executeCached(
                sql: "UPDATE OR IGNORE bundle SET root_id = ?, directory = ?, name = ? WHERE id = ?",
                arguments: [root, directory, name, id])
            try db.executeCached(
                sql: """
                    UPDATE document SET path = CASE entry WHEN '' THEN ?1 ELSE ?1 || '!/' || entry END
                    WHERE bundle_id = ?2
                    """, arguments: [PathText.joined(directory, name), id])
        }
    }
}
