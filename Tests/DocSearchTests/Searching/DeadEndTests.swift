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
        request.corrects = true
        change(&request)
        return try await Self.archived.value.index.search(request)
    }

    @Test(arguments: [
        ("tramwya", "tramway", "tramway.pdf"), ("tramwya mayor", "tramway mayor", "tramway.pdf"),
        ("watre bord", "water board", "board-1.pdf"), ("watre bord minutes", "water board minutes", "board-1.pdf"),
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
        // Other words have documents together, but these are right, and there.
        "water bord minutes", "tramway harbour", "gas boards",
        // A neighbour that is nowhere beside the other word.
        "tramway board fire", "hospital tram",
        // Some document has all of it, however rare.
        "bord mer", "tramway", "water bord OR board",
        // Nothing is like it, or nothing that is has the other words.
        "zeppelin", "tramway zeppelin", "gas works zeppelin",
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

    @Test(arguments: ["-lang:de", "-path:tram", "NOT has:attachments"])
    func exclusionsOfFactsMakeNoDifference(exclusion: String) async throws {
        #expect(try await answer("watre bord \(exclusion)").showing == "water board \(exclusion)")
        #expect(try await answer("watre bord") { $0.filter = exclusion }.showing == "water board")
    }

    /// A decision must never be about documents of another spelling.
    @Test func documentsThatAQueryNamesAreThoseWithItsWords() async throws {
        #expect(try await Self.archived.value.index.documents(answering: "tramwya").isEmpty)
        #expect(try await Self.archived.value.index.documents(answering: "tramway").count == 1)
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
        let results = try await answer("watre bord") { $0.access = "path:board" }
        #expect(results.showing == nil)
        #expect(results.suggestion == nil)
        #expect(results.hits.isEmpty)
    }
}
