import Testing

@testable import QueryLanguage

@Suite("Hints")
struct QueryHintTests {
    /// A filter of rights with one of these is refused, so nothing was searched.
    @Test(arguments: [
        "\"grey heron", "-()", "a OR", "a NEAR", "a NEAR (b c)", "title:a NEAR tag:b", "(a", "a)", "her*n",
        "~heron*", "~e-mail", "\"!!\"", "a NEAR/9999 b", "subjec:a", "tag:", "date:may", "date:1931-02-30",
        "date:1931..1930", String(repeating: "(a OR (b ", count: 40) + "c" + String(repeating: "))", count: 40),
        (0...QueryParser.termLimit).map { "word\($0)" }.joined(separator: " "),
        String(repeating: "word ", count: QueryParser.lengthLimit),
    ])
    func aFaultDoesNotSayWhatWasSearched(query: String) throws {
        let hint = try #require(QueryParser().parse(query, .none).hints.first)
        for outcome in ["was", "were", "taken", "left out", "instead"] {
            #expect(!hint.fault.contains(" \(outcome)"), "\(hint.fault)")
        }
        #expect(hint.fault.hasSuffix("."))
    }
}
