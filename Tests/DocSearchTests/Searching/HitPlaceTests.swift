import DocSearchTestSupport
import Foundation
import Synchronization
import Testing

@testable import DocSearch

@Suite("Where a hit lies")
struct HitPlaceTests {
    /// Two folders with documents of the same words.
    private static func archive() async throws -> (TestArchive, other: String) {
        let archive = try TestArchive()
        for name in ["a", "b", "c"] { try archive.write(["a heron on page \(name)"], to: "\(name).pdf") }
        let other = archive.folder.path + "/Ledgers"
        try archive.folder.write(TestDocument("", pages: ["a heron in a ledger"]).pdf, to: "Ledgers/d.pdf")
        try await archive.update([archive.root, other])
        return (archive, other)
    }

    private static func request(_ query: String, limit: Int = 10) -> SearchRequest {
        var request = SearchRequest(query)
        (request.limit, request.looksForFiles) = (limit, true)
        return request
    }

    @Test func theFolderOfAHitIsToldWhereThereAreSeveral() async throws {
        let (archive, other) = try await Self.archive()
        let hits = try archive.index.search(Self.request("heron")).hits
        #expect(Set(hits.map(\.root)) == [archive.root, other])
        #expect(Set(hits.map(\.rootName)) == ["archive", "Ledgers"])
        #expect(hits.allSatisfy { $0.presence == .there && $0.file == ($0.root ?? "") + "/" + $0.document.path })
        let one = try TestArchive()
        try one.write(["a heron"], to: "a.pdf")
        try await one.update()
        #expect(try one.index.search(Self.request("heron")).hits.map(\.rootName) == [nil])
        #expect(try one.index.search(SearchRequest("heron")).hits.map(\.presence) == [nil], "nothing was asked")
    }

