import ExtractionProtocol
import GRDB
import QueryLanguage

/// In a right, a fact that lets documents through is taken strictly, and one that keeps documents back takes along what
/// is nearly the same: where it is not certain what was meant, a document stays closed.
extension FactTest {
    enum Right { case allows, excludes }

    /// Nil for a fact that means the same in a right as in a question.
    init?(_ fact: QueryFilter.Condition, in right: Right, below roots: [IndexRoot]) {
        switch (right, fact) {
        case (.allows, .date(let range)): self.init(Self.period(from: "date", to: Self.periodEnd, range))
        case (.excludes, .date(let range)): self.init(Self.period(from: "\(Self.periodEnd) - 1", to: "date + 1", range))
        // A path from the top is the beginning of a path, and no part of others.
        case (.allows, .path(let part)) where part.utf8.first == UInt8(ascii: "/"):
            self = Self.beginning(part, roots)
        case (.excludes, .path(let part)): self = Self.likePath(part, roots)
        case (.excludes, .bundle(let name)):
            self.init(
                "bundle_id IN (SELECT id FROM bundle WHERE folded(name) LIKE ? ESCAPE '\\')", [Self.containing(name)])
        case (.excludes, .id(let text)): self = Self.id(text, isFolded: true)
        case (.excludes, .person(let part)): self = Self.person(part, isFolded: true)
        case (.excludes, .package(let part)): self = Self.detail(.package, has: part, isFolded: true)
        // A guess opens nothing, and closes what it tells of.
        case (.allows, .language(let name)): self = Self.language(name, in: IndexStore.saidLanguage)
        case (.excludes, .language(let name)):
            self = Self.language(name, isFolded: true).or(Self.language(ofPages: Self.codesNear(name)))
        case (.excludes, .tag(let name)):
            self.init(
                "id IN (SELECT document_id FROM document_tag WHERE folded(tag) = ?)", [FoldedColumn.folded(name)])
        default: return nil
        }
    }

    /// Texts tell neither a region nor the ways to write Norwegian, nor Tagalog from Filipino.
    private static func codesNear(_ name: String) -> [String] {
        let code = LanguageName.code(name) ?? LanguageName.main(name)
        return [["no", "nb", "nn"], ["tl", "fil"]].first { $0.contains(code) } ?? [code]
    }

    private static func containing(_ part: String) -> String { "%\(escaped(FoldedColumn.folded(part)))%" }

    // MARK: - Dates

    private static func period(from first: String, to end: String, _ range: CivilDateRange) -> String {
        let seconds = range.secondsSinceEpoch()
        let lower = seconds.lower.map { " AND \(first) >= \($0)" } ?? ""
        let upper = seconds.upperExclusive.map { " AND \(end) <= \($0)" } ?? ""
        return "date IS NOT NULL" + lower + upper
    }

    /// As long as the year or month is in the calendar. SQLite knows the years up to 9999.
    private static let periodEnd = """
        CASE date_precision
        WHEN 'year' THEN coalesce(CAST(strftime('%s', date, 'unixepoch', '+1 year') AS INTEGER), date + 31536000)
        WHEN 'month' THEN coalesce(CAST(strftime('%s', date, 'unixepoch', '+1 month') AS INTEGER), date + 2678400)
        WHEN 'day' THEN date + 86400 ELSE date + 1 END
        """

    // MARK: - Paths

    /// Letter by letter, and nowhere but at the top: within a zip, names may be those of other folders.
    private static func beginning(_ typed: String, _ roots: [IndexRoot]) -> Self {
        let path = PathColumn.composed(typed)
        var tests = ["false"]
        var arguments = StatementArguments()
        for root in roots {
            let whole = PathColumn.sql("? || path", for: path)
            tests.append(
                "bundle_id IN (SELECT id FROM bundle WHERE root_id = \(root.id)) AND substr(\(whole), 1, length(?)) = ?"
            )
            arguments += [PathText.joined(root.folder, ""), path, path]
        }
        return Self("(\(tests.joined(separator: " OR ")))", arguments)
    }

    /// Content of a bundle lies below it.
    private static func likePath(_ typed: String, _ roots: [IndexRoot]) -> Self {
        func isLike(_ column: String) -> String { "folded(replace(\(column), '!/', '/')) LIKE ? ESCAPE '\\'" }
        let pattern = containing(typed.replacing("!/", with: "/"))
        var tests = [isLike("path")]
        var arguments: StatementArguments = [pattern]
        let isFull = typed.utf8.first == UInt8(ascii: "/")
        for root in roots where isFull || !root.isFile {
            tests.append(
                "bundle_id IN (SELECT id FROM bundle WHERE root_id = \(root.id)) AND \(isLike("? || path"))")
            arguments += [PathText.joined(isFull ? root.folder : PathText.name(root.path), ""), pattern]
        }
        return Self("(\(tests.joined(separator: " OR ")))", arguments)
    }
}
