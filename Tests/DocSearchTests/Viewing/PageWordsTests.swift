import DocSearch
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Words and their places on pages")
struct PageWordsTests {
    private static let text = "The water board met on Monday\nto speak of the new reservoir\nand of nothing else"

    /// A page of A4 with the text in 12 points, turned by so many degrees.
    private static func archive(rotation: Int = 0) async throws -> (TestArchive, ArchiveDocument) {
        let archive = try TestArchive()
        var page = PDFWriter.Page(text: text)
        page.rotation = rotation
        try archive.write(PDFWriter([page]).bytes, to: "a.pdf")
        try await archive.update()
        return (archive, try archive.document("a.pdf"))
    }

    @Test func wordsHaveTheirBoxesInATextLayer() async throws {
        let (archive, document) = try await Self.archive()
        let page = try await archive.pages().page(1, of: document)
        #expect(page.words.map(\.text) == Self.text.split { $0 == " " || $0 == "\n" }.map(String.init))
        #expect(page.size == PageText.Size(width: 595, height: 842))
        let first = try #require(page.words.first).box
        // Twelve points at 72 from the left, its baseline 72 from the top.
        #expect(abs(first[0] - 72) < 1)
        #expect(first[1] > 55)
        #expect(first[1] + first[3] < 80)
        #expect(try archive.index.pages(of: document)[0].words.isEmpty, "the index has none")
        #expect(page.text == (try archive.index.pages(of: document)[0].text))
    }

    @Test(arguments: [0, 90, 180, 270])
    func boxesOfWordsAreWhereTheImageShowsThem(rotation: Int) async throws {
        let (archive, document) = try await Self.archive(rotation: rotation)
        let pages = try archive.pages()
        let page = try await pages.page(1, of: document)
        let size = try #require(page.size)
        #expect((size.width > size.height) == (rotation % 180 == 90))
        var request = PageImageRequest(page: 1, size: size, resolution: 144)
        request.format = .png
        let image = try Pixels(try await pages.image(request, of: document))
        var covered = 0
        for word in page.words {
            let box = try #require(PageBox(word.box))
            let ink = image.dark(
                Int(box.left * 2) - 2..<Int((box.left + box.width) * 2) + 3,
                Int(box.top * 2) - 2..<Int((box.top + box.height) * 2) + 3)
            #expect(ink > 20, "\(word.text) at \(box)")
            covered += ink
        }
        let all = image.dark(0..<image.width, 0..<image.height)
        #expect(Double(covered) > 0.98 * Double(all), "\(covered) of \(all) dark pixels are in words")
    }

    @Test func wordsOfAQueryAreGroupedByMatch() async throws {
        let (archive, document) = try await Self.archive()
        let page = try await archive.pages().page(1, of: document)
        let found = try archive.index.matches(of: "\"monday to speak\" water", in: page)
        #expect(found.matches.map(\.text) == ["water", "Monday to speak"])
        #expect(found.matches.map(\.boxes.count) == [1, 2], "a box for each line")
        #expect(found.size == page.size)
        let region = try #require(found.regions.first)
        #expect(found.regions.count == 1)
        #expect(region.text == Self.text.replacingOccurrences(of: "\n", with: " "), "with the lines around them")
        for match in found.matches {
            #expect(match.region == 0)
            for box in match.boxes {
                #expect(box.left >= region.box.left)
                #expect(box.top >= region.box.top)
                #expect(box.left + box.width <= region.box.left + region.box.width + 0.01)
                #expect(box.top + box.height <= region.box.top + region.box.height + 0.01)
            }
        }
        #expect(try archive.index.matches(of: "nowhere", in: page).matches.isEmpty)
        let plain = try archive.index.matches(of: "water", in: archive.index.pages(of: document)[0])
        #expect(plain.matches.map(\.boxes) == [[]], "without places there is the text")
        #expect(plain.regions.isEmpty, "without places there is the text")
    }

    @Test func wordsOfRecognisedPagesComeFromTheIndex() async throws {
        let sample = try await SampleArchive.shared()
        let hit = try #require(try sample.index.search(SearchRequest("\"nine thousand gallons\"")).hits.first)
        let number = try #require(hit.pages.first).page
        var options = ArchivePagesOptions()
        // Nothing is read for them.
        options.extractorPath = "/nowhere"
        let page = try await ArchivePages(sample.index, options: options).page(number, of: hit.document)
        #expect(!page.words.isEmpty)
        let found = try sample.index.matches(of: "\"nine thousand gallons\"", in: page)
        try #require(found.matches.count == 1)
        #expect(!found.matches[0].boxes.isEmpty)
    }

    @Test func pagesWithoutTextHaveSizes() async throws {
        let archive = try TestArchive()
        var small = PDFWriter.Page()
        (small.width, small.height) = (200, 300)
        var turned = small
        turned.rotation = 90
        let pages = [PDFWriter.Page(text: "a page of words that are many enough"), small, turned]
        try archive.write(PDFWriter(pages).bytes, to: "a.pdf")
        try await archive.update()
        let viewer = try archive.pages()
        let document = try archive.document("a.pdf")
        let expected = [1: (595.0, 842.0), 2: (200.0, 300.0), 3: (300.0, 200.0)]
            .mapValues { PageText.Size(width: $0.0, height: $0.1) }
        #expect(try await viewer.sizes(of: document) == expected)
        try archive.remove("a.pdf")
        #expect(try await archive.pages().sizes(of: document) == expected, "from the cache")
    }
}
