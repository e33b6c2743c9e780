/// The canonical form, for tests, `--explain` and `docs/query-language.md`.
/// What must hold comes first, joined with AND, then each exclusion after a NOT; within both, facts come last. Whatever
/// is more than a word, phrase or fact is in parentheses when there is anything beside it. The form is itself a query:
/// parsing it without plain words gives it again. Words that would be read differently are in quotation marks.
extension QueryExpression: CustomStringConvertible {
    package var description: String {
        switch self {
        case .term(let term): return term.canonicalText
        case .filter(let filter): return filter.canonicalText
        case .near(let terms, let distance):
            return terms.map(\.canonicalText).joined(separator: " NEAR/\(distance) ")
        case .any(let choices): return choices.map(\.operand).joined(separator: " OR ")
        case .not(let part): return "NOT " + part.operand
        case .all(let parts):
            let sorted = parts.filter { !$0.isFact } + parts.filter(\.isFact)
            let wanted = sorted.filter { !$0.isExclusion }.map(\.operand).joined(separator: " AND ")
            let exclusions = sorted.filter(\.isExclusion).map(\.description)
            return ((wanted.isEmpty ? [] : [wanted]) + exclusions).joined(separator: " ")
        }
    }

    private var operand: String {
        switch self {
        case .term, .filter: description
        case .near, .all, .any, .not: "(" + description + ")"
        }
    }

    private var isExclusion: Bool {
        if case .not = self { true } else { false }
    }

    /// Whether nothing is said about words.
    private var isFact: Bool {
        switch self {
        case .filter: true
        case .term, .near: false
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isFact)
        case .not(let part): part.isFact
        }
    }
}
