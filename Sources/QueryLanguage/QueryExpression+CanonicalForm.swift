/// The canonical form, for tests, `--explain` and `docs/query-language.md`. Required parts come first, joined with AND,
/// then each exclusion after a NOT; facts come last in both. Parsing the form without plain words gives it again, so
/// words that would be read differently are in quotation marks.
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

    private var isFact: Bool {
        switch self {
        case .filter: true
        case .term, .near: false
        case .all(let parts), .any(let parts): parts.allSatisfy(\.isFact)
        case .not(let part): part.isFact
        }
    }
}
