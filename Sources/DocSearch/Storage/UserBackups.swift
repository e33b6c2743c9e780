import Foundation
import GRDB

/// Copies of `user.sqlite` beside it, named by the time when they were made. Only the last few are kept.
struct UserBackups {
    let file: String

    /// How many copies are kept.
    static let kept = 7

    init(_ folder: IndexFolder) { file = folder.user }

    /// The copies, the newest first. That of a release before there were several has no time in its name and is the oldest.
    func all() throws -> [String] {
        let folder = PathText.parent(file)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw DocSearchError(.failed, "Reading the folder \"\(folder)\" failed: \(error.localizedDescription).")
        }
        let first = PathText.name(file) + ".backup"
        return names.filter { $0 == first || $0.hasPrefix(first + "-") }.sorted(by: >)
            .map { PathText.joined(folder, $0) }
    }

    /// The newest copy that is whole; nil when there is none.
    func newestWhole() throws -> String? { try all().first { Self.decisions(in: $0) != nil } }

    /// Copies the file when the newest copy has not the same in it. What is damaged pushes out no sound copy.
    func add(from database: any DatabaseWriter) throws {
        let now = try database.read { db in
            try TableChecksums.check(db, file)
            return try Self.decisions(db)
        }
        if let newest = try newestWhole(), Self.decisions(in: newest) == now { return }
        try copy(from: database)
    }

    /// Copies the file as it is.
    func copy(from database: any DatabaseWriter) throws {
        try SafeFile.replace(try freeName(), mode: 0o600) { new in
            // Not within a transaction; the file may be there when it is empty (SQLite, "VACUUM with an INTO clause").
            try database.writeWithoutTransaction { db in
                DatabaseOpening.allowOtherFiles(true, db)
                defer { DatabaseOpening.allowOtherFiles(false, db) }
                try db.execute(sql: "VACUUM INTO ?", arguments: [new])
            }
        }
        for old in try all().filter({ $0.contains(".backup-") }).dropFirst(Self.kept) where unlink(old) != 0 {
            throw DocSearchError.system("Removing", old)
        }
    }

    /// Puts a copy in the place of the file, which must not be there, nor its logs.
    func restore(_ backup: String) throws {
        guard let bytes = FileManager.default.contents(atPath: backup) else {
            throw DocSearchError.system("Reading", backup)
        }
        try SafeFile.write(bytes, to: file, mode: 0o600)
    }

    /// Moves a file that is damaged aside, and puts the newest copy that is whole in its place.
    ///
    /// - Returns: What was done, for the report; nil when no copy is whole, and nothing was done.
    func exchange() throws -> String? {
        guard let backup = try newestWhole() else { return nil }
        let wasThere = FileStatus(path: file) != nil
        let aside = try setAside()
        try restore(backup)
        let what = wasThere ? "damaged. It was moved to \"\(aside)\", and" : "missing, and was"
        return "\"\(file)\" was \(what) restored from its back-up \"\(PathText.name(backup))\". Folders that were "
            + "named or removed since then have to be named or removed again."
    }

    /// Logs without their file must not become those of another one.
    private func setAside() throws -> String {
        var number = 1
        while ["", "-wal", "-shm"].contains(where: { FileStatus(path: "\(file).damaged-\(number)\($0)") != nil }) {
            number += 1
        }
        let aside = "\(file).damaged-\(number)"
        for suffix in ["", "-wal", "-shm"] where rename(file + suffix, aside + suffix) != 0 && errno != ENOENT {
            throw DocSearchError.system("Moving", file + suffix)
        }
        return aside
    }

    /// A name that sorts behind those of all copies made before.
    private func freeName() throws -> String {
        let time = DocumentDate(secondsSinceEpoch: Int64(Date().timeIntervalSince1970), precision: .instant)
        let base = file + ".backup-" + "\(time)".filter { $0.isLetter || $0.isNumber }
        for number in 1... {
            let name = number == 1 ? base : base + "-\(number)"
            if FileStatus(path: name) == nil { return name }
        }
        return base
    }

    // MARK: - What is in them

    /// What a file says, row by row; nil for one that is damaged, of a newer release or without a table of roots.
    private static func decisions(in file: String) -> [String]? {
        var configuration = Configuration()
        configuration.readonly = true
        configuration.prepareDatabase { db in try DatabaseOpening.prepare(db) }
        do {
            let queue = try DatabaseQueue(path: file, configuration: configuration)
            return try queue.read { db -> [String]? in
                let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
                guard (1...UserSchema.migrator().migrations.count).contains(version) else { return nil }
                try DatabaseOpening.checkStructure(db, file)
                try TableChecksums.check(db, file)
                return try decisions(db)
            }
        } catch {
            // Why it is not whole does not matter: another one is looked for.
            return nil
        }
    }

    private static func decisions(_ db: Database) throws -> [String] {
        let roots = try Row.fetchAll(db, sql: "SELECT * FROM root ORDER BY id")
        let settings = try db.tableExists("setting") ? Row.fetchAll(db, sql: "SELECT * FROM setting ORDER BY name") : []
        return (roots + settings).map { "\($0)" }
    }
}
