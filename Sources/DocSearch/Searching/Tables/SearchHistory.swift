import Foundation
import GRDB

/// The last searches of people, in `user.sqlite`. They are no decisions: they are in no journal, no export and no
/// back-up, and a search never waits for them or fails because of them.
struct SearchHistory {
    let folder: IndexFolder

    static let kept = 500
    /// A longer query is a text that was pasted.
    static let longest = 1000

    static let table = """
        -- What people searched for on a terminal. Nothing watches it, and copies of this file have it empty.
        CREATE TABLE search (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            query TEXT NOT NULL,
            -- Milliseconds since 1970.
            time INTEGER NOT NULL,
            -- Documents that had all the words.
            found INTEGER NOT NULL
        );
        """

    /// False when another owns the file or is changing it.
    func keep(_ query: String, found: Int, at time: Date) -> Bool {
        let text = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !text.isEmpty, text.count <= Self.longest, isOwn else { return false }
        do {
            try writing(waiting: .zero) { db in
                try db.execute(
                    "INSERT INTO search (query, time, found) VALUES (?, ?, ?)",
                    [text, Int64(time.timeIntervalSince1970 * 1000), found])
                try db.execute("DELETE FROM search WHERE id <= ?", [db.lastInsertedRowID - Int64(Self.kept)])
            }
            return true
        } catch {
            // The search was answered, which is what was asked for.
            return false
        }
    }

    /// The texts are overwritten in the file. Returns how many there were.
    func clear() throws -> Int {
        var count = 0
        try DatabaseOpening.translating(folder.user) {
            try writing(waiting: .seconds(10)) { db in
                count = try Int.fetchOne(db, sql: "SELECT count(*) FROM search") ?? 0
                try db.execute(sql: "DELETE FROM search")
            } after: { queue in
                // Texts are in the log until it is emptied.
                do {
                    _ = try queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
                } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                    throw DocSearchError(
                        .locked,
                        "The searches were removed, but another program is reading \"\(folder.user)\": they stay in its log "
                            + "until the end of the next run.", item: folder.user)
                }
            }
        }
        return count
    }

    func all() throws -> [RecentSearch] {
        try UserStore(reading: folder).read { db in
            try db.fetchAll("SELECT query, time, found FROM search ORDER BY id DESC") {
                RecentSearch(query: try $0.value(at: 0), time: try $0.value(at: 1), found: try $0.value(at: 2))
            }
        }
    }

    private var isOwn: Bool {
        var status = stat()
        return stat(folder.user, &status) == 0 && status.st_uid == geteuid() && access(folder.user, W_OK) == 0
    }

    /// Nothing is checked or migrated: what takes long, and may find damage, is for people who decide something.
    private func writing(
        waiting: Duration, _ body: (Database) throws -> Void, after: (DatabaseQueue) throws -> Void = { _ in }
    ) throws {
        let lock = try AnnotationLock(folder, waiting: waiting)
        defer { withExtendedLifetime(lock) {} }
        let queue = try DatabaseOpening.queue(folder.user, waiting: Int(waiting.components.seconds)) { db in
            try DatabaseOpening.prepare(db)
            try DatabaseOpening.keepLog(db)
            // No waiting for the disk; what is missing after a power failure is a search or two.
            try db.execute(sql: "PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON")
        }
        try queue.write(body)
        try after(queue)
    }
}

extension UserBackups {
    static func removeSearches(in copy: String) throws {
        let queue = try DatabaseOpening.queue(copy) { try $0.execute(sql: "PRAGMA secure_delete = ON") }
        try queue.write { try $0.execute(sql: "DELETE FROM search") }
        try queue.close()
    }
}
