import DocSearch
import DocSearchTestSupport
import Testing

/// Where no document has all the words, the query in another spelling is answered, and the answer says so.
@Suite("Dead ends")
struct DeadEndTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for number in 1...30 {
            try archive.write(
                ["the water board met for the \(number). time", "minutes and accounts"], to: "board-\(number).pdf")
        }
        try archive.write(["the tramway was opened by the mayor"], to: "tramway.pdf")
        try archive.write(["an outbreak of diphtheria in the harbour"], to: "diphtheria.pdf")
        try archive.write(["au bord de la mer"], to: "bord.pdf")
        try archive.write(["the gas works and their chimney"], to: "gas.pdf")
        try archive.write(["hospital report"], to: "report.pdf")
        try archive.write(["letters to the hospitals committee"], to: "letters.pdf")
        try await archive.update()
        return archive
    }

    private func answer(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) async throws
        -> SearchResults
    {
        var request = SearchRequest(query)
        request.meaning = .off
        change(&request)
        return try await Self.archived.value.index.search(request)
    }

    @Test(arguments: [
        ("tramwya", "tramway", "tramway.pdf"), ("tramwya mayor", "tramway mayor", "tramway.pdf"),
        ("watre bord", "water board", "board-1.pdf"), ("water bord minutes", "water board minutes", "board-1.pdf"),
        ("diptheria", "diphtheria", "diphtheria.pdf"), ("diptheria harbor", "diphtheria harbour", "diphtheria.pdf"),
        ("gas wroks", "gas works", "gas.pdf"), ("text:tramwya", "text:tramway", "tramway.pdf"),
        ("hopsital report", "hospital report", "report.pdf"), ("tramwya -minutes", "tramway -minutes", "tramway.pdf"),
    ])
    func anotherSpellingIsShownWhereNothingHasAllTheWords(query: String, showing: String, path: String) async throws {
        let results = try await answer(query)
        #expect(results.showing == showing)
        #expect(results.query == query)
        #expect(results.hits.contains { $0.document.path == path })
        #expect(try await answer(showing).hits.map(\.document.id) == results.hits.map(\.document.id))
    }

    @Test(arguments: [
        // Some document has all of it, however rare.
        "bord mer", "tramway", "water bord OR board",
        // Nothing is like it, or nothing that is has the other words.
        "zeppelin", "tramway zeppelin", "works chimneys zeppelin",
        // It was meant as it stands.
        "\"watre bord\"", "=tramwya",
    ])
    func aQueryThatIsRightOrLikeNothingIsAnsweredItself(query: String) async throws {
        #expect(try await answer(query).showing == nil)
    }

    @Test func wordsThatMustBeAsTypedAreAnsweredAsTyped() async throws {
        #expect(try await answer("tramwya") { $0.isLiteral = true }.hits.isEmpty)
        #expect(try await answer("tramwya") { $0.corrects = false }.hits.isEmpty)
        #expect(try await answer("tramwya mayor") { $0.match = .any }.showing == nil)
        #expect(try await answer("tramwya") { $0.corrects = false }.suggestion == "tramway")
    }

    @Test func laterPartsOfTheListAnswerTheSameSpelling() async throws {
        let all = try await answer("watre bord") { $0.limit = 30 }
        let rest = try await answer("watre bord") { ($0.limit, $0.offset) = (10, 20) }
        #expect(all.total == 30)
        #expect(rest.showing == "water board")
        #expect(rest.hits.map(\.document.id) == all.hits[20...].map(\.document.id))
    }

    /// Words of documents that somebody may not see must not show in a spelling.
    @Test func whoMaySeeOnlySomeDocumentsGetsNoOtherSpelling() async throws {
        let results = try await answer("tramwya") { $0.access = "path:board" }
        #expect(results.showing == nil)
        #expect(results.suggestion == nil)
        #expect(results.hits.isEmpty)
    }
}
