import CivilCalendar

@testable import QueryLanguage

extension ParsedQuery {
    var terms: [QueryTerm] { expression?.terms ?? [] }
    var filters: [QueryFilter] { expression?.filters ?? [] }
    /// Terms under an odd number of exclusions.
    var excludedTerms: [QueryTerm] { expression?.excludedTerms(false) ?? [] }
}

extension QueryExpression {
    fileprivate func excludedTerms(_ isExcluded: Bool) -> [QueryTerm] {
        switch self {
        case .term(let term): isExcluded ? [term] : []
        case .near(let terms, _): isExcluded ? terms : []
        case .filter: []
        case .all(let parts), .any(let parts): parts.flatMap { $0.excludedTerms(isExcluded) }
        case .not(let part): part.excludedTerms(!isExcluded)
        }
    }
}

extension QueryContext {
    /// What docs/query-language.md says of today and the archive.
    static let archive = QueryContext(
        today: CivilDate(daysSinceEpoch: CivilDate.daysSinceEpoch((2026, 11, 21))) ?? .epoch,
        knowsAuthor: { words in
            // As an archive would: every word is in the name, in any order.
            ["john smith", "maria van der berg"].contains { name in
                words.split(separator: " ").allSatisfy { name.split(separator: " ").contains($0) }
            }
        },
        knowsTag: { $0 == "council" })
}
