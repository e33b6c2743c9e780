import Foundation
import GRDB

extension PageStore {
    private static let forgettingKey = "forgetting"

    /// Another text after each forgetting, and in another file. A plan made for other machines before it may name
    /// what must not come back.
    func generation() throws -> String {
        try read { db in "\(try db.meta("store") ?? "") \(try db.meta(Self.forgettingKey) ?? "")" }
    }

    /// Hashes of what has been at a place.
    func hashes(ofPlace path: String) throws -> [String] {
        try fetchAll(
            """
            SELECT DISTINCT content_hash FROM content JOIN place_content ON content_id = content.id
            WHERE place_id IN (SELECT id FROM place WHERE path = ?)
            """, [path])
    }

    func isPlace(_ path: String) throws -> Bool { try exists("SELECT 1 FROM place WHERE path = ?", [path]) }

    func hasContent(_ hash: String) throws -> Bool {
        try exists("SELECT 1 FROM content WHERE content_hash = ? LIMIT 1", [hash])
    }

    /// Takes out everything that was read of these bytes, no matter which witness it has, texts that others have
    /// replaced included, and what the bundles brought for their documents. Returns how many texts there were. `corrected`
    /// are numbers of documents; what people have made of their texts goes even where a copy has the same bytes.
    func forget(hashes: [String], sidecars: [String], places: [String], corrected: [Int64]) throws -> Int {
        try write { db in
            try db.setMeta(Self.forgettingKey, to: UUID().uuidString)
            for place in places { try Self.forget(db, placesWhere: "path = ?1", [place]) }
            // All at once: the tables have no index for each of these questions.
            let isForgotten = """
                (content_hash IN (SELECT value FROM json_each(?1)) OR EXISTS (
                    SELECT 1 FROM json_each(?2) WHERE witness = value OR substr(witness, 1, length(value) + 1) = value || ' '))
                """
            let arguments: StatementArguments = [
                try JSONText.encode(hashes), try JSONText.encode(corrected.map(TextWitness.corrected)),
            ]
            for table in ["page_preference", "place_content", "page_text"] {
                try db.execute(
                    sql: "DELETE FROM \(table) WHERE content_id IN (SELECT id FROM content WHERE \(isForgotten))",
                    arguments: arguments)
            }
            let readCount = db.changesCount
            try db.execute(sql: "DELETE FROM content WHERE \(isForgotten)", arguments: arguments)
            let sources = """
                source_id IN (SELECT id FROM source
                    WHERE origin = 'sidecar' AND settings IN (SELECT value FROM json_each(?)))
                """
            for table in ["page_preference", "page_text"] {
                try db.execute(sql: "DELETE FROM \(table) WHERE \(sources)", arguments: [JSONText.encode(sidecars)])
            }
            let sidecarCount = db.changesCount
            // The names of entries are in some of them.
            try db.execute(
                sql: """
                    DELETE FROM source WHERE id NOT IN (
                        SELECT source_id FROM page_text UNION SELECT source_id FROM page_preference)
                    """)
            return readCount + sidecarCount
        }
    }
}
