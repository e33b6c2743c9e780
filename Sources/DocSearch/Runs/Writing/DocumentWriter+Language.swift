import GRDB

extension DocumentWriter {
    /// A document whose metadata names no language has that of its pages. Statements of people are laid over it when it is read.
    func noteLanguage(
        _ db: Database, document id: Int64, _ pages: [IndexedPage], _ texts: [Int64: String]
    ) throws {
        let language = Self.main(of: pages, texts)
        try db.execute(
            """
            UPDATE document SET language = ?1, language_is_identified = ?1 IS NOT NULL
            WHERE id = ?2 AND (language IS NULL AND ?1 IS NOT NULL OR language_is_identified)
            """, [language, id])
    }

    /// The language that has at least half of the letters of all texts, and twice as many as any other.
    static func main(of pages: [IndexedPage], _ texts: [Int64: String]) -> String? {
        var counts: [String: Int] = [:]
        var all = 0
        for page in pages {
            guard let count = page.textID.flatMap({ texts[$0] })?.unicodeScalars.count else { continue }
            all += count
            if let language = page.language { counts[language, default: 0] += count }
        }
        let order = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        guard let most = order.first, most.value * 2 >= all, (order.dropFirst().first?.value ?? 0) * 2 <= most.value
        else { return nil }
        return most.key
    }
}
