import DocSearchTestSupport
import Testing

@testable import DocSearch

@Suite("Quoted words with signs")
struct SignedPhraseTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for (name, text) in [
            ("plus", "a course in C++ and one in C#"), ("plain", "vitamin C, or grade C"),
            ("eleven", "the C++11 standard"),
            ("net", "written for .NET, not for example.net"), ("fish", "the net was mended. Net weight 5 kg"),
            ("price", "a fee of $5 and 50 % more"), ("five", "5 and 50 of them"),
            ("lab", "the R&D laboratory"), ("letters", "R D laboratory"), ("sons", "Smith & Sons"),
            ("heirs", "Smith, Sons"),
        ] { try archive.write([text], to: "\(name).pdf") }
        try archive.write(["a course in net making"], to: "c.pdf")
        try archive.write([TestDocument("x", pages: ["gulls"], title: "Programming in C++")], to: "title.zip")
        try archive.write([TestDocument("y", pages: ["gulls"], title: "Programming in C")], to: "other.zip")
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("\"C++\"", ["eleven", "plus", "title"]), ("\"C#\"", ["plus"]), ("\"C++ and one\"", ["plus"]),
        ("\".NET\"", ["net"]), ("\"$5\"", ["price"]), ("\"50%\"", ["price"]),
        ("\"R&D laboratory\"", ["lab"]), ("\"C+\"", []), ("gulls -\"C++\"", ["other"]), ("text:\"C#\"", ["plus"]),
        // No sign at a word, and no quotation marks: the words are meant.
        ("\"net\"", ["c", "fish", "net"]), ("\"Smith & Sons\"", ["heirs", "sons"]), ("\"vitamin C,\"", ["plain"]),
        ("C++", ["c", "eleven", "other", "plain", "plus", "title"]), ("title:\"in C++\"", ["title"]),
        ("title:\"C++\"", ["title"]), ("title:\"programming in C\"", ["other", "title"]),
        ("gulls -title:\"C++\"", ["other"]),
    ])
    func signsOfAQuotedWordAreMeant(query: String, expected: [String]) async throws {
        let found = try await Self.archived.value.find(query) { ($0.match, $0.limit, $0.isLiteral) = (.all, 20, true) }
        #expect(found.map { String($0.prefix { $0 != "." }) }.sorted() == expected, "\(query)")
    }

    @Test(arguments: [
        ("C++", "in C++.", "C", true), ("C++", "in C.", "C", false), ("C++", "C ++", "C", true),
        ("C+", "C++", "C", false), ("C++", "C+++", "C", false), (".NET", "a .NET", "NET", true),
        (".NET", "a.NET", "NET", false),
        ("$5", "US$5", "5", true), ("$5", "\u{20AC}5", "5", false), ("A+", "(A+)", "A", true),
        ("C#", "C\u{266F}", "C", false),
        ("50%", "50\u{A0}%", "50", true), ("a+b", "a + b", "a + b", true), ("a+b", "a b", "a b", false),
    ])
    func signsAreComparedAsTheyStand(typed: String, text: String, words: String, expected: Bool) throws {
        let range = try #require(text.range(of: words))
        let offsets =
            text.utf8.distance(
                from: text.startIndex, to: range.lowerBound)..<text.utf8.distance(
                from: text.startIndex, to: range.upperBound)
        #expect(try #require(SignedPhrase(typed)).isWritten(in: text, at: offsets) == expected)
    }

    @Test func signsOfATitleThatAPersonGaveAreMeant() async throws {
        let archive = try TestArchive()
        for name in ["first", "second"] {
            try archive.write([TestDocument(name, pages: [name], title: "Untitled")], to: "\(name).zip")
        }
        try await archive.update()
        for (name, title) in [("first", "A course in C++"), ("second", "A course in C")] {
            let document = try #require(try archive.index.search(SearchRequest(name)).hits.first?.document)
            try archive.index.correct(document, [.title: title], by: "edith")
        }
        #expect(try archive.names("title:\"C++\"") == ["first"])
        #expect(try archive.names("title:\"course in C\"").count == 2)
    }

    @Test func aNoteIsSearchedWithoutSignsAndAHintSaysSo() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("first", pages: ["first"], title: "Untitled")], to: "first.zip")
        try await archive.update()
        let document = try #require(try archive.index.search(SearchRequest("first")).hits.first?.document)
        _ = try archive.index.addNote("vitamin C", to: document, by: "edith")
        let results = try archive.index.search(SearchRequest("note:\"C++\""))
        #expect(results.hits.count == 1)
        #expect(results.hints.map(\.message).contains { $0.contains("signs are not looked for in notes and labels") })
    }

    @Test(arguments: ["water board", "water-board", "12.5", "the end.", "Smith & Sons", "(1931)", "\u{201E}x\u{201C}"])
    func punctuationIsNoSign(typed: String) { #expect(SignedPhrase(typed) == nil) }
}
