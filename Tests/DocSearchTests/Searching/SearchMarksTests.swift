import DocSearch
import DocSearchTestSupport
import Testing

@Suite("Marks are those of the search")
struct SearchMarksTests {
    private static let archived = Task {
        let archive = try TestArchive()
        let far = (["sluice"] + (0..<120).map { "filler\($0)" } + ["the board asked for a sluice in 1931"])
            .joined(separator: " ")
        try archive.write(
            [
                TestDocument("dated", pages: ["the council of 1931 met in 1931", far], date: "1931-03-05"),
                TestDocument("undated", pages: ["the harbour of 1931"]),
            ], to: "all.zip")
        try await archive.update()
        return archive
    }

    /// The words that are marked on a page.
    private static func marked(
        _ query: String, in name: String, page number: Int = 1, isLiteral: Bool = false
    ) async throws -> [String] {
        let index = try await archived.value.index
        let document = try index.document(DocumentReference("all.zip!/\(name).pdf"))
        let page = try #require(try index.pages(of: document, page: number).first)
        var request = SearchRequest(query)
        request.isLiteral = isLiteral
        let scalars = Array(page.text.unicodeScalars)
        let ranges = try #require(try index.marks(for: request, in: [page]).first)
        if !isLiteral { #expect(try index.marks(of: query, in: page) == ranges) }
        return ranges.map { String(String.UnicodeScalarView(scalars[$0])) }
    }

    @Test func aYearThatWasTakenForADateIsNotMarked() async throws {
        #expect(try await Self.marked("council in 1931", in: "dated") == ["council"])
        #expect(try await Self.marked("council 1931", in: "dated") == ["council", "1931", "1931"])
        #expect(
            try await Self.marked("council in 1931", in: "dated", isLiteral: true) == ["council", "1931", "1931"])
    }

    @Test func aStopWordThatIsNowhereBesideItsNeighbourIsMarked() async throws {
        let archive = try TestArchive()
        try archive.write(["the WHO has given guidelines"], to: "who.pdf")
        try await archive.update()
        let page = try #require(try archive.index.pages(of: archive.index.document("who.pdf")).first)
        #expect(try archive.index.marks(of: "WHO guidelines", in: page).count == 2)
    }

    @Test func aPairThatIsThereWithoutItsSignsIsMarkedAsTheSearchMarksIt() async throws {
        let archive = try TestArchive()
        try archive.write(["the rooms R D IT and all R&D has of it"], to: "rooms.pdf")
        try await archive.update()
        let found = try #require(try archive.index.search(SearchRequest("R&D IT")).hits.first)
        let page = try #require(try archive.index.pages(of: found.document).first)
        let marks = try archive.index.marks(of: "R&D IT", in: page)
        #expect(marks == found.pages.first?.marks)
        #expect(marks.last?.upperBound == page.text.unicodeScalars.count, "it")
    }

    @Test func synonymsAreMarked() async throws {
        let index = try await Self.archived.value.index
        var request = SearchRequest("panel")
        request.synonyms = Synonyms(lines: "panel, board")
        let hit = try #require(try index.search(request).hits.first)
        let page = try #require(try index.pages(of: hit.document, page: 2).first)
        #expect(try index.marks(for: request, in: [page])[0].count == 1)
        #expect(try index.snippetMarks(for: request, in: page).count == hit.pages.first?.marks.count)
    }

    @Test func aGuessThatWasDroppedIsMarkedAsWords() async throws {
        #expect(try await Self.marked("harbour in 1931", in: "undated") == ["harbour", "1931"])
    }

    @Test func aLongQuestionMarksAllOfItsWords() async throws {
        let archive = try TestArchive()
        let words = (1...120).map { "w\($0)" }
        try archive.write([words.joined(separator: " ") + " and \(words[100])"], to: "long.pdf")
        try await archive.update()
        let page = try #require(try archive.index.pages(of: archive.index.document("long.pdf")).first)
        let pairs = stride(from: 0, to: 120, by: 2).map { "\"\(words[$0]) \(words[$0 + 1])\"" }
        #expect(try archive.index.marks(of: pairs.joined(separator: " "), in: page).count == 60, "120 words in phrases")
        let exact = pairs.map { "=\($0)" }.joined(separator: " ")
        #expect(try archive.index.marks(of: exact, in: page).count == 60, "as they are written")
    }

    @Test func theMarksOfASnippetAreToldWithoutIt() async throws {
        let index = try await Self.archived.value.index
        let request = SearchRequest("sluice board")
        let hit = try #require(try index.search(request).hits.first)
        let found = try #require(hit.pages.first)
        #expect(found.page == 2)
        let page = try #require(try index.pages(of: hit.document, page: 2).first)
        let (all, shown) = (
            try index.marks(of: request.query, in: page), try index.snippetMarks(for: request, in: page)
        )
        #expect(all.count == 3)
        #expect(shown == Array(all.dropFirst()), "the first of the words stands alone, far before the others")
        #expect(found.marks.count == shown.count)
    }
}