    @Test func theFolderOfAHitIsWrittenInFullWhereTwoEndAlike() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        let other = archive.folder.path + "/other/archive"
        try archive.folder.write(TestDocument("", pages: ["a heron"]).pdf, to: "other/archive/b.pdf")
        try await archive.update([archive.root, other])
        let hits = try archive.index.search(Self.request("heron")).hits
        #expect(hits.allSatisfy { $0.rootName == $0.root })
        #expect(try archive.find("root:archive").count == 2, "both are meant")
        #expect(try archive.find("root:\"\(other)\"") == ["b.pdf"])
    }

    @Test(arguments: [
        ("heron root:ledgers", ["d.pdf"]), ("heron root:LEDGERS", ["d.pdf"]), ("root:Ledgers", ["d.pdf"]),
        ("heron -root:ledgers", ["a.pdf", "b.pdf", "c.pdf"]), ("heron root:led", []), ("heron root:%", []),
        ("ledger root:archive", []), ("heron (root:ledgers OR root:archive)", ["a.pdf", "b.pdf", "c.pdf", "d.pdf"]),
    ])
    func hitsAreAskedForByTheNameOfTheirFolder(query: String, expected: [String]) async throws {
        let (archive, _) = try await Self.archive()
        #expect(try archive.find(query) { $0.match = .all }.sorted() == expected, "\(query)")
    }

    @Test func hitsAreAskedForByTheirWholePath() async throws {
        let (archive, other) = try await Self.archive()
        for name in [other, other + "/"] { #expect(try archive.find("heron root:\"\(name)\"") == ["d.pdf"]) }
        let results = try archive.index.search(SearchRequest("heron root:elsewhere"))
        #expect(results.hits.isEmpty)
        let hint = try #require(results.hints.first)
        #expect(hint.message.contains("no folder \"elsewhere\""), "\(hint)")
        #expect(hint.message.contains(other), "\(hint)")
        #expect(hint.range == 6..<20)
    }

    @Test func anyQuestionCanBeAskedOfOneFolder() async throws {
        let (archive, other) = try await Self.archive()
        for name in [other, "ledgers", other + "/."] {
            #expect(try archive.find("heron") { $0.roots = [name] } == ["d.pdf"], "\(name)")
        }
        #expect(try archive.find("") { $0.roots = ["archive"] }.count == 3, "all there is in it")
        #expect(try archive.find("heron") { $0.roots = ["archive", "Ledgers"] }.count == 4)
        #expect(try archive.find("heron page") { ($0.roots, $0.filter) = (["ledgers"], "format:pdf") } == ["d.pdf"])
        #expect(try archive.index.documents(answering: "heron", roots: ["ledgers"]).map(\.path) == ["d.pdf"])
        let error = #expect(throws: DocSearchError.self) {
            try archive.find("heron") { $0.roots = [archive.root + "/a.pdf"] }
        }
        #expect(error?.code == .notFound)
        #expect(error?.message.contains(other) == true)
    }

    @Test func hitsWhoseFileIsGoneAreMarkedAndTakeNoPlaceOfOthers() async throws {
        let (archive, _) = try await Self.archive()
        let ranked = try archive.find("heron")
        let gone = ranked[0]
        unlink((gone == "d.pdf" ? archive.folder.path + "/Ledgers/" : archive.root + "/") + gone)
        let results = try archive.index.search(Self.request("heron", limit: 2))
        #expect(results.hits.map(\.document.path) == Array(ranked.prefix(3)), "one more, in the order of the ranking")
        let others = ranked.prefix(3).dropFirst().map { _ in SearchHit.Presence.there }
        #expect(results.hits.map(\.presence) == (gone == "d.pdf" ? [.away] : [.gone]) + others)
        #expect(results.total == 4)
        var next = Self.request("heron", limit: 2)
        next.offset = results.hits.count
        #expect(try archive.index.search(next).hits.map(\.document.path) == Array(ranked.dropFirst(3)))
    }

    @Test func hitsAreNotGoneWhereTheirWholeFolderIsAway() async throws {
        let (archive, other) = try await Self.archive()
        try FileManager.default.moveItem(atPath: archive.root, toPath: archive.root + "-unmounted")
        for hasMountPoint in [false, true] {
            // A disk is mounted on an empty folder.
            if hasMountPoint { mkdir(archive.root, 0o700) }
            let results = try archive.index.search(Self.request("heron", limit: 4))
            let away = results.hits.filter { $0.presence == .away }
            #expect(away.count == 3)
            #expect(away.allSatisfy { $0.root == archive.root })
            #expect(results.hits.first { $0.root == other }?.presence == .there)
            #expect(results.hints.map(\.message).filter { $0.contains(archive.root) }.count == 1, "\(results.hints)")
            #expect(try archive.index.search(Self.request("heron", limit: 2)).hits.count == 2, "they take places")
        }
    }

    /// A network folder whose server is gone answers no question.
    @Test func thePresenceOfAHitIsUnknownWhereADiskDoesNotAnswer() throws {
        let silent = IndexRoot(id: 1, path: "/silent-\(UUID().uuidString)", isFile: false, languages: [])
        let awake = IndexRoot(id: 2, path: NSTemporaryDirectory(), isFile: false, languages: [])
        let answer = DispatchSemaphore(value: 0)
        var look = FileLook()
        look.patience = .seconds(2)
        look.status = { path in
            if path.hasPrefix("/silent") { answer.wait() }
            return 0
        }
        let files = [
            FileLook.File(root: silent, path: silent.path + "/a.pdf"),
            FileLook.File(root: awake, path: awake.path + "/b.pdf"),
        ]
        let start = ContinuousClock.now
        for _ in 0..<3 { #expect(look.presence(of: files) == [.unknown, .there]) }
        #expect(ContinuousClock.now - start < .seconds(5), "only the first is waited for")
        answer.signal()
        var isBack = false
        for _ in 0..<500 where !isBack {
            // One for the thread that was given up, one for the next.
            for _ in 0..<2 { answer.signal() }
            usleep(10_000)
            isBack = look.presence(of: files) == [.there, .there]
        }
        #expect(isBack, "a disk that answers again is looked at again")
    }

    @Test func thePresenceOfHitsIsSeenBySeveralSearchesAtOnce() throws {
        let root = IndexRoot(id: 1, path: NSTemporaryDirectory(), isFile: false, languages: [])
        var look = FileLook()
        look.patience = .seconds(60)
        look.status = { _ in
            usleep(50_000)
            return 0
        }
        let found = Mutex<[SearchHit.Presence]>([])
        DispatchQueue.concurrentPerform(iterations: 4) { [look] _ in
            let presence = look.presence(of: [FileLook.File(root: root, path: root.path + "/a.pdf")])
            found.withLock { $0 += presence }
        }
        #expect(found.withLock { $0 } == [.there, .there, .there, .there])
    }
}
