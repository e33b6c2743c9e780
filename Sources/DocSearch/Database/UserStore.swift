import GRDB

/// Reads and writes `user.sqlite`: what people decided.
struct UserStore: DatabaseFile, Sendable {
    let database: any DatabaseReader
    let writer: DatabasePool?
    private let backups: UserBackups
    let file: String
    /// Whether there was a `pages.sqlite` without this file, and no copy of it either.
    let isBegunAnew: Bool

    /// Opens for writing, and makes the file for a new index. A file that is missing beside others is damage: an empty
    /// one in its place would take the folders of the index for forgotten, and give their ids to others.
    init(writing folder: IndexFolder) throws {
        file = folder.user
        backups = UserBackups(folder)
        // A long import must not cost a night's run.
        let lock = try AnnotationLock(folder, waiting: .seconds(600))
        defer { withExtendedLifetime(lock) {} }
        isBegunAnew = try Self.isMissing(in: folder)
        let pool = try Self.pool(folder)
        (writer, database) = (pool, pool)
        try DatabaseOpening.translating(file) { try AnnotationText.rebuild(pool) }
        // It is a few rows, and a run would act on a folder or a language that people never named.
        try check()
    }

    static func pool(
        _ folder: IndexFolder, _ migrator: DatabaseMigrator = UserSchema.migrator()
    ) throws -> DatabasePool {
        // Changes are few and must not be lost with the power.
        try DatabaseOpening.writer(folder.user, migrator: migrator, isDurable: true) { pool in
            // Sums that a migration makes anew would agree with whatever is there.
            try pool.read { db in try DatabaseOpening.checkAll(db, folder.user) }
            try UserBackups(folder).copy(from: pool)
        }
    }

    init(reading folder: IndexFolder) throws {
        file = folder.user
        backups = UserBackups(folder)
        isBegunAnew = try Self.isMissing(in: folder)
        writer = nil
        database = try DatabaseOpening.reader(folder.user, migrator: UserSchema.migrator())
    }

    /// Whether only texts are there without it. Throws damage when something is there that refers to it, or a copy.
    static func isMissing(in folder: IndexFolder) throws -> Bool {
        let hasIndex = !IndexFolder.isEmpty(folder.index)
        guard IndexFolder.isEmpty(folder.user), hasIndex || !IndexFolder.isEmpty(folder.pages) else { return false }
        guard !hasIndex, try UserBackups(folder).newestWhole() == nil else {
            throw DatabaseOpening.missing(folder.user)
        }
        return true
    }

    // MARK: - Roots

    func roots() throws -> [IndexRoot] { try allRoots().filter { !$0.isRemoved }.map(\.root) }

    private func allRoots() throws -> [(root: IndexRoot, isRemoved: Bool)] {
        try read { db in
            // A writer has looked when it opened the file.
            if writer == nil { try TableChecksums.check(db, file, only: "root") }
            return try db.fetchAll("SELECT * FROM root ORDER BY path") { row in
                (try IndexRoot(row), try row.value("is_removed") as Bool)
            }
        }
    }

    /// Remembers a root under an id that no root has had: greater than all in this file, and than `used`.
    func add(path: String, isFile: Bool, languages: [String], above used: Int64) throws -> IndexRoot {
        try write { db in
            let last = try Int64.fetchOne(db, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'root'") ?? 0
            // SQLite's own table cannot be watched.
            let greatest = try Int64.fetchOne(db, sql: "SELECT max(id) FROM root") ?? 0
            let (id, isTooGreat) = max(last, greatest, used, 0).addingReportingOverflow(1)
            guard !isTooGreat else { throw DatabaseOpening.damaged(file, "its ids are used up") }
            try db.execute(
                "INSERT INTO root (id, path, is_file, languages) VALUES (?, ?, ?, ?)",
                [id, path, isFile, languages.joined(separator: "+")])
            return IndexRoot(id: id, path: path, isFile: isFile, languages: languages)
        }
    }

    func setLanguages(_ languages: [String], root: Int64) throws {
        try execute("UPDATE root SET languages = ? WHERE id = ?", [languages.joined(separator: "+"), root])
    }

    /// Notes that a root has become one bundle, or a folder of bundles.
    func setIsFile(_ isFile: Bool, root: Int64) throws {
        try execute("UPDATE root SET is_file = ? WHERE id = ?", [isFile, root])
    }

    // MARK: - Removing roots

    /// Decides that roots are not remembered. Their part of the index is removed with the next run at the latest.
    func beginRemoval(roots: [Int64]) throws { try setRemoved(true, roots) }

    /// Takes the decision back, when what the index has could not be removed.
    func cancelRemoval(roots: [Int64]) throws { try setRemoved(false, roots) }

    /// Roots whose removal was begun.
    func rootsInRemoval() throws -> [IndexRoot] { try allRoots().filter(\.isRemoved).map(\.root) }

    /// Forgets roots of which the index has nothing any more.
    func remove(roots: [Int64]) throws {
        guard !roots.isEmpty else { return }
        try write { db in
            for root in roots { try db.execute("DELETE FROM root WHERE id = ?", [root]) }
        }
    }

    private func setRemoved(_ isRemoved: Bool, _ roots: [Int64]) throws {
        guard !roots.isEmpty else { return }
        try write { db in
            for root in roots { try db.execute("UPDATE root SET is_removed = ? WHERE id = ?", [isRemoved, root]) }
        }
    }

    // MARK: - Settings

    private static let groupReadable = "group-readable"

    /// Whether the index is to be read by the group of its folder.
    func isGroupReadable() throws -> Bool {
        try fetchOne("SELECT value FROM setting WHERE name = ?", [Self.groupReadable]) == "yes"
    }

    func setGroupReadable(_ isReadable: Bool) throws {
        guard try isGroupReadable() != isReadable else { return }
        try execute(
            "INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)",
            [Self.groupReadable, isReadable ? "yes" : "no"])
    }

    // MARK: - The file

    /// Copies the file beside itself unless a copy has the same in it. Returns what is wrong although there is a copy
    /// now, as a sentence.
    func backUp() throws -> String? {
        guard let writer else { return nil }
        return try DatabaseOpening.translating(file) { try backups.add(from: writer) }
    }

    /// Writes the file anew, as ``DatabaseOpening/writeAnew(_:_:)`` does, and puts one new copy in the place of all that there
    /// are. Returns the names of those that were removed, and why others were not. Needs the lock of the decisions.
    func writeAnew() throws -> (removed: [String], left: [DocSearchError]) {
        try DatabaseOpening.writeAnew(file, writer)
        guard let writer else { return ([], []) }
        return try DatabaseOpening.translating(file) { try backups.renew(from: writer) }
    }
}
