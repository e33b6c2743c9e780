import DocSearch
import DocSearchTestSupport
import Testing

@Suite("What was typed comes first")
struct TypedFormTests {
    /// The words with so many others between each two.
    private static func scattered(_ words: String, _ between: Int) -> String {
        words.split(separator: " ").enumerated().map { number, word in
            ([String(word)] + (0..<between).map { "filler\((number + $0) % 7)" }).joined(separator: " ")
        }.joined(separator: " ")
    }

    private static let archived = Task {
        let archive = try TestArchive()
        var documents = [
            TestDocument("typed", pages: [scattered("running meetings", 40)], title: "Untitled"),
            TestDocument("often", pages: [scattered("runs meeting runs meeting runs meeting", 8)], title: "Untitled"),
            TestDocument("close", pages: [scattered("drained meadows", 60)], title: "Untitled"),
            TestDocument("closer", pages: ["draining the meadow draining meadow drains meadow"], title: "Untitled"),
            TestDocument("titled", pages: ["nothing"], title: "Pump and Sluice"),
            TestDocument("paged", pages: [scattered("pumps sluices", 40)], title: "Untitled"),
            TestDocument(
                "pages",
                pages: [scattered("lamp lighter lamp lighter", 3), "nothing", scattered("lamps lighters", 20)],
                title: "Untitled"),
            TestDocument("one", pages: [scattered("tanners x", 60)], title: "Untitled"),
            TestDocument("two", pages: ["tanner tanner tanner tanner"], title: "Untitled"),
            TestDocument("quoted", pages: [scattered("thatched cottages", 40)], title: "Untitled"),
        ]
        documents += (0..<60).map { number in
            TestDocument(
                "bridge \(number)", pages: [scattered("bridge repair bridge repair \(number)", 6)], title: "Untitled")
        }
        documents.append(TestDocument("bridges", pages: [scattered("bridges repairs", 60)], title: "Untitled"))
        documents += (0..<8).map { TestDocument("other \($0)", pages: [scattered("minutes", 40)], title: "Untitled") }
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        return archive
    }

    @Test(
        "The form that was typed decides",
        arguments: [
            ("running meetings", ["typed", "often"], "before more of other forms"),
            ("meetings running", ["typed", "often"], "in any order"),
            ("runs meeting", ["often", "typed"], "and the other way round"),
            ("tanners", ["one", "two"], "of one word, too"), ("tanner", ["two", "one"], "either way"),
            ("drained meadows", ["closer", "close"], "unless others stand much closer together"),
            ("pumps sluices", ["titled", "paged"], "and a title has its words side by side"),
        ])
    func theFormThatWasTypedDecidesTheOrder(query: String, expected: [String], reason: String) async throws {
        let archive = try await Self.archived.value
        for match in [SearchRequest.Match.auto, .all] {
            let names = try archive.names(query) { $0.match = match }.prefix(2)
            #expect(Array(names) == expected, "\(reason)")
        }
        let scores = try archive.index.search(SearchRequest(query)).hits.map(\.score)
        #expect(scores == scores.sorted(by: >), "scores fall")
    }

    @Test func theFormThatWasTypedIsFoundBehindFiftyOthers() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.names("bridges repairs").first == "bridges")
        #expect(try archive.names("bridges repairs") { $0.limit = 1 } == ["bridges"])
        #expect(try archive.names("bridge repair").last == "bridges")
    }

    @Test func theFormThatWasTypedDecidesAmongPagesOfADocument() async throws {
        let archive = try await Self.archived.value
        let pages = { (query: String) in
            try archive.index.search(SearchRequest(query)).hits.first?.pages.map(\.page)
        }
        #expect(try pages("lamps lighters") == [3, 1])
        #expect(try pages("lamp lighter") == [1, 3])
    }

    @Test func aSynonymIsNotTakenForWhatWasTyped() async throws {
        let archive = try await Self.archived.value
        let synonyms = Synonyms(lines: "thatched, drained")
        let names = try archive.names("thatched cottages") { $0.synonyms = synonyms }
        #expect(names.first == "quoted")
    }
}
