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

    /// A count that is kept for each root: the beginning of its key, which the number of the root follows.
    enum RootCount: String {
        /// Files and folders that are left out.
        case leftOut = "left-out-"
        /// Files that are passed over because of their names.
        case passedOver = "passed-over-"
    }

    /// Remembers how many a run through all of a root has met. A number that is known is not written again.
    func set(_ count: RootCount, to number: Int, root: Int64) throws {
        guard try self.count(count, roots: [root]) != number else { return }
        try write { db in try db.setMeta(count.rawValue + String(root), to: String(number)) }
    }

    /// How many there are in the roots, as the last runs through all of them have met them.
    func count(_ count: RootCount, roots: [Int64]) throws -> Int {
        try read { db in
            try roots.reduce(0) { sum, root in
                let number: String? = try db.meta(count.rawValue + String(root))
                return sum + (number.flatMap { Int($0) } ?? 0)
            }
        }
    }

    /// Sentences that are kept of a root.
    private static let mostProblems = 20

    /// Remembers which files of a root leave out what is not known, and why. A known one is not written again.
    func setExclusionProblems(_ sentences: [String], root: Int64) throws {
        let kept = Array(sentences.prefix(Self.mostProblems))
        guard try exclusionProblems(roots: [root]) != kept else { return }
        try write { db in try db.setMeta(Self.problemKey + String(root), to: JSONText.encode(kept)) }
    }

    /// The faults of files of the roots that leave something out, as the last runs through all of them have met them.
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

    /// The number of a root follows.
    private static let problemKey = "exclusion-problems-"
}
