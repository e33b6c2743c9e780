import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("A document of many pages")
struct LongDocumentTests {
    private static let pageCount = 450

    private static let served = Task {
        let folder = try TemporaryFolder()
        let index = ArchiveIndex(at: folder.path + "/index")
        let texts = (1...pageCount).map { [7, 230, 449].contains($0) ? "a heron on page \($0)" : "page \($0)" }
        var writer = PDFWriter(texts: texts)
        writer.labels = [
            .init(firstIndex: 0, style: "r"), .init(firstIndex: 10, style: "D", prefix: "A-", start: 1),
        ]
        try folder.write(writer.bytes, to: "archive/long.pdf")
        try await index.read(folder)
        return (folder, index)
    }

    private func page(_ query: String) async throws -> String {
        let (folder, index) = try await Self.served.value
        var settings = SiteSettings.forTests(index: folder.path + "/index")
        settings.imageFolder = folder.path + "/images"
        settings.extractorPath = try ServedArchive.program("docsearch-extract")
        let id = try index.document(DocumentReference("long.pdf")).id
        let answer = await Site(settings).ask("/documents/\(id)\(query)")
        #expect(answer.status == 200)
        return answer.text
    }

    private func images(_ text: String) -> Int { text.split(separator: "<img ").count - 1 }

    @Test func longDocumentIsShownInParts() async throws {
        let first = try await page("")
        #expect(images(first) == 200)
        #expect(first.contains("450 pages"))
        #expect(first.contains("1 to 200"))
        #expect(first.contains("printed “iii”"))
        #expect(first.contains("page=201\">Later pages"))
        let last = try await page("?page=430")
        #expect(images(last) == 50)
        #expect(last.contains("401 to 450"))
        #expect(last.contains("page=201\">← Earlier"))
        #expect(last.contains("printed “A-440”"))
        #expect(!last.contains("printed “iii”"))
        #expect(try await page("?page=100000").contains("401 to 450"))
    }

    @Test func longDocumentBeginsWithTheFirstHitAndLeadsToTheOthers() async throws {
        let first = try await page("?q=heron")
        #expect(first.contains("hits on 3</span>"))
        #expect(first.contains("1 to 200"))
        #expect(first.contains("page=230\">Hits behind"))
        let second = try await page("?q=heron&page=230")
        #expect(second.contains("201 to 400"))
        #expect(second.contains("page=7\">↑ Hits before"))
        #expect(second.split(separator: "class=\"badge\"").count == 2)
        #expect(try await page("?q=zeppelin").contains("1 to 200"))
    }

    @Test func longDocumentIsReadNoFurtherThanIsAskedFor() async throws {
        let (_, index) = try await Self.served.value
        let document = try index.document(DocumentReference("long.pdf"))
        #expect(try index.pageLabels(of: document, pages: 3...3) == [3: "iii"])
        #expect(try index.pageLabels(of: document).count == Self.pageCount)
        #expect(try index.pages(of: document, page: 450).map(\.text) == ["page 450"])
        for page in [0, -1, 451, 1 << 21, Int.max] {
            #expect(throws: DocSearchError.self) { try index.pages(of: document, page: page) }
        }
        var request = SearchRequest("heron")
        request.makesSnippets = false
        let hit = try #require(try index.search(request).hits.first)
        #expect(hit.pages.map(\.page).sorted() == [7, 230, 449])
        #expect(hit.pages.allSatisfy { $0.snippet.isEmpty })
        #expect(try index.search(request).isPartial == false)
    }
}
