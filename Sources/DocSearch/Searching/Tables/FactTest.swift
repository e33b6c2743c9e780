import ExtractionProtocol
import Foundation
import GRDB
import QueryLanguage

/// A fact as a condition on rows of `document`. Values are bound, never in the SQL.
struct FactTest {
    let sql: String
    let arguments: StatementArguments

    init(_ sql: String, _ arguments: StatementArguments = StatementArguments()) {
        self.sql = sql
        self.arguments = arguments
    }

    struct Scope {
        var hasAnnotations = false
        var findsNotes = true
        /// For the days on which files were modified; dates of documents are days of their writers.
        var timeZone = TimeZone.gmt
        /// Documents must not tell anything of others, which may not be seen.
        var isRestricted = false
        var right: Right?
    }

    init(_ typed: QueryFilter.Condition, below roots: [IndexRoot], in scope: Scope = Scope()) {
        let fact = Self.plain(typed)
        if let right = scope.right, let test = Self(fact, in: right, below: roots) {
            self = test
            return
        }
        self =
            switch fact {
            case .date(let range): Self("date IS NOT NULL" + Self.seconds(range, "date", unit: 1))
            // A bundle has one time for all documents in it, which would tell of those that may not be seen, and so would
            // whether there are any. A PDF that is a bundle by itself has its own.
            case .modified(let range):
                Self(
                    "bundle_id IN (SELECT id FROM bundle WHERE true"
                        + Self.seconds(range, "modified_ns", unit: 1_000_000_000, in: scope.timeZone) + ")"
                        + (scope.isRestricted ? " AND entry = '' AND has_content" : ""))
            case .path(let part): Self.path(part, roots, isExact: scope.right != nil)
            case .root(let name): Self.root(name, roots)
            case .bundle(let name):
                Self(
                    "bundle_id IN (SELECT id FROM bundle WHERE \(PathColumn.sql("name", for: name)) LIKE ? ESCAPE '\\')",
                    ["%\(Self.escaped(PathColumn.composed(name)))%"])
            case .document(let number): Self("id = ?", [number])
            case .id(let text): Self.id(text)
            case .person(let part): Self.person(part)
            case .package(let part): Self.detail(.package, has: part)
            case .language(let name): Self.language(name).or(Self.language(ofPages: name))
            case .format(let name): Self("(format = ? OR format LIKE ?)", [name, name + "-%"])
            case .pageCount(let range): Self("page_count BETWEEN \(range.from ?? 0) AND \(range.to ?? .max)")
            case .origin(let name): Self(Self.page("origin = ?"), [name])
            case .confidence(let range): Self(Self.page(Self.confidence(range)))
            case .has(.notes) where scope.hasAnnotations && scope.findsNotes:
                Self("(\(Self.test(.notes)) OR \(Self.isSaid(.note)))")
            case .has(.highlights) where scope.hasAnnotations && scope.findsNotes: Self(Self.isSaid(.highlight))
            case .has(.hidden) where scope.hasAnnotations: Self("id IN (SELECT document_id FROM hidden)")
            case .has(.title) where scope.hasAnnotations: Self(Self.title(orAlso: Self.isSaid(.title)))
            case .has(let feature): Self(Self.test(feature, isRestricted: scope.isRestricted))
            case .tag(let name): Self("id IN (SELECT document_id FROM document_tag WHERE tag = ?)", [name])
            case .unreadable: Self("false")
            }
    }

    /// Writes a path as the index writes paths, so that a question and a right mean the same documents. A text that is no
    /// path by itself, such as `..`, stays as it was typed.
    private static func plain(_ fact: QueryFilter.Condition) -> QueryFilter.Condition {
        guard case .path(let typed) = fact, let plain = PathText.plain(typed) else { return fact }
        return .path(plain)
    }

    private static let documentsOfBundle =
        "(SELECT count(*) FROM document AS other WHERE other.bundle_id = document.bundle_id)"

