import Testing

@testable import TextNormalization

@Suite("A word that a line end divides")
struct WordDivisionTests {
    @Test(
        arguments: [
            ("-", "y", "p", ""), ("-", "o", "S", "-"), ("-", "\u{301}", "p", ""), ("-", "1", "p", nil),
            ("-", " ", "p", nil),
            ("-", "y", "1", nil), ("-", "y", "(", nil), ("\u{2010}", "o", "S", "\u{2010}"), ("\u{2010}", "y", "p", ""),
            ("\u{AC}", "y", "p", ""), ("\u{AC}", "o", "S", "-"), ("\u{AD}", "y", "p", ""), ("\u{AD}", "o", "S", ""),
            ("\u{AD}", "語", "語", ""), ("-", "語", "語", nil), ("\u{AD}", "y", "1", nil), ("\u{AD}", "1", "p", nil),
            ("\u{2013}", "y", "p", nil), ("x", "y", "p", nil),
        ] as [(Unicode.Scalar, Unicode.Scalar, Unicode.Scalar, String?)])
    func wordThatALineEndDividesIsJoined(
        mark: Unicode.Scalar, letter: Unicode.Scalar, next: Unicode.Scalar, joint: String?
    ) {
        #expect(WordDivision.joint(for: mark, behind: letter, before: next) == joint)
    }
}
