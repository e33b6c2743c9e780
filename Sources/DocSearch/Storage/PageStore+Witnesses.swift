import Foundation
import GRDB

/// Contents and who vouches for their texts; places and what they have held.
extension PageStore {
    /// The contents whose texts a document may have, with how far they are to be trusted.
    func contents(of scope: TextScope) throws -> [(id: Int64, trust: Int)] {
        try read { db in
            try Row.fetchAll(
                db.cachedStatement(sql: "SELECT id, witness FROM content WHERE content_hash = ?"),
                arguments: [scope.contentHash]
            ).compactMap { row in
                let id: Int64 = try row.value("id")
                return scope.trust(content: id, witness: try row.value("witness")).map { (id: id, trust: $0) }
            }
        }
    }

    /// The row of a content, made if there is none.
    static func contentID(_ db: Database, _ hash: String, _ witness: String) throws -> Int64 {
        let known = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM content WHERE content_hash = ? AND witness = ?"),
            arguments: [hash, witness])
        if let known { return known }
        try db.executeCached(
            sql: """
                INSERT INTO content (content_hash, witness, checksum)
                VALUES (?1, ?2, \(RowChecksum.expression(["?1", "?2"])))
                """, arguments: [hash, witness])
        return db.lastInsertedRowID
    }

    /// What is known of a place.
    func history(ofPlace path: String) throws -> PlaceHistory {
        try read { db in
            let number = try Int64.fetchOne(
                db.cachedStatement(sql: "SELECT id FROM place WHERE path = ?"), arguments: [path])
            guard let number else { return PlaceHistory(path: path) }
            let contents = try Int64.fetchAll(
                db.cachedStatement(sql: "SELECT content_id FROM place_content WHERE place_id = ?"),
                arguments: [number])
            return PlaceHistory(path: path, number: number, contents: Set(contents))
        }
    }

    /// Notes what a place has held, before it holds something else.
    func remember(_ history: PlaceHistory) throws {
        guard !history.contents.isEmpty else { return }
        let number = try placeID(history.path)
        try write { db in
            for content in history.contents {
                try db.executeCached(
                    sql: "INSERT OR IGNORE INTO place_content (place_id, content_id) VALUES (?, ?)",
                    arguments: [number, content])
            }
        }
    }

    /// The number of a place, given if it has none.
    func placeID(_ path: String) throws -> Int64 {
        if let number = try history(ofPlace: path).number { return number }
        return try write { db in
            try db.executeCached(sql: "INSERT INTO place (path) VALUES (?)", arguments: [path])
            return db.lastInsertedRowID
        }
    }

    /// Notes that what was at a place is at another one now.
    func move(place: String, to new: String) throws {
        guard place != new, try history(ofPlace: place).number != nil else { return }
        try forget(place: new)
        try write { db in
            try db.executeCached(sql: "UPDATE place SET path = ? WHERE path = ?", arguments: [new, place])
        }
    }

    /// Forgets what a place has held: what comes there next has nothing to do with it.
    func forget(place: String) throws {
        guard let number = try history(ofPlace: place).number else { return }
        try write { db in
            try db.executeCached(sql: "DELETE FROM place_content WHERE place_id = ?", arguments: [number])
            try db.executeCached(sql: "DELETE FROM place WHERE id = ?", arguments: [number])
        }
    }
}
