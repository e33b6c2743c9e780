import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("What a document has beside its pages")
struct ContentsTests {
    private static let hostile = "<script>alert(7)</script>"

    private static let served = Task {
        var book = PDFWriter(texts: (1...6).map { "chapter text \($0)" })
        book.outline = PDFWriter.outline([
            ("Beginnings", 1, 0), ("The well", 2, 1), ("Nowhere", nil, 0), ("Lost", nil, 1),
            ("Part \(hostile)", nil, 0),
            ("The pump", 4, 1), ("Far away", 900, 0), ("End", 6, 0),
        ])
        let files: [ZipWriter.Entry] = [
            .init("book.pdf", book.bytes), .init("tables/figures.csv", Array("a;b\n1;2\n".utf8)),
            .init("\(hostile) \"x\".html", Array("<script>alert(8)</script>".utf8)),
            .init("broken.pdf", Array("no PDF at all".utf8)),
        ]
        return try await ServedFolder { folder in
            try folder.write(ZipWriter(files).bytes, to: "archive/box.zip")
            try folder.write(PDFWriter(texts: ["a single sheet"]).bytes, to: "archive/single.pdf")
        }
    }

    private func site(_ change: (inout SiteSettings) -> Void = { _ in }) async throws -> (
        Site, book: Int64, single: Int64
    ) {
        let served = try await Self.served.value
        var settings = served.settings
        change(&settings)
        return (Site(settings), try served.document("box.zip!/book.pdf").id, try served.document("single.pdf").id)
    }

    /// A page or manifest goes without the outline when it is not there within two seconds, and the next one may have it:
    /// beside all other tests that can take several.
    private func answerWithOutline<Answer>(_ ask: () async throws -> Answer?) async throws -> Answer {
        for _ in 1..<20 { if let answer = try await ask() { return answer } }
        return try #require(try await ask())
    }

    @Test func contentsListHeadingsWithTheirPages() async throws {
        let (site, book, single) = try await site()
        let object = try await site.ask("/api/v1/documents/\(book)/contents").json()
        let outline = try #require(object["outline"] as? [[String: Any]])
        #expect(outline.map { $0["title"] as? String }.prefix(2) == ["Beginnings", "The well"])
        #expect(outline.map { $0["page"] as? Int } == [1, 2, nil, nil, nil, 4, nil, 6])
        #expect(outline.map { $0["depth"] as? Int } == [0, 1, 0, 1, 0, 1, 0, 0])
        let page = try await answerWithOutline {
            let page = await site.ask("/documents/\(book)").text
            return page.contains("<h2>Contents</h2>") ? page : nil
        }
        #expect(page.contains("<a href=\"/documents/\(book)/pages/4\"><bdi>The pump</bdi></a>"))
        #expect(page.contains("Part &lt;script&gt;"))
        #expect(!page.contains(Self.hostile))
        #expect(!page.contains("Nowhere"), "headings that lead nowhere")
        #expect(!page.contains("Far away"), "headings that lead nowhere")
        #expect(!(await site.ask("/documents/\(single)").text.contains("<h2>Contents</h2>")))
    }

