import CivilCalendar
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
            ("before:\"March 1931\"", nil, (1931, 3, 1)), ("after:\"5 March 1931\"", (1931, 3, 6), nil),
            ("before:March 1931", nil, (1931, 3, 1)), ("on:March 5, 1931", (1931, 3, 5), (1931, 3, 6)),
            ("on:\"the 5th of March 1931\"", (1931, 3, 5), (1931, 3, 6)),
            ("date:the 1930s", (1930, 1, 1), (1940, 1, 1)), ("date:\"Q2 1931\"", (1931, 4, 1), (1931, 7, 1)),
            ("date:\"the fourth quarter of 1931\"", (1931, 10, 1), (1932, 1, 1)),
            ("date:\"Sept. 1931..May 1932\"", (1931, 9, 1), (1932, 6, 1)),
            ("date:(Feb 1932)", (1932, 2, 1), (1932, 3, 1)),
            ("modified:1931-03..1931", (1931, 3, 1), (1932, 1, 1)),
            ("date:22.4.1931", (1931, 4, 22), (1931, 4, 23)), ("on:22/4/1931", (1931, 4, 22), (1931, 4, 23)),
            ("on:4/22/1931", (1931, 4, 22), (1931, 4, 23)), ("before:22.4.1931", nil, (1931, 4, 22)),
            ("after:04.03.1931", (1931, 3, 5), nil), ("on:1931/04/22", (1931, 4, 22), (1931, 4, 23)),
            ("date:\"22 avril 1931\"", (1931, 4, 22), (1931, 4, 23)),
            ("date:22 avril 1931", (1931, 4, 22), (1931, 4, 23)),
            ("date:\"22. April 1931\"", (1931, 4, 22), (1931, 4, 23)), ("date:März 1931", (1931, 3, 1), (1931, 4, 1)),
            ("on:22. 4. 1931", (1931, 4, 22), (1931, 4, 23)), ("date:4/1931", (1931, 4, 1), (1931, 5, 1)),
            ("date:22.4.1931..30.4.1931", (1931, 4, 22), (1931, 5, 1)), ("date:3-3-1931", (1931, 3, 3), (1931, 3, 4)),
            ("date:\"1er mai 1931\"", (1931, 5, 1), (1931, 5, 2)), ("modified:22.4.1931", (1931, 4, 22), (1931, 4, 23)),
        ] as [(String, (Int, Int, Int)?, (Int, Int, Int)?)])
    func dateFilterCoversWhatItSays(_ query: String, from: (Int, Int, Int)?, before: (Int, Int, Int)?) throws {
        let parsed = QueryParser().parse(query)
        let filter = try #require(parsed.filters.first)
        let range = try #require(Self.dates(filter))
        let seconds = range.secondsSinceEpoch()
        #expect(seconds.lower == from.map { Int64(CivilDate.daysSinceEpoch(($0.0, $0.1, $0.2))) * Self.day })
        #expect(
            seconds.upperExclusive
                == before.map { Int64(CivilDate.daysSinceEpoch(($0.0, $0.1, $0.2))) * Self.day })
        #expect(parsed.filters.count == 1)
        #expect(parsed.terms.isEmpty)
        #expect(parsed.hints.isEmpty)
    }

    @Test(arguments: [
        "on:1931-13", "on:1931-02-29", "before:0001", "after:9999-12-31", "date:..", "date:soon", "on:0000",
        "1931-13..1935", "..1935-00", "before:1931..1935", "on:1931-03-", "date:31",
        "on:99999999999999999999", "on:yesterday", "before:March", "date:\"31 February 1931\"", "date:\"March 1931 x\"",
        "modified:\"last week\"", "date:1900s", "modified:=1931", "date:31.2.1931", "on:22/13/1931", "date:22.4.31",
        "date:\"22 avril\"",
    ])
    func impossibleDateFindsNothingAndHasAHint(_ query: String) {
        let parsed = QueryParser().parse("canal " + query)
        #expect(parsed.terms.map(\.text) == ["canal"])
        #expect(parsed.filters.count == 1)
        #expect(parsed.filters.allSatisfy { if case .unreadable = $0.condition { true } else { false } })
        #expect(parsed.hints.count == 1)
        #expect(parsed.hints.first?.range == 6..<6 + query.unicodeScalars.count)
        #expect(parsed.hints.first?.message.contains("is not a date in the calendar") == true)
    }

    @Test(arguments: ["date:03/04/2001", "before:3-4-2001", "date:\"3/4/2001\"", "date:2001..3/4/2001"])
    func aDateOfWhichTheMonthIsInDoubtIsAskedFor(_ query: String) {
        let parsed = QueryParser().parse("canal " + query)
        #expect(parsed.terms.map(\.text) == ["canal"])
        #expect(parsed.filters.count == 1)
        #expect(parsed.hints.count == 1)
        #expect(
            parsed.hints.map(\.message).first?.hasSuffix(
                "may be one of two dates, so nothing was found with it; write it as 2001-04-03 or 2001-03-04.") == true)
    }

    @Test(arguments: ["3..4", "1931", "1931...1935", "1931..soon", "12-13", "a..b", "193..1935", "1931/1935"])
    func dateFilterIsNotSeenInOtherWords(_ query: String) {
        let parsed = QueryParser().parse(query)
        #expect(parsed.filters.isEmpty)
        #expect(parsed.terms.map(\.text) == [query])
        #expect(parsed.hints.isEmpty)
    }

    @Test(arguments: ["-1931..1935", "NOT 1931..1935", "-date:1931..1935", "-(1931..1935)"])
    func dateFilterIsExcludedLikeAWord(_ query: String) {
        let parsed = QueryParser().parse(query)
        #expect(parsed.description == "NOT date:1931..1935")
        #expect(parsed.hints.isEmpty)
    }

    @Test(
        arguments: [
            ("on:yesterday", "date:2026-11-20"), ("modified:today", "modified:2026-11-21"),
            ("modified:last week", "modified:2026-11-09..2026-11-15"), ("after:\"last month\"", "date:2026-11.."),
            ("before:this year", "date:..2025"), ("before:March", "date:..2026-02"), ("date:december", "date:2025-12"),
            ("modified:\"last month..today\"", "modified:2026-10..2026-11-21"),
            ("-on:yesterday", "NOT date:2026-11-20"),
            ("modified:yesterday..", "modified:2026-11-20.."), ("date:November", "date:2026-11"),
        ])
    func dateFilterCountsFromTodayWhenThereIsOne(_ query: String, canonicalForm: String) {
        var context = QueryContext.archive
        for readsPlainWords in [true, false] {
            context.readsPlainWords = readsPlainWords
            let parsed = QueryParser().parse(query, context)
            #expect(parsed.description == canonicalForm)
            #expect(parsed.hints.isEmpty)
            #expect(parsed.inferences.isEmpty)
        }
    }

    @Test func dateFilterTakesNoMoreWordsThanAreItsDate() {
        let parsed = QueryParser().parse("on:5 March 1931 canal", .archive)
        #expect(parsed.terms.map(\.text) == ["canal"])
        #expect(parsed.filters.map(\.range) == [0..<15])
        let wide = "before:5" + String(repeating: " ", count: 200) + "March 1931"
        #expect(QueryParser().parse(wide).description == "date:..1931-03-04")
        #expect(QueryParser().parse("before:1 January 0001").hints.map(\.range) == [0..<21])
        #expect(QueryParser().parse("date:1931 March 1931").description == "March AND 1931 AND date:1931")
    }

    @Test func dateFilterIsReversedOnlyWhenItEndsBeforeItBegins() {
        #expect(QueryParser().parse("1931-05..1931").hints.isEmpty)
        #expect(QueryParser().parse("1931-05..1931-04").hints.count == 1)
    }

    @Test func anOpenRangeOfDatesHasNoSeconds() {
        let open = CivilDateRange(from: nil, to: nil).secondsSinceEpoch()
        #expect(open.lower == nil)
        #expect(open.upperExclusive == nil)
    }

    private static func dates(_ filter: QueryFilter) -> CivilDateRange? {
        switch filter.condition {
        case .date(let range), .modified(let range): range
        default: nil
        }
    }
}
