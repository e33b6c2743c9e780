import GRDB

/// Conditions on documents as a part of a `WHERE`, written so that a full-text table beside it stays the outer loop
/// (design decision D5: the unary plus keeps SQLite from looking rows up one by one). What a person typed is bound, and
/// never a part of the SQL.
struct DocumentFilter {
    private(set) var sql = ""
    private(set) var arguments = StatementArguments()

    /// `column` is the expression that is a document's id.
    init(_ conditions: [SearchPlan.Condition], on column: String) {
        guard !conditions.isEmpty else { return }
        let parts = conditions.map { condition in
            let (test, values) = Self.test(condition.fact)
            arguments += values
            return "\(condition.isExcluded ? "NOT " : "")(\(test))"
        }
        sql = " AND +\(column) IN (SELECT id FROM document WHERE \(parts.joined(separator: " AND ")))"
    }

    private static func test(_ fact: SearchPlan.Condition.Fact) -> (sql: String, arguments: StatementArguments) {
        switch fact {
        case .date(let from, let before):
            var tests = ["date IS NOT NULL"]
            if let from { tests.append("date >= \(from)") }
            if let before { tests.append("date < \(before)") }
            return (tests.joined(separator: " AND "), StatementArguments())
        case .path(let part):
            return ("path LIKE ? ESCAPE '\\'", ["%\(escaped(part))%"])
        case .language(let code):
            return ("coalesce(language LIKE ? OR language LIKE ?, false)", [code, code + "-%"])
        case .format(let name):
            return ("bundle_id IN (SELECT id FROM bundle WHERE format = ? OR format LIKE ?)", [name, name + "-%"])
        case .pageCount(let from, let to):
            return ("page_count BETWEEN \(from ?? 0) AND \(to ?? .max)", [])
        case .origin(let name):
            let pages =
                "page.id BETWEEN document.id << \(IndexSchema.pageBits) "
                + "AND document.id << \(IndexSchema.pageBits) | \(IndexSchema.maximumPage)"
            return ("EXISTS (SELECT 1 FROM page WHERE \(pages) AND origin = ?)", [name])
        }
    }

    /// LIKE takes these two for anything.
    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}
