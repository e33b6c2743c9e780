import CivilCalendar

@testable import QueryLanguage

extension ParsedQuery {
    var terms: [QueryTerm] { expression?.terms ?? [] }
    var filters: [QueryFilter] { expression?.filters ?? [] }
    /// Terms under an odd number of exclusions.
    var excludedTerms: [QueryTerm] { expression?.leaves.filter(\.isExcluded).flatMap(\.leaf.terms) ?? [] }
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