    /// Exact, or without regard to accents.
    private static func path(_ typed: String, _ roots: [IndexRoot], isExact: Bool) -> Self {
        let part = isExact ? PathColumn.composed(typed) : PathColumn.unaccented(typed)
        let column = isExact ? PathColumn.sql("path", for: part) : PathColumn.unaccentedPath
        let whole = isExact ? PathColumn.sql("? || path", for: part) : "? || \(PathColumn.unaccentedPath)"
        var tests = ["\(column) LIKE ? ESCAPE '\\'"]
        var arguments: StatementArguments = ["%\(escaped(part))%"]
        let isFull = part.utf8.first == UInt8(ascii: "/")
        for root in roots where isFull || !root.isFile {
            tests.append(
                "bundle_id IN (SELECT id FROM bundle WHERE root_id = \(root.id)) "
                    + "AND \(whole) LIKE ? ESCAPE '\\'")
            let folder = PathText.joined(isFull ? root.folder : PathText.name(root.path), "")
            arguments += [
                isExact ? folder : PathColumn.unaccented(folder), (isFull ? "" : "%") + escaped(part) + "%",
            ]
        }
        return Self("(\(tests.joined(separator: " OR ")))", arguments)
    }

    static func id(_ text: String, isFolded: Bool = false) -> Self {
        let other = detail(.identifier, is: text, isFolded: isFolded)
        let (column, value) = isFolded ? ("folded(identifier)", FoldedColumn.folded(text)) : ("identifier", text)
        return Self("(id = ? OR \(column) = ? OR \(other.sql))", [Int64(text) ?? -1, value] + other.arguments)
    }

    static func person(_ part: String, isFolded: Bool = false) -> Self {
        let other = detail(.person, has: part, isFolded: isFolded)
        let authors = isFolded ? "folded(authors)" : "authors"
        return Self("(\(authors) LIKE ? ESCAPE '\\' OR \(other.sql))", other.arguments + other.arguments)
    }

    static func detail(_ kind: MetadataDetail.Kind, is value: String, isFolded: Bool = false) -> Self {
        isFolded
            ? Self(detail(kind, isFolded: true, "= ?"), [FoldedColumn.folded(value)])
            : Self(detail(kind, isFolded: false, "= ? COLLATE NOCASE"), [value])
    }

    static func detail(_ kind: MetadataDetail.Kind, has part: String, isFolded: Bool = false) -> Self {
        let text = isFolded ? FoldedColumn.folded(part) : part
        return Self(detail(kind, isFolded: isFolded, "LIKE ? ESCAPE '\\'"), ["%\(escaped(text))%"])
    }

    /// Details are in the head of the full-text tables. Most documents have none, and are not looked into; the JSON of
    /// a damaged row is not JSON.
    private static func detail(_ kind: MetadataDetail.Kind, isFolded: Bool, _ test: String) -> String {
        """
        CASE WHEN instr(indexed_head, '"details":') = 0 THEN 0 WHEN NOT json_valid(indexed_head) THEN 0
        ELSE EXISTS (SELECT 1 FROM json_each(indexed_head, '$.details') AS detail
            WHERE json_extract(detail.value, '$.kind') = '\(kind.rawValue)'
            AND \(isFolded ? "folded" : "")(json_extract(detail.value, '$.value')) \(test)) END
        """
    }

    /// `column` may be an expression.
    static func language(_ name: String, in column: String = "language", isFolded: Bool = false) -> Self {
        let main = LanguageName.main(name)
        let region = name.dropFirst(main.count)
        let forms = (LanguageName.names(name) ?? [main]).map { escaped($0 + region) }
        let patterns = forms.flatMap { [$0, $0 + "-%", $0 + "\\_%"] }
        let tests = patterns.map { _ in "written LIKE ? ESCAPE '\\'" }.joined(separator: " OR ")
        // The limit keeps SQLite from looking a corrected language up for each pattern.
        let written = isFolded ? "folded(\(column))" : column
        return Self(
            "EXISTS (SELECT 1 FROM (SELECT \(written) AS written LIMIT 1) WHERE \(tests))",
            StatementArguments(patterns))
    }

