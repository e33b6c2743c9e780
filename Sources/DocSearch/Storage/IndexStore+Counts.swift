import GRDB

/// What there is in the index, counted, and what runs reported.
extension IndexStore {
    /// How many pages have each verdict.
    func verdictCounts() throws -> [String: Int] { try pageCounts(by: "verdict") }

    /// How many pages have each reason for their verdict, by the word before its colon.
    func reasonCounts() throws -> [String: Int] {
        try pageCounts(by: "substr(reasons, 1, instr(reasons || ':', ':') - 1)").filter { !$0.key.isEmpty }
    }

    private func pageCounts(by expression: String) throws -> [String: Int] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(expression) AS name, count(*) AS n FROM page
                    WHERE id & \(IndexSchema.maximumPage) > 0 GROUP BY name
                    """)
            return Dictionary(
                try rows.map { (try $0.value("name"), try $0.value("n")) }, uniquingKeysWith: { first, _ in first })
        }
    }

    func counts() throws -> (documents: Int, bundles: Int, states: [String: Int]) {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT CASE WHEN verdict = 'blank' THEN 'blank' WHEN origin IS NOT NULL THEN origin
                        WHEN needs_recognition THEN 'to-recognize' ELSE 'no-text' END AS state, count(*) AS n
                    FROM page WHERE id & \(IndexSchema.maximumPage) > 0 GROUP BY state
                    """)
            return (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM document") ?? 0,
                try Int.fetchOne(db, sql: "SELECT count(*) FROM bundle WHERE format IS NOT '\(OrdinaryFolder.format)'")
                    ?? 0,
                Dictionary(
                    try rows.map { (try $0.value("state"), try $0.value("n")) }, uniquingKeysWith: { first, _ in first }
                )
            )
        }
    }

    func lastReport() throws -> IndexingReport? {
        try read { db in
            try String.fetchOne(
                db, sql: "SELECT report FROM run WHERE report IS NOT NULL ORDER BY id DESC LIMIT 1"
            ).flatMap { stored in
                // A report that cannot be read is no reason to say nothing else of the index.
                try? JSONText.decode(stored)
            }
        }
    }

    /// How reading programs were locked in when one was last needed; nil when no run of the last hundred says so.
    func lastSandbox() throws -> SandboxState? {
        try read { db in
            let reports = try String.fetchAll(
                db, sql: "SELECT report FROM run WHERE report IS NOT NULL ORDER BY id DESC LIMIT 100")
            for report in reports {
                // One that cannot be read tells nothing of it; an earlier one may.
                let report: IndexingReport? = try? JSONText.decode(report)
                if let sandbox = report?.sandbox { return sandbox }
            }
            return nil
        }
    }

    /// Documents with a page that is not blank and has no text, with the numbers of those pages.
    func documentsWithoutText() throws -> [(path: String, pages: [Int])] {
        try read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT path, page.id & \(IndexSchema.maximumPage) AS number FROM page
                    JOIN document ON document.id = page.id >> \(IndexSchema.pageBits)
                    WHERE origin IS NULL AND verdict <> 'blank' ORDER BY page.id
                    """)
            var result: [(path: String, pages: [Int])] = []
            for row in rows {
                let path: String = try row.value("path")
                if result.last?.path == path {
                    result[result.count - 1].pages.append(try row.value("number"))
                } else {
                    result.append((path, [try row.value("number")]))
                }
            }
            return result
        }
    }
}
