import DocSearchServer
import Foundation
import Synchronization
import Testing

/// Answers to lists, which go out as they are found.
@Suite struct ListTests {
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
        #expect(pieces[0] == "query,document,path,page,printed number,snippet,link\r\n")
        #expect(zip(pieces.dropFirst(), terms).allSatisfy { $0.hasPrefix($1 + ",") })
    }

    @Test func hitListsNameTheTermsThatCouldNotBeLookedFor() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let pieces = try await pieces(of: await site.askForPieces("/api/v1/batch", "POST", body: "@nowhere\ntramway"))
        #expect(pieces.count == 3)
        #expect(pieces[1].hasPrefix("'@nowhere,,,,,"))
        #expect(pieces[1].contains("saved question"))
        #expect(pieces[1].split(separator: ",", omittingEmptySubsequences: false).count == 7)
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

    @Test func termListsAreNotLongerThanTheirAnswersMayBe() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let lines = (0..<500).map { "\($0) " + String(repeating: "a", count: 1900) }
        #expect(await site.ask("/api/v1/batch", "POST", body: lines.joined(separator: "\n")).status == 400)
    }
}
