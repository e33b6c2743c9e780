import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("A guess at plain words")
struct GuessTests {
    private static let archived = Task {
        let archive = try TestArchive()
        try archive.write(["council minutes of Tuesday the 13 January 1970 on the tramway"], to: "minutes.pdf")
        try archive.write(
            [
                TestDocument(
                    "letter", pages: ["a letter on the tramway"], title: "Tramway", authors: ["John Smith"],
                    date: "1931-03-05"),
                TestDocument("other", pages: ["the gas works"], title: "Gas", date: "1932", identifier: "other"),
            ], to: "letters.zip")
        try await archive.update()
        return archive
    }

    private static func search(
        _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
    ) async throws -> SearchResults {
        var request = SearchRequest(query)
        request.now = Date(timeIntervalSince1970: 1_795_305_600)  // 2026-11-22
        change(&request)
        return try await archived.value.index.search(request)
    }

    @Test func aGuessNeverEmptiesAnAnswer() async throws {
        for match in SearchRequest.Match.allCases {
            let results = try await Self.search("council minutes 13 January 1970") { $0.match = match }
            let literal = try await Self.search("council minutes 13 January 1970") {
                $0.match = match
                $0.isLiteral = true
            }
            #expect(results.hits.first?.document.path == "minutes.pdf")
            #expect(results.hits.map(\.document.id) == literal.hits.map(\.document.id))
            #expect(results.inferences.isEmpty)
            #expect(results.understood == literal.understood)
        }
    }

    @Test func aGuessThatIsDroppedIsSaid() async throws {
        let query = "council minutes 13 January 1970"
        let results = try await Self.search(query)
        #expect(results.hints.map(\.range) == [16..<31])
        #expect(
            results.hints.map(\.message)
                == [
                    "No document was found with date:1970-01-13 together with the rest of the query, "
                        + "so “13 January 1970” was searched as words."
                ])
    }

    @Test func aGuessIsKeptBesideOneThatIsDropped() async throws {
        let results = try await Self.search("tramway from John Smith last week")
        #expect(results.hits.first?.document.entry == "letter.pdf")
        #expect(results.inferences.map(\.message) == ["author:John AND author:Smith"])
        #expect(results.hints.map(\.message).count == 1)
    }

    @Test func guessesAreAllDroppedWhenNoneAloneIsTheReason() async throws {
        let results = try await Self.search("minutes from John Smith in March 1932")
        #expect(results.hits.contains { $0.document.path == "minutes.pdf" })
        #expect(results.inferences.isEmpty)
        #expect(results.hints.count == 2)
    }

    @Test(arguments: [
        "council minutes date:1970-01-13", "council on:1970-01-13", "council minutes 1970-01-13..1970-01-14",
        "tramway author:marrowby", "gas NOT in 1932", "tramway \"13 January 1971\" date:1971",
    ])
    func factsThatAreAskedForOutrightAreNoGuesses(query: String) async throws {
        let results = try await Self.search(query)
        #expect(results.hits.isEmpty, "facts that are asked for are strict: \(results.understood)")
    }

    @Test(arguments: [
        "am 13. January 1970", "gemeinderat 13 January 1970", "suspended on 13 January 1970", "zzzz 13 January 1970",
        "zzzz January 1970", "zzzz from John Smith", "zzzz yyyy before 13 January 1960",
    ])
    func aGuessLeavesNoQueryWithoutTheAnswerOfItsWords(query: String) async throws {
        let results = try await Self.search(query)
        let literal = try await Self.search(query) { $0.isLiteral = true }
        #expect(!literal.hits.isEmpty)
        #expect(results.hits.map(\.document.id) == literal.hits.map(\.document.id))
        #expect(results.inferences.isEmpty)
        #expect(results.hints.count == 1)
    }

    @Test func aGuessStandsWhenItsWordsAreNowhereEither() async throws {
        let results = try await Self.search("zzzqqq in 1931")
        #expect(results.hits.isEmpty)
        #expect(results.inferences.map(\.message) == ["date:1931"])
        #expect(!results.hints.contains { $0.message.contains("as words") })
    }

    @Test func noGuessIsMadeInTheMiddleOfProse() async throws {
        let question = """
            what did the council say on the tramway when people of the town asked whether the lines that are in use \
            today would be drawn through the market place and past the gas works or rather along the river
            """
        let results = try await Self.search(question)
        #expect(results.inferences.isEmpty)
        #expect(results.hits.count == 3)
    }

    @Test func punctuationInPlainWordsIsNoReasonForAHint() async throws {
        for query in ["tramway & council", "tramway - council", "tramway, council .", "* tramway / council ?"] {
            let results = try await Self.search(query)
            #expect(results.hints.isEmpty, "\(query)")
            #expect(results.totalWithAll == 1, "\(query)")
        }
    }
}

@Suite("A very long query")
struct LongQueryTests {
    private static let archived = Task {
        let archive = try TestArchive()
        let common = (0..<90).map { "common\($0)" }.joined(separator: " ")
        for number in 0..<4 { try archive.write([common], to: "common-\(number).pdf") }
        try archive.write(["the almshouse by the common1"], to: "rare.pdf")
        try await archive.update()
        return archive
    }

    @Test func aVeryLongQueryKeepsItsRarestWords() async throws {
        let archive = try await Self.archived.value
        let words = (0..<80).map { "common\($0)" } + ["nowhere", "almshouse"]
        let results = try archive.index.search(SearchRequest(words.joined(separator: " ")))
        #expect(results.hits.contains { $0.document.path == "rare.pdf" })
        #expect(results.understood.contains("almshouse"))
        #expect(!results.understood.contains("nowhere"), "a word that is on no page finds nothing")
        #expect(results.understood.split(separator: " AND ").count == 64)
        #expect(results.hints.map(\.message).contains { $0.contains("rarest") && $0.contains("“common1”") })
    }

    @Test func aVeryLongQueryKeepsWordsThatWereMarkedAsWanted() async throws {
        let archive = try await Self.archived.value
        let words = (0..<80).map { "common\($0)" }
        let query = words.joined(separator: " ") + " \"common88 common89\" =common87 -title:almshouse"
        let understood = try archive.index.search(SearchRequest(query)).understood
        for part in ["\"common88 common89\"", "=common87", "NOT title:almshouse"] {
            #expect(understood.contains(part), "\(part)")
        }
    }

    @Test func aVeryLongQueryMarksTheWordsThatItKeeps() async throws {
        let archive = try await Self.archived.value
        let query = (0..<80).map { "common\($0)" }.joined(separator: " ") + " almshouse"
        let document = try archive.index.document(DocumentReference("rare.pdf"))
        let page = try #require(try archive.index.pages(of: document).first)
        let scalars = Array(page.text.unicodeScalars)
        let marked = try archive.index.marks(of: query, in: page).map { String(String.UnicodeScalarView(scalars[$0])) }
        #expect(marked == ["almshouse"])
    }
}
