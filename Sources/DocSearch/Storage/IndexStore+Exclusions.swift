import GRDB

/// What runs have met that is left out, by roots.
extension IndexStore {
    /// Remembers how many files and folders of a root are left out. A number that is known is not written again.
    func setLeftOut(_ count: Int, root: Int64) throws {
        guard try leftOut(roots: [root]) != count else { return }
        try write { db in try Self.keep(db, "left-out-\(root)", value: String(count)) }
    }

    /// How many files and folders of the roots are left out, as the last runs through them have met them.
    func leftOut(roots: [Int64]) throws -> Int {
        try read { db in
            try roots.reduce(0) { sum, root in
                let count = try String.fetchOne(
                    db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: ["left-out-\(root)"])
                return sum + (count.flatMap { Int($0) } ?? 0)
            }
        }
    }

    /// Remembers how many files of a root are passed over because of their names.
    func setPassedOver(_ count: Int, root: Int64) throws {
        guard try passedOver(roots: [root]) != count else { return }
        try write { db in try Self.keep(db, "passed-over-\(root)", value: String(count)) }
    }

    /// How many files of the roots are passed over, as the last runs through all of them have met them.
    func passedOver(roots: [Int64]) throws -> Int {
        try read { db in
            try roots.reduce(0) { sum, root in
                let count = try String.fetchOne(
                    db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"), arguments: ["passed-over-\(root)"])
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
        try write { db in try Self.keep(db, Self.problemKey + String(root), value: JSONText.encode(kept)) }
    }

    /// What was wrong with files of the roots that leave something out, as the last runs through all of them have met them.
    func exclusionProblems(roots: [Int64]) throws -> [String] {
        try read { db in
            try roots.flatMap { root -> [String] in
                let kept = try String.fetchOne(
                    db.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?"),
                    arguments: [Self.problemKey + String(root)])
                return try kept.map { try JSONText.decode($0) } ?? []
            }
        }
    }

    /// The sentences name folders. The next run tells them anew.
    static func forgetExclusionProblems(_ db: Database) throws {
        try db.execute(sql: "DELETE FROM meta WHERE key GLOB ?", arguments: [problemKey + "*"])
    }

    private static let problemKey = "exclusion-problems-"

    private static func keep(_ db: Database, _ key: String, value: String) throws {
        try db.executeCached(
            sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [key, value])
    }
}
