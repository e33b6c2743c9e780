import ExtractionProtocol
import GRDB

/// Counts of the contents of the index, and the reports of runs.
extension IndexStore {
    func verdictCounts() throws -> [String: Int] { try pageCounts(by: "verdict") }

    /// How many pages have each reason for their verdict, by the word before its colon.
    func reasonCounts() throws -> [String: Int] {
        let first = "substr(reasons, 1, instr(reasons || char(10), char(10)) - 1)"
        return try pageCounts(by: "substr(\(first), 1, instr(\(first) || ':', ':') - 1)").filter { !$0.key.isEmpty }
    }

    private func pageCounts(by expression: String) throws -> [String: Int] {
        let counts = try fetchAll(
            """
            SELECT \(expression) AS name, count(*) AS n FROM page
            WHERE id & \(IndexSchema.maximumPage) > 0 GROUP BY name
            """
        ) { (try $0.value("name") as String, try $0.value("n") as Int) }
        return Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }

    /// Whether most pages with a certain language are not in English.
    func isMostlyInOtherLanguages() throws -> Bool {
        let counts = try fetchAll(
            """
            SELECT count(*) AS n, sum(language <> 'en') AS others FROM page
            WHERE language IS NOT NULL AND id & \(IndexSchema.maximumPage) > 0
            """
        ) { (try $0.value("n") as Int, try $0.value("others") as Int? ?? 0) }
        return counts.contains { $0.1 * 2 > $0.0 }
    }

    /// The recognised pages whose texts look like another language than those that they were recognised in: how many there are by
    /// tesseract's codes of what they look like.
    func otherLanguages() throws -> [String: Int] {
        let counts = try fetchAll(
            "SELECT reasons, count(*) AS n FROM page WHERE \(Self.looksLikeOtherLanguage) GROUP BY reasons"
        ) { (reasons: try $0.value("reasons") as String, count: try $0.value("n") as Int) }
        return counts.reduce(into: [:]) { result, found in
            if let code = Self.otherLanguage(found.reasons) { result[code, default: 0] += found.count }
        }
    }

    /// The same pages by document and language.
    func pagesInOtherLanguages() throws -> [(path: String, language: String, pages: [Int])] {
        try pages(where: Self.looksLikeOtherLanguage, by: Self.otherLanguage)
            .compactMap { found in found.kind.map { (found.path, $0, found.pages) } }
    }

    /// Documents with such pages, their roots, and what the pages look like.
    func neededLanguages(roots: [Int64]) throws -> [(document: Int64, root: Int64, codes: Set<String>)] {
        let found: [(document: Int64, root: Int64, reasons: String)] = try fetchAll(
            """
            SELECT DISTINCT document.id AS document, root_id, reasons FROM page
            JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
            JOIN bundle ON bundle.id = bundle_id
            WHERE \(Self.looksLikeOtherLanguage) AND NOT needs_recognition
                AND root_id IN (\(roots.map { String($0) }.joined(separator: ", ")))
            """
        ) { (try $0.value("document"), try $0.value("root_id"), try $0.value("reasons")) }
        return Dictionary(grouping: found, by: \.document).map { document, rows in
            (document, rows[0].root, Set(rows.compactMap { Self.otherLanguage($0.reasons) }))
        }.sorted { $0.document < $1.document }
    }

    /// Documents with a page that is not blank and has no text, with the numbers of those pages.
    func documentsWithoutText() throws -> [(path: String, pages: [Int])] {
        try pages(where: "origin IS NULL AND verdict <> 'blank'") { _ in nil }.map { ($0.path, $0.pages) }
    }

    /// Pages in a row of one document and kind, which their reasons tell, in the order of the paths.
    private func pages(
        where condition: String, by kind: (_ reasons: String) -> String?
    ) throws -> [(path: String, kind: String?, pages: [Int])] {
        var found: [(document: Int64, path: String, kind: String?, pages: [Int])] = []
        try read { db in
            let rows = try db.rows(
                """
                SELECT document.id, path, page.id & \(IndexSchema.maximumPage) AS number, reasons FROM page
                JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
                WHERE \(condition) ORDER BY page.id
                """)
            while let row = try rows.next() {
                let (document, number): (Int64, Int) = (try row.value("id"), try row.value("number"))
                let own = kind(try row.value("reasons"))
                if let last = found.last, last.document == document, last.kind == own {
                    found[found.count - 1].pages.append(number)
                } else {
                    found.append((document, try row.value("path"), own, [number]))
                }
            }
        }
        return found.sorted { ($0.path, $0.document, $0.pages[0]) < ($1.path, $1.document, $1.pages[0]) }
            .map { ($0.path, $0.kind, $0.pages) }
    }

    /// In SQL, of a row of `page`. The rest of a reason may have come from a file.
    static let looksLikeOtherLanguage =
        "instr(char(10) || reasons, char(10) || '\(LanguageReason.beginning)') > 0"

    private static func otherLanguage(_ reasons: String) -> String? {
        LineList.decode(reasons).lazy.compactMap(LanguageReason.code).first
    }

    func counts() throws -> (documents: Int, bundles: Int, states: [String: Int]) {
        try read { db in
            (
                try db.fetchOne("SELECT count(*) FROM document") ?? 0,
                try db.fetchOne("SELECT count(*) FROM bundle WHERE format IS NOT '\(OrdinaryFolder.format)'") ?? 0,
                try pageCounts(
                    by: """
                        CASE WHEN verdict = 'blank' THEN 'blank' WHEN origin IS NOT NULL THEN origin
                            WHEN needs_recognition THEN 'to-recognize' ELSE 'no-text' END
                        """)
            )
        }
    }

    func lastReport() throws -> IndexingReport? {
        let stored: String? = try fetchOne("SELECT report FROM run WHERE report IS NOT NULL ORDER BY id DESC LIMIT 1")
        // A report that cannot be read is no reason to say nothing else of the index.
        return stored.flatMap { try? JSONText.decode($0) }
    }

    /// The last days on which runs began that changed something, from the last one back, in days since 1970-01-01 (UTC).
    func daysOfRuns() throws -> [Int64] {
        try fetchAll(
            """
            SELECT DISTINCT started / 86400 AS day FROM (SELECT started FROM run ORDER BY id DESC LIMIT 500)
            ORDER BY day DESC LIMIT 11
            """)
    }

    /// How reading programs were locked in when one was last needed; nil when no run of the last hundred says so.
    func lastSandbox() throws -> SandboxState? {
        let reports: [String] = try fetchAll(
            "SELECT report FROM run WHERE report IS NOT NULL ORDER BY id DESC LIMIT 100")
        // One that cannot be read tells nothing of it; an earlier one may.
        return reports.lazy.compactMap { (try? JSONText.decode($0, as: IndexingReport.self))?.sandbox }.first
    }
}
