import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Copies")
struct CopiesTests {
    private static let letter =
        "The clerk of the borough writes about the repair of the iron railing beside the market hall and asks the surveyor "
        + "for an estimate of timber paint nails wages and carriage before the meeting of the committee in spring"

    private static func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        let forms = (0..<5).map {
            TestDocument("form \($0)", pages: [letter.replacing("clerk", with: "bailiff") + " number\($0)"])
        }
        try archive.write(
            [
                TestDocument("first", pages: [letter], date: "1931-02-01"),
                TestDocument("second", pages: [letter.replacing("spring", with: "autumn")], tags: ["closed"]),
                TestDocument("short", pages: ["a bill"]), TestDocument("brief", pages: ["a bill too"]),
                TestDocument(
                    "other",
                    pages: [
                        "Minutes of another day on which rain fell while nine members spoke of tramways canals horses lamps "
                            + "libraries allotments baths engines pumps reservoirs bridges roofs windows doors and gas"
                    ]),
            ] + forms, to: "all.zip")
        try await archive.update()
        return archive
    }

    private static func titles(_ copies: ArchiveCopies) -> [Set<String>] {
        copies.groups.map { Set([$0.original.title] + $0.copies.map(\.document.title)) }
    }

    @Test func copiesAreDocumentsWithNearlyTheSameWords() async throws {
        let archive = try await Self.archive()
        let copies = try archive.index.copies()
        let all = Self.titles(copies)
        #expect(all.contains { $0.isSuperset(of: ["first", "second"]) })
        #expect(all.joined().allSatisfy { !["short", "brief", "other"].contains($0) })
        #expect(copies.documents == 10)
        #expect(copies.unreadPages == 0)
        #expect(copies.copyCount == copies.groups.reduce(0) { $0 + $1.copies.count })
    }

    @Test func copiesTellWhatDiffers() async throws {
        let archive = try await Self.archive()
        var request = SearchRequest("")
        request.filter = "title:first OR title:second"
        let group = try #require(try archive.index.copies(request).groups.first)
        let copy = try #require(group.copies.first)
        #expect(!copy.hasSameContent)
        #expect(copy.likeness >= 0.8)
        #expect(copy.likeness < 1)
        let (words, others) = (Set(copy.wordsOfOriginal + copy.wordsOfCopy), Set(copy.differences.map(\.field)))
        #expect(words == ["spring", "autumn"])
        #expect(others.isSuperset(of: [.title, .date, .tags]))
    }

    @Test func copiesWithTheSameContentAreFoundHoweverShortTheyAre() async throws {
        let archive = try TestArchive()
        try archive.write([TestDocument("bill", pages: ["a bill"])], to: "one.zip")
        try FileManager.default.copyItem(atPath: archive.root + "/one.zip", toPath: archive.root + "/two.zip")
        try await archive.update()
        let group = try #require(try archive.index.copies().groups.first)
        #expect(group.copies.map(\.hasSameContent) == [true])
        #expect(group.copies.first?.likeness == 1)
        #expect(group.copies.first?.differences == [])
    }

    @Test func copiesKnowNothingOfWhatMayNotBeSeen() async throws {
        let archive = try await Self.archive()
        var request = SearchRequest("")
        request.access = "-tag:closed"
        let copies = try archive.index.copies(request)
        #expect(copies.documents == 9)
        #expect(!Self.titles(copies).joined().contains("second"))
        #expect(!copies.groups.flatMap(\.copies).flatMap { $0.wordsOfCopy + $0.wordsOfOriginal }.contains("autumn"))
    }

    @Test func lookingForCopiesEndsWithAnErrorWhenTheTimeIsUp() async throws {
        let archive = try await Self.archive()
        var request = SearchRequest("")
        request.timeLimit = .zero
        #expect(throws: DocSearchError.self) { try archive.index.copies(request) }
    }

    /// Recognition takes dashes and quotation marks for others.
    @Test func copiesDoNotDependOnDashesAndQuotationMarks() {
        let one = WordSet(of: "“The bridge”—so he says—cost £200, and the café’s walls… | . ii")
        let other = WordSet(of: "'The bridge' - so he says - cost 200 and the café s walls")
        #expect(one.numbers == other.numbers)
        #expect(one.numbers.count == 8)
    }

    @Test(arguments: 0..<20) func sketchesOfTextsAgreeWithTheWordsThemselves(_ seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let words = (0..<300).map { _ in String(UInt64.random(in: 0...UInt64.max, using: &generator), radix: 36) }
        let (one, other) = (
            WordSet(of: words[..<270].joined(separator: " ")), WordSet(of: words[30...].joined(separator: " "))
        )
        #expect(one.likeness(to: other) == 0.8)
        let (left, right) = (TextSketch(one), TextSketch(other))
        #expect(abs(left.likeness(to: right) - 0.8) < 0.25)
        #expect(!Set(left.keys).isDisjoint(with: right.keys))
    }
}
