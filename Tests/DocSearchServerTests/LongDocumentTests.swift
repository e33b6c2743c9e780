import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@Suite("A document of many pages")
struct LongDocumentTests {
    private static let pageCount = 450

    private static let texts = (1...pageCount).map {
        [7, 230, 449].contains($0) ? "a heron on page \($0)" : "page \($0)"
    }

    private static let served = Task {
        var writer = PDFWriter(texts: texts)
        writer.labels = [
            .init(firstIndex: 0, style: "r"), .init(firstIndex: 10, style: "D", prefix: "A-", start: 1),
        ]
        return try await ServedFolder { try $0.write(writer.bytes, to: "archive/long.pdf") }
    }

    private func page(_ query: String) async throws -> String {
        let answer = await Site(try await Self.served.value.settings).ask("/documents/1\(query)")
        #expect(answer.status == 200)
        return answer.text
    }

    @Test func longDocumentIsSentAsItsPagesAreRead() async throws {
        let answer = await Site(try await Self.served.value.settings).askForPieces("/api/v1/documents/1")
        guard case .pieces(nil, let write) = answer.body else {
            Issue.record("it comes in pieces, not as \(answer.status) \(answer.text)")
            return
        }
        let pieces = Mutex<[[UInt8]]>([])
        try await write { bytes in pieces.withLock { $0.append(bytes) } }
        let all = pieces.withLock { $0 }
        #expect(all.count == 7)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(all.joined())) as? [String: Any])
        #expect(object["id"] as? Int == 1)
        let pages = try #require(object["pages"] as? [[String: Any]])
        #expect(pages.compactMap { $0["page"] as? Int } == Array(1...Self.pageCount))
        #expect(pages.compactMap { $0["text"] as? String } == Self.texts)
    }

    /// What a client takes slowly is not kept in memory.
    @Test func largeAnswersLeaveTheMemoryAsFiles() async throws {
        let site = Site(try await Self.served.value.settings)
        let address = "/iiif/presentation/3/1/manifest"
        let whole = await site.ask(address).text
        #expect(whole.utf8.count > 256 << 10)
        #expect(whole.hasSuffix("}\n"))
        guard case .pieces(let length, _) = await site.askForPieces(address).body else {
            Issue.record("it is in memory")
            return
        }
        #expect(length == whole.utf8.count)
        guard case .bytes = await site.askForPieces("/documents/1/pages/1.txt").body else {
            Issue.record("a small answer needs no file")
            return
        }
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
        let served = try await Self.served.value
        let (index, document) = (served.index, try served.document("long.pdf"))
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

    /// A page of some megabytes with marks everywhere.
    @Test func largePagesAreMarkedInOneGo() throws {
        let text = String(repeating: "<é> sluice ", count: 100_000)
        let marks = (0..<100_000).map { $0 * 11 + 4..<$0 * 11 + 10 }
        var source = ""
        let spent = try processorTime { source = HTML.marked(text, at: marks).source }
        #expect(spent < .seconds(10))
        #expect(source.hasPrefix("&lt;é&gt; <mark class=\"hit\">sluice</mark> &lt;é&gt; "))
        #expect(source.hasSuffix("<mark class=\"hit\">sluice</mark> "))
        #expect(source.count == 100_000 * "&lt;é&gt; <mark class=\"hit\">sluice</mark> ".count)
    }
}
