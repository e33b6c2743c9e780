import GRDB

/// Folders that have the names of a bundle, and what makes it one does not hold together. They are looked through like
/// any other; a row of the table of bundles remembers that, so that no worker is asked again before something changes.
enum OrdinaryFolder {
    /// What such a row has as its format. No bundle has it.
    static let format = "folder"
    /// The name in such a row of a root itself.
    static let rootName = "."
}

extension IndexStore {
    /// Makes the row of a bundle that could not be read that of an ordinary folder, unless documents are known of it.
    /// Returns whether it did. `isRoot` when the folder is all of its root.
    func makeOrdinaryFolder(_ bundle: BundleRow, isRoot: Bool) throws -> Bool {
        try write { db in
            let hasDocuments = try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM document WHERE bundle_id = ?)"),
                arguments: [bundle.id])
            guard hasDocuments != true else { return false }
            try db.executeCached(
                sql: "UPDATE bundle SET format = ? WHERE id = ?", arguments: [OrdinaryFolder.format, bundle.id])
            if isRoot { try place(bundle.id, root: bundle.rootID, directory: "", name: OrdinaryFolder.rootName) }
            return true
        }
    }

    /// Whether a document of a bundle failed as a whole.
    func hasUnreadDocument(bundle: Int64) throws -> Bool {
        try fetchOne("SELECT EXISTS (SELECT 1 FROM failure WHERE bundle_id = ? AND stage = 'document')", [bundle])
            ?? false
    }

    /// Of some bundles those with a document whose content is not in another one.
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
