import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@Suite struct ListTests {
    private static let head = "query,document,path,page,printed number,snippet,match,total_all,total,link\r\n"

    private func pieces(of answer: Answer) async throws -> [String] {
        guard case .pieces(nil, let write) = answer.body else {
            Issue.record("the rows come in pieces")
            return []
        }
        let pieces = Mutex<[String]>([])
        try await write { bytes in pieces.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) } }
        return pieces.withLock { $0 }
    }

    @Test func hitListsComeTermByTerm() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let terms = (0..<30).map { $0 % 2 == 0 ? "sluice" : "tramway" }
        let pieces = try await pieces(
            of: await site.askForPieces("/api/v1/batch", "POST", body: terms.joined(separator: "\n")))
        #expect(pieces.count == 31)
        #expect(pieces[0] == Self.head)
        #expect(zip(pieces.dropFirst(), terms).allSatisfy { $0.hasPrefix($1 + ",") })
    }

    @Test func hitListsNameTheTermsThatCouldNotBeLookedFor() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let pieces = try await pieces(of: await site.askForPieces("/api/v1/batch", "POST", body: "@nowhere\ntramway"))
        #expect(pieces.count == 3)
        #expect(pieces[1].hasPrefix("'@nowhere,,,,,"))
        #expect(pieces[1].contains("saved question"))
        #expect(pieces[1].split(separator: ",", omittingEmptySubsequences: false).count == 10)
        #expect(pieces[2].hasPrefix("tramway,"))
    }

    @Test func hitListsTellOfAMissingIndexBeforeAnythingIsSent() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = SiteSettings.forTests(index: archive.folder.path + "/no-index")
        settings.imageFolder = archive.folder.path + "/no-images"
        #expect(await Site(settings).ask("/api/v1/batch", "POST", body: "a").status == 503)
    }

    @Test func aListHasAnAddressOfItsOwn() async throws {
        let site = Site(try await ServedArchive.shared.value.settingsWithTokens())
        let reader = ["authorization": "Bearer reader-token", "accept": "text/html"]
        let sent = await site.ask("/batch", "POST", reader, body: "as=table&terms=sluice%0D%0Akanarienzwitscher%0D%0A")
        #expect(sent.status == 303)
        let address = try #require(sent[header: "location"])
        for _ in 0..<2 {
            let page = await site.ask(address, "GET", reader)
            #expect(page.status == 200)
            #expect(page.text.contains("2 of 2 found"))
            #expect(page.text.contains(">sluice\nkanarienzwitscher\n</textarea>"), "without CR, which no page can show")
        }
        let guest = ["authorization": "Bearer guest-token", "accept": "text/html"]
        #expect(await site.ask(address, "GET", guest).status == 404, "the list of somebody else")
        let own = await site.ask("/batch", "POST", guest, body: "as=table&terms=sluice%0D%0Akanarienzwitscher%0D%0A")
        let guests = try #require(own[header: "location"])
        #expect(guests != address)
        #expect(await site.ask(guests, "GET", guest).text.contains("1 of 2 found"))
        #expect(await site.ask("/batch?list=0123456789abcdef", "GET", guest).status == 404)
        let table = await site.ask("/batch", "POST", reader, body: "as=csv&terms=sluice")
        #expect(table.status == 200)
        #expect(table.text.hasPrefix("query,"))
    }

    @Test func listsAreForgottenWhenTheyAreMany() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        func send(_ number: Int) async throws -> String {
            let line = String(repeating: "a", count: 1900)
            let body = "as=table&terms=\(number)" + String(repeating: "%0A\(line)", count: 100)
            return try #require(await site.ask("/batch", "POST", body: body)[header: "location"])
        }
        let first = try await send(0)
        for number in 1..<30 { _ = try await send(number) }
        #expect(await site.ask(first).status == 404)
    }

    // MARK: - Some of the words, and more documents

    private static let reader = ["authorization": "Bearer reader-token"]
    private static let guest = ["authorization": "Bearer guest-token"]

    /// Nine documents with a word, and one that is hidden. Two are closed to a guest, and one of them has another word as well.
    private static let many = Task {
        var served = try await ServedFolder { folder in
            for number in 1...7 {
                try folder.write(PDFWriter(texts: ["A weir, \(number)."]).bytes, to: "archive/\(number).pdf")
            }
            for name in ["heron", "kestrel"] {
                try folder.write(PDFWriter(texts: ["The weir of the \(name)."]).bytes, to: "archive/closed-\(name).pdf")
            }
            try folder.write(PDFWriter(texts: ["A weir that is hidden."]).bytes, to: "archive/hidden.pdf")
        }
        try served.index.hide([served.document("hidden.pdf")], by: "tests")
        served.settings.tokens = .forTests(guest: "-path:closed")
        return served
    }

    private func table(_ terms: String, _ visitor: [String: String], more: String = "") async throws -> String {
        let site = Site(try await Self.many.value.settings)
        let sent = await site.ask("/batch", "POST", visitor, body: "terms=\(terms)&as=table\(more)")
        return await site.follow(sent, visitor).text
    }

    private func rows(_ terms: String, _ visitor: [String: String], query: String = "") async throws -> [String] {
        let site = Site(try await Self.many.value.settings)
        let text = await site.ask("/api/v1/batch\(query)", "POST", visitor, body: terms).text
        return text.split(separator: "\r\n").dropFirst().map(String.init)
    }

    @Test func termsAreFoundOnlyWhereAllOfTheirWordsAre() async throws {
        let terms = "zebra+weir%0Aheron+weir"
        let strict = try await table(terms, Self.reader)
        #expect(strict.contains("1 of 2 found<"))
        #expect(strict.contains("not found"))
        #expect(!strict.contains("some of the words</span>"))
        #expect(!strict.contains(" checked"))
        let rows = try await rows("zebra weir\nheron weir", Self.reader)
        #expect(rows.count == 2)
        #expect(rows.first == "zebra weir,,,,,not found,,0,0,")
        #expect(rows.last?.contains(",all,1,1,http") == true)
    }

    @Test func documentsWithSomeOfTheWordsAreShownWhenAskedForAndMarked() async throws {
        let loose = try await table("zebra+weir%0Aheron+weir", Self.reader, more: "&match=auto")
        #expect(loose.contains("1 of 2 found, 1 with only some of the words<"))
        #expect(loose.contains("<span class=\"label some\">some of the words</span>"))
        #expect(loose.contains(" checked"))
        #expect(loose.contains("5 of 9 documents shown"))
        let rows = try await rows("heron weir", Self.reader, query: "?match=auto&limit=2")
        #expect(rows.count == 2)
        #expect(rows.first?.contains(",all,1,9,http") == true)
        #expect(rows.last?.contains(",any,1,9,http") == true)
        let site = Site(try await Self.many.value.settings)
        #expect(await site.ask("/api/v1/batch?match=most", "POST", Self.reader, body: "weir").status == 400)
        #expect(await site.ask("/batch", "POST", Self.reader, body: "terms=weir&match=most").status == 400)
    }

    @Test func aTermThatMoreDocumentsHaveLeadsToThem() async throws {
        let page = try await table("weir", Self.reader)
        #expect(page.contains("5 of 9 documents shown: <a href=\"/?q=weir&amp;meaning=off\">4 more</a>"))
        #expect(try await !table("heron", Self.reader).contains("documents shown"))
    }

    @Test func noNumberOfAListTellsOfDocumentsThatAreClosedOrHidden() async throws {
        #expect(try await table("weir", Self.guest).contains("5 of 7 documents shown"))
        for query in ["?match=all", "?match=auto", "?match=any"] {
            #expect(try await rows("heron", Self.guest, query: query) == ["heron,,,,,not found,,0,0,"])
        }
        let loose = try await rows("heron weir", Self.guest, query: "?match=auto&limit=1")
        #expect(loose.count == 1)
        #expect(loose.first?.contains(",any,0,7,http") == true)
        #expect(try await table("heron+weir", Self.guest, more: "&match=auto").contains("0 of 1 found, 1 with"))
    }

    @Test func termListsAreNotLongerThanTheirAnswersMayBe() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let lines = (0..<500).map { "\($0) " + String(repeating: "a", count: 1900) }
        #expect(await site.ask("/api/v1/batch", "POST", body: lines.joined(separator: "\n")).status == 400)
    }
}
