import DocSearchTestSupport
import Foundation
import Testing

/// The lines of the guide, spoken to a server over HTTP.
@Suite(.enabled(if: SearchEngineServer.isPossible, SearchEngineServer.reason)) struct FeedEngineTests {
    private static let rights = ["--filter=-tag:=closed", "--public-url", "https://archive.example"]

    private func fed() throws -> (FeedFixture, SearchEngineServer) {
        let (fixture, server) = (try FeedFixture(), try SearchEngineServer())
        try fixture.feed(Self.rights)
        try server.makeIndex(folder: fixture.folder)
        try server.send(folder: fixture.folder)
        return (fixture, server)
    }

    private func expectTheSame(_ fixture: FeedFixture, _ server: SearchEngineServer) throws {
        try fixture.feed(Self.rights)
        try server.send(folder: fixture.folder)
        #expect(try fixture.files() == [], "what has arrived is removed")
        #expect(try server.documents() == fixture.whole(Self.rights))
    }

    @Test func theEngineHasWhatTheIndexHasPageForPage() throws {
        let (fixture, server) = try fed()
        #expect(try server.documents().count == 7)
        try expectTheSame(fixture, server)
        try fixture.run(["tag", String(fixture.number("closed")), "+closed"])
        try fixture.run(["hide", String(fixture.number("draft"))])
        try expectTheSame(fixture, server)
        #expect(try server.documents().count == 3)
        try fixture.run(["undo"])
        try fixture.run(["edit", String(fixture.number("charter")), "--title", "Ein Titel </script> \"\\ äß"])
        try fixture.program.folder.write(PDFWriter(texts: ["only one heron"]).bytes, to: "archive/open.pdf")
        try fixture.run(["index", "--ocr", "never"])
        try expectTheSame(fixture, server)
        #expect(try server.documents().count == 4)
        try fixture.run(["forget", String(fixture.number("open")), "--yes"])
        try expectTheSame(fixture, server)
    }

    @Test func theEngineHasItAfterFeedsThatWereKilled() throws {
        let (fixture, server) = try fed()
        var generator = SeededGenerator(seed: 11)
        for round in 0..<6 {
            try fixture.run(["tag", String(fixture.number("open")), "+round-\(round)"])
            if round == 2 { try fixture.run(["tag", String(fixture.number("closed")), "+closed"]) }
            let feed = try fixture.program.start(
                ["export", "--to", "opensearch", "--dir", fixture.folder] + Self.rights)
            usleep(UInt32.random(in: 5_000...60_000, using: &generator))
            feed.send(SIGKILL)
            _ = try feed.wait(.seconds(60))
            try server.send(folder: fixture.folder)
        }
        try expectTheSame(fixture, server)
    }

    @Test func aFileThatIsSentLateOverwritesNothingNewer() throws {
        let (fixture, server) = try fed()
        let open = try fixture.number("open")
        try fixture.run(["tag", String(open), "+first"])
        try fixture.feed(Self.rights)
        let late = try #require(try fixture.files().first)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.folder + "/" + late))
        try server.send(folder: fixture.folder)
        // Again, as after an answer that was lost.
        try bytes.write(to: URL(fileURLWithPath: fixture.folder + "/" + late))
        try server.send(folder: fixture.folder)
        try fixture.run(["tag", String(open), "+second"])
        try expectTheSame(fixture, server)
        try bytes.write(to: URL(fileURLWithPath: fixture.folder + "/" + late))
        let answer = try server.send(folder: fixture.folder, expecting: 1)
        #expect(answer.contains("version_conflict_engine_exception"))
        try FileManager.default.removeItem(atPath: fixture.folder + "/" + late)
        try expectTheSame(fixture, server)
    }

    @Test func theResultPageFindsMarksAndLinks() throws {
        let (fixture, server) = try fed()
        _ = try server.ask("archive/_refresh", "")
        let answer = try server.ask(
            "archive/_search",
            #"""
            {"query":{"multi_match":{"query":"plover","fields":["title^3","author","text"]}},"collapse":{"field":"document"},
             "_source":["title","date","page","url"],
             "highlight":{"encoder":"html","fields":{"text":{"number_of_fragments":1}}},
             "aggs":{"tags":{"terms":{"field":"tags"}},"authors":{"terms":{"field":"author.exact"}}}}
            """#)
        let hits = answer["hits"]?["hits"]?.elements ?? []
        #expect(hits.count == 3)
        let open = try fixture.number("open")
        let hit = try #require(hits.first { $0["_source"]?["title"]?.string == "open" })
        #expect(hit["_source"]?["url"]?.string == "https://archive.example/documents/\(open)/pages/2")
        let mark = try #require(hit["highlight"]?["text"]?[0]?.string)
        #expect(mark.contains("<em>plover</em>"))
        #expect(!mark.contains("<b>"), "\(mark)")
        let charter = try server.ask(
            "archive/_search",
            #"{"query":{"bool":{"filter":[{"range":{"date_first":{"lte":"1931-12-31"}}},{"term":{"tags":"council"}}]}}}"#
        )
        #expect(charter["hits"]?["hits"]?[0]?["_source"]?["title"]?.string == "The charter")
    }

    @Test func whatAFeedFolderThatIsGoneKnewIsDeletedByItsVersion() throws {
        let (fixture, server) = try fed()
        try fixture.run(["hide", String(fixture.number("draft"))])
        try FileManager.default.removeItem(atPath: fixture.folder)
        try fixture.feed(Self.rights)
        let first = try #require(try fixture.files().first)
        let text = try String(contentsOfFile: fixture.folder + "/" + first, encoding: .utf8)
        let version = try #require(text.firstMatch(of: /"version":([0-9]+)/)?.output.1)
        try server.send(folder: fixture.folder)
        _ = try server.ask("archive/_refresh", "")
        #expect(try server.documents().count == 7, "nothing is known of what the engine had")
        let body = try SearchEngineServer.block(with: "_delete_by_query")
        let query = try #require(body.firstMatch(of: /-d '(\{"query".*\})'/)?.output.1)
        let answer = try server.ask(
            "archive/_delete_by_query", String(query).replacing("1795850000000", with: String(version)))
        #expect(answer["deleted"]?.int == 2)
        try expectTheSame(fixture, server)
    }
}
