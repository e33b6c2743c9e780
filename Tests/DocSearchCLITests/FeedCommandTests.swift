import DocSearchTestSupport
import Foundation
import Testing

@Suite struct FeedCommandTests {
    // MARK: - What is written

    @Test func everyPageIsADocumentWithItsFields() throws {
        let fixture = try FeedFixture()
        let outcome = try fixture.feed(["--public", "--public-url", "https://archive.example/search/"])
        #expect(outcome.errors == "7 pages and 0 tombstones in 1 file.\n")
        #expect(outcome.output.isEmpty)
        let charter = try fixture.number("charter")
        let page = try #require(try fixture.sent()["\(charter)-1"])
        #expect(page["title"]?.string == "The charter")
        #expect(page["author"] == .array([.string("Ottilie Harnwick"), .string("Edith Marrowby")]))
        #expect(page["tags"] == .array([.string("council")]))
        #expect(page["language"]?.string == "de")
        #expect(page["date"]?.string == "1931-03")
        #expect(page["date_precision"]?.string == "month")
        #expect(page["date_first"]?.string == "1931-03-01T00:00:00Z")
        #expect(page["date_last"]?.string == "1931-03-31T23:59:59Z")
        #expect(page["path"]?.string == "charter.pdf")
        #expect(page["text"]?.string?.contains("charter of the town") == true)
        #expect(page["origin"]?.string == "text-layer")
        #expect(page["url"]?.string == "https://archive.example/search/documents/\(charter)/pages/1")
        #expect(page["page"]?.int == 1)
        #expect(page["page_count"]?.int == 1)
        #expect(page["confidence"] == nil, "what is not known is absent")
    }

