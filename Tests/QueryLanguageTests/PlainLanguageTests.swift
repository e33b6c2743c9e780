import CivilCalendar
import Synchronization
import Testing

@testable import QueryLanguage

@Suite("Plain language")
struct PlainLanguageTests {
    private static func on(_ day: CivilDate.Day) -> QueryContext {
        QueryContext(today: CivilDate(year: day.year, month: day.month, day: day.day) ?? .epoch)
    }

    @Test(arguments: QueryDocumentationTests.examples.filter(\.isInPlainWords))
    func plainLanguageIsNotReadUnlessAsked(_ example: QueryDocumentationTests.Example) {
        var silent = QueryContext.archive
        silent.readsPlainWords = false
        let parsed = QueryParser().parse(example.query)
        #expect(parsed.inferences.isEmpty)
        #expect(parsed.filters.isEmpty || example.query.contains(":"))
        #expect(QueryParser().parse(example.query, silent).inferences.isEmpty)
    }

    @Test func plainLanguageTellsWhatItTookForWhat() {
        let query = "é letters from John Smith, in the 1930s? with notes #council"
        let parsed = QueryParser().parse(query, .archive)
        let scalars = Array(query.unicodeScalars)
        #expect(
            parsed.inferences.map { String(scalars: scalars[$0.range]) }
                == ["from John Smith,", "in the 1930s?", "with notes", "#council"])
        #expect(
            parsed.inferences.map(\.understood)
                == ["author:John AND author:Smith", "date:1930..1939", "has:notes", "tag:council"])
        #expect(parsed.description.hasPrefix("é AND letters AND author:John"))
        #expect(parsed.hints.isEmpty)
    }

    @Test(
        arguments: [
            ((2026, 11, 21), "date:2026-11-16..2026-11-22", "date:2026-11-09..2026-11-15"),
            ((2026, 11, 22), "date:2026-11-16..2026-11-22", "date:2026-11-09..2026-11-15"),
            ((2026, 11, 23), "date:2026-11-23..2026-11-29", "date:2026-11-16..2026-11-22"),
            ((2027, 1, 1), "date:2026-12-28..2027-01-03", "date:2026-12-21..2026-12-27"),
            ((1931, 3, 5), "date:1931-03-02..1931-03-08", "date:1931-02-23..1931-03-01"),
        ] as [((Int, Int, Int), String, String)])
    func weekBeginsOnMonday(today: (Int, Int, Int), this: String, last: String) {
        #expect(QueryParser().parse("this week", Self.on(today)).description == this)
        #expect(QueryParser().parse("last week", Self.on(today)).description == last)
    }

    @Test(
        arguments: [
            ("in November", "date:2026-11"), ("in December", "date:2025-12"), ("in january", "date:2026-01"),
            ("last month", "date:2026-10"), ("yesterday", "date:2026-11-20"), ("during MAY", "date:2026-05"),
        ])
    func monthThatHasNotBegunIsOfLastYear(_ query: String, expected: String) {
        #expect(QueryParser().parse(query, .archive).description == expected)
    }

    @Test(
        arguments: [
            ("yesterday", "date:2026-12-31"), ("last month", "date:2026-12"), ("last year", "date:2026"),
            ("in January", "date:2027-01"), ("in February", "date:2026-02"),
        ])
    func plainLanguageLooksBackOverTheNewYear(_ query: String, expected: String) {
        #expect(QueryParser().parse(query, Self.on((2027, 1, 1))).description == expected)
    }

    @Test(arguments: [
        ("on the 5th of March 1931", "date:1931-03-05"), ("5 Mar. 1931", "date:1931-03-05"),
        ("in Sept 1931", "date:1931-09"), ("March of 1931", "date:1931-03"), ("March, 1931", "date:1931-03"),
        ("1930's", "date:1930..1939"), ("4th quarter 1931", "date:1931-10..1931-12"),
        ("in the third quarter of 1931", "date:1931-07..1931-09"), ("in 1931-03", "date:1931-03"),
        ("before yesterday", "date:..2026-11-19"), ("after last month", "date:2026-11.."),
        ("until 5 March 1931", "date:..1931-03-05"), ("since the 1930s", "date:1930.."),
        ("between 5 March 1931 and June 1932", "date:1931-03-05..1932-06"),
        ("between November and March 1932", "date:1931-11..1932-03"),
        ("from March 1931 until 1935", "date:1931-03..1935"), ("from 5 March 1931", "date:1931-03-05"),
        ("dated 5 March 1931", "date:1931-03-05"),
        ("by maria van der berg", "author:maria AND author:van AND author:der AND author:berg"),
        ("from smith", "author:smith"), ("NOT from john smith", "NOT (author:john AND author:smith)"),
        ("TAGGED Council!", "tag:Council"),
    ])
    func plainLanguageKnowsManyWaysToSayAFact(_ query: String, expected: String) {
        let parsed = QueryParser().parse(query, .archive)
        #expect(parsed.description == expected)
        #expect(parsed.inferences.count == 1)
        #expect(parsed.hints.isEmpty)
    }

    @Test(arguments: [
        "31 February 1931", "in the last week of March 1931", "the end of March 1931", "early 1930s", "late March 1931",
        "March 1931 to the war", "from March 1931 to the war", "March 1931 and June 1932", "between 1931 and the war",
        "without notes", "not with attachments", "no later than March 1931", "in 0500", "in 2050", "in mar", "may 5",
        "in May 5", "on March 1931", "from the", "by the council", "with", "tagged", "#", "from", "in", "between",
        "before", "last", "this", "the", "first", "first quarter of", "q1", "since", "by smith OR jones",
        "water OR today", "water NEAR today", "today OR water", "in, March 1931?", "-in 1931", "in \"1931\"",
        "in -1931",
        "title:from smith", "today's papers", "1931-02-30", "in 1931-13", "from 1931", "by 1931",
    ])
    func plainLanguageLeavesDoubtfulWordsAlone(_ query: String) {
        let parsed = QueryParser().parse(query, .archive)
        #expect(parsed.filters.isEmpty || query.contains("March 1931?"))
        #expect(parsed.terms.allSatisfy { $0.field != .author && $0.field != .tag })
    }

    @Test(arguments: ["(today)", "(a today) b", "title:(today)", "\"today\"", "-(today)", "(a (b) today", "today\"a\""])
    func plainLanguageIsNotReadInQuotationMarksAndParentheses(_ query: String) {
        #expect(QueryParser().parse(query, .archive).inferences.isEmpty)
    }

    @Test(arguments: ["(a) today", "a) today", "\"a\" today", "title:a today", "a AND today", "-a today", "a* today"])
    func plainLanguageIsReadBesideQuotationMarksAndParentheses(_ query: String) {
        #expect(QueryParser().parse(query, .archive).inferences.map(\.understood) == ["date:2026-11-21"])
    }

    @Test func plainLanguageAsksForTheLongestNameAndNotTooOften() {
        let asked = Mutex<[String]>([])
        let context = QueryContext(
            today: .epoch,
            knowsAuthor: { name in
                asked.withLock { $0.append(name) }
                return false
            })
        _ = QueryParser().parse("from Jan van der Berg of Delft, x", context)
        #expect(
            asked.withLock { $0 } == ["jan van der berg of delft", "jan van der berg"].dropFirst()
                + ["jan van der", "jan van", "jan"])
        asked.withLock { $0 = [] }
        _ = QueryParser().parse(String(repeating: "from a1 b1 c1 d1 e1 ", count: 500), context)
        #expect(asked.withLock { $0.count } == 64)
    }

    @Test func factsInPlainLanguageCountInTheLimits() {
        let many = String(repeating: "in 1931 ", count: 70)
        let parsed = QueryParser().parse(many, .archive)
        #expect(parsed.filters.count == 64)
        #expect(parsed.inferences.count == 64)
        #expect(parsed.hints.map(\.wording) == [.tooManyFilters])
    }
}
