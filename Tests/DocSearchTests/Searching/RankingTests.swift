import DocSearchTestSupport
import DocSearch
import Testing

@Suite("The order of hits")
struct RankingTests {
    @Test(
        "One thing alone decides",
        arguments: [
            ("pelican", ["title-hit", "six-hits"], "a hit in the title beats six in the text"),
            ("kestrel", ["often", "once"], "more hits in as many words"),
            ("merlin", ["short", "long"], "as many hits in fewer words"),
            ("lighthouse keeper wages", ["together", "scattered"], "all words on one page"),
            ("\"copper kettle\"", ["in-order"], "a phrase stands in this order"),
            ("lantern -oil", ["gas"], "what is excluded does not answer"),
            ("lantern NOT oil", ["gas"], "in words too"),
        ])
    func theOrderOfHitsIsDecided(query: String, expected: [String], reason: String) async throws {
        let archive = try await SearchArchive.shared()
        #expect(try archive.names(query) == expected, "\(reason)")
        let scores = try archive.index.search(SearchRequest(query)).hits.map(\.score)
        #expect(scores == scores.sorted(by: >), "scores fall and are positive")
        #expect(scores.allSatisfy { $0 > 0 }, "scores fall and are positive")
    }

    @Test func theRarerWordRanksHigher() async throws {
        let archive = try await SearchArchive.shared()
        let names = try archive.names("ordinary quixotic") { $0.match = .any }
        #expect(names.first == "rare")
        #expect(names.count == 22)
    }

    @Test func documentsWithSomeWordsRankBehindThoseWithAll() async throws {
        let archive = try await SearchArchive.shared()
        let results = try archive.index.search(SearchRequest("tramline viaduct"))
        #expect(results.isRelaxed)
        #expect(results.total == 2)
        #expect(results.totalWithAll == 1)
        #expect(results.hits.map(\.document.entry) == ["both-words.pdf", "one-word.pdf"])
        #expect(results.hits.map(\.hasAllWords) == [true, false])
        #expect(results.hits[0].score > results.hits[1].score)

        var strict = SearchRequest("tramline viaduct")
        strict.match = .all
        #expect(try archive.index.search(strict).hits.map(\.document.entry) == ["both-words.pdf"])
        #expect(try !archive.index.search(SearchRequest("tramline")).isRelaxed)
    }

    @Test func hitsSayWhetherTheyHaveAllWordsWhenAnyIsEnough() async throws {
        let archive = try await SearchArchive.shared()
        var request = SearchRequest("tramline viaduct")
        request.match = .any
        let results = try archive.index.search(request)
        #expect(results.isRelaxed)
        #expect(results.total == 2)
        #expect(results.totalWithAll == 1)
        #expect(results.suggestion == nil)
        for hit in results.hits { #expect(hit.hasAllWords == (hit.document.entry == "both-words.pdf")) }
    }

    @Test func theOrderOfHitsIsTheSameEveryTime() async throws {
        let archive = try await SearchArchive.shared()
        let first = try archive.names("ordinary filler1 almanac")
        for _ in 0..<5 { #expect(try archive.names("ordinary filler1 almanac") == first) }
    }

    /// Sixty documents whose words fall by chance, so that the orders by document and by page differ.
    @Test(arguments: [
        "alpha beta", "alpha beta gamma", "gamma", "title:red alpha", "alpha -gamma", "1930..1990",
    ])
    func partsOfTheListOfHitsAreDisjointAndComplete(query: String) async throws {
        let archive = try await Self.random.value
        for match in SearchRequest.Match.allCases {
            let all = try archive.find(query) { $0.match = match }
            var joined: [String] = []
            for offset in stride(from: 0, to: 100, by: 3) {
                joined += try archive.find(query) {
                    $0.match = match
                    $0.limit = 3
                    $0.offset = offset
                }
            }
            #expect(Set(joined).count == joined.count, "no document twice (\(match))")
            #expect(Set(joined) == Set(all), "and none left out (\(match))")
        }
    }

    private static let random = Task {
        var generator = SeededGenerator(seed: 60)
        let documents = (0..<60).map { number in
            let pages = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                (0..<Int.random(in: 5...60, using: &generator)).map { _ in
                    ["alpha", "beta", "gamma", "x1", "x2", "x3", "x4", "x5", "x6"].randomElement(
                        using: &generator) ?? ""
                }.joined(separator: " ")
            }
            return TestDocument(
                "\(number)", pages: pages, title: number % 3 == 0 ? "Red" : "Blue", date: "\(1930 + number)")
        }
        let archive = try TestArchive()
        try archive.write(documents, to: "random.zip")
        try await archive.update()
        return archive
    }

    @Test func allHitsAreCountedWhateverPartIsShown() async throws {
        let archive = try await SearchArchive.shared()
        var request = SearchRequest("ordinary")
        request.limit = 5
        let results = try archive.index.search(request)
        #expect(results.hits.count == 5)
        #expect(results.total == 21)
        request.offset = 21
        #expect(try archive.index.search(request).hits.isEmpty)
        #expect(try archive.index.search(request).total == 21)
    }

    @Test(
        "No number makes it fail",
        arguments: [(Int.max, 0), (Int.max, Int.max), (1, Int.max), (Int.max - 19, 1)])
    func searchesAcceptAnyLimitAndOffset(limit: Int, offset: Int) async throws {
        // In a process of its own, because a trap would end all tests.
        await #expect(processExitsWith: .success) { [limit, offset] in
            let archive = try await SearchArchive.shared()
            for query in ["ordinary", "tramline viaduct", "1931..1932"] {
                var request = SearchRequest(query)
                request.limit = limit
                request.offset = offset
                _ = try archive.index.search(request)
            }
        }
    }

    @Test(arguments: [
        (0, 0, 3, 32), (-1, 0, 3, 32), (10, -1, 3, 32), (10, 0, -1, 32), (10, 0, 3, 0), (10, 0, 3, 65),
    ])
    func searchesRefuseNumbersThatMakeNoSense(limit: Int, offset: Int, pages: Int, words: Int) async throws {
        let archive = try await SearchArchive.shared()
        var request = SearchRequest("ordinary")
        request.limit = limit
        request.offset = offset
        request.pagesPerDocument = pages
        request.snippetWords = words
        let error = #expect(throws: DocSearchError.self) { try archive.index.search(request) }
        #expect(error?.code == .usage)
    }
}
