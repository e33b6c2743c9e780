import Foundation
import Testing

@testable import DocSearch

@Suite("Watching folders that are bundles")
struct FolderEventsTests {
    private let archive: TestArchive

    init() throws { archive = try TestArchive() }

    /// The folders, below the root, that a run should look at after what `body` does.
    private func changed(_ body: () throws -> Void) throws -> Set<String> {
        let events = try FolderEvents(folders: [archive.root])
        try body()
        return Set(try look(events).map { String($0.dropFirst(archive.root.utf8.count)) })
    }

    /// What is told of comes within one look, and a second one sees that there is no more. But a process that another test
    /// starts at that moment holds the file open until its program begins.
    private func look(_ events: FolderEvents) throws -> Set<String> {
        var found: Set<String> = []
        var looks = 0
        repeat {
            found.formUnion(try #require(try events.changed(within: 100)))
            looks += 1
        } while looks < 2 || (found.isEmpty && looks < 20)
        return found
    }

    @Test func seesAnyFileInThem() throws {
        try archive.write([1], to: "bag/bagit.txt")
        try archive.write([1], to: "bag/data/page.html")
        try archive.write([1], to: "plain/page.html")
        #expect(try changed { try archive.write([2], to: "bag/data/page.html") } == ["/bag/data"])
        #expect(try changed { try archive.write([2], to: "bag/data/.hidden") } == ["/bag/data"])
        #expect(try changed { try archive.write([2], to: "plain/page.html") } == [])
    }

    @Test func seesThatAFolderBecomesOne() throws {
        try archive.write([1], to: "box/data/page.html")
        let events = try FolderEvents(folders: [archive.root])
        try archive.write([1], to: "box/bagit.txt")
        #expect(try look(events) == [archive.root + "/box"])
        try archive.write([2], to: "box/data/page.html")
        #expect(try look(events) == [archive.root + "/box/data"])
    }

    @Test(arguments: ["x.txt", "x.json", "x.tif", "x.eml", "contents"])
    func seesWhatMayBelongToABundle(name: String) throws {
        try archive.write([1], to: "deep/x.pdf")
        #expect(try changed { try archive.write([1], to: "deep/" + name) } == ["/deep"])
    }

    @Test func takesYianasResultsForTheFolderOfTheDocuments() throws {
        try archive.write([1], to: "deep/a.yianazip")
        try archive.write([1], to: ".ocr_results/deep/a.json")
        #expect(try changed { try archive.write([2], to: ".ocr_results/deep/a.json") } == ["/deep"])
        try archive.remove(".ocr_results")
        let events = try FolderEvents(folders: [archive.root])
        try archive.write([1], to: ".ocr_results/other.json")
        _ = try look(events)
        try archive.write([2], to: ".ocr_results/other.json")
        #expect(try look(events) == [archive.root])
    }
}
