import DocSearchServer
import DocSearchTestSupport
import Foundation
import Testing

@Suite struct KeptByBrowsersTests {
    @Test func browsersAskForImagesEachTime() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settingsWithTokens()
        settings.extractorPath = try ExtractProgram.path()
        let site = Site(settings)
        let id = try archive.document(titled: "Council").id
        let target = "/documents/\(id)/pages/1.jpg?width=100"
        let image = await site.asReader(target)
        #expect(image.status == 200)
        #expect(image[header: "cache-control"] == "private, no-cache")
        let tag = try #require(image[header: "etag"])
        let own = ["authorization": "Bearer guest-token", "if-none-match": tag]
        #expect(await site.ask(target, "GET", own).status == 304)
        let closed = try archive.document(titled: "Closed").id
        #expect(await site.ask("/documents/\(closed)/pages/1.jpg?width=100", "GET", own).status == 404)
    }

    @Test func browsersKeepNoPagesWherePeopleSignIn() async throws {
        let archive = try await ServedArchive.shared.value
        let site = Site(archive.settingsWithTokens())
        for target in [
            "/?q=sluice", "/api/v1/search?q=sluice", "/documents/\(try archive.document(titled: "Council").id)",
        ] {
            #expect(await site.asReader(target)[header: "cache-control"] == "no-store", "\(target)")
        }
        let own = ["origin": "http://127.0.0.1:8080", "authorization": "Bearer reader-token"]
        #expect(await site.ask("/sign-out", "POST", own)[header: "clear-site-data"] == "\"cache\"")
        #expect(await Site(archive.settings()).ask("/?q=sluice")[header: "cache-control"] == "private, no-cache")
    }

    @Test func largeImagesComeInPieces() async throws {
        let archive = try await ServedArchive.shared.value
        var settings = archive.settings()
        settings.extractorPath = try ExtractProgram.path()
        let id = try archive.document(titled: "Council").id
        let answer = await Site(settings).askForPieces("/iiif/image/3/\(id)-1/full/max/0/default.jpg")
        #expect(answer.status == 200)
        guard case .pieces(let length?, let write) = answer.body else {
            Issue.record("the image comes in pieces")
            return
        }
        let parts = Parts()
        try await write { await parts.add($0) }
        let bytes = await parts.bytes
        #expect(bytes.count == length)
        #expect(bytes.starts(with: [0xFF, 0xD8]))
        #expect(bytes.suffix(2) == [0xFF, 0xD9])
        #expect(await parts.largest <= 64 << 10)
    }

    private actor Parts {
        var bytes: [UInt8] = []
        var largest = 0

        func add(_ part: [UInt8]) {
            bytes += part
            largest = max(largest, part.count)
        }
    }

    @Test(arguments: [
        ("127.0.0.1", "127.0.0.1", true), ("::1", "0:0:0:0:0:0:0:0/64", true),
        ("::ffff:127.0.0.1", "127.0.0.1", true), ("::ffff:10.1.2.3", "10.1.2.3", false),
        ("2001:db8:1:2:3:4:5:6", "20:1:d:b8:0:1:0:2/64", false), ("2001:db8:1:2::", "20:1:d:b8:0:1:0:2/64", false),
        ("fe80::1%eth0", "fe:80:0:0:0:0:0:0/64", false), ("localhost", "localhost", true), ("", "", false),
    ])
    func addressesOfOneCustomerAreOne(text: String, group: String, isLoopback: Bool) {
        #expect(ClientAddress(text).group == group)
        #expect(ClientAddress(text).isLoopback == isLoopback)
    }

    @Test func crowdsDoNotFreeThoseWhoAskTooMuch() {
        let limit = RateLimit(perSecond: 1)
        let now = ContinuousClock.now
        for _ in 0..<20 { _ = limit.wait(for: "10.0.0.1", now: now) }
        #expect(limit.wait(for: "10.0.0.1", now: now) != nil)
        for number in 0..<20_000 { _ = limit.wait(for: "11.0.\(number / 250).\(number % 250)", now: now) }
        #expect(limit.wait(for: "10.0.0.1", now: now) != nil)
        for _ in 0..<20 { _ = limit.wait(for: "2001:db8::\(Int.random(in: 1...9999))", now: now) }
        #expect(limit.wait(for: "2001:db8::abcd", now: now) != nil)
    }

    @Test func partsOfALargeImageAreEnlargedAsFarAsItsStatedLimitAllows() throws {
        let full = ImageParameters.Size(8000, 6000)
        #expect(ImageInformation(id: "page", size: full).json.json.contains("\"maxArea\":20000000"))
        let largest = try ImageParameters(["0,0,1000,800", "^max", "0", "default.jpg"], of: full)
        #expect(largest.size.width > 4900)
        #expect(largest.size.width * largest.size.height <= ImageParameters.maxArea)
        #expect(
            try ImageParameters(["0,0,1000,800", "max", "0", "default.jpg"], of: full).size
                == ImageParameters.Size(1000, 800))
        let thin = try ImageParameters(["0,0,1000,1", "^max", "0", "default.jpg"], of: full)
        #expect(thin.size == ImageParameters.Size(16_000, 16))
    }

    @Test func imagesWithoutAStatedLimitAreAtMostAsLargeAsTheyAre() throws {
        let full = ImageParameters.Size(1000, 800)
        #expect(!ImageInformation(id: "page", size: full).json.json.contains("maxArea"))
        for size in ["max", "^max"] {
            #expect(try ImageParameters(["full", size, "0", "default.jpg"], of: full).size == full)
        }
    }
}
