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

    @Test func termListsAreNotLongerThanTheirAnswersMayBe() async throws {
        let site = Site(try await ServedArchive.shared.value.settings())
        let lines = (0..<500).map { "\($0) " + String(repeating: "a", count: 1900) }
        #expect(await site.ask("/api/v1/batch", "POST", body: lines.joined(separator: "\n")).status == 400)
    }
}
