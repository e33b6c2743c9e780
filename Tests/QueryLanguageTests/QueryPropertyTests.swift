import DocSearchTestSupport
import Foundation
import Testing

@testable import QueryLanguage

/// DOCSEARCH_FUZZ sets the number of texts; a million take about a minute in a release build.
@Suite("Any text at all")
struct QueryPropertyTests {
    private static let count = ProcessInfo.processInfo.environment["DOCSEARCH_FUZZ"].flatMap(Int.init) ?? 20_000
    private static let seeds = 0..<4

    @Test(arguments: seeds)
    func anyTextAsAQueryKeepsEveryPromise(_ seed: Int) {
        var generator = SeededGenerator(seed: 20_260_101 + UInt64(seed))
        var makers = RandomQuery(generator: generator)
        for _ in 0..<Self.count / Self.seeds.count {
            let text = makers.next()
            let context = Bool.random(using: &generator) ? QueryContext.archive : .none
            let broken = QueryPromises.broken(by: text, context)
            #expect(broken.isEmpty, "\(text.debugDescription)")
        }
    }

    @Test(arguments: [
        "(", "-(", "((a b) OR ", "(a OR (b ", "NOT (a ", "title:(a (b OR ", "-(a -(b OR (c ", "x y OR (",
    ])
    func queryIsNoDeeperThanTheLimitHoweverManyParentheses(_ piece: String) {
        for count in [30, 33, 40, 70, 300, 3000] {
            for end in ["", "z", "z" + String(repeating: ")", count: count)] {
                let text = String(repeating: piece, count: count) + end
                #expect(QueryPromises.broken(by: text, .none).isEmpty, "\(count) \(end.count)")
            }
        }
    }

    @Test func queryTellsOfGroupsThatAreTooDeep() {
        // Each pair of parentheses is one more level.
        let pairs = 20
        let text =
            (0..<pairs).map { "a\($0) b\($0) OR (" }.joined() + "c d" + String(repeating: ")", count: pairs)
        let parsed = QueryParser().parse(text)
        #expect(parsed.expression?.depth == QueryParser.depthLimit)
        #expect(parsed.terms.count == 2 * pairs + 2)
        #expect(parsed.hints.map(\.wording) == [.tooDeep])
        #expect(
            QueryParser().parse(String(repeating: "(", count: 200) + "a" + String(repeating: ")", count: 200)).hints
                == [])
    }
}

/// Random texts of several kinds: bits of syntax, well-formed queries, plain language, bytes.
struct RandomQuery {
    var generator: SeededGenerator

    private static let bits: [String] = [
        "\"", "“", "”", "„", "«", "»", ":", "-", "--", "\u{2212}", "–", "\u{0}", "\u{1B}[31m", "\u{85}",
        "\u{301}", "\u{200D}", "\u{202E}", "\u{FEFF}", "👩‍👩‍👧", "🇳🇱", "NEAR(", "(", ")", "(", ")", "*", "^", "title:",
        "TAG:", "author:\"", "on:", "date:", "before:", "after:", "foo:", "..", ".", "1931", "1931-13", "9999",
        "0001-01-01", "-02-29", "7", " ", " ", " ", "\t\n", "AND", "OR", " OR ", "NOT", " NOT ", " NEAR ", " NEAR/5 ",
        "NEAR/", "path:", "root:", "pages:", "pages:>", "lang:", "format:", "origin:", "confidence:", "confidence:<",
        "0.5",
        "60%",
        "has:", "has:notes", "id:", "bundle:", "text:", "modified:", "water", "e-mail", "é", "東京", "ﬁ", "ß", "'", "''",
        ";--", "+", "&", "%", "\\", "/", "{", "}", "[", "$1", "½", "\u{E000}", "\u{10FFFF}", "\r\n", ",", "=", "~", "#",
        "wat*", "=run", "~recieve", "-(", "title:(", "foo:(",
    ]
    private static let plainWords: [String] = [
        "in", "on", "before", "after", "since", "until", "between", "and", "from", "to", "by", "the", "of", "this",
        "last",
        "week", "month", "year", "today", "yesterday", "March", "may", "Dec.", "1931", "1935", "1930s", "1931-03-05",
        "5",
        "5th", "31", "February", "first", "Q1", "quarter", "John", "Smith", "van", "der", "Berg,", "with", "has",
        "notes",
        "attachments", "files", "tagged", "council", "#council", "not", "or", "OR", "NOT", "canal", "about", "-", "?",
        "(",
        ")", "\"", "on:", "modified:", "before:",
    ]
    private static let leaves: [String] = [
        "water", "board", "\"first draft\"", "wat*", "=running", "=\"water board\"", "~recieve", "title:minutes",
        "author:\"van Dyke\"", "12(a)", "10:30", "1931..1935", "before:1931", "pages:>3", "has:notes",
        "confidence:<60%",
        "path:a/b", "lang:de", "modified:2026", "&", "foo:bar", "on:yesterday",
    ]

    mutating func next() -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0, 1: return some(Self.bits, upTo: 24, joinedBy: "")
        case 2: return query(depth: 6)
        case 3: return some(Self.plainWords, upTo: 14, joinedBy: " ")
        default:
            let bytes = (0..<Int.random(in: 0...64, using: &generator)).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private mutating func some(_ parts: [String], upTo most: Int, joinedBy separator: String) -> String {
        let count = Int.random(in: 0...most, using: &generator)
        return (0..<count).map { _ in parts.randomElement(using: &generator) ?? "" }.joined(separator: separator)
    }

    private mutating func query(depth: Int) -> String {
        let operands = (0..<Int.random(in: 1...3, using: &generator)).map { _ in operand(depth: depth) }
        let operators = [" ", " ", " AND ", " OR ", " OR ", " NEAR/3 ", " NEAR ", " NOT "]
        return operands.dropFirst().reduce(operands[0]) {
            $0 + (operators.randomElement(using: &generator) ?? " ") + $1
        }
    }

    private mutating func operand(depth: Int) -> String {
        guard depth > 0, Bool.random(using: &generator) else {
            return Self.leaves.randomElement(using: &generator) ?? ""
        }
        let prefixes = ["(", "(", "-(", "NOT (", "title:(", "-author:(", "date:("]
        return (prefixes.randomElement(using: &generator) ?? "(") + query(depth: depth - 1) + ")"
    }
}