    @Test func onlyWhatHasChangedIsWritten() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        var engine = try fixture.sent()
        try fixture.removeFiles()
        #expect(try fixture.feed().errors == "Nothing new.\n")
        #expect(try fixture.files() == [])
        let open = try fixture.number("open")
        try fixture.run(["tag", String(open), "+river"])
        #expect(try fixture.feed().errors == "2 pages and 0 tombstones in 1 file.\n")
        #expect(try fixture.files() == ["0000000002.ndjson"], "numbers go on though files were removed")
        engine = try fixture.sent(to: engine)
        try fixture.removeFiles()
        #expect(try engine == fixture.whole())
        // A page less, a text more, a file that is gone, a new one.
        let archive = fixture.program.folder.path + "/archive"
        try fixture.program.folder.write(PDFWriter(texts: ["one page of a curlew"]).bytes, to: "archive/open.pdf")
        try fixture.program.folder.write(PDFWriter(texts: ["a new bittern"]).bytes, to: "archive/new.pdf")
        try FileManager.default.removeItem(atPath: archive + "/draft.pdf")
        try fixture.run(["index", "--ocr", "never", "--prune-limit", "100%"])
        try fixture.run(["edit", String(fixture.number("charter")), "--title", "A new title"])
        #expect(try fixture.feed(["--quiet", "--public"]).errors == "")
        engine = try fixture.sent(to: engine)
        #expect(try engine == fixture.whole())
        #expect(!engine.values.contains { $0["path"]?.string == "draft.pdf" })
        #expect(engine.values.contains { $0["title"]?.string == "A new title" })
    }

    @Test func anUndoneChangeIsFedAgainAfterAFeedThatWasEnded() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        var engine = try fixture.sent()
        let open = try fixture.number("open")
        try fixture.run(["tag", String(open), "+river"])
        try fixture.feed()
        // As if that feed had been ended before it said that all is complete.
        try fixture.run(["undo"])
        try fixture.feed()
        engine = try fixture.sent(to: engine)
        #expect(try engine == fixture.whole())
        #expect(engine["\(open)-1"]?["tags"] == nil)
    }

    @Test func anIndexThatIsMadeAgainIsComparedPageForPage() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        var engine = try fixture.sent()
        for name in ["index.sqlite", "index.sqlite-wal", "index.sqlite-shm"] {
            try? FileManager.default.removeItem(atPath: fixture.program.index + "/" + name)
        }
        #expect(try fixture.feed(exitCode: 2).errors.contains("no index"))
        // Other numbers, as another file comes first.
        try fixture.program.folder.write(PDFWriter(texts: ["an early heron"]).bytes, to: "archive/a.pdf")
        try fixture.run(["index", "--ocr", "never", fixture.program.folder.path + "/archive"])
        try fixture.feed()
        engine = try fixture.sent(to: engine)
        #expect(try engine == fixture.whole())
    }

    @Test func allDocumentsAreWrittenAgainOnRequestWithTombstones() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        try fixture.removeFiles()
        try fixture.run(["hide", String(fixture.number("draft"))])
        #expect(try fixture.feed(["--public", "--full"]).errors == "5 pages and 2 tombstones in 1 file.\n")
        #expect(try fixture.sent() == fixture.whole())
        #expect(try fixture.feed().errors == "Nothing new.\n")
    }

    @Test func tombstonesThatWereLostAreWrittenAgainOnRequest() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        let engine = try fixture.sent()
        try fixture.removeFiles()
        try fixture.run(["hide", String(fixture.number("draft"))])
        try fixture.feed()
        try fixture.removeFiles()
        #expect(try fixture.feed().errors == "Nothing new.\n")
        #expect(try fixture.feed(["--public", "--full"]).errors == "5 pages and 2 tombstones in 1 file.\n")
        #expect(try fixture.sent(to: engine) == fixture.whole())
    }

    @Test func withoutItsStateAFeedSaysThatNobodyKnowsWhatTheEngineHas() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        try fixture.program.folder.write([], to: "feed/feed.sqlite")
        #expect(try fixture.feed(exitCode: 2).errors.contains("with --full"))
        try FileManager.default.removeItem(atPath: fixture.folder + "/feed.sqlite")
        #expect(try fixture.feed(exitCode: 2).errors.contains("is missing or empty"))
        #expect(try fixture.feed(["--public", "--full"]).errors == "7 pages and 0 tombstones in 1 file.\n")
    }

    @Test func anInstantBefore1970IsItsOwnPeriod() throws {
        let fixture = try FeedFixture()
        try fixture.program.folder.write(#"{"date":"1900-01-01T00:00:00+14:00"}"#.utf8, to: "archive/open.json")
        try fixture.run(["index", "--ocr", "never"])
        try fixture.feed()
        let page = try #require(try fixture.sent()["\(fixture.number("open"))-1"])
        #expect(page["date_first"]?.string == "1899-12-31T10:00:00Z")
        #expect(page["date_last"]?.string == "1899-12-31T10:00:00Z")
    }

    // MARK: - Who may find what

    @Test func closedAndHiddenPapersAreNeverFed() throws {
        let fixture = try FeedFixture()
        let (closed, draft) = (try fixture.number("closed"), try fixture.number("draft"))
        try fixture.run(["tag", String(closed), "+closed"])
        try fixture.run(["hide", String(draft)])
        let rights = ["--filter=-tag:=closed"]
        try fixture.feed(rights)
        for file in try fixture.files() {
            let text = try String(contentsOfFile: fixture.folder + "/" + file, encoding: .utf8)
            #expect(!text.contains("heron closed") && !text.contains("heron draft"))
            #expect(text.contains("heron open"))
        }
        #expect(try Set(fixture.sent().keys).count == 3)
        // Only on request.
        let hidden = try fixture.whole(rights + ["--hidden"])
        #expect(hidden.count == 5)
        #expect(hidden["\(draft)-1"] != nil)
        #expect(try fixture.whole(["--public"]).count == 5)
    }

    @Test func papersThatAreClosedHiddenOrForgottenLaterGetTombstones() throws {
        let fixture = try FeedFixture()
        let rights = ["--filter=-tag:=closed"]
        try fixture.feed(rights)
        let (closed, draft, open) = (
            try fixture.number("closed"), try fixture.number("draft"), try fixture.number("open")
        )
        try fixture.run(["tag", String(closed), "+closed"])
        try fixture.run(["hide", String(draft)])
        #expect(try fixture.feed(rights).errors == "0 pages and 4 tombstones in 1 file.\n")
        #expect(try fixture.sent().count == 3)
        try fixture.run(["forget", String(open), "--yes"])
        try fixture.feed(rights)
        #expect(try Set(fixture.sent().values.compactMap { $0["path"]?.string }) == ["charter.pdf"])
        #expect(try fixture.sent() == fixture.whole(rights))
        // Rights of the options alone.
        try fixture.feed(["--filter", "tag:=nothing OR tag:=closed"])
        #expect(try fixture.sent().keys.sorted() == ["\(closed)-1", "\(closed)-2"])
        try fixture.feed(["--filter", "tag:=closed -tag:=council"])
        try fixture.run(["undo"])
    }

    @Test func withoutKnowingWhatMayBeSeenNothingIsWritten() throws {
        let fixture = try FeedFixture()
        let none = try fixture.feed([], exitCode: 64)
        #expect(none.errors.contains("--public"), "\(none.errors)")
        try fixture.feed(["--public", "--filter", "tag:=open"], exitCode: 64)
        for filter in ["", "-tags:=closed", "a) OR (b", "~word", "-\"tag:=closed\""] {
            try fixture.feed(["--filter=" + filter], exitCode: 64)
        }
        try fixture.feed(["--filter=-root:nowhere"], exitCode: 2)
        #expect(try fixture.files() == [], "the folder is there, with nothing in it")
        let user = fixture.program.index + "/user.sqlite"
        try fixture.run(["tag", String(fixture.number("closed")), "+closed"])
        try fixture.feed(["--filter=-tag:=closed"])
        let before = try fixture.files()
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: user + name) }
        try fixture.feed(["--filter=-tag:=closed"], exitCode: 2)
        #expect(try fixture.files() == before)
    }

    // MARK: - Wrong usage

    @Test(arguments: [
        ["export"], ["export", "--to", "opensearch", "--public"], ["export", "--dir", "feed", "--documents"],
        ["export", "--to", "sphinx", "--dir", "feed", "--public"],
        ["export", "--to", "solr", "--dir", "feed", "--public", "file"],
        ["export", "--to", "solr", "--dir", "feed", "--public", "--user"],
        ["export", "--to", "solr", "--dir", "", "--public"],
        ["export", "--to", "solr", "--dir", "feed", "--public", "--public-url", "archive.example"],
    ])
    func wrongUsageIsRefused(arguments: [String]) throws {
        let outcome = try SampleArchive.program().run(arguments)
        #expect(outcome.exitCode == 64, "\(outcome.errors)")
    }

    @Test func aFolderIsForOneEngine() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        let outcome = try fixture.feed(to: "solr", exitCode: 64)
        #expect(outcome.errors.contains("is a feed for opensearch"), "\(outcome.errors)")
        #expect(!FileManager.default.fileExists(atPath: fixture.folder + "/schema.xml"))
    }

    @Test func twoFeedsAtOnceAreOne() throws {
        let fixture = try FeedFixture()
        try fixture.feed()
        let lock = open(fixture.folder + "/feed.lock", O_RDWR)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX | LOCK_NB) == 0)
        try fixture.run(["tag", "1", "+river"])
        let outcome = try fixture.feed(exitCode: 75)
        #expect(outcome.errors.contains("Another feed is writing to"), "\(outcome.errors)")
        flock(lock, LOCK_UN)
        try fixture.feed()
        #expect(try fixture.sent() == fixture.whole())
    }
}
