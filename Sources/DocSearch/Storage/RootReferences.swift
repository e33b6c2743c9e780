import GRDB

/// What `index.sqlite` has of the roots, which are in `user.sqlite`.
extension IndexStore {
    /// The remembered folders, where `user.sqlite` is open beside the index; nil where it is not.
    func attachedRoots() throws -> [IndexRoot]? { try read { db in try said.roots(db) } }

    /// The greatest id of a root that anything here refers to; 0 when nothing does. `user.sqlite` may be older than this
    /// file, when a copy of it was restored.
    func greatestRootID() throws -> Int64 {
        try read { db in
            let bundles = try Int64.fetchOne(db, sql: "SELECT max(root_id) FROM bundle") ?? 0
            let languages = try String.fetchAll(db, sql: "SELECT key FROM meta WHERE key GLOB 'languages-*'")
                .compactMap { $0.split(separator: "-").last.flatMap { Int64($0) } }
            return max(bundles, languages.max() ?? 0)
        }
    }

    /// Every bundle of a root.
    func bundleIDs(root: Int64) throws -> [Int64] {
        try fetchAll("SELECT id FROM bundle WHERE root_id = ? ORDER BY id", [root])
    }

    /// How many bundles belong to none of these roots.
    func bundleCount(outside roots: [Int64]) throws -> Int {
        try read { db in
            let known = roots.map { "\($0)" }.joined(separator: ", ")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM bundle WHERE root_id NOT IN (\(known))") ?? 0
        }
    }
}