    /// Identified from their texts, which do not tell a region.
    static func language(ofPages name: String) -> Self {
        let main = LanguageName.main(name)
        guard name.count == main.count else { return Self("false") }
        return language(ofPages: [LanguageName.code(name) ?? main])
    }

    static func language(ofPages codes: [String]) -> Self {
        Self(page("language IN (\(codes.map { _ in "?" }.joined(separator: ", ")))"), StatementArguments(codes))
    }

    func or(_ other: Self) -> Self { Self("(\(sql) OR \(other.sql))", arguments + other.arguments) }

    private static func root(_ name: String, _ roots: [IndexRoot]) -> Self {
        let ids = roots.named(name).map { String($0.id) }.joined(separator: ", ")
        return Self("bundle_id IN (SELECT id FROM bundle WHERE root_id IN (\(ids)))")
    }

    private static func page(_ test: String) -> String {
        "EXISTS (SELECT 1 FROM page WHERE \(IndexSchema.pageIsOfDocument) AND \(test))"
    }

    private static func seconds(
        _ range: CivilDateRange, _ column: String, unit: Int64, in zone: TimeZone = .gmt
    ) -> String {
        func bound(_ sign: String, _ seconds: Int64?) -> String {
            guard let seconds else { return "" }
            let start = Date(timeIntervalSince1970: Double(seconds))
            // The offset at midnight there, not at midnight in UTC.
            let first = Int64(zone.secondsFromGMT(for: start))
            let offset = Int64(zone.secondsFromGMT(for: start.addingTimeInterval(-Double(first))))
            return " AND \(column) \(sign) \(product(seconds - offset, unit))"
        }
        let seconds = range.secondsSinceEpoch()
        return bound(">=", seconds.lower) + bound("<", seconds.upperExclusive)
    }

    /// In nanoseconds the calendar is longer than the number.
    private static func product(_ seconds: Int64, _ unit: Int64) -> Int64 {
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: unit)
        return isTooLarge ? (seconds < 0 ? .min + 1 : .max) : product
    }

    private static func confidence(_ range: ConfidenceRange) -> String {
        let from = range.from.map { "confidence \(range.includesEnds ? ">=" : ">") \($0)" }
        let to = range.to.map { "confidence \(range.includesEnds ? "<=" : "<") \($0)" }
        return (["confidence IS NOT NULL"] + [from, to].compactMap { $0 }).joined(separator: " AND ")
    }

    private static func test(_ feature: QueryFilter.Feature, isRestricted: Bool = false) -> String {
        switch feature {
        case .text: page("text_id IS NOT NULL")
        case .notes: "coalesce(summary, '') <> ''"
        case .highlights, .hidden: "false"
        case .attachments: attachments(isRestricted)
        case .title: title(orAlso: "false")
        case .author: "authors <> ''"
        case .date: "date IS NOT NULL"
        case .tags: "id IN (SELECT document_id FROM document_tag)"
        case .language: "(\(IndexStore.saidLanguage)) IS NOT NULL"
        }
    }

    /// Without a better one, the title is the file's name without its extension. A guessed one counts once a person has said
    /// it.
    private static func title(orAlso said: String) -> String {
        "title <> \(fileName) AND title || '.pdf' <> \(fileName) COLLATE NOCASE AND "
            + "(instr(indexed_head, '\"isUntitled\":true') = 0 OR \(said))"
    }

    /// In mail, messages that have some, and what is attached; in other bundles, documents that others lie beside.
    private static func attachments(_ isRestricted: Bool) -> String {
        return "(instr(indexed_head, '\"kind\":\"attachment\"') > 0 OR CASE WHEN format IN ('mail', 'mbox') "
            + "THEN has_content "
            + "ELSE \(isRestricted ? "false" : "\(documentsOfBundle) > 1") END)"
    }

    private static func isSaid(_ kind: Annotation.Kind) -> String {
        "id IN (SELECT document_id FROM said WHERE kind = '\(kind.rawValue)')"
    }

    static let fileName = "replace(path, rtrim(path, replace(path, '/', '')), '')"

    /// LIKE takes these for anything.
    static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }
}
