import DocSearchTestSupport
import Foundation
import Testing

@Suite(.serialized) struct FeedCrashTests {
    private func hiddenName(_ file: String, in fixture: FeedFixture) -> (String, String) {
        (fixture.folder + "/" + file, fixture.folder + "/." + file)
    }

    @Test func aFileThatCountsAndHasNoNameYetGetsItFromTheNextFeed() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        try fixture.run(["hide", String(fixture.number("draft"))])
        try fixture.feed()
        let (file, hidden) = hiddenName("0000000002.ndjson", in: fixture)
        // As if the feed had been killed before the file got its name, and the index had changed since.
        try FileManager.default.moveItem(atPath: file, toPath: hidden)
        try fixture.run(["tag", String(fixture.number("open")), "+river"])
        try fixture.feed()
        #expect(try fixture.files().count == 3)
        #expect(try fixture.sent() == fixture.whole())
        #expect(!FileManager.default.fileExists(atPath: hidden))
    }

    @Test func aFileThatDidNotCountIsRemoved() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        let (_, hidden) = hiddenName("0000000002.ndjson", in: fixture)
        try Data("{\"index\":{\"_id\":\"9".utf8).write(to: URL(fileURLWithPath: hidden))
        #expect(try fixture.feed().errors == "Nothing new.\n")
        #expect(!FileManager.default.fileExists(atPath: hidden))
        try fixture.run(["tag", String(fixture.number("open")), "+river"])
        try fixture.feed()
        #expect(try fixture.sent() == fixture.whole())
    }

    /// The shortest of these feeds hardly begin; the longest are done.
    @Test func feedsThatAreKilledAtAnyMomentLeaveNothingOut() throws {
        let fixture = try FeedFixture()
        for number in 1...12 {
            let texts = (1...40).map {
                "page \($0) of volume \(number) " + String(repeating: "reed moor mast tide weir\n", count: 40)
            }
            try fixture.program.folder.write(PDFWriter(texts: texts).bytes, to: "archive/volume-\(number).pdf")
        }
        try fixture.run(["index", "--ocr", "never", fixture.program.folder.path + "/archive"])
        let volumes = try (1...12).map { try String(fixture.number("path:volume-\($0).pdf")) }
        var engine: [String: JSON] = [:]
        var generator = SeededGenerator(seed: 5)
        for round in 0..<(Torture.rounds ?? 12) {
            // Something is closed, something opened again, something gets another title.
            let volume = try #require(volumes.randomElement(using: &generator))
            switch round % 3 {
            case 0: try fixture.run(["tag", volume, "+closed"])
            case 1: _ = try fixture.program.run(["tag", "--query", "tag:=closed", "--yes", "-closed"])
            default: try fixture.run(["edit", volume, "--title", "Title \(round)"])
            }
            let feed = try fixture.program.start(
                ["export", "--to", "opensearch", "--dir", fixture.folder, "--filter=-tag:=closed"])
            usleep(UInt32.random(in: 5_000...250_000, using: &generator))
            feed.send(SIGKILL)
            _ = try feed.wait(.seconds(60))
            guard FileManager.default.fileExists(atPath: fixture.folder) else { continue }
            // They are sent whenever they are there.
            engine = try fixture.sent(to: engine)
            try fixture.removeFiles()
        }
        try fixture.feed(["--filter=-tag:=closed"])
        engine = try fixture.sent(to: engine)
        #expect(try engine == fixture.whole(["--filter=-tag:=closed"]))
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason), arguments: [0, 16])
    func aFullDiskIsNamedAndTheNextFeedGoesOn(kilobytes: Int) throws {
        var fixture = try FeedFixture()
        for number in 1...3 {
            let texts = (1...20).map {
                "page \($0) of \(number) " + String(repeating: "reed moor mast tide weir\n", count: 40)
            }
            try fixture.program.folder.write(PDFWriter(texts: texts).bytes, to: "archive/volume-\(number).pdf")
        }
        try fixture.run(["index", "--ocr", "never", fixture.program.folder.path + "/archive"])
        let disk = try Disk(at: fixture.program.folder.path + "/disk", size: "8m")
        fixture.place = disk.path + "/feed"
        try disk.fill(leaving: kilobytes)
        let full = try fixture.feed(exitCode: 2)
        #expect(full.errors.contains("full") && full.errors.contains("Make room"), "\(full.errors)")
        try disk.makeRoom()
        try fixture.feed()
        #expect(try fixture.sent() == fixture.whole())
    }

    @Test func aDamagedStateIsNamedWithTheWayOut() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        let state = fixture.folder + "/feed.sqlite"
        try Data("this is no database, and long enough to be looked at as one".utf8).write(
            to: URL(fileURLWithPath: state))
        let outcome = try fixture.feed(exitCode: 2)
        #expect(outcome.errors.contains("is damaged") && outcome.errors.contains("Remove it and feed with --full"))
        try FileManager.default.removeItem(atPath: state)
        let first = try fixture.files()
        try fixture.feed(["--public", "--full"])
        #expect(try fixture.files().count == first.count + 1, "the file that is there is not overwritten")
        #expect(try fixture.sent() == fixture.whole())
    }

    @Test func noLinkLeadsAFeedElsewhere() throws {
        let fixture = try FeedFixture()
        try FileManager.default.createDirectory(atPath: fixture.folder, withIntermediateDirectories: true)
        let other = try fixture.program.folder.write("mine".utf8, to: "other")
        for name in ["feed.lock", "feed.sqlite", "mapping.json", ".0000000001.ndjson"] {
            let link = fixture.folder + "/" + name
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: other)
            let isOurs = name.hasPrefix(".")
            try fixture.feed(exitCode: isOurs ? 0 : 2)
            if !isOurs { try FileManager.default.removeItem(atPath: link) }
            #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        }
        #expect(try fixture.sent() == fixture.whole())
    }
}
