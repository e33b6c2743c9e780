import DocSearch
import DocSearchTestSupport
import Testing

@Suite("A title that is typed in full")
struct TypedTitleTests {
    private static let titles = [
        ("How to be an alien in six easy lessons", "Alien lessons six easy"),
        ("Who was who in the war of the roses", "War roses"),
        ("Where the rivers of the north are and how they run", "North rivers run"),
        ("The mill", "Mill"),
        ("Notes on all the wells, pumps, ditches, sluices and drains", "Wells pumps ditches sluices drains notes"),
    ]

    private static let archived = Task {
        let archive = try TestArchive()
        let documents = titles.enumerated().flatMap { number, title in
            [
                TestDocument("\(number) whole", pages: ["york"], title: title.0),
                TestDocument(
                    "\(number) short", pages: [Array(repeating: title.1, count: 4).joined(separator: " ")],
                    title: title.1),
            ]
        }
        let fillers = (0..<20).map {
            TestDocument("filler \($0)", pages: ["war mill rivers wells alien \($0)"], title: "Filler")
        }
        let many = (0..<80).map { TestDocument("year \($0)", pages: ["ditto"], title: "Board of works \(1850 + $0)") }
        let long = Array(repeating: "ditto", count: 400).joined(separator: " ")
        let own = TestDocument("all years", pages: [long], title: "The board of works")
        try archive.write(documents + fillers + many + [own], to: "all.zip")
        try await archive.update()
        return archive
    }

    @Test(arguments: titles.map(\.0), SearchRequest.Match.allCases)
    func aTitleWithItsCommonWordsFindsItsDocumentFirst(title: String, match: SearchRequest.Match) async throws {
        let archive = try await Self.archived.value
        let number = try #require(Self.titles.firstIndex { $0.0 == title })
        for query in [title, title.lowercased() + "."] {
            let results = try archive.names(query) { $0.match = match }
            #expect(results.first == "\(number) whole", "\(query)")
        }
        let scores = try archive.index.search(SearchRequest(title)).hits.map(\.score)
        #expect(scores == scores.sorted(by: >), "scores fall")
    }

    /// As pasted from a list, with what a query would take for operators.
    @Test(arguments: [
        "War and Peace: a \"study\" - part 2 OR how", "Gas (1931) -draft of the bill", "Gas: NOT for the public",
        "Author:smith and his \"papers\"", "Pages: 12 (of 40", "Water NEAR the gas -- a report)",
        "-30 degrees: a report",
        "Letters from Paul Kern in March 1931", "Tag:council minutes before:1931", "A*b ~c =d",
    ])
    func aTitleWithOperatorsFindsItsDocumentFirst(title: String) async throws {
        let archive = try TestArchive()
        var documents = [TestDocument("called", pages: ["york"], title: title)]
        documents += (0..<9).map {
            TestDocument("other \($0)", pages: ["\(title) report gas minutes smith"], title: "Gas, report \($0)")
        }
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        for query in [title, title.uppercased(), " \(title)  "]
        where query != title.uppercased() || !title.contains(":") {
            for match in SearchRequest.Match.allCases {
                #expect(try archive.names(query) { $0.match = match }.first == "called", "\(query), \(match)")
            }
        }
        #expect(try archive.names(title) { $0.filter = "pages:9" }.isEmpty)
    }

    @Test func anExclusionThatIsNoPartOfATitleHolds() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("draft", pages: ["york"], title: "Minutes draft")], to: "all.zip")
        try await archive.update()
        #expect(try archive.names("minutes -draft").isEmpty)
    }

    @Test func theTitleOfAClosedDocumentIsNothingButWords() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument("closed", pages: ["york"], title: "Minutes draft -secret", tags: ["closed"]),
                TestDocument("open", pages: ["minutes of a draft"], title: "Gas"),
            ], to: "all.zip")
        try await archive.update()
        #expect(try archive.names("Minutes draft -secret").first == "closed")
        #expect(try archive.names("Minutes draft -secret") { $0.access = "-tag:closed" } == ["open"])
    }

    @Test func aFilterIsNoPartOfTheTitle() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.names("How to be an alien in six easy lessons pages:1").first == "0 whole")
    }

    @Test func theShorterTitleIsFirstWhereItIsTheQuery() async throws {
        for (number, title) in Self.titles.enumerated() where title.1.contains(" ") {
            #expect(try await Self.archived.value.names(title.1).first == "\(number) short")
        }
    }

    @Test func aTitleIsFirstAmongManyThatBeginLikeIt() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.names("the board of works").first == "all years")
        #expect(try archive.names("the board of works") { $0.limit = 1 } == ["all years"])
    }

    @Test func aTitleThatAPersonGaveCounts() async throws {
        let archive = try TestArchive()
        try archive.write(
            [
                TestDocument("first", pages: ["york"], title: "Untitled"),
                TestDocument("second", pages: ["wells drains wells drains"], title: "Wells drains"),
            ], to: "all.zip")
        try await archive.update()
        let document = try #require(try archive.index.search(SearchRequest("york")).hits.first?.document)
        try archive.index.correct(document, [.title: "On the wells and the drains"], by: "edith")
        #expect(try archive.names("On the wells and the drains").first == "first")
    }
}
