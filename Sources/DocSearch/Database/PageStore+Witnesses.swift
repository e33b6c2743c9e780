import GRDB

/// Contents and who vouches for their texts; places and what they have held.
extension PageStore {
    /// The contents whose texts a document may have, with how far they are to be trusted.
    func contents(of scope: TextScope) throws -> [(id: Int64, trust: Int)] {
        try read { db in
            try db.fetchAll("SELECT id, witness FROM content WHERE content_hash = ?", [scope.contentHash]) { row in
                let id: Int64 = try row.value("id")
                return scope.trust(content: id, witness: try row.value("witness")).map { (id: id, trust: $0) }
            }.compactMap(\.self)
        }
    }

    static func contentID(_ db: Database, hash: String, witness: String) throws -> Int64 {
        let known: Int64? = try db.fetchOne(
            "SELECT id FROM content WHERE content_hash = ? AND witness = ?", [hash, witness])
        if let known { return known }
        try insert(db, into: .content, [hash, witness])
        return db.lastInsertedRowID
    }

    /// The known history of a place. Rows that are not as they were written prove nothing.
    func history(ofPlace path: String) throws -> PathHistory {
        try read { db in
            let number: Int64? = try db.fetchOne(
                "SELECT id FROM place WHERE path = ? AND \(PagesSchema.Table.place.isWhole)", [path])
            guard let number else { return PathHistory(path: path) }
            let contents: [Int64] = try db.fetchAll(
                "SELECT content_id FROM place_content WHERE place_id = ? AND \(PagesSchema.Table.placeContent.isWhole)",
                [number])
            return PathHistory(path: path, number: number, contents: Set(contents))
        }
    }

    /// Notes what a place has held, before it holds something else.
    func remember(_ history: PathHistory) throws {
        guard !history.contents.isEmpty else { return }
        let number = try placeID(history.path)
        try write { db in
            for content in history.contents {
                try Self.insert(db, into: .placeContent, [number, content], or: "OR REPLACE")
            }
        }
    }

    /// The number of a place, given if it has none.
    func placeID(_ path: String) throws -> Int64 {
        if let number = try history(ofPlace: path).number { return number }
        return try write { db in
            // One that is not as it was written would be in the way.
            try db.execute("DELETE FROM place WHERE path = ?", [path])
            try db.execute("INSERT INTO place (path) VALUES (?)", [path])
            let number = db.lastInsertedRowID
            try Self.name(db, place: number, path)
            return number
        }
    }

    /// Notes that what was at a place is at another one now.
    func move(place: String, to new: String) throws {
        guard ExactText(place) != ExactText(new), let number = try history(ofPlace: place).number else { return }
        try forget(place: new)
        try write { db in try Self.name(db, place: number, new) }
    }

    private static func name(_ db: Database, place number: Int64, _ path: String) throws {
        try db.execute(
            "UPDATE place SET path = ?2, checksum = \(RowChecksum.expression(["?1", "?2"])) WHERE id = ?1",
            [number, path])
    }

    /// Forgets what a place has held: what comes there next has nothing to do with it.
    func forget(place: String) throws { try write { db in try Self.forget(db, placesWhere: "path = ?1", [place]) } }

    /// Forgets what a folder, and every place below it, has held.
    func forget(placesBelow folder: String) throws {
        let first = PathText.joined(folder, "")
        // "0" comes behind "/".
        let last = first.dropLast() + "0"
        try write { db in
            try Self.forget(db, placesWhere: "path = ?1 OR path >= ?2 AND path < ?3", [folder, first, String(last)])
        }
    }

    static func forget(_ db: Database, placesWhere condition: String, _ paths: StatementArguments) throws {
        try db.execute("DELETE FROM place_content WHERE place_id IN (SELECT id FROM place WHERE \(condition))", paths)
        try db.execute("DELETE FROM place WHERE \(condition)", paths)
    }
}
