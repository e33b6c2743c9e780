import DocSearchTestSupport
import Testing

@testable import QueryLanguage

/// The time of a debug build says nothing; there the test still shows that nothing takes for ever.
@Suite("The time of parsing", .serialized)
struct QueryTimeTests {
    private static let pieces: [String] = [
        "(", ")", "-(", "()", "(a", "(a)", "-(a)", "a)", "a(", ")(", "a OR ", "(a OR ", "(a b) OR ", "\"", "\"a\"",
        "\"a\"(",
        "NEAR/", "NEAR ", "a NEAR ", "a NEAR/5 ", "NEAR/99999", "NOT ", "NOT (", "OR ", "AND ", "-", "- ", "-a ", "*",
        "a* ",
        "w*r ", "=", "=a ", "=\"", "~a ", "~a* ", "from ", "by ", "from a b ", "in ", "in march ", "in 1931 ", "march ",
        "between ", "between 1931 and ", "first quarter of ", "last week of ", "5 march 1931 ", "and before 1931 ",
        "tagged ",
        "#a ", "with notes ", "title:", "title:(", "title:a ", "foo:", "foo:a ", "foo:(", "-foo:a ", "on:march ",
        "on:x ",
        "before:last ", "modified:(", "confidence:", "pages:>", "has:a ", "a: ", ":", "..", "1931..", "1931.. ", "9 ",
        "& ",
        "a", "é ", "a\u{301} ", "東", "👩‍👩‍👧", "\u{0}", "\u{200B}",
    ]

    @Test func parsingTenKilobytesOfAnythingTakesAShortTime() throws {
        for piece in Self.pieces {
            let text = String(repeating: piece, count: 10_000 / piece.utf8.count)
            for context in [QueryContext.none, .archive] {
                #if DEBUG
                    let (runs, limit) = (1, Duration.seconds(1))
                #else
                    let (runs, limit) = (5, Duration.milliseconds(2))
                #endif
                let times = try (0..<runs).map { _ in try processorTime { _ = QueryParser().parse(text, context) } }
                #expect(times.min() ?? .zero < limit, "\(piece.debugDescription)")
            }
        }
    }
}
