import GRDB

/// Damage found in a file of the index.
public struct IndexDamage: Sendable, Hashable {
    /// The file's path.
    public var file: String
    /// What is wrong, as one or two sentences.
    public var reason: String
    /// Whether ``ArchiveIndex/repair(options:)`` can help.
    public var isRepairable: Bool
}

extension IndexStores {
    /// Looks through the three files: the structure of their tables, the full-text tables, and whether every text that
    /// the index refers to is there. Takes about as long as reading the files.
    func damage() -> [DocSearchError] {
        var found: [DocSearchError] = []
        for check in [user.check, pages.check, index.check, index.checkPlaces, { try index.checkTexts(in: pages) }] {
            do {
                try check()
            } catch let error as DocSearchError {
                found.append(error)
            } catch {
                found.append(DocSearchError(.failed, "\(error)"))
            }
        }
        return found
    }
}

extension UserStore {
    func check() throws { try read { db in try DatabaseOpening.quickCheck(db, file) } }
}

extension PageStore {
    func check() throws { try read { db in try DatabaseOpening.quickCheck(db, file) } }

    /// The greatest row of `page_text` and those up to `limit` after `id`.
    func textIDs(after id: Int64, limit: Int) throws -> [Int64] {
        try read { db in
            try Int64.fetchAll(
                db, sql: "SELECT id FROM page_text WHERE id > ? ORDER BY id LIMIT ?", arguments: [id, limit])
        }
    }
}

extension IndexStore {
    func check() throws {
        try read { db in try DatabaseOpening.quickCheck(db, file) }
        // FTS5's own check (section 6.4 of its documentation); nothing is written.
        try write { db in
            for table in [FullTextTables.current.page, FullTextTables.current.word] where try db.tableExists(table) {
                try db.execute(sql: "INSERT INTO \(table)(\(table)) VALUES('integrity-check')")
            }
        }
    }

    /// Whether search finds every document's rows where they are.
    func checkPlaces() throws {
        guard try hasWrittenWords() else { return }
        try read { db in
            let places = try DocumentPlaces(db)
            let rows = try Row.fetchAll(db, sql: "SELECT id, first_row FROM document ORDER BY first_row")
            let agrees = zip(rows, places.ids.indices).allSatisfy { row, ordinal in
                row[0] == places.ids[ordinal] && row[1] == places.firstRows[ordinal]
            }
            guard rows.count == places.count, agrees else {
                throw DatabaseOpening.damaged(file, "the places of the documents' words are wrong")
            }
        }
    }

    /// Whether `pages.sqlite` has every text that a page is indexed with.
    func checkTexts(in pages: PageStore) throws {
        var last: Int64 = 0
        while true {
            let wanted = try read { db in
                try Int64.fetchAll(
                    db, sql: "SELECT DISTINCT text_id FROM page WHERE text_id > ? ORDER BY text_id LIMIT 10000",
                    arguments: [last])
            }
            guard let end = wanted.last else { return }
            var known: Set<Int64> = []
            var next = last
            while next < end {
                let ids = try pages.textIDs(after: next, limit: 10_000)
                guard let final = ids.last else { break }
                known.formUnion(ids)
                next = final
            }
            let missing = wanted.count { !known.contains($0) }
            guard missing == 0 else {
                throw DatabaseOpening.damaged(file, "\(missing) or more page texts are not in pages.sqlite")
            }
            last = end
        }
    }
}

extension DatabaseOpening {
    /// Throws damage when SQLite finds any.
    static func quickCheck(_ db: Database, _ file: String) throws {
        let result = try String.fetchOne(db, sql: "PRAGMA quick_check(1)") ?? "no answer"
        if result != "ok" { throw damaged(file, result) }
    }
}
