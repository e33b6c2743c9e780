import Foundation
import QueryLanguage

/// What a parsed query means for the full-text tables. A value: it can be printed and tested without a database.
struct SearchPlan: Sendable, Equatable {
    /// Words and phrases that are looked for in pages: one of each group must be there.
    var groups: [[String]]
    /// FTS5 expressions that a document must meet beside the units: words in its title, author or tags.
    var required: [String]
    /// FTS5 expressions that a document must not meet.
    var excluded: [String]
    var conditions: [Condition]

    /// What a document's facts must be, or must not be.
    struct Condition: Sendable, Equatable {
        enum Fact: Sendable, Equatable {
            /// Seconds since 1970; nil is open.
            case date(from: Int64?, before: Int64?)
            case path(String)
            case language(String)
            case format(String)
            case pageCount(from: Int?, to: Int?)
            case origin(String)
        }

        var fact: Fact
        var isExcluded: Bool
    }

    init(_ query: ParsedQuery) {
        let positive = query.terms.filter { !$0.isExcluded }
        let anywhere = positive.filter { $0.choices.allSatisfy { $0.field == .any } }
        // Words like "the" are in every page and say nothing, unless they are all there is.
        let telling = anywhere.filter { $0.choices.contains(where: Self.isTelling) }
        let others = positive.filter { $0.choices.contains { $0.field != .any } }
        groups = (telling.isEmpty && others.isEmpty ? anywhere : telling).map { term in
            term.choices.map { Self.folded($0.text) }
        }
        required = others.map { Self.alternatives($0.choices.map(Self.expression)) }
        excluded = query.terms.filter(\.isExcluded).map(Self.expression)
        conditions = query.filters.map { Condition(fact: Self.fact($0.condition), isExcluded: $0.isExcluded) }
    }

    private static func fact(_ condition: QueryFilter.Condition) -> Condition.Fact {
        switch condition {
        case .date(let range):
            let seconds = range.secondsSinceEpoch()
            return .date(from: seconds.lower, before: seconds.upperExclusive)
        case .path(let part): return .path(folded(part))
        case .language(let code): return .language(code)
        case .format(let name): return .format(name)
        case .pageCount(let range): return .pageCount(from: range.from, to: range.to)
        case .origin(let name): return .origin(name)
        }
    }

    /// The words and phrases of all groups, in the order in which FTS5 numbers them.
    var units: [String] { groups.flatMap { $0 } }

    var hasMatch: Bool { !groups.isEmpty || !required.isEmpty }

    private static func isTelling(_ term: QueryTerm) -> Bool {
        term.isPhrase || !term.words.allSatisfy { StopWords.contains($0.lowercased()) }
    }

    /// Documents with all that is asked for, wherever in the document.
    var documentsWithAll: String {
        excluding((groups.map(Self.expression) + required).joined(separator: " AND "))
    }

    /// Documents with any unit.
    var documentsWithAny: String {
        let any = units.isEmpty ? [] : ["(\(pagesWithAny))"]
        return excluding((any + required).joined(separator: " AND "))
    }

    var pagesWithAll: String { groups.map(Self.expression).joined(separator: " AND ") }
    var pagesWithAny: String { units.map(Self.quoted).joined(separator: " OR ") }
    /// Excluded expressions alone; nil when there are none.
    var documentsToExclude: String? { excluded.isEmpty ? nil : excluded.joined(separator: " OR ") }

    private func excluding(_ expression: String) -> String {
        guard let documentsToExclude else { return expression }
        return "(\(expression)) NOT (\(documentsToExclude))"
    }

    private static func expression(_ group: [String]) -> String { alternatives(group.map(quoted)) }

    private static func alternatives(_ expressions: [String]) -> String {
        expressions.count > 1 ? "(\(expressions.joined(separator: " OR ")))" : expressions.joined()
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
