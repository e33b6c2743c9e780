import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

/// Pages of some megabytes with words of the query everywhere.
@Suite("Matches on very large pages")
struct LargePageMatchesTests {
    private static func page() async throws -> (TestArchive, PageText) {
        let archive = try TestArchive()
        try archive.write(PDFWriter(texts: ["water of the board"]).bytes, to: "a.pdf")
        try await archive.update()
        return (archive, try await archive.pages().page(1, of: archive.document("a.pdf")))
    }

    @Test func matchesOnLargePagesAreCountedInOneWalk() async throws {
        let (archive, small) = try await Self.page()
        var page = small
        let count = 100_000
        page.text = String(repeating: "é water ", count: count)
        page.words = []
        let (index, large) = (archive.index, page)
        var marks: [Range<Int>] = []
        let spent = try processorTime { marks = try index.marks(of: "water", in: large) }
        #expect(spent < .seconds(15))
        #expect(marks == (0..<count).map { $0 * 8 + 2..<$0 * 8 + 7 })
    }

    @Test func matchesOnLargePagesArePlacedInOneWalk() async throws {
        var (_, page) = try await Self.page()
        let count = 60_000
        let word = try #require(page.words.first)
        page.text = String(repeating: "water ", count: count)
        // All on one line.
        page.words = (0..<count).map { number in
            var copy = word
            copy.text = "water"
            copy.box = [Double(number), 100, 0.9, 10]
            return copy
        }
        let large = page
        var found: PageMatches?
        let spent = try processorTime { found = large.matches(at: (0..<count).map { $0 * 6..<$0 * 6 + 5 }) }
        #expect(spent < .seconds(15))
        let matches = try #require(found).matches
        #expect(matches.count == count)
        #expect(matches.allSatisfy { $0.boxes.count == 1 && $0.region == 0 })
        #expect(matches[count - 1].boxes.first?.left == Double(count - 1))
    }
}
