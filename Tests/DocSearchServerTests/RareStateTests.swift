import DocSearch
import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite("Links and sessions in rare states")
struct RareStateTests {
    private static let guest = ["authorization": "Bearer guest-token"]

    @Test(arguments: [0o660, 0o602, 0o666] as [mode_t])
    func aListOfLinksThatOthersMayWriteOpensNothing(mode: mode_t) async throws {
        let archive = try await ServedArchive()
        let address = try await Site(archive.settingsWithTokens()).link(to: archive.document(titled: "Council").id)
        let list = archive.folder.path + "/index/share-links"
        chmod(list, mode)
        let site = Site(archive.settingsWithTokens())
        #expect(await site.ask(address).status == 503)
        #expect(await site.ask("/links", "GET", Self.guest).status == 503)
        chmod(list, 0o600)
        #expect(await Site(archive.settingsWithTokens()).ask(address).status == 200)
    }

    /// A link whose end is not written down would open again.
    @Test func aLinkIsNotSaidToHaveEndedWhereItsEndCannotBeWrittenDown() async throws {
        let archive = try await ServedArchive()
        let site = Site(archive.settingsWithTokens())
        let address = try await site.link(to: archive.document(titled: "Council").id)
        let links = try #require(try await site.ask("/links", "GET", Self.guest).json()["links"] as? [[String: Any]])
        let id = try #require(links.first?["id"] as? String)
        let key = archive.folder.path + "/index/share-key"
        try FileManager.default.moveItem(atPath: key, toPath: key + "-away")
        let ended = await site.ask("/links/\(id)/end", "POST", Self.guest)
        #expect(ended.status >= 500, "\(ended.text)")
        #expect(!ended.text.contains(archive.folder.path))
        try FileManager.default.moveItem(atPath: key + "-away", toPath: key)
        #expect(await site.ask(address).status == 200)
        #expect(await site.ask("/links/\(id)/end", "POST", Self.guest).status == 303)
        #expect(await site.ask(address).status == 404)
    }

    @Test func aSessionEndsWithItsToken() async throws {
        let archive = try await ServedArchive.shared.value
        func status(until end: Int64?) async -> Int {
            var settings = archive.settingsWithTokens()
            settings.tokens?.tokens[1].expires = end
            let site = Site(settings)
            // It began while the token was valid.
            let session = site.door.sessions.begin(token: "guest")
            return await site.ask("/", "GET", ["cookie": "\(Doorkeeper.cookie)=\(session)"]).status
        }
        let now = Int64(Date().timeIntervalSince1970)
        #expect(await status(until: nil) == 200)
        #expect(await status(until: now + 3600) == 200)
        #expect(await status(until: now - 1) == 401)
    }

    /// A bundle with one document would otherwise count as shared as a whole: all of its documents are.
    @Test func aLinkToADocumentShowsNoOtherFilesOfItsBundle() async throws {
        let files: [ZipWriter.Entry] = [
            .init("letter.pdf", PDFWriter(texts: ["A letter about the sluice."]).bytes),
            .init("wages.csv", Array("name;wage\n".utf8)),
        ]
        let served = try await ServedFolder { try $0.write(ZipWriter(files).bytes, to: "archive/letter.zip") }
        let (site, id) = (served.site(guest: "path:letter"), try served.document("letter.zip!/letter.pdf").id)
        // A page goes without them when they are not there within two seconds.
        var isListed = false
        for _ in 0..<20 where !isListed {
            isListed = await site.asReader("/documents/\(id)").text.contains("wages.csv")
        }
        #expect(isListed)
        let address = try await site.link(to: id, by: "reader")
        let start = address.startOfLink
        for target in ["/documents/\(id)", "/documents/\(id)/pages/1"] {
            let answer = await site.ask(start + target)
            #expect(answer.status == 200)
            #expect(!answer.text.contains("wages.csv"), "\(target)")
        }
        var statuses: [Int] = []
        for number in 1...3 {
            statuses.append(await site.asReader("/documents/\(id)/attachments/\(number)").status)
            #expect(await site.ask(start + "/documents/\(id)/attachments/\(number)").status == 404)
        }
        #expect(statuses.contains(200))
    }
}
