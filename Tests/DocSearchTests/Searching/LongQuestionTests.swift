import DocSearch
import DocSearchTestSupport
import Testing

@Suite("What decides in a long query")
struct LongQuestionTests {
    private static let words = (0..<80).map { "word\($0)" }

    private static let archived = Task {
        let archive = try TestArchive()
        let text = words.joined(separator: " ")
        var documents = [
            TestDocument("his", pages: [text], authors: ["Ada Dunnock"], tags: ["open"]),
            TestDocument("hers", pages: [text], authors: ["Edith Marrowby"], tags: ["open"]),
            TestDocument("draft", pages: [text + " draft"], authors: ["Ada Dunnock"], tags: ["open"]),
            TestDocument("trams", pages: ["tramway depot"]), TestDocument("lines", pages: ["tramway lines"]),
            TestDocument("street", pages: ["tramway street"]),
        ]
        documents += (0..<70).map { TestDocument("rare\($0)", pages: ["rare\($0) depot"]) }
        try archive.write(documents, to: "all.zip")
        try await archive.update()
        return archive
    }

    private static func find(
        _ query: String, _ change: (inout SearchRequest) -> Void = { _ in }
    ) async throws -> [String] {
        try await archived.value.find(query, change).map { String($0.dropFirst("all.zip!/".count)) }.sorted()
    }

    @Test(arguments: SearchRequest.Match.allCases)
    func aFilterHoldsHoweverManyWordsAreAsked(match: SearchRequest.Match) async throws {
        let found = try await Self.find(Self.words.joined(separator: " ")) { request in
            request.filter = "author:dunnock"
            request.match = match
        }
        #expect(found.allSatisfy { ["his.pdf", "draft.pdf"].contains($0) }, "only his: \(found)")
        #expect(match == .all || found.count == 2)
    }

    @Test(arguments: [nil, "tag:=open"])
    func exclusionsAndFieldsHoldBehindAnyNumberOfWords(access: String?) async throws {
        let query = Self.words.joined(separator: " ") + " -draft author:dunnock"
        #expect(try await Self.find(query) { $0.access = access } == ["his.pdf"])
    }

    @Test func aFilterOfManyWordsHoldsBesideAsManyExclusions() async throws {
        let exclusions = (0..<63).map { "-rare\($0)" }.joined(separator: " ")
        let filter = "-draft author:dunnock " + Self.words.prefix(60).joined(separator: " ")
        #expect(try await Self.find("word1 " + exclusions) { $0.filter = filter } == ["his.pdf"])
    }

    private static let unknown = (0..<72).map { "unknown\($0)" }

    @Test func exclusionsTakeNoRoomFromWhatIsWanted() async throws {
        let trams = ["lines.pdf", "street.pdf", "trams.pdf"]
        let nowhere = Self.unknown.map { "-\($0)" }.joined(separator: " ")
        #expect(try await Self.find("tramway \(nowhere)") { $0.match = .all } == trams)
        #expect(try await Self.find("tramway \(nowhere) -depot") { $0.match = .all } == ["lines.pdf", "street.pdf"])
        let known = (0..<70).map { "-rare\($0)" }.joined(separator: " ")
        #expect(try await Self.find("\(known) tramway") == trams)
        #expect(try await Self.find("\(known) (tramway NEAR/2 lines)") == ["lines.pdf"])
    }

    @Test func choicesThatAreNowhereTakeNoRoom() async throws {
        let choices = (Self.unknown + ["tramway"]).joined(separator: " OR ")
        let results = try await Self.archived.value.index.search(SearchRequest(choices))
        #expect(results.totalWithAll == 3)
        #expect(results.hints.count == 1, "\(results.hints.map(\.message))")
        #expect(try await Self.find("depot -(\(choices))").contains("trams.pdf") == false)
        #expect(try await Self.find("depot -(\(choices))").contains("rare1.pdf"))
        let groups = Self.unknown.map { "(\($0) depot)" }.joined(separator: " OR ") + " OR (tramway depot)"
        #expect(try await Self.find(groups) == ["trams.pdf"])
    }

    @Test func choicesThatAreNowhereTakeNoRoomFromExclusions() async throws {
        let choices = (["depot"] + Self.unknown.prefix(39)).joined(separator: " OR ")
        let excluded = (0..<41).map { "-rare\($0)" }.joined(separator: " ")
        let found = try await Self.find("(\(choices)) \(excluded)") { $0.limit = 100 }
        #expect(found.count == 30 && !found.contains("rare40.pdf"), "\(found)")
    }

    @Test func aGroupThatIsNowhereStaysSoWhenPartsOfItAreLeftOut() async throws {
        let groups = Self.unknown.prefix(33).map { "(depot \($0))" }
        #expect(try await Self.find("tramway " + groups.map { "-" + $0 }.joined(separator: " ")).count == 3)
        let excluded = (0..<41).map { "-rare\($0)" }.joined(separator: " ")
        let choices = ([Self.unknown[70]] + groups).joined(separator: " OR ")
        #expect(try await Self.find("(\(choices)) \(excluded)").isEmpty)
    }

