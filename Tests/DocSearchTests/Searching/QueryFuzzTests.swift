import DocSearchTestSupport
import DocSearch
import Foundation
import Testing

@Suite("Any text as a query")
struct QueryFuzzTests {
    /// Texts that were errors of FTS5 or of a forerunner, and some that might be.
    @Test(arguments: [
        "tax:", "a@b", "12.5", "it's", "foo-bar", "AND", "NOT", "OR", "(", ")", "*", "\"", "\"\"", "a AND",
        "OR b", "NOT NOT",
        "NEAR(a b)", "a NEAR b", "a*", "*a", "^heron", "{title}: x", "- title : x", "a + b", "a ^ b",
        "rowid:1",
        "title:\"", "text:x", "heron'; DROP TABLE page; --", "%", "_", "\\", "a\u{0}b", "\u{1}\u{2}", "½",
        "\u{E000}", "\u{1E900}",
        "\u{301}", "👩‍👩‍👧", "東京", "a:b:c", "::", "--a", "-\"a b\"", "\"a", "a\"b\"c", "1931..", "..1931",
        "9999..0001", "date:x",
    ])
    func oddTextsAreAnsweredAsQueries(query: String) async throws {
        #expect(try Self.problem(try await SearchArchive.shared(), query) == nil)
    }

    @Test func aQueryIsAnsweredWhateverItIsMadeOf() async throws {
        let archive = try await SearchArchive.shared()
        var generator = SeededGenerator(seed: 82)
        var problems: [String] = []
        let inputs = ProcessInfo.processInfo.environment["DOCSEARCH_FUZZ"].flatMap { Int($0) } ?? 3000
        for _ in 0..<inputs where problems.count < 5 {
            let count = Int.random(in: 1...12, using: &generator)
            let query = (0..<count).map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
            let match = SearchRequest.Match.allCases.randomElement(using: &generator) ?? .auto
            if let problem = try Self.problem(archive, query, match: match) { problems.append(problem) }
        }
        #expect(problems.isEmpty)
    }

    @Test func aQueryIsAnsweredHoweverLongItIs() async throws {
        let archive = try await SearchArchive.shared()
        for piece in ["ordinary ", "a", "(", "\"", "-x ", "NOT ", "title:", "word\u{301} ", "1931..1932 "] {
            #expect(try Self.problem(archive, String(repeating: piece, count: 20_000)) == nil)
        }
        let many = (0..<5000).map { "word\($0)" }.joined(separator: " ")
        #expect(try Self.problem(archive, many, match: .any) == nil)
    }

    /// What is wrong with the answer; an error with code `usage` is a right one, and any other kind of error is thrown on.
    private static func problem(
        _ archive: TestArchive, _ query: String, match: SearchRequest.Match = .auto
    ) throws -> String? {
        var request = SearchRequest(query)
        request.limit = 2
        request.pagesPerDocument = 1
        request.match = match
        do {
            let results = try archive.index.search(request)
            let length = query.unicodeScalars.count
            let isRight =
                results.hits.count <= 2 && results.total >= results.hits.count
                && results.hints.allSatisfy { $0.range.upperBound <= length }
            return isRight ? nil : "\(query.debugDescription): \(results.total) documents, \(results.hints)"
        } catch let error as DocSearchError {
            return error.code == .usage ? nil : "\(query.debugDescription): \(error.message)"
        }
    }

    private static let pieces = [
        "\"", "“", "”", "„", "«", "»", ":", "-", "--", "\u{2212}", "\u{0}", "\u{1B}[31m", "\u{85}", "\u{301}",
        "\u{200D}",
        "\u{202E}", "\u{FEFF}", "👩‍👩‍👧", "NEAR(", "(", ")", "*", "^", "title:", "TAG:", "author:\"", "on:",
        "date:", "before:",
        "after:", "foo:", "..", ".", "1931", "1931-13", "9999", "0001-01-01", "-02-29", " ", " ", " ", " ",
        "\t\n", "AND",
        "OR", " OR ", "path:", "path:%", "pages:>1", "lang:en", "format:zip", "origin:ocr",
        "modified:", "modified:9999", "id:", "bundle:%", "confidence:<0.6", "has:text", "has:title", "text:", "NEAR",
        " NEAR/5 ", "NEAR/99999", "=", "~", "kes*", "k*", "last month", "in March 1931", "yesterday", " from orme ",
        "between 1931 and 1935", "#dated", "with attachments", "NOT", " NOT ", "ordinary",
        "kestrel", "e-mail", "é", "東京", "ﬁ", "ß", "'", "''", ";--", "+",
        "&", "%", "\\",
        "/", "{", "}", "[", "$1", "½", "\u{E000}", "\u{10FFFF}", "\u{1E900}", "\r\n", ",", "a", "the",
    ]
}
