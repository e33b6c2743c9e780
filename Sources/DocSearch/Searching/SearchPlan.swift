import Foundation
import QueryLanguage

/// What a parsed query means for the full-text tables. A value: it can be printed and tested without a database.
struct SearchPlan: Sendable, Equatable {
    /// Words and phrases that are looked for in pages.
    var units: [String]
    /// FTS5 expressions that a document must meet beside the units: words in its title, author or tags.
    var required: [String]
    /// FTS5 expressions that a document must not meet.
    var excluded: [String]
    var dates: [DateCondition]

    struct DateCondition: Sendable, Equatable {
        /// Seconds since 1970; nil is open.
        var from: Int64?
        var before: Int64?
        var isExcluded: Bool
    }

    init(_ query: ParsedQuery) {
        let positive = query.terms.filter { !$0.isExcluded }
        let anywhere = positive.filter { $0.field == .any }
        // Words like "the" are in every page and say nothing, unless they are all there is.
        let telling = anywhere.filter { $0.isPhrase || !$0.words.allSatisfy { StopWords.contains($0.lowercased()) } }
        let hasOther = positive.contains { $0.field != .any }
        units = (telling.isEmpty && !hasOther ? anywhere : telling).map { Self.folded($0.text) }
        required = positive.filter { $0.field != .any }.map(Self.expression)
        excluded = query.terms.filter(\.isExcluded).map(Self.expression)
        dates = query.filters.map { filter in
            switch filter.condition {
            case .date(let range):
                let seconds = range.secondsSinceEpoch()
                return DateCondition(
                    from: seconds.lower, before: seconds.upperExclusive, isExcluded: filter.isExcluded)
            }
        }
    }

    var hasMatch: Bool { !units.isEmpty || !required.isEmpty }

    /// Documents with all units, wherever in the document.
    var documentsWithAll: String { excluding((units.map(Self.quoted) + required).joined(separator: " ")) }

    /// Documents with any unit.
    var documentsWithAny: String {
        let any = units.isEmpty ? [] : ["(\(pagesWithAny))"]
        return excluding((any + required).joined(separator: " AND "))
    }

    var pagesWithAll: String { units.map(Self.quoted).joined(separator: " ") }
    var pagesWithAny: String { units.map(Self.quoted).joined(separator: " OR ") }
    /// Excluded expressions alone; nil when there are none.
    var documentsToExclude: String? { excluded.isEmpty ? nil : excluded.joined(separator: " OR ") }

    private func excluding(_ expression: String) -> String {
        guard let documentsToExclude else { return expression }
        return "(\(expression)) NOT (\(documentsToExclude))"
    }

    private static func expression(_ term: QueryTerm) -> String {
        switch term.field {
        case .any: quoted(term.text)
        case .title: "{title} : \(quoted(term.text))"
        case .author: "{author} : \(quoted(term.text))"
        case .tag: "{tag} : \(quoted(term.text))"
        }
    }

    /// An FTS5 string (SQLite documentation, "FTS5 Strings"): nothing inside it is an operator (E82).
    static func quoted(_ text: String) -> String {
        "\"" + folded(text).replacing("\"", with: "\"\"") + "\""
    }

    /// The form that stored text has (NFC).
    private static func folded(_ text: String) -> String {
        text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
    }
}
