import Foundation
import GRDB

/// Copies of `user.sqlite` beside it, each with a ``UserBackupName``. The last few are kept, and fewer the older they are.
struct UserBackups {
    let file: String

    /// How many copies are kept whenever they were made.
    static let newest = 4
    /// The number of days whose last copy is kept, the days of the newest ones included.
    static let days = 7
    /// The number of weeks before those days whose last copy is kept.
    static let weeks = 4

    init(_ folder: IndexFolder) { file = folder.user }

    /// The names of the copies, the newest first.
    private func names() throws -> [UserBackupName] {
        let folder = PathText.parent(file)
        return try IndexFolder.names(in: folder).compactMap(UserBackupName.init).sorted(by: >)
    }

    private func path(_ name: UserBackupName) -> String { PathText.joined(PathText.parent(file), name.text) }

    /// The newest copy that is whole; nil when there is none.
    func newestWhole() throws -> String? { try names().map(path).first { Self.decisions(in: $0) != nil } }

    /// Whether the newest copy is older than so many seconds, or there is none.
    func isDue(after seconds: Double) throws -> Bool {
        guard let newest = try names().first, let status = FileStatus(path: path(newest)) else { return true }
        return Date().timeIntervalSince1970 - Double(status.modified / 1_000_000_000) > seconds
    }

    /// Copies the file when the newest copy has not the same in it. A damaged file pushes out no sound copy. Returns
    /// what is wrong although the copy was made, as a sentence.
    func add(from database: any DatabaseWriter) throws -> String? {
        let now = try database.read { db in
            try TableChecksums.check(db, file)
            return try Self.decisions(db)
        }
        if let newest = try newestWhole(), Self.decisions(in: newest) == now { return nil }
        return try copy(from: database)
    }

    /// Copies the file as it is. Returns the same as ``add(from:)``.
    @discardableResult
    func copy(from database: any DatabaseWriter) throws -> String? {
        let others = try names()
        try SafeFile.replace(path(UserBackupName(after: others)), mode: 0o600) { new in
            // Not within a transaction; the file may be there when it is empty (SQLite, "VACUUM with an INTO clause").
            try database.writeWithoutTransaction { db in
                DatabaseOpening.allowOtherFiles(true, db)
                defer { DatabaseOpening.allowOtherFiles(false, db) }
                try db.execute(sql: "VACUUM INTO ?", arguments: [new])
            }
            try Self.removeSearches(in: new)
        }
        let old = Self.superfluous(try names()).map(path)
        let kept = old.compactMap { unlink($0) == 0 || errno == ENOENT ? nil : DocSearchError.system("Removing", $0) }
        return kept.first.map { "A back-up of user.sqlite was made, but an old one could not be removed. \($0)" }
    }

    /// Those of the names, the newest first, that are too many of their days or weeks and are to be removed. The days
    /// are those with a copy, whatever the clock says: old copies stay as long as nothing newer takes their place.
    static func superfluous(_ names: [UserBackupName]) -> [UserBackupName] {
        var (days, weeks): (Set<Int>, Set<Int>) = ([], [])
        return names.enumerated().filter { position, name in
            let day = name.day
            if days.count < Self.days, days.insert(day).inserted { return false }
            if position < newest { return false }
            if days.contains(day) { return true }
            // Weeks begin with Mondays, and 1970 with a Thursday.
            return weeks.count >= Self.weeks || !weeks.insert((day + 3) / 7).inserted
        }.map(\.element)
    }

    /// Makes a new copy and removes all others. Returns the names of those, and why some are still there.
    func renew(from database: any DatabaseWriter) throws -> (removed: [String], left: [DocSearchError]) {
        let others = try names()
        try copy(from: database)
        var (removed, left): ([String], [DocSearchError]) = ([], [])
        for name in others {
            if unlink(path(name)) == 0 || errno == ENOENT {
                removed.append(name.text)
            } else {
                left.append(DocSearchError.system("Removing", path(name)))
            }
        }
        return (removed, left)
    }

    /// Moves a damaged file aside, and puts the newest whole copy in its place. Returns what was done, for the report;
    /// nil when no copy is whole, and nothing was done.
    func exchange() throws -> String? {
        guard let backup = try newestWhole() else { return nil }
        let wasThere = FileStatus(path: file) != nil
        // Logs without their file must not become those of another one.
        let aside = try DamagedFile(file).setAside()
        guard let bytes = FileManager.default.contents(atPath: backup) else {
            throw DocSearchError.system("Reading", backup)
        }
        try SafeFile.write(bytes, to: file, mode: 0o600)
        let what = wasThere ? "damaged. It was moved to \"\(aside)\", and" : "missing, and was"
        return "\"\(file)\" was \(what) restored from its back-up \"\(PathText.name(backup))\". Folders that were "
            + "named or removed since then must be named or removed again, and changes to tags, notes and other decisions since "
            + "then must be made again."
    }

    // MARK: - What is in them

    /// The statements in a file, row by row; nil for one that is damaged, of a newer release or without a table of roots.
    private static func decisions(in file: String) -> [String]? {
        // Why it is not whole does not matter: another one is looked for.
        try? DatabaseOpening.queue(file, readonly: true).read { db -> [String]? in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard (1...UserSchema.migrator().migrations.count).contains(version) else { return nil }
            try DatabaseOpening.checkStructure(db, file)
            try TableChecksums.check(db, file)
            return try decisions(db)
        }
    }

    private static func decisions(_ db: Database) throws -> [String] {
        let roots = try Row.fetchAll(db, sql: "SELECT * FROM root ORDER BY id")
        let settings = try Row.fetchAll(db, sql: "SELECT * FROM setting ORDER BY name")
        // The sums stand for the rows of all other tables.
        let sums = try Row.fetchAll(db, sql: "SELECT * FROM checksum ORDER BY name")
        return (roots + settings + sums).map { "\($0)" }
    }
}
