import GRDB

/// The languages of texts, which were kept before languages were, or saved from a damaged file.
extension PageStore {
    /// The numbers of texts that have not been looked at, ascending: at most `limit`.
    func unidentified(limit: Int) throws -> [Int64] {
        try fetchAll("SELECT id FROM page_text WHERE language IS NULL ORDER BY id LIMIT ?", [limit])
    }

    /// By the numbers of texts; empty where none is certain.
    func setLanguages(_ languages: [Int64: String]) throws {
        try write { db in
            for (id, language) in languages {
                try db.execute("UPDATE page_text SET language = ? WHERE id = ?", [language, id])
            }
        }
    }
}
