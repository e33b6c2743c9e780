import DocSearch
import Testing

@Suite("Places of words on a page")
struct PagePlacesTests {
    private static func page(_ query: String) async throws -> PageText {
        let index = try await SampleArchive.shared().index
        let hit = try #require(try index.search(SearchRequest(query)).hits.first)
        return try index.pages(of: hit.document, page: #require(hit.pages.first).page)[0]
    }

    @Test func placesOfWordsAreBoxesAroundTheRecognisedWords() async throws {
        let page = try await Self.page("\"nine thousand gallons\"")
        let range = try #require(page.occurrences(of: "NINE thousand\ngallons").first)
        let boxes = page.boxes(of: range)
        let size = try #require(page.size)
        let words = page.words.filter { ["thousand", "gallons,", "gallons"].contains($0.text) }
        #expect((1...2).contains(boxes.count), "a box for each line")
        for box in boxes {
            #expect(box.count == 4)
            #expect(box[0] >= 0)
            #expect(box[0] + box[2] <= size.width)
            #expect(box[1] >= 0)
            #expect(box[1] + box[3] <= size.height)
        }
        for word in words {
            #expect(
                boxes.contains { box in
                    box[0] <= word.box[0] + 0.1 && box[0] + box[2] >= word.box[0] + word.box[2] - 0.1
                        && box[1] <= word.box[1] + 0.1 && box[1] + box[3] >= word.box[1] + word.box[3] - 0.1
                }, "\(word) is in none of \(boxes)")
        }
        #expect(page.boxes(of: 0..<0).isEmpty)
        let all = page.boxes(of: 0..<page.text.unicodeScalars.count)
        let lines = page.text.split(separator: "\n").count
        #expect(abs(all.count - lines) <= 2, "\(all.count) boxes for \(lines) lines")
    }

    @Test func pagesWithATextLayerHaveNoPlacesOfWordsInTheIndex() async throws {
        let page = try await Self.page("\"minutes of the year\"")
        let range = try #require(page.occurrences(of: "Minutes of the Year").first)
        #expect(page.boxes(of: range).isEmpty)
    }

    @Test func wholeWordsAreFoundOnAPageBeforePartsOfWords() async throws {
        let page = try await Self.page("\"minutes of the year\"")
        let scalars = Array(page.text.unicodeScalars)
        let whole = page.occurrences(of: "the")
        #expect(!whole.isEmpty)
        #expect(whole.allSatisfy { scalars[$0.upperBound] == " " || scalars[$0.upperBound] == "\n" })
        #expect(!page.occurrences(of: "inutes").isEmpty, "a part of a word, where no word is found")
        #expect(page.occurrences(of: "").isEmpty)
        #expect(page.occurrences(of: " \n").isEmpty)
        #expect(page.mostSimilar(to: "xyzzyxyzzy") == nil)
    }
}
