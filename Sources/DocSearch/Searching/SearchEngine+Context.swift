import CivilCalendar
import Foundation
import QueryLanguage

extension SearchEngine {
    func context() throws -> QueryContext {
        let index = index
        let isRestricted = try isRestricted()
        let worth: @Sendable (String) -> Double = { word in
            // The choice of words of a long query would tell whether documents that may not be seen have them.
            guard !isRestricted else { return 1 }
            let expression = FullTextExpression.quoted(FullTextExpression.composed(word))
            // ``QueryContext/worth`` cannot throw: an uncounted word counts as one that is nowhere, and its search reports
            // the damage.
            guard var share = try? index.pageShare(expression, sample: Self.commonWord) else { return 0 }
            // Only notes and corrections have it. If these cannot be read, the search itself reports that.
            if share == 0, (try? index.isSaid(word)) == true { share = Self.rareWord }
            return share > 0 ? BM25.amongMany(BM25.inverseFrequency(share: share)) : 0
        }
        return QueryContext(
            today: Self.today(request.now, request.timeZone), readsPlainWords: !request.isLiteral && !isRestricted,
            knowsAuthor: { Self.isKnown($0, as: .author, in: index) },
            knowsTag: { Self.isKnown($0, as: .tag, in: index) },
            worth: worth)
    }

    /// Beyond so many pages, a word's share is estimated from the first ones.
    private static let commonWord = 4096

    private static let rareWord = 1e-6

    /// A clock before the year 1 or after 9999 shows 1970.
    private static func today(_ now: Date, _ zone: TimeZone) -> CivilDate {
        let day = CivilInstant(
            secondsSinceEpoch: now.timeIntervalSince1970, zone: zone.secondsFromGMT(for: now) / 60)?.day
        return day.flatMap { CivilDate(year: $0.year, month: $0.month, day: $0.day) } ?? .epoch
    }

    /// False when the index cannot be read: the search says what is wrong.
    private static func isKnown(_ words: String, as field: QueryTerm.Field, in index: IndexStore) -> Bool {
        let expression = words.split(separator: " ").map { word in
            "{\(field.rawValue)} : \(FullTextExpression.quoted(FullTextExpression.composed(String(word))))"
        }.joined(separator: " AND ")
        return (try? index.isFound(expression)) ?? false
    }
}
