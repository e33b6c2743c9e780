import Testing

@testable import QueryLanguage

@Suite("A date filter")
struct DateFilterTests {
    /// In seconds.
    private static let day: Int64 = 86_400

    @Test(
        arguments: [
            ("1931..1935", (1931, 1, 1), (1936, 1, 1)), ("1931-03..", (1931, 3, 1), nil),
            ("..1935", nil, (1936, 1, 1)),
            ("before:1931-03", nil, (1931, 3, 1)), ("before:1931", nil, (1931, 1, 1)),
            ("before:1931-03-01", nil, (1931, 3, 1)), ("after:1931", (1932, 1, 1), nil),
            ("after:1931-12", (1932, 1, 1), nil), ("after:1931-12-31", (1932, 1, 1), nil),
            ("on:1931", (1931, 1, 1), (1932, 1, 1)), ("on:1931-03-05", (1931, 3, 5), (1931, 3, 6)),
            ("on:1931..1935", (1931, 1, 1), (1936, 1, 1)), ("date:1931", (1931, 1, 1), (1932, 1, 1)),
            ("date:1931-3-5..1935", (1931, 3, 5), (1936, 1, 1)), ("DATE:..1935", nil, (1936, 1, 1)),
            ("on:\"1931-03-05\"", (1931, 3, 5), (1931, 3, 6)), ("(1931..1935)", (1931, 1, 1), (1936, 1, 1)),
        ] as [(String, (Int, Int, Int)?, (Int, Int, Int)?)])
    func coversWhatItSays(_ query: String, from: (Int, Int, Int)?, before: (Int, Int, Int)?) throws {
        let parsed = QueryParser().parse(query)
        let filter = try #require(parsed.filters.first)
        guard case .date(let range) = filter.condition else { return }
        let seconds = range.secondsSinceEpoch()
        #expect(seconds.lower == from.map { Int64(CivilDate.daysSinceEpoch(($0.0, $0.1, $0.2))) * Self.day })
        #expect(
            seconds.upperExclusive
                == before.map { Int64(CivilDate.daysSinceEpoch(($0.0, $0.1, $0.2))) * Self.day })
        #expect(parsed.filters.count == 1 && parsed.terms.isEmpty && parsed.hints.isEmpty)
    }

    @Test(arguments: [
        "on:1931-13", "on:1931-02-29", "before:0001", "after:9999-12-31", "date:..", "date:soon", "on:0000",
        "1931-13..1935", "..1935-00", "before:1931..1935", "on:1931-03-", "date:31",
        "on:99999999999999999999",
    ])
    func thatIsImpossibleIsLeftOutWithAHint(_ query: String) {
        let parsed = QueryParser().parse("canal " + query)
        #expect(parsed.description == "canal")
        #expect(parsed.hints.count == 1)
        #expect(parsed.hints.first?.range == 6..<6 + query.unicodeScalars.count)
        #expect(parsed.hints.first?.message.contains("is not a date in the calendar") == true)
    }

    @Test(arguments: ["3..4", "1931", "1931...1935", "1931..soon", "12-13", "a..b", "193..1935", "1931/1935"])
    func isNotSeenInOtherWords(_ query: String) {
        let parsed = QueryParser().parse(query)
        #expect(parsed.filters.isEmpty && parsed.terms.map(\.text) == [query] && parsed.hints.isEmpty)
    }

    @Test(arguments: ["-1931..1935", "NOT 1931..1935", "-date:1931..1935", "-(1931..1935)"])
    func isExcludedLikeAWord(_ query: String) {
        let parsed = QueryParser().parse(query)
        #expect(parsed.description == "NOT date:1931..1935")
        #expect(parsed.hints.isEmpty)
    }

    @Test func isReversedOnlyWhenItEndsBeforeItBegins() {
        #expect(QueryParser().parse("1931-05..1931").hints.isEmpty)
        #expect(QueryParser().parse("1931-05..1931-04").hints.count == 1)
    }
}
