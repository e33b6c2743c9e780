import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// The first run of a day looks through a part of the files, so that damage is found that nothing else has met.
@Suite("The check of each day")
struct DailyCheckTests {
    /// Damage that a run without changes has no reason to meet.
    enum Damage: String, CaseIterable {
        case label, title, tag, stems, words, text, missingText, contentHash

        func apply(_ archive: TestArchive) throws {
            switch self {
            case .label: try archive.damage("index.sqlite", "UPDATE page SET label = 'x' WHERE id = 1 << 20 | 1")
            case .title: try archive.damage("index.sqlite", "UPDATE document SET title = 'x' WHERE id = 1")
            case .tag: try archive.damage("index.sqlite", "INSERT INTO document_tag VALUES (1, 'x')")
            case .stems, .words:
                let table = self == .stems ? "page_fts_data" : "word_fts_data"
                try archive.damage("index.sqlite", "UPDATE \(table) SET block = zeroblob(length(block)) WHERE id > 10")
            case .text: try archive.flipBit("pages.sqlite", "text", ofTable: "page_text", where: "id = 1")
            case .contentHash:
                try archive.damage("pages.sqlite", "UPDATE content SET content_hash = content_hash || 'x' WHERE id = 1")
            case .missingText: try archive.damage("pages.sqlite", "DELETE FROM page_text WHERE id = 1")
            }
        }
    }

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a heron in the first reed bed", "a plover on the second page"], to: "a.pdf")
        try archive.write(["a curlew in the third reed bed"], to: "b.pdf")
        try await archive.update()
        #expect(try await archive.update().report.unchanged == 2)
        return archive
    }

    /// Makes the last check one of some days ago.
    private func age(_ archive: TestArchive, days: Int) throws {
        try IndexFolder(path: archive.indexPath).noteCheck(begun: Date(timeIntervalSinceNow: -86_400 * Double(days)))
    }

    @Test(arguments: Damage.allCases)
    func theDailyCheckFindsDamageThatNoRunHasMet(damage: Damage) async throws {
        let archive = try await archive()
        try age(archive, days: DailyCheck.cycle)
        try damage.apply(archive)
        let run = try await archive.update()
        #expect(run.report.failed > 0 || !run.report.warnings.isEmpty, "the night says so")
        #expect(try archive.index.verify().isEmpty)
        let index = ArchiveIndex(at: archive.indexPath)
        #expect(try index.search(SearchRequest("heron")).hits.map(\.document.title) == ["a"])
        #expect(try index.pages(of: index.document("a.pdf"), page: 1)[0].text.contains("heron"))
        #expect(try index.search(SearchRequest("cur*")).hits.map(\.document.path) == ["b.pdf"])
    }

    /// As a disk that writes to the wrong place leaves it: all rows are met one after the other, and some not by their
    /// numbers.
    @Test func theDailyCheckFindsLeavesThatHaveChangedPlaces() async throws {
        let archive = try TestArchive()
        for number in 1...60 {
            let words = (1...120).map { "heron\(number * $0 % 997)" }.joined(separator: " ")
            try archive.write([words, "plover " + words], to: "\(number).pdf")
        }
        try await archive.update()
        let found = try Set(archive.find("plover") { $0.showsCopies = true })
        #expect(found.count > 50)
        let file = archive.indexPath + "/pages.sqlite"
        let queue = try archive.database("pages.sqlite")
        let leaves = try await queue.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
            return try Int.fetchAll(
                db, sql: "SELECT pageno FROM dbstat WHERE name = 'page_text' AND pagetype = 'leaf' ORDER BY path")
        }
        try queue.close()
        try #require(leaves.count > 3)
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        func page(_ number: Int) -> Range<Int> { (number - 1) * 8192..<number * 8192 }
        let first = Array(bytes[page(leaves[0])])
        bytes.replaceSubrange(page(leaves[0]), with: Array(bytes[page(leaves[2])]))
        bytes.replaceSubrange(page(leaves[2]), with: first)
        try Data(bytes).write(to: URL(fileURLWithPath: file))
        try age(archive, days: DailyCheck.cycle)
        let run = try await archive.update()
        #expect(run.report.warnings.contains { $0.message.contains("pages.sqlite") })
        #expect(try archive.index.verify().isEmpty)
        #expect(try Set(archive.find("plover") { $0.showsCopies = true }) == found)
    }

    @Test func theDailyCheckIsNotRepeatedOnTheSameDay() async throws {
        let archive = try await archive()
        for damage in Damage.allCases { try damage.apply(archive) }
        let run = try await archive.update()
        #expect(run.report.failed == 0)
        #expect(run.report.warnings.isEmpty)
        #expect(run.report.unchanged == 2)
    }

    /// It may be the last one there is.
    @Test func theDailyCheckKeepsADamagedTextOfABundleThatHasChanged() async throws {
        let archive = try await archive()
        try age(archive, days: DailyCheck.cycle)
        try Damage.text.apply(archive)
        try archive.write(Array("no PDF any more".utf8), to: "a.pdf")
        let run = try await archive.update()
        #expect(
            run.report.warnings.contains { $0.message.contains("1 damaged text is kept") }, "\(run.report.warnings)")
        let queue = try archive.database("pages.sqlite")
        #expect(try await queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM page_text WHERE id = 1") } == 1)
        try queue.close()
    }

    /// With a large index the check alone may take longer than a night.
    @Test func theDailyCheckLeavesTimeForWhatIsNew() async throws {
        let archive = try await archive()
        try age(archive, days: DailyCheck.cycle)
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        let stop = StopFlag(after: nil)
        let finding = try DailyCheck(stores, stop: StopFlag(after: .zero, within: stop)).run()
        stores.close()
        #expect(finding.warnings.contains { $0.remedy == .verify })
        #expect(!stop.isSet)
        let next = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        #expect(try DailyCheck(next, stop: StopFlag(after: nil)).days.isEmpty)
        next.close()
    }

    /// A machine without a battery may tell any time.
    @Test(arguments: [-304_819_200, -1, 0, 4_000_000_000] as [Double])
    func theDailyCheckIsMadeWhateverTheClockTells(seconds: Double) async throws {
        let archive = try await archive()
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        let check = try DailyCheck(stores, stop: StopFlag(after: nil), now: Date(timeIntervalSince1970: seconds))
        #expect(!check.days.isEmpty)
        #expect(try check.run().warnings.isEmpty)
        stores.close()
    }

    @Test func theDailyCheckWritesNothing() async throws {
        let archive = try await archive()
        let files = ["index.sqlite", "index.sqlite-wal", "pages.sqlite", "pages.sqlite-wal"]
        func state() -> [Data] {
            files.map { FileManager.default.contents(atPath: archive.indexPath + "/" + $0) ?? Data() }
        }
        let before = state()
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        let now = Date(timeIntervalSinceNow: Double(DailyCheck.cycle) * 86_400)
        let finding = try DailyCheck(stores, stop: StopFlag(after: nil), now: now).run()
        #expect(finding.damaged.isEmpty)
        #expect(finding.warnings.isEmpty)
        stores.close()
        #expect(state() == before)
    }

    /// A night that begins before midnight and ends after it.
    @Test func theDailyCheckCountsFromTheBeginningOfTheLastOne() async throws {
        let archive = try await archive()
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        let evening = Date(timeIntervalSince1970: 20_000 * 86_400 - 1800)
        try stores.folder.noteCheck(begun: evening)
        let next = try DailyCheck(stores, stop: StopFlag(after: nil), now: evening.addingTimeInterval(86_400))
        #expect(next.days == 20_000..<20_001)
        stores.close()
    }

    /// It may be the last one there is.
    @Test func theDailyCheckLeavesADamagedTextWhoseFileIsAway() async throws {
        let archive = try await archive()
        try archive.damage("pages.sqlite", "UPDATE page_text SET width = 1 WHERE id = 1")
        try age(archive, days: DailyCheck.cycle)
        let away = archive.folder.path + "/away.pdf"
        try FileManager.default.moveItem(atPath: archive.root + "/a.pdf", toPath: away)
        // Names another file, so that the run does not notice that this one is gone.
        let run = try await archive.update([archive.root + "/b.pdf"])
        #expect(
            run.report.warnings.contains {
                $0.message.contains("1 damaged text is kept") && $0.message.contains("a.pdf")
            })
        #expect(try archive.find("heron") == ["a.pdf"])
        try FileManager.default.moveItem(atPath: away, toPath: archive.root + "/a.pdf")
        try age(archive, days: DailyCheck.cycle)
        try await archive.update()
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    /// What is said of one folder is not said of the others that are gone through because of damage.
    @Test func theDailyCheckLeavesTheLanguagesOfOtherFoldersAlone() async throws {
        let archive = try TestArchive()
        for name in ["one/a.pdf", "two/b.pdf", "three/c.pdf"] { try archive.write(["a heron in \(name)"], to: name) }
        let roots = ["one", "two", "three"].map { archive.root + "/" + $0 }
        try await archive.update(roots)
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        for root in try stores.user.roots() { try stores.user.setLanguages(["xxx"], root: root.id) }
        stores.close()
        try archive.flipBit("pages.sqlite", "text", ofTable: "page_text", where: "id = 2")
        try age(archive, days: DailyCheck.cycle)
        // One that is not there is said, and ends nothing.
        try FileManager.default.moveItem(atPath: roots[2], toPath: archive.folder.path + "/away")
        let run = try await archive.update([roots[0]]) { $0.languages = ["eng"] }
        #expect(run.report.pages > 0, "the page is read again")
        let known = try UserStore(reading: IndexFolder(path: archive.indexPath)).roots()
        #expect(known.map(\.languages) == [["eng"], ["xxx"], ["xxx"]])
        #expect(try archive.find("heron").count == 3)
    }

    @Test func theDailyCheckLooksAtTheDaysWithoutARunToo() {
        #expect(DailyCheck.days(since: nil, until: 100).isEmpty)
        #expect(DailyCheck.days(since: 100, until: 100).isEmpty)
        #expect(DailyCheck.days(since: 99, until: 100) == 100..<101)
        #expect(DailyCheck.days(since: 93, until: 100) == 94..<101)
        #expect(DailyCheck.days(since: 0, until: 100).count == DailyCheck.cycle)
        #expect(DailyCheck.days(since: 120, until: 100) == 100..<101)
    }

    /// Whatever the number of a text, some day of a cycle looks at it, before 1970 too.
    @Test(arguments: [0, 1, 29, 31, 100_003, Int64.max - 1])
    func theDailyCheckTakesEveryTextOnceACycle(last: Int64) {
        let parts = (-30..<0).map { DailyCheck.part($0, of: DailyCheck.cycle) }.sorted()
        #expect(parts == Array(0..<DailyCheck.cycle))
        for id in [Int64.min, 0, 1, 2, 28, 29, 30, 31, 99_999, last / 2, last] where id <= last {
            #expect(parts.count { DailyCheck.texts($0, upTo: last)?.contains(id) == true } == 1, "\(id)")
        }
    }
}
