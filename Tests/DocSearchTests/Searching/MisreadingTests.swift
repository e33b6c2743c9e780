import DocSearchTestSupport
import Testing

@testable import DocSearch

/// Words that recognition misread are found behind words that are as typed, and the answer says so.
@Suite("Misreadings")
struct MisreadingTests {
    private static let archived = Task {
        let archive = try TestArchive()
        for number in 1...3 {
            try archive.write(["the harbour office, day \(number)", "a clerk"], to: "whole-\(number).pdf")
        }
        try archive.write(["the clerk of Burnharn opened the tumpike road"], to: "scan-letters.pdf")
        try archive.write(["lamps of the har bour were lit"], to: "scan-split.pdf")
        try archive.write(["wages of the lighthousekeeper"], to: "scan-joined.pdf")
        try archive.write(["the gas works of Norwieh", "the Norwich canal and its locks"], to: "scan-own.pdf")
        try archive.write(["the rampart", "the rarnpart", "no wall"], to: "scan-pages.pdf")
        try archive.write(["a cloak of wool", "a clock"], to: "scan-words.pdf")
        try archive.write(["bound in velurn"], to: "typed.pdf")
        try archive.write(["Walter was a sailor"], to: "whole-names.pdf")
        try archive.write(["Walker was a tailor"], to: "scan-names.pdf")
        try await archive.update()
        let database = try archive.database("index.sqlite")
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE page SET origin = 'ocr' WHERE id >> 20 IN (SELECT id FROM document WHERE path LIKE 'scan-%')
                    """)
        }
        try database.close()
        return archive
    }

    private func answer(_ query: String, _ change: (inout SearchRequest) -> Void = { _ in }) async throws
        -> SearchResults
    {
        var request = SearchRequest(query)
        (request.meaning, request.corrects) = (.off, true)
        change(&request)
        return try await Self.archived.value.index.search(request)
    }

    private func paths(_ results: SearchResults) -> [String] { results.hits.map(\.document.path) }

    @Test(arguments: [
        ("burnham", "scan-letters.pdf", "Burnharn", "“burnharn” for “burnham”"),
        ("Burnham clerk", "scan-letters.pdf", "Burnharn", "“burnharn” for “Burnham”"),
        ("turnpike clerk road", "scan-letters.pdf", "tumpike", "“tumpike” for “turnpike”"),
        ("harbour lamps", "scan-split.pdf", "har bour", "“har bour” for “harbour”"),
        ("lighthouse keeper", "scan-joined.pdf", "lighthousekeeper", "“lighthousekeeper” for “lighthouse”"),
        ("gas norwich -canal", "", "", ""),
    ])
    func aMisreadWordIsFoundAndNamed(query: String, path: String, written: String, hint: String) async throws {
        let results = try await answer(query)
        guard !path.isEmpty else { return #expect(results.hits.allSatisfy { !$0.hasAllWords }) }
        let first = try #require(results.hits.first)
        #expect(first.document.path == path)
        #expect(results.showing == nil)
        #expect(results.totalWithAll == 1)
        #expect(results.hints.contains { $0.message.contains(hint) }, "\(results.hints)")
        let page = try #require(first.pages.first)
        let scalars = Array(page.snippet.unicodeScalars)
        let marked = page.marks.map { String(String.UnicodeScalarView(scalars[$0])) }
        #expect(marked.contains(written), "\(marked)")
    }

    @Test func documentsWithTheWholeWordKeepTheirOrderAndComeFirst() async throws {
        let before = try await answer("harbour") { $0.corrects = false }
        let after = try await answer("harbour")
        #expect(before.hits.count == 3)
        #expect(paths(after) == paths(before) + ["scan-split.pdf"])
        #expect(Array(after.hits.prefix(3)) == before.hits)
        #expect((after.total, after.totalWithAll) == (4, 4))
        #expect(after.hits.map(\.score) == after.hits.map(\.score).sorted(by: >))
    }

    @Test func misreadPagesOfADocumentComeBehindThoseWithTheWord() async throws {
        let hits = try await answer("rampart").hits
        #expect(hits.map { $0.pages.map(\.page) } == [[1, 2]])
        #expect(hits.allSatisfy { $0.pages[0].score > $0.pages[1].score })
        #expect(try await answer("rampart") { $0.pagesPerDocument = 1 }.hits.map { $0.pages.map(\.page) } == [[1]])
    }

    @Test func anotherWordIsNoMisreadingOfOneThatIsThere() async throws {
        let results = try await answer("clock")
        #expect(results.hits.map { $0.pages.map(\.page) } == [[2]])
        #expect(results.hints.isEmpty)
    }

    @Test(arguments: ["walter", "sailor"]) func anotherNameIsNoMisreadingOfOneThatIsThere(word: String) async throws {
        let results = try await answer(word)
        #expect(paths(results) == ["whole-names.pdf"])
        #expect(results.hints.isEmpty)
    }

    @Test func documentsWithSomeOfTheWordsFollowInTheirOrder() async throws {
        let before = try await answer("burnham clerk office") { $0.corrects = false }
        #expect(try await paths(answer("burnham clerk office")) == paths(before), "no document has all, read so or so")
        let some = try await answer("burnham clerk") { $0.corrects = false }
        let all = try await answer("burnham clerk")
        #expect(paths(all) == ["scan-letters.pdf"] + paths(some).filter { $0 != "scan-letters.pdf" })
        #expect(all.total == some.total)
        #expect(all.isRelaxed)
    }

    @Test(arguments: ["harbour", "burnham clerk"])
    func partsOfTheListFitTogether(query: String) async throws {
        let all = try await answer(query)
        var parts: [String] = []
        for offset in 0..<all.total {
            let part = try await answer(query) { ($0.offset, $0.limit) = (offset, 1) }
            parts += paths(part)
            #expect((part.total, part.totalWithAll) == (all.total, all.totalWithAll))
        }
        #expect(parts == paths(all))
    }

    @Test func aQueryThatSomeDocumentAnswersWithAllItsWordsIsAnsweredAsBefore() async throws {
        for query in ["harbour office", "norwich canal", "clerk", "=harbour", "title:harbour"] {
            var before = try await answer(query) { $0.corrects = false }
            let after = try await answer(query)
            before.elapsed = after.elapsed
            before.matching = after.matching
            #expect(after == before, "\(query)")
        }
    }

    @Test(arguments: ["=burnham", "\"burnham\"", "burnham*", "velum", "1931", "bur"])
    func whatIsMeantAsItStandsOrIsNotOnScansFindsNoMisreading(query: String) async throws {
        #expect(try await answer(query).hits.isEmpty)
    }

    @Test func wordsThatMustBeAsTypedAreAnsweredAsTyped() async throws {
        #expect(try await answer("burnham") { $0.isLiteral = true }.hits.isEmpty)
        #expect(try await answer("burnham") { $0.corrects = false }.hits.isEmpty)
        #expect(try await answer("burnham") { $0.match = .any }.hits.isEmpty)
        #expect(try await Self.archived.value.index.documents(answering: "burnham").isEmpty)
    }

    @Test func excludedWordsHaveNoMisreadings() async throws {
        #expect(try await paths(answer("turnpike -burnham")) == ["scan-letters.pdf"])
        #expect(try await paths(answer("turnpike -burnharn")).isEmpty)
    }

    @Test func misreadingsDoNotTellOfDocumentsThatMayNotBeSeen() async throws {
        let kept = try await answer("burnham") { $0.access = "path:whole" }
        #expect(kept.hits.isEmpty)
        #expect(kept.hints.isEmpty)
        #expect(try await paths(answer("burnham") { $0.access = "path:scan" }) == ["scan-letters.pdf"])
        #expect(try await answer("burnham") { $0.filter = "path:whole" }.hints.isEmpty)
    }

    @Test func documentsWithMisreadingsAreCountedWithTheOthers() async throws {
        let results = try await answer("harbour") { $0.countsFacets = true }
        #expect(results.facets?.formats.map(\.documents).reduce(0, +) == 4)
    }
}
