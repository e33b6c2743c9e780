import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// A page of the file that cannot be read costs the texts that are on it, and no other.
@Suite("A lost leaf of pages.sqlite")
struct LostLeafTests {
    private let archive: TestArchive
    private var folder: IndexFolder { IndexFolder(path: archive.indexPath) }
    private static let texts = "page_text"

    init() throws { archive = try TestArchive() }

    /// Words that hardly get shorter when they are packed, so that few texts fit on a leaf.
    private static func text(_ number: Int) -> String {
        var generator = SeededGenerator(seed: UInt64(number))
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        let lines = (0..<24).map { _ in
            (0..<8).map { _ in String((0..<7).map { _ in letters.randomElement(using: &generator) ?? "a" }) }
                .joined(separator: " ")
        }
        return "heron\n" + lines.joined(separator: "\n")
    }

    /// As many contents with a text each, some of them of places.
    private func fill(_ count: Int) throws -> DatabaseFile {
        try folder.create()
        let store = try PageStore(writing: folder)
        for number in 1...count {
            let origin = TextOrigin.allCases[number % TextOrigin.allCases.count]
            let frame = PageFrame(
                entry: "", page: 1, width: 1, height: 1, text: Self.text(number), origin: origin, verdict: .good)
            let source = TextSource(origin: origin, settings: "of the test")
            let hash = String(format: "%064d", number)
            let content = try store.insert(
                [StoredPage(source: source, frame: frame)], contentHash: hash, witness: .content)
            try store.prefer(source, page: 1, contentHash: hash, witness: .content)
            try store.remember(PathHistory(path: "/archive/\(number % 100)", contents: [content]))
        }
        store.close()
        return try DatabaseFile(folder.pages)
    }

    private func saved() throws -> Int {
        try PagesSalvage(damaged: folder.pages).copy(into: archive.indexPath + "/saved.sqlite").read
    }

    @Test func aLostLeafCostsTheTextsOnIt() throws {
        let count = 300
        let file = try fill(count)
        #expect(file.leaves.count { $0.owner == Self.texts } > 20)
        #expect(file.leaves.filter { $0.owner == "sqlite_autoindex_content_1" }.count > 2)
        let last = try #require(file.leaves.last { $0.owner == Self.texts })
        for leaf in file.leaves where leaf.owner != Self.texts || leaf.page % 6 == 0 || leaf.page == last.page {
            var damaged = file
            damaged.lose([leaf])
            try damaged.write(to: folder.pages)
            #expect(try saved() == count - (leaf.owner == Self.texts ? leaf.rows : 0), "\(leaf)")
        }
    }

    @Test func aLostLeafCostsNoOtherTextsWhereTheirIndexIsLostToo() throws {
        let count = 300
        var file = try fill(count)
        let last = try #require(file.leaves.last { $0.owner == Self.texts })
        file.lose([last] + file.leaves.filter { $0.owner == "sqlite_autoindex_page_text_1" })
        try file.write(to: folder.pages)
        #expect(try saved() == count - last.rows)
    }

    /// A leaf of the names and one of their index: names at both of its ends are still found.
    @Test func textsAreLostWhoseNamesAreOnTwoLostLeaves() throws {
        let count = 300
        var file = try fill(count)
        let index = file.leaves.filter { $0.owner == "sqlite_autoindex_content_1" }
        let lost = index[index.count / 2]
        file.lose(file.leaves.filter { $0.owner == "content" } + [lost])
        try file.write(to: folder.pages)
        #expect(try saved() == count - lost.rows)
    }

    @Test func aFileThatWasCutLosesTheTextsThatWereCutOff() throws {
        let count = 300
        var file = try fill(count)
        let lost = file.cutOff(after: file.pageCount / 2)
        try file.write(to: folder.pages)
        func rows(_ owner: String) -> Int { lost.filter { $0.owner == owner }.reduce(0) { $0 + $1.rows } }
        let texts = rows(Self.texts)
        #expect(texts > 0)
        #expect(texts < count)
        // Those are lost, too, whose names were cut off in both places.
        let names = min(rows("content"), rows("sqlite_autoindex_content_1"))
        let kept = try saved()
        #expect(
            (count - texts - names...count - texts).contains(kept), "\(kept) of \(count), \(texts) and \(names) cut off"
        )
    }

    /// A log can be longer than its file: the numbers of its texts are no damage.
    @Test func aLostLeafIsNoReasonToDoubtTextsInTheLog() throws {
        _ = try fill(3)
        let queue = try archive.database("pages.sqlite")
        let length = try #require(FileStatus(path: folder.pages)?.byteCount)
        try queue.write { db in
            try db.execute(sql: "UPDATE page_text SET id = ? WHERE id = 3", arguments: [length + 1])
        }
        #expect(try saved() == 3)
        try queue.close()
    }

    /// Here a folder in the place of the log, which no rights of the superuser help against.
    @Test func aDiskThatFailsIsNotTakenForALostLeaf() throws {
        try fill(3).write(to: folder.pages)
        try FileManager.default.createDirectory(atPath: folder.pages + "-wal", withIntermediateDirectories: false)
        let error = #expect(throws: DocSearchError.self) { try saved() }
        #expect(error?.item == folder.pages)
        #expect(error?.damagedFile == nil)
    }

    @Test func aLostLeafIsToldWithWhatARepairSaves() throws {
        var file = try fill(3)
        file.lose(file.leaves.filter { $0.owner == Self.texts })
        try file.write(to: folder.pages)
        let reason = try #require(try archive.index.verify().first?.reason)
        #expect(reason.contains("texts that can be read are saved, and only pages whose texts are lost are"))
        #expect(reason.contains("is damaged ("), "\(reason)")
        #expect(!reason.contains("***"), "\(reason)")
        #expect(!reason.contains("\n"), "\(reason)")
    }

    /// The run after it reads the pages whose texts were lost.
    @Test func aLostLeafCostsNoReadingOfOtherPages() async throws {
        for number in 0..<16 { try archive.write([Self.text(number)], to: "\(number).pdf") }
        try await archive.update()
        let file = try DatabaseFile(folder.pages)
        #expect(file.leaves.count { $0.owner == Self.texts } > 2)
        let before = archive.folder.path + "/before"
        try FileManager.default.copyItem(atPath: archive.indexPath, toPath: before)
        // Without the first page of the file there is nothing to be found in it.
        for leaf in file.leaves where leaf.page > 1 {
            try FileManager.default.removeItem(atPath: archive.indexPath)
            try FileManager.default.copyItem(atPath: before, toPath: archive.indexPath)
            var damaged = file
            damaged.lose([leaf])
            try damaged.write(to: folder.pages)
            let report = try await TestRun(archive.index.repair(options: .forTests)).report
            let lost = leaf.owner == Self.texts ? leaf.rows : 0
            #expect(
                report.warnings.first?.message.contains("; \(16 - lost) of about ") == true,
                "\(leaf): \(report.warnings)")
            #expect(report.pages == lost, "\(leaf): \(report)")
            #expect(try archive.find("heron").count == 16, "\(leaf)")
        }
    }
}
