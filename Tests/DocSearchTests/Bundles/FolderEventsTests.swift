import Foundation
import Testing

@testable import DocSearch

@Suite("Watching folders that are bundles")
struct FolderEventsTests {
    private let archive: TestArchive

    init() throws { archive = try TestArchive() }

    /// Whether a run should look at these folders, named below the root, and no others after what `body` does.
    private func changes(
        _ folders: Set<String>, earlier: Set<String> = [], _ body: () throws -> Void
    ) throws -> Bool {
        let events = try FolderEvents(folders: [archive.root])
        try body()
        return try tells(events, of: folders, earlier: earlier)
    }

    /// Two looks: what is told of comes within one, and a second one sees that there is no more. Where something has to
    /// come, up to a minute of them, because a process that another test starts at that moment holds the file open until
    /// its program begins.
    /// For the same reason it may still be told of `earlier` folders, which were written to before.
    private func tells(_ events: FolderEvents, of folders: Set<String>, earlier: Set<String> = []) throws -> Bool {
        let expected = Set(folders.map { archive.root + $0 })
        var found: Set<String> = []
        var looks = 0
        repeat {
            found.formUnion(try #require(try events.changed(within: 100)))
            looks += 1
        } while looks < 2 || (!found.isSuperset(of: expected) && looks < 600)
        return found.isSuperset(of: expected)
            && found.subtracting(expected).isSubset(of: earlier.map { archive.root + $0 })
    }

    /// And in others any that is not hidden, as its content may say what it is.
    @Test func watchingSeesAnyFileInFoldersThatAreBundles() throws {
        try archive.write([1], to: "bag/bagit.txt")
        try archive.write([1], to: "bag/data/page.html")
        try archive.write([1], to: "plain/page.html")
        let earlier: Set = ["/bag", "/bag/data", "/plain"]
        #expect(try changes(["/bag/data"], earlier: earlier) { try archive.write([2], to: "bag/data/page.html") })
        #expect(try changes(["/bag/data"], earlier: earlier) { try archive.write([2], to: "bag/data/.hidden") })
        #expect(try changes(["/plain"], earlier: earlier) { try archive.write([2], to: "plain/page.html") })
        #expect(try changes([], earlier: earlier) { try archive.write([2], to: "plain/.hidden") })
    }

    @Test func watchingSeesAnyFileInFoldersThatAreBundlesByTheirContent() throws {
        try archive.write("<mets></mets>".utf8, to: "box/Ms-17.xml")
        try archive.write([1], to: "box/text/page.html")
        #expect(try changes(["/box/text"], earlier: ["/box"]) { try archive.write([2], to: "box/text/.hidden") })
        try archive.write([1], to: "other/text/page.html")
        let events = try FolderEvents(folders: [archive.root])
        try archive.write("<mets></mets>".utf8, to: "other/Ms-17.xml")
        #expect(try tells(events, of: ["/other"], earlier: ["/other/text", "/box/text"]))
        try archive.write([2], to: "other/text/.hidden")
        #expect(try tells(events, of: ["/other/text"], earlier: ["/other"]))
    }

    @Test func watchingSeesThatAFolderBecomesABundle() throws {
        try archive.write([1], to: "box/data/page.html")
        let events = try FolderEvents(folders: [archive.root])
        try archive.write([1], to: "box/bagit.txt")
        #expect(try tells(events, of: ["/box"], earlier: ["/box/data"]))
        try archive.write([2], to: "box/data/page.html")
        #expect(try tells(events, of: ["/box/data"], earlier: ["/box"]))
    }

    @Test(arguments: ["x.txt", "x.json", "x.tif", "x.eml", "contents"])
    func watchingSeesFilesThatMayBelongToABundle(name: String) throws {
        try archive.write([1], to: "deep/x.pdf")
        #expect(try changes(["/deep"]) { try archive.write([1], to: "deep/" + name) })
    }

    /// So many changes that the system loses count; among them a new folder of which nothing is heard.
    @Test func foldersMadeWhileTheSystemLostCountAreWatched() throws {
        try archive.write([1], to: "a.pdf")
        let limit = try #require(
            try Int(
                String(contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8).filter(\.isNumber)))
        let events = try FolderEvents(folders: [archive.root])
        let (one, other) = (archive.root + "/a.pdf", archive.root + "/b.pdf")
        for _ in 0..<limit / 4 + 1 where rename(one, other) == 0 { rename(other, one) }
        try archive.write([1], to: "new/deeper/c.pdf")
        var isLost = false
        for _ in 0..<600 where !isLost { isLost = try events.changed(within: 100) == nil }
        #expect(isLost)
        while try events.changed(within: 100)?.isEmpty != true {}
        try archive.write([2], to: "new/deeper/c.pdf")
        #expect(try tells(events, of: ["/new/deeper"]))
    }

    @Test func changesOfYianasResultsCountForTheFolderOfTheDocuments() throws {
        try archive.write([1], to: "deep/a.yianazip")
        try archive.write([1], to: ".ocr_results/deep/a.json")
        #expect(try changes(["/deep"]) { try archive.write([2], to: ".ocr_results/deep/a.json") })
        try archive.remove(".ocr_results")
        let events = try FolderEvents(folders: [archive.root])
        try archive.write([1], to: ".ocr_results/other.json")
        #expect(try tells(events, of: [""]))
        try archive.write([2], to: ".ocr_results/other.json")
        #expect(try tells(events, of: [""]))
    }
}
