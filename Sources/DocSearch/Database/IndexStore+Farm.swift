import ExtractionProtocol
import GRDB

/// Questions of planning, and failures on their way from one index to another.
extension IndexStore {
    /// The documents of a bundle, with their numbers of pages and of pages that wait for recognition.
    func pageCounts(bundle: Int64) throws -> [(entry: String, pages: Int, waiting: Int)] {
        try fetchAll("SELECT entry, page_count, pages_to_recognize FROM document WHERE bundle_id = ?", [bundle]) {
            row in
            (
                entry: try row.value("entry"), pages: try Self.pageCount(row.value("page_count")),
                waiting: try row.value("pages_to_recognize")
            )
        }
    }

    func hasContent(_ hash: String) throws -> Bool {
        try exists("SELECT 1 FROM document WHERE content_hash = ? LIMIT 1", [hash])
    }

    /// `roots` are the numbers of remembered folders in a plan, by id.
    func farmFailures(_ roots: [Int64: Int]) throws -> [FarmFailure] {
        try fetchAll(
            """
            SELECT failure.*, root_id, directory, name, content_hash
            FROM failure JOIN bundle ON bundle.id = bundle_id ORDER BY root_id, directory, name, entry, page
            """
        ) { row in
            FarmFailure(
                root: roots[try row.value("root_id")] ?? 0, path: try row.bundlePath(),
                contentHash: try row.value("content_hash"), settings: try row.value("settings"),
                problem: ProblemFrame(
                    address: PageAddress(entry: try row.value("entry"), page: try row.value("page")),
                    stage: try row.known("stage"), code: try row.known("code"), reason: try row.value("reason")))
        }
    }

    /// Remembers a failure as one of this index, if the page waits for recognition. Returns false where one is known.
    func adopt(_ failure: FarmFailure, bundle: Int64, now: Int64) throws -> Bool {
        let problem = failure.problem
        return try write { db in
            let (entry, page) = (problem.address.entry, problem.address.page)
            let isKnown = try db.exists(
                "SELECT 1 FROM failure WHERE bundle_id = ? AND entry = ? AND page = ? AND stage = ?",
                [bundle, entry, page, problem.stage.rawValue])
            let isWaiting = try db.exists(
                "SELECT 1 FROM document WHERE bundle_id = ? AND entry = ? AND pages_to_recognize > 0", [bundle, entry])
            guard !isKnown, isWaiting else { return false }
            try Self.upsertFailure(db, bundle: bundle, problem, settings: failure.settings, now: now)
            return true
        }
    }
}