    @Test func contentsGiveViewersRangesOfCanvases() async throws {
        let (site, book, single) = try await site()
        let manifest = try await answerWithOutline {
            let manifest = try await site.ask("/iiif/presentation/3/\(book)/manifest").json()
            return manifest["structures"] == nil ? nil : manifest
        }
        let ranges = try #require(manifest["structures"] as? [[String: Any]])
        let canvases = try #require(manifest["items"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        func titles(_ ranges: [[String: Any]]) -> [String] {
            ranges.compactMap { ($0["label"] as? [String: [String]])?["none"]?.first }
        }
        func items(_ range: [String: Any], _ type: String) -> [[String: Any]] {
            (range["items"] as? [[String: Any]] ?? []).filter { $0["type"] as? String == type }
        }
        #expect(titles(ranges) == ["Beginnings", "Part \(Self.hostile)", "End"])
        #expect(items(ranges[0], "Canvas").compactMap { $0["id"] as? String } == [canvases[0]])
        let well = items(ranges[0], "Range")
        #expect(titles(well) == ["The well"])
        #expect(items(well[0], "Canvas").compactMap { $0["id"] as? String } == [canvases[1], canvases[2]])
        #expect(items(ranges[2], "Canvas").compactMap { $0["id"] as? String } == [canvases[5]])
        let ids = ranges.compactMap { $0["id"] as? String } + well.compactMap { $0["id"] as? String }
        #expect(Set(ids).count == ids.count)
        #expect(try await site.ask("/iiif/presentation/3/\(single)/manifest").json()["structures"] == nil)
    }

    @Test func manifestGivesMetadataInTheLanguageOfItsLabels() async throws {
        let (site, book, _) = try await site { $0.statement = "<Archive of Aldermere>" }
        let manifest = try await site.ask("/iiif/presentation/3/\(book)/manifest").json()
        let pairs = try #require(manifest["metadata"] as? [[String: [String: [String]]]])
        #expect(!pairs.isEmpty)
        for pair in pairs { #expect(pair["label"]?.keys.sorted() == pair["value"]?.keys.sorted()) }
        let statement = try #require(manifest["requiredStatement"] as? [String: [String: [String]]])
        #expect(statement["value"]?["none"] == ["<Archive of Aldermere> "], "a blank behind it makes it plain text")
        let (plain, _, _) = try await self.site()
        #expect(try await plain.ask("/iiif/presentation/3/\(book)/manifest").json()["requiredStatement"] == nil)
    }

    @Test func attachmentsAreHandedOutAsDownloadsAlone() async throws {
        let (site, book, single) = try await site()
        let object = try await site.ask("/api/v1/documents/\(book)/contents").json()
        let files = try #require(object["attachments"] as? [[String: Any]])
        // What could be a document is none, even when it cannot be read.
        #expect(
            Set(files.compactMap { $0["name"] as? String }) == [
                "tables/figures.csv", "\(Self.hostile) \"x\".html",
            ])
        let page = try await answerWithOutline {
            let page = await site.ask("/documents/\(book)").text
            return page.contains("<h2>Contents</h2>") ? page : nil
        }
        #expect(page.contains("tables/figures.csv"))
        #expect(!page.contains("<script>alert"))
        for file in files {
            let number = try #require(file["number"] as? Int)
            let answer = await site.ask("/documents/\(book)/attachments/\(number)")
            #expect(answer.status == 200)
            #expect(answer[header: "content-type"] == "application/octet-stream")
            #expect(answer[header: "x-content-type-options"] == "nosniff")
            let disposition = try #require(answer[header: "content-disposition"])
            #expect(disposition.hasPrefix("attachment; filename=\""))
            #expect(!disposition.contains("<"))
            #expect(!disposition.contains("/"))
            let expected = disposition.contains("figures") ? "a;b\n1;2\n" : "<script>alert(8)</script>"
            #expect(answer.text == expected)
            let part = await site.ask("/documents/\(book)/attachments/\(number)", "GET", ["range": "bytes=0-1"])
            #expect(part.status == 206)
            #expect(part[header: "content-type"] == "application/octet-stream")
        }
        for number in ["0", "1", "4", "99", "9007199254740991", "-1", "x", "..", "%2e%2e%2fbook.pdf"] {
            #expect(await site.ask("/documents/\(book)/attachments/\(number)").status == 404, "\(number)")
        }
        #expect(await site.ask("/documents/\(single)/attachments/1").status == 404)
    }

    @Test func attachmentsAreNotForThoseWithAFilter() async throws {
        let (site, book, _) = try await site { $0.tokens = .forTests(guest: "path:box") }
        #expect(await site.asReader("/documents/\(book)/attachments/2").status == 200)
        _ = try await answerWithOutline {
            await site.asReader("/documents/\(book)").text.contains("figures.csv") ? true : nil
        }
        #expect(await site.asGuest("/documents/\(book)").status == 200)
        for target in ["/documents/\(book)", "/api/v1/documents/\(book)/contents", "/documents/\(book)/attachments/2"] {
            #expect(!(await site.asGuest(target).text.contains("figures.csv")), "\(target)")
        }
        #expect(await site.asGuest("/documents/\(book)/attachments/2").status == 404)
        #expect(await site.ask("/documents/\(book)/attachments/2").status == 401)
    }
}
