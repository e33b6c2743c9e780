import GRDB

/// What runs have met that is left out, by roots.
extension IndexStore {
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
        try db.execute(sql: "DELETE FROM meta WHERE key GLOB ?", arguments: [problemKey + "*"])
    }

    // Each with the number of a root behind it.
    private static let leftOutKey = "left-out-"
    private static let passedOverKey = "passed-over-"
    private static let problemKey = "exclusion-problems-"
}
