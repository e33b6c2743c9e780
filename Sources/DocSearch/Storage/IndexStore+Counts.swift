import GRDB

/// What there is in the index, counted, and what runs reported.
extension IndexStore {
    func verdictCounts() throws -> [String: Int] { try pageCounts(by: "verdict") }

    /// How many pages have each reason for their verdict, by the word before its colon.
    func reasonCounts() throws -> [String: Int] {
        try pageCounts(by: "substr(reasons, 1, instr(reasons || ':', ':') - 1)").filter { !$0.key.isEmpty }
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

    /// How reading programs were locked in when one was last needed; nil when no run of the last hundred says so.
    func lastSandbox() throws -> SandboxState? {
        let reports: [String] = try fetchAll(
            "SELECT report FROM run WHERE report IS NOT NULL ORDER BY id DESC LIMIT 100")
        // One that cannot be read tells nothing of it; an earlier one may.
        return reports.lazy.compactMap { (try? JSONText.decode($0, as: IndexingReport.self))?.sandbox }.first
    }

    /// Documents with a page that is not blank and has no text, with the numbers of those pages.
    func documentsWithoutText() throws -> [(path: String, pages: [Int])] {
        try read { db in
            let pages = try db.fetchAll(
                """
                SELECT path, page.id & \(IndexSchema.maximumPage) AS number FROM page
                JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
                WHERE origin IS NULL AND verdict <> 'blank' ORDER BY page.id
                """
            ) { (path: try $0.value("path") as String, number: try $0.value("number") as Int) }
            return pages.reduce(into: []) { result, page in
                if result.last?.path != page.path { result.append((page.path, [])) }
                result[result.count - 1].pages.append(page.number)
            }
        }
    }
}