    /// A stop word that tells something makes two phrases of one term.
    @Test func phrasesOfStopWordsTakeNoMoreRoomThanThereIs() async throws {
        let titles = (0..<61).map { "title:t\($0)" }.joined(separator: " ")
        let found = try await Self.find("alpha IT beta \(titles)") { request in
            request.filter = (0..<64).map { "other\($0)" }.joined(separator: " OR ")
        }
        #expect(found.isEmpty)
    }

    @Test func synonymsTakeNoRoomFromExclusions() async throws {
        let lines = (1...5).map { word in
            "word\(word), " + (0..<20).map { "other\(word)x\($0)" }.joined(separator: ", ")
        }
        let found = try await Self.find("word1 word2 word3 word4 word5 -draft") {
            $0.synonyms = Synonyms(lines: lines.joined(separator: "\n"))
        }
        #expect(found == ["hers.pdf", "his.pdf"])
    }

    @Test func synonymsThatHaveNoRoomAreTold() async throws {
        let lines = (1...12).map { word in
            "word\(word), " + (0..<16).map { "other\(word)x\($0)" }.joined(separator: ", ")
        }
        var request = SearchRequest((1...12).map { "word\($0)" }.joined(separator: " "))
        request.synonyms = Synonyms(lines: lines.joined(separator: "\n"))
        let results = try await Self.archived.value.index.search(request)
        #expect(results.totalWithAll == 3)
        #expect(results.hints.map(\.message).contains { $0.contains("synonyms of “word8”") })
    }

    @Test func aLongQueryIsAboutWhatItSaysOften() async throws {
        let rare = (0..<70).map { "rare\($0)" }
        let query = (rare + [String](repeating: "tramway", count: 8)).joined(separator: " ")
        let results = try await Self.archived.value.index.search(SearchRequest(query))
        #expect(results.understood.split(separator: " AND ").count == 64)
        #expect(
            Set(results.hits.prefix(3).compactMap(\.document.entry)) == ["trams.pdf", "lines.pdf", "street.pdf"],
            "\(results.hits.prefix(4).map(\.document.path))")
    }

    /// A long document has many words somewhere, whatever it is about.
    @Test func ofManyWordsOnlyDocumentsThatHaveThemTogetherComeFirst() async throws {
        let archive = try TestArchive()
        let words = ["heron", "stork", "plover", "crane", "gannet", "avocet", "curlew"]
        let filler = (0..<40).map { "filler\($0)" }.joined(separator: " ")
        try archive.write(words.map { "\($0) \(filler)" }, to: "atlas.pdf")
        try archive.write([words.dropLast().joined(separator: " ")], to: "letter.pdf")
        for number in 1...3 { try archive.write(["curlew note number\(number)"], to: "note\(number).pdf") }
        try await archive.update()
        func hits(_ words: some Sequence<String>) throws -> [SearchHit] {
            try archive.index.search(SearchRequest(words.joined(separator: " "))).hits
        }
        let found = try hits(words)
        #expect(found.prefix(2).map(\.document.path) == ["letter.pdf", "atlas.pdf"])
        #expect(found.prefix(2).map(\.hasAllWords) == [false, true])
        #expect(zip(found, found.dropFirst()).allSatisfy { $0.score >= $1.score })
        #expect(try hits(words.suffix(5)).first?.document.path == "atlas.pdf", "they are few words")
        try archive.write([words.joined(separator: " ") + " " + filler], to: "together.pdf")
        try await archive.update()
        let again = try hits(words)
        #expect(again.first?.document.path == "together.pdf")
        #expect(again.prefix(3).map(\.hasAllWords) == [true, false, true])
        for sort in SearchRequest.Sort.allCases where sort != .relevance {
            let sorted = try archive.find(words.joined(separator: " ")) { $0.sort = sort }
            #expect(Set(sorted.prefix(2)) == ["atlas.pdf", "together.pdf"], "\(sort)")
        }
    }

    @Test func oneWordOfManyCountsForLessInATitle() async throws {
        let archive = try TestArchive()
        try archive.write(
            [TestDocument("a", pages: ["the ledger of the parish for that year is lost"], title: "Heron")],
            to: "title.zip")
        try archive.write(
            [TestDocument("b", pages: ["the ledger of the parish for this year"], title: "Tramway depot")],
            to: "two.zip")
        try archive.write([Array(repeating: "heron", count: 5).joined(separator: " ")], to: "text.pdf")
        for number in 1...12 {
            try archive.write(["minutes of the meeting number \(number) of that parish"], to: "\(number).pdf")
        }
        try await archive.update()
        #expect(try archive.find("heron") == ["title.zip!/a.pdf", "text.pdf"])
        #expect(
            try archive.find("heron tramway depot sluices locks harbour")
                == ["two.zip!/b.pdf", "text.pdf", "title.zip!/a.pdf"])
    }
}
