import DocSearchTestSupport
import Testing

@testable import QueryLanguage

@Suite("Any text at all")
struct QueryPropertyTests {
    private static let pieces: [String] = [
        "\"", "“", "”", "„", "«", "»", ":", "-", "--", "\u{2212}", "–", "\u{0}", "\u{1B}[31m", "\u{85}",
        "\u{301}",
        "\u{200D}", "\u{202E}", "\u{FEFF}", "👩‍👩‍👧", "🇳🇱", "NEAR(", "(", ")", "*", "^", "title:", "TAG:",
        "author:\"",
        "on:", "date:", "before:", "after:", "foo:", "..", ".", "1931", "1931-13", "9999", "0001-01-01",
        "-02-29", "7",
        " ", " ", " ", "\t\n", "AND", "OR", " OR ", "NOT", " NOT ", "path:",
        "pages:", "pages:>", "lang:", "format:", "origin:", "water", "e-mail", "é", "東京", "ﬁ", "ß", "'", "''",
        ";--",
        "+", "&", "%", "\\", "/", "{", "}", "[", "$1", "½", "\u{E000}", "\u{10FFFF}", "\r\n", ",",
    ]

    @Test func keepsEveryPromise() {
        var generator = SeededGenerator(seed: 20_260_101)
        for _ in 0..<20_000 {
            let count = Int.random(in: 0...24, using: &generator)
            let text = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let parsed = QueryParser().parse(text)
            let problems = Self.brokenPromises(parsed, of: text)
            #expect(problems.isEmpty, "\(text.debugDescription)")
        }
    }

    @Test func keepsEveryPromiseForRandomBytes() {
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<2000 {
            let bytes = (0..<64).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            let text = String(decoding: bytes, as: UTF8.self)
            #expect(Self.brokenPromises(QueryParser().parse(text), of: text).isEmpty, "\(bytes)")
        }
    }

    private static func brokenPromises(_ parsed: ParsedQuery, of text: String) -> [String] {
        var broken: [String] = []
        func check(_ holds: Bool, _ promise: String) { if !holds { broken.append(promise) } }
        let length = text.unicodeScalars.count
        check(parsed.text == text, "text kept")
        check(parsed == QueryParser().parse(text), "deterministic")
        check(parsed.terms.count <= QueryParser.termLimit, "term limit")
        for range in parsed.terms.map(\.range) + parsed.filters.map(\.range) + parsed.hints.map(\.range) {
            check(
                range.lowerBound >= 0 && range.upperBound <= length && !range.isEmpty, "range within the text"
            )
        }
        check(parsed.terms.allSatisfy { $0.alternatives.isEmpty || !$0.isExcluded }, "no choice among the excluded")
        check(parsed.terms.map(\.choices.count).reduce(0, +) <= QueryParser.termLimit, "limit of choices")
        for term in parsed.terms.flatMap(\.choices) {
            let scalars = term.text.unicodeScalars
            check(scalars.contains(where: \.isLetterOrDigit), "a letter or digit")
            check(!scalars.contains { $0.properties.generalCategory == .control }, "no control character")
            check(!scalars.contains(where: \.isQuote), "no quotation mark")
            check(term.isPhrase || !scalars.contains(where: \.separatesWords), "a word is one word")
            check(!term.words.isEmpty, "has words")
        }
        for hint in parsed.hints {
            check(
                !hint.message.unicodeScalars.contains { $0.properties.generalCategory == .control },
                "one line")
        }
        for filter in parsed.filters {
            guard case .date(let range) = filter.condition else { continue }
            check(!range.isReversed && (range.from != nil || range.to != nil), "a range that can match")
        }
        let positions = parsed.terms.map(\.range.lowerBound)
        check(positions == positions.sorted(), "terms in order")
        let again = QueryParser().parse(parsed.description)
        check(parsed.isEmpty || again.description == parsed.description, "canonical form reads back")
        check(parsed.isEmpty || again.hints.isEmpty, "canonical form has no mistakes")
        return broken
    }
}
