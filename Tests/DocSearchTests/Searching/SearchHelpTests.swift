import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What helps on the way")
struct SearchHelpTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for number in 1...6 {
            try archive.write(["the tramway committee met \(number) times"], to: "minutes-\(number).pdf")
        }
        try archive.write(["a tram and a tramline"], to: "tram.pdf")
        try archive.write(["of modern houses"], to: "Müllers Bauten/modern.pdf")
        try archive.write(["a street railway"], to: "railway.pdf")
        try archive.write(
            [
                TestDocument(
                    "a", pages: ["gas works one"], title: "Gas", authors: ["John Smith"], tags: ["council", "gas"],
                    date: "1931-03"),
                TestDocument(
                    "b", pages: ["gas works two"], title: "Gas", authors: ["Smith, John", "Ann Orme"],
                    tags: ["council"], date: "1931-05-02"),
                TestDocument("c", pages: ["gas works three"], title: "Gas", date: "1932"),
            ], to: "gas.zip")
        try await archive.update()
        return archive
    }

    @Test(arguments: [
        ("tarmway", "tramway"), ("comittee", "committee"), ("rnodern", "modern"), ("tramvvay met", "tramway met"),
        ("met \"x y\" -zzz tarmway", "met \"x y\" -zzz tramway"),
        ("title:gas wroks", "title:gas works"),
        // A day in figures and names of folders, which no page has.
        ("2.5.1931", "date:1931-05-02"), ("works 2.5.1931", "works date:1931-05-02"),
        ("Müllers", "path:Müllers"), ("houses mullers", "houses path:mullers"),
        ("mullers bauten", "path:\"mullers bauten\""), ("bauten mullers", "path:bauten path:mullers"),
        ("\"Müllers Bauten\"", "path:\"Müllers Bauten\""),
        ("“Müllers Bauten”", "path:\"Müllers Bauten\""),
    ])
    func anotherSpellingIsOfferedWhenNothingIsFound(query: String, offered: String) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.index.search(SearchRequest(query)).suggestion == offered)
    }

    @Test(arguments: [
        "tramway", "xqzwvjk", String(repeating: "q", count: 60_000), "tramway committee", "\"tarmway\"", "=tarmway",
        "1931..1932",
    ])
    func noSpellingIsOfferedWhereThereIsNoneToOffer(query: String) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.index.search(SearchRequest(query)).suggestion == nil)
    }

    /// Names of folders tell of documents that may be closed.
    @Test func nothingIsOfferedToThoseWithAFilter() async throws {
        var request = SearchRequest("Müllers")
        request.access = "pages:1.."
        #expect(try await Self.archived.value.index.search(request).suggestion == nil)
    }

    @Test func wordsAreCompletedFromTheIndex() async throws {
        let archive = try await Self.archived.value
        #expect(try archive.index.suggestions(for: "tram").map(\.text) == ["tramway", "tram", "tramline"])
        #expect(try archive.index.suggestions(for: "tram").first?.pages == 6)
        #expect(try archive.index.suggestions(for: "the TRAMW").map(\.text) == ["the tramway"])
        #expect(try archive.index.suggestions(for: "tram", limit: 1).count == 1)
        for nothing in ["", " ", "tram ", "zzz", "\"", "\u{0}"] {
            #expect(try archive.index.suggestions(for: nothing).isEmpty, "\(nothing.debugDescription)")
        }
    }

    @Test func facetsAreCountedOverAllThatIsFound() async throws {
        let archive = try await Self.archived.value
        var request = SearchRequest("gas")
        request.limit = 1
        #expect(try archive.index.search(request).facets == nil)
        request.countsFacets = true
        let facets = try #require(try archive.index.search(request).facets)
        #expect(facets.tags.map { "\($0.name) \($0.documents)" } == ["council 2", "gas 1"])
        #expect(facets.authors.map(\.name) == ["Ann Orme", "John Smith", "Smith, John"])
        #expect(facets.years.map { "\($0.name) \($0.documents)" } == ["1931 2", "1932 1"])
        #expect(facets.formats.map { "\($0.name) \($0.documents)" } == ["zip 3"])
        #expect(facets.languages.isEmpty)
    }

    @Test func aWordFindsItsSynonyms() async throws {
        let archive = try await Self.archived.value
        let synonyms = Synonyms(lines: "# transport\ntram, Tramway, street railway\nlonely\n\n,,\ngas,gas")
        func find(_ query: String) throws -> Int { try archive.find(query) { $0.synonyms = synonyms }.count }
        #expect(try archive.find("tram").count == 1)
        #expect(try find("tram") == 8)
        #expect(try find("TRAMWAY") == 8)
        #expect(try find("\"tram\"") == 1, "quoted words are meant as they stand")
        #expect(try find("=tram") == 1, "quoted words are meant as they stand")
        #expect(try find("railway -tram") == 1, "what is left out is what was named")
        #expect(try find("title:tram") == 1, "a title is the file's name when there is no other")
        let hits = try archive.index.search(
            {
                var request = SearchRequest("tram railway")
                request.synonyms = synonyms
                return request
            }()
        ).hits
        #expect(hits.first?.document.path == "railway.pdf", "one word may stand for both")
    }

    @Test func searchesKeepToTheirFilter() async throws {
        let archive = try await Self.archived.value
        func find(_ query: String, _ filter: String) throws -> [String] {
            try archive.find(query) { $0.filter = filter }.map { String($0.suffix(5)) }.sorted()
        }
        #expect(try find("gas works", "date:1931 OR author:smith") == ["a.pdf", "b.pdf"])
        #expect(try find("gas nonsense", "tag:council") == ["a.pdf", "b.pdf"], "words are given up, the filter is not")
        #expect(try find("", "three -has:tags") == ["c.pdf"], "alone it lists")
        #expect(try find("gas -one", "works") == ["b.pdf", "c.pdf"])
        var request = SearchRequest("gas")
        request.filter = "works colour:red"
        let results = try archive.index.search(request)
        #expect(results.hints.contains { $0.message.hasPrefix("In the filter: ") })
        request.filter = "works"
        let page = try #require(try archive.index.search(request).hits.first?.pages.first)
        #expect(page.marks.count == 1, "what the filter asks for is not marked")
    }

    @Test func copiesAreFoldedIntoOneHit() async throws {
        let archive = try TestArchive()
        for folder in ["a", "b", "c"] { try archive.write(["the heron"], to: "\(folder)/letter.pdf") }
        for number in 1...3 { try archive.write(["the heron \(number)"], to: "other-\(number).pdf") }
        try await archive.update()
        let results = try archive.index.search(SearchRequest("heron"))
        #expect(results.total == 6)
        #expect(results.hits.count == 4)
        let letter = try #require(results.hits.first { $0.document.path == "a/letter.pdf" })
        #expect(letter.copies == ["b/letter.pdf", "c/letter.pdf"])
        #expect(try archive.find("heron") { $0.showsCopies = true }.count == 6)
        #expect(try archive.find("heron") { $0.limit = 2 }.count == 2, "copies do not take the places of others")
    }

    @Test func hitsTellWhichOfThemAreNearlyTheSame() async throws {
        let archive = try TestArchive()
        let text = (1...30).map { "clause\($0)" }.joined(separator: " ")
        try archive.write(["heron \(text) first copy"], to: "a.pdf")
        try archive.write(["heron \(text) second copy"], to: "b.pdf")
        try archive.write(["heron " + (1...30).map { "other\($0)" }.joined(separator: " ")], to: "c.pdf")
        try archive.write(["heron"], to: "d.pdf")
        try archive.write(["heron heron"], to: "e.pdf")
        try await archive.update()
        let hits = try archive.index.search(SearchRequest("heron")).hits
        #expect(hits.count == 5)
        let near = hits.filter { $0.nearCopyOf != nil }
        #expect(near.count == 1)
        let pair = Set([
            near.first?.document.path, hits.first { $0.document.id == near.first?.nearCopyOf }?.document.path,
        ])
        #expect(pair == ["a.pdf", "b.pdf"])
        var request = SearchRequest("heron")
        request.showsCopies = true
        #expect(try archive.index.search(request).hits.allSatisfy { $0.nearCopyOf == nil })
    }

    @Test func pinnedDocumentsComeBeforeTheirEquals() async throws {
        let archive = try TestArchive()
        for name in ["a", "b", "c"] { try archive.write(["the heron of \(name)"], to: "\(name).pdf") }
        try archive.write([TestDocument("x", pages: ["nothing"], title: "Heron and plover")], to: "title.zip")
        for number in 1...12 { try archive.write(["minutes of meeting \(number)"], to: "\(number).pdf") }
        try await archive.update()
        func find(_ query: String, pinned: [String]) throws -> [SearchHit] {
            var request = SearchRequest(query)
            request.pinned = pinned.map { DocumentReference($0) }
            return try archive.index.search(request).hits
        }
        #expect(try find("heron", pinned: []).map(\.isPinned).allSatisfy { !$0 })
        let hits = try find("heron", pinned: ["c.pdf", "nowhere.pdf"])
        let order = hits.map(\.document.path)
        #expect(order.firstIndex(of: "c.pdf") ?? 9 < order.firstIndex(of: "a.pdf") ?? 0)
        #expect(hits.first { $0.document.path == "c.pdf" }?.isPinned == true)
        #expect(
            try find("heron plover", pinned: ["c.pdf"]).first?.document.path == "title.zip!/x.pdf", "a boost, no more")
        #expect(try find("meeting", pinned: ["c.pdf"]).contains { $0.isPinned } == false, "only what answers")
    }

    @Test func titlesWeighAsMuchAsTheRequestSays() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("a", pages: ["nothing"], title: "Heron")], to: "title.zip")
        try archive.write(["heron heron heron heron heron heron"], to: "text.pdf")
        for number in 1...12 { try archive.write(["minutes of meeting \(number)"], to: "\(number).pdf") }
        try await archive.update()
        #expect(try archive.find("heron").first == "title.zip!/a.pdf")
        #expect(try archive.find("heron") { $0.weights.title = 0.1 }.first == "text.pdf")
    }

    @Test(arguments: [
        ("gas from john smith", ["a", "b"]), ("gas from nobody", []), ("gas in March 1931", ["a"]),
        ("gas last year", ["c"]), ("gas before april 1931", ["a"]), ("gas #gas", ["a"]),
        ("gas between 1931 and 1932", ["a", "b", "c"]),
    ])
    func factsInPlainWordsAreUnderstood(query: String, expected: [String]) async throws {
        let archive = try await Self.archived.value
        var request = SearchRequest(query)
        request.match = .all
        request.now = Date(timeIntervalSince1970: -1_136_073_600)  // 1934-01-01
        if query.contains("last year") { request.now = Date(timeIntervalSince1970: -1_167_609_600) }  // 1933-01-01
        let results = try archive.index.search(request)
        #expect(results.hits.map { String($0.document.entry.prefix(1)) }.sorted() == expected, "\(results.understood)")
        #expect(!results.inferences.isEmpty || expected.isEmpty)
        request.isLiteral = true
        #expect(try archive.index.search(request).inferences.isEmpty)
    }

    @Test(arguments: [
        ("id:1", 1), ("bundle:gas", 3), ("has:tags gas", 2), ("has:author gas", 2), ("-has:author gas", 1),
        ("has:date gas", 3), ("has:attachments gas", 3), ("has:notes gas", 0), ("has:text gas", 3),
        ("confidence:<0.9 gas", 0), ("modified:2000.. gas", 3), ("modified:..2000 gas", 0), ("has:title gas", 3),
        ("modified:..9999 gas", 3), ("modified:9999 gas", 0), ("modified:0001.. gas", 3),
        ("has:language gas", 0), ("tram -has:title", 1),
    ])
    func queriesCanAskForMoreFacts(query: String, count: Int) async throws {
        let archive = try await Self.archived.value
        #expect(try archive.find(query) { $0.match = .all }.count == count)
    }
}
