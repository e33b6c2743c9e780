import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// The numbers of documents tell which was read first, and with several readers that is chance.
@Suite("Documents that are equally good")
struct EqualDocumentsTests {
    /// Seventy equal documents, of which the ones with the first names were read last.
    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for (letter, numbers) in [("b", 10..<70), ("a", 10..<20)] {
            for number in numbers { try archive.write(["a heron with ring n\(number)"], to: "\(letter)-\(number).pdf") }
            try await archive.update()
        }
        return archive
    }

    /// Whatever words the path has, it names one document, and a search for it ends.
    @Test func aPathOfManyWordsNamesItsDocument() async throws {
        let archive = try TestArchive()
        let name = "report of the seven grey herons near lake alpha.pdf"
        try archive.write(["a heron stands here"], to: name)
        try archive.write(["report of the seven grey herons near lake alpha"], to: "other.pdf")
        try await archive.update()
        #expect(try archive.find(name).first == name)
        #expect(try archive.find("/archive/\(name)").first == name)
        for match in SearchRequest.Match.allCases {
            #expect(try archive.find(name) { ($0.match, $0.limit) = (match, 1) }.count == 1)
        }
    }

    private static let inOrder = (10..<20).map { "a-\($0).pdf" } + (10..<70).map { "b-\($0).pdf" }

    @Test(arguments: SearchRequest.Sort.allCases.filter { ![.modified, .indexed].contains($0) })
    func equalDocumentsStandInTheOrderOfTheirPaths(sort: SearchRequest.Sort) async throws {
        let archive = try await Self.archive()
        func find(_ query: String, _ change: (inout SearchRequest) -> Void) throws -> [String] {
            try archive.find(query) {
                $0.sort = sort
                change(&$0)
            }
        }
        for query in ["heron", "heron ring", "heron swan", "pages:1.."] {
            #expect(try find(query) { _ in } == Self.inOrder, "\(query)")
            #expect(try find(query) { $0.limit = 3 } == Array(Self.inOrder.prefix(3)), "\(query)")
            #expect(try find(query) { $0.match = .any } == Self.inOrder, "\(query)")
            let parts = try stride(from: 0, to: 70, by: 9).flatMap { first in
                try find(query) {
                    $0.offset = first
                    $0.limit = 9
                }
            }
            #expect(parts == Self.inOrder, "\(query)")
        }
        #expect(try find("heron") { $0.access = "-path:a-10.pdf" } == Array(Self.inOrder.dropFirst()))
    }

    @Test func documentsWithTheSameTimesStandInTheOrderOfTheirPaths() async throws {
        let archive = try await Self.archive()
        let database = try archive.database("index.sqlite")
        try await database.write { db in
            try db.execute(sql: "UPDATE document SET indexed = 60; UPDATE bundle SET modified_ns = 60")
        }
        try database.close()
        for sort in [SearchRequest.Sort.modified, .indexed] {
            #expect(try archive.find("heron") { $0.sort = sort } == Self.inOrder)
        }
    }

    @Test func theFirstOfCopiesIsTheOneWithTheFirstPath() async throws {
        let archive = try TestArchive()
        let text = (1...40).map { "word\($0)" }.joined(separator: " ")
        for name in ["c.pdf", "b.pdf", "a.pdf"] {
            try archive.write([text], to: name)
            try await archive.update()
        }
        let group = try #require(try archive.index.copies().groups.first)
        #expect(group.original.path == "a.pdf")
        #expect(group.copies.map(\.document.path) == ["b.pdf", "c.pdf"])
    }

    @Test func theSamePathInTwoFoldersStandsInTheOrderOfTheFolders() async throws {
        let archive = try TestArchive()
        let (first, second) = (archive.root + "/x", archive.root + "/w")
        for folder in ["x", "w"] {
            for name in ["b", "a"] { try archive.write(["a heron at \(folder)\(name)"], to: "\(folder)/\(name).pdf") }
        }
        try FileManager.default.moveItem(atPath: second, toPath: archive.root + "/later")
        try FileManager.default.createDirectory(atPath: second, withIntermediateDirectories: true)
        try archive.write(["nothing"], to: "x/z.pdf")
        try await archive.update([first])
        try await archive.update([second])
        for name in ["a", "b"] {
            try FileManager.default.moveItem(
                atPath: archive.root + "/later/\(name).pdf", toPath: archive.root + "/w/\(name).pdf")
            try await archive.update([second])
        }
        for sort in [SearchRequest.Sort.relevance, .path, .date] {
            var request = SearchRequest("heron")
            request.sort = sort
            let found = try archive.index.search(request).hits.map { "\($0.document.path) \($0.document.rootID)" }
            #expect(found == found.sorted())
            #expect(found.count == 4)
        }
    }

    @Test func equallyNearDocumentsStandInTheOrderOfTheirPaths() async throws {
        let archive = try TestArchive()
        for name in ["c", "b", "a"] {
            let document = TestDocument(name, pages: ["the expense of a viaduct being restored"])
            try archive.write([document], to: "\(name).zip")
            try await archive.update()
        }
        try archive.write(["the cost of the bridge repair"], to: "bridge.pdf")
        try await archive.update()
        try archive.writeVectors(by: TopicEmbedder())
        let bridge = try archive.index.document(DocumentReference("bridge.pdf"))
        let related = try archive.index.related(to: bridge, page: nil, SearchRequest("")).map(\.document.title)
        #expect(related == ["a", "b", "c"])
    }

    @Test(arguments: [1, 2, 7, 40, 1000])
    func theBestWithTheirEqualsAreThoseThatSortingGives(limit: Int) {
        var generator = SeededGenerator(seed: UInt64(limit))
        let scores = (0..<500).map { _ in Double(Int.random(in: 0..<40, using: &generator)) }
        let last = scores.sorted(by: >)[min(limit, 500) - 1]
        let expected = Set(scores.filter { $0 >= last }).sorted(by: >)
        for numbers in [Array(scores.indices), scores.indices.sorted { scores[$0] < scores[$1] }] {
            var best = BestWithEquals(limit: limit)
            for number in numbers { best.add(number, scores[number]) }
            #expect(best.runs.map(\.score) == expected)
            for run in best.runs { #expect(run.numbers.sorted() == scores.indices.filter { scores[$0] == run.score }) }
        }
    }
}
