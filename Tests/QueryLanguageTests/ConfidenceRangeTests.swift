import Testing

@testable import QueryLanguage

@Suite("A range of confidence")
struct ConfidenceRangeTests {
    @Test(
        arguments: [
            ("<0.6", nil, 0.6, "<0.6"), ("<=0.6", nil, 0.6, "<=0.6"), (">0.9", 0.9, nil, ">0.9"),
            (">=90%", 0.9, nil, ">=0.9"), ("0.5..0.8", 0.5, 0.8, "0.5..0.8"), ("50%..80%", 0.5, 0.8, "0.5..0.8"),
            ("0.5..", 0.5, nil, ">=0.5"), ("..0.8", nil, 0.8, "<=0.8"), ("0..1", 0, 1, "0..1"),
            ("<62.5%", nil, 0.625, "<0.625"), (">0.0001", 0.0001, nil, ">0.0001"), ("<100%", nil, 1, "<1"),
            ("1..1", 1, 1, "1..1"), ("0.5..1", 0.5, 1, "0.5..1"), ("0..0.25", 0, 0.25, "0..0.25"),
        ] as [(String, Double?, Double?, String)])
    func rangeOfConfidenceIsReadAndWritten(_ typed: String, from: Double?, to: Double?, text: String) throws {
        let range = try #require(ConfidenceRange(typed: typed))
        #expect(range.from == from)
        #expect(range.to == to)
        #expect(range.description == text)
        #expect(ConfidenceRange(typed: text) == range)
        #expect(range.includesEnds == (typed.contains("..") || typed.contains("=")))
    }

    @Test(arguments: [
        "", "0.6", "60%", "<", "<60", ">1.1", "<101%", "0.8..0.5", "..", "<.5", "<0,6", "<-0.1", "<0.12345", "<1e-1",
        "<٠",
        "<0.6%%", "0.5...0.8", "<0.", "0.5..x", "<<0.6", "<0.123%",
    ])
    func rangeOfConfidenceIsNotMadeFromAnythingElse(_ typed: String) { #expect(ConfidenceRange(typed: typed) == nil) }
}
