import GRDB

/// What `index.sqlite` has of the roots, which are in `user.sqlite`.
extension IndexStore {
    /// The remembered folders, where `user.sqlite` is open beside the index; nil where it is not.
    func attachedRoots() throws -> [IndexRoot]? { try read { db in try said.roots(db) } }

    /// The greatest id of a root here; 0 without any. `user.sqlite` may be an older copy that was restored.
    func greatestRootID() throws -> Int64 {
        try read { db in
            let bundles = try Int64.fetchOne(db, sql: "SELECT max(root_id) FROM bundle") ?? 0
            let languages = try String.fetchAll(db, sql: "SELECT key FROM meta WHERE key GLOB 'languages-*'")
                .compactMap { $0.split(separator: "-").last.flatMap { Int64($0) } }
            return max(bundles, languages.max() ?? 0)
        }
    }

    func bundleIDs(root: Int64) throws -> [Int64] {
        try fetchAll("SELECT id FROM bundle WHERE root_id = ? ORDER BY id", [root])
    }

    /// How many bundles belong to none of these roots.
    func bundleCount(outside roots: [Int64]) throws -> Int {
        let known = roots.map { "\($0)" }.joined(separator: ", ")
        return try fetchOne("SELECT count(*) FROM bundle WHERE root_id NOT IN (\(known))") ?? 0
    }

    // MARK: - What runs have met that is left out, by roots

    /// Remembers how many files and folders of a root are left out. A number that is known is not written again.
    func setLeftOut(_ count: Int, root: Int64) throws { try set(Self.leftOutKey, to: count, root: root) }

    /// How many files and folders of the roots are left out, as the last runs through them have met them.
    func leftOut(roots: [Int64]) throws -> Int { try sum(of: Self.leftOutKey, roots: roots) }

    /// Remembers how many files of a root are passed over because of their names.
    func setPassedOver(_ count: Int, root: Int64) throws { try set(Self.passedOverKey, to: count, root: root) }

    /// How many files of the roots are passed over, as the last runs through all of them have met them.
    func passedOver(roots: [Int64]) throws -> Int { try sum(of: Self.passedOverKey, roots: roots) }

    private func set(_ key: String, to count: Int, root: Int64) throws {
        guard try sum(of: key, roots: [root]) != count else { return }
        try write { db in try db.setMeta(key + String(root), to: String(count)) }
    }

    private func sum(of key: String, roots: [Int64]) throws -> Int {
        try read { db in
            try roots.reduce(0) { sum, root in
                let count: String? = try db.meta(key + String(root))
                return sum + (count.flatMap { Int($0) } ?? 0)
            }
        }
    }

    /// Sentences that are kept of a root.
    private static let mostProblems = 20

    /// Remembers which files of a root leave out what is not known, and why. What is known is not written again.
    func setExclusionProblems(_ sentences: [String], root: Int64) throws {
        let kept = Array(sentences.prefix(Self.mostProblems))
        guard try exclusionProblems(roots: [root]) != kept else { return }
        try write { db in try db.setMeta(Self.problemKey + String(root), to: JSONText.encode(kept)) }
    }

    /// What was wrong with files of the roots that leave something out, as the last runs through all of them have met them.
    func exclusionProblems(roots: [Int64]) throws -> [String] {
        try read { db in
            try roots.flatMap { root -> [String] in
                let kept: String? = try db.meta(Self.problemKey + String(root))
                return try kept.map { try JSONText.decode($0) } ?? []
            }
        }
    }

    /// The sentences name folders. The next run tells them anew.
    static func forgetExclusionProblems(_ db: Database) throws {
        try db.execute("DELETE FROM meta WHERE key GLOB ?", [problemKey + "*"])
    }

    // Each with the number of a root behind it.
    private static let leftOutKey = "left-out-"
    private static let passedOverKey = "passed-over-"
    private static let problemKey = "exclusion-problems-"
}
