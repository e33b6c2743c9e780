import DocSearchTestSupport
import ExtractionProtocol
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// A damaged row costs that row: the rest is indexed and found, it is said once, and the page is read again.
@Suite("Damage to single rows")
struct DamagedRowTests {
    /// What of a page's row can be damaged.
    enum Damage: String, CaseIterable {
        case text, length, missing, verdict, layer

        func apply(_ archive: TestArchive, page: Int = 1) throws {
            let row = "page = \(page) AND content_id = 1"
            switch self {
            case .text: try archive.flipBit("pages.sqlite", "text", ofTable: "page_text", where: row)
            case .length:
                let text = "CAST(x'00' || substr(text, 2) AS BLOB)"
                try archive.damage("pages.sqlite", "UPDATE page_text SET text = \(text) WHERE \(row)")
            case .missing: try archive.damage("pages.sqlite", "DELETE FROM page_text WHERE \(row)")
            case .verdict: try archive.damage("pages.sqlite", "UPDATE page_text SET verdict = 'gooe' WHERE \(row)")
            case .layer: try archive.damage("pages.sqlite", "UPDATE page_text SET layer = 'x' WHERE \(row)")
            }
        }
    }

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a heron in the first reed bed", "a plover on the second page"], to: "a.pdf")
        try await archive.update()
        try archive.write(["a curlew in the third reed bed"], to: "b.pdf")
        try await archive.update()
        return archive
    }

    @Test(arguments: Damage.allCases)
    func aDamagedRowDoesNotStopRuns(damage: Damage) async throws {
        let archive = try await archive()
        try damage.apply(archive)
        try archive.write(["a heron that has flown", "a plover on the second page"], to: "a.pdf")
        for number in 1...5 { try archive.write(["a new kestrel, number \(number)"], to: "new-\(number).pdf") }
        let run = try await archive.update()
        #expect(run.report.new == 5)
        #expect(run.report.changed == 1)
        #expect(try archive.find("kestrel").count == 5)
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.find("flown") == ["a.pdf"])
        #expect(try archive.find("first").isEmpty, "what was on the old page is not found any more")
        try await archive.update { $0.full = true }
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("plover") == ["a.pdf"])
        #expect(try archive.find("first").isEmpty)
        #expect(try await archive.update().report.unchanged == 7)
    }

    @Test(arguments: Damage.allCases)
    func aDamagedRowIsFoundByVerifyAndRepaired(damage: Damage) async throws {
        let archive = try await archive()
        try damage.apply(archive)
        let found = try archive.index.verify()
        #expect(found.count == 1)
        #expect(found.first?.isRepairable == true)
        #expect(found.first?.reason.contains("page 1 of \"a.pdf\"") == true, "\(found)")
        let run = try await TestRun(archive.index.repair(options: .forTests))
        #expect(run.report.changed == 1, "one bundle is read again")
        #expect(run.report.unchanged == 1, "one bundle is read again")
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.find("plover") == ["a.pdf"])
        #expect(try archive.index.pages(of: archive.index.document("a.pdf"), page: 1)[0].text.contains("heron"))
        let files = try FileManager.default.contentsOfDirectory(atPath: archive.indexPath)
        #expect(!files.contains { $0.contains("damaged") }, "no file had to be made again")
    }

    @Test(arguments: [Damage.text, .length, .missing])
    func aPageWithADamagedRowIsSaidAndShownWithoutItsText(damage: Damage) async throws {
        let archive = try await archive()
        try damage.apply(archive)
        let results = try archive.index.search(SearchRequest("heron"))
        try #require(results.hits.count == 1)
        #expect(results.hits[0].pages.count == 1)
        #expect(results.hints.contains { $0.message.contains("page 1 of \"a.pdf\" is damaged") }, "\(results.hints)")
        #expect(try archive.find("reed").count == 2, "no query dies of it")
        let pages = try archive.index.pages(of: archive.index.document("a.pdf"))
        try #require(pages.count == 2)
        #expect(pages[0].text.isEmpty)
        #expect(pages[0].damage != nil)
        #expect(pages[1].text.contains("plover"))
        #expect(pages[1].damage == nil)
        let document = try archive.index.document("a.pdf")
        #expect(try archive.index.remove(DocumentReference(id: document.id)) == 1)
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("reed") == ["b.pdf"])
    }

    /// The file is the same, so that no run would look at it: one that meets the damage has it read again.
    @Test func aPageWithADamagedRowIsSaidOnceAndReadAgain() async throws {
        let archive = try await archive()
        try Damage.text.apply(archive)
        // A copy, whose texts are known by its bytes.
        try FileManager.default.copyItem(atPath: archive.root + "/a.pdf", toPath: archive.root + "/c.pdf")
        let run = try await archive.update()
        #expect(run.failures.map { $0.path } == ["c.pdf"])
        #expect(run.failures.map { $0.page } == [1])
        #expect(run.report.standingFailures == 1)
        #expect(try archive.index.status().failures.map(\.stage) == ["storage"])
        let next = try await archive.update()
        #expect(next.failures.isEmpty)
        #expect(next.report.standingFailures == 0)
        #expect(next.report.pages >= 2)
        #expect(try archive.find("heron") { $0.showsCopies = true }.sorted() == ["a.pdf", "c.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    @Test func damageToTheIndexedHeadOfADocumentIsRepaired() async throws {
        let archive = try await archive()
        try archive.damage("index.sqlite", "UPDATE document SET indexed_head = '{\"title' WHERE path = 'a.pdf'")
        try archive.write(["a heron that has flown"], to: "a.pdf")
        let run = try await archive.update()
        #expect(run.report.changed == 1)
        #expect(run.report.warnings.isEmpty)
        #expect(try archive.find("flown") == ["a.pdf"])
        #expect(try archive.find("plover").isEmpty)
        #expect(try archive.find("title:a").count == 1)
    }

    @Test(arguments: ["UPDATE page SET verdict = 'gooe'", "UPDATE page SET layer = 'x'"])
    func damageToTheRowOfAPageIsSaidAndRepaired(sql: String) async throws {
        let archive = try await archive()
        try archive.damage("index.sqlite", sql + " WHERE id = 1 << 20 | 1")
        let pages = try archive.index.pages(of: archive.index.document("a.pdf"))
        #expect(pages[0].verdict == nil)
        #expect(pages[0].damage != nil)
        #expect(pages[0].text.contains("heron"))
        #expect(pages[1].verdict == .good)
        #expect(try archive.index.verify().map(\.isRepairable) == [true])
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.index.pages(of: archive.index.document("a.pdf"))[0].damage == nil)
    }

    @Test(arguments: ["DELETE FROM document WHERE id = 1", "DELETE FROM page WHERE id = 1 << 20 | 1"])
    func damageThatHidesAHitIsSaid(sql: String) async throws {
        let archive = try await archive()
        try archive.damage("index.sqlite", sql)
        let results = try archive.index.search(SearchRequest("reed"))
        #expect(results.hits.contains { $0.document.path == "b.pdf" })
        #expect(results.hints.map(\.remedy) == [.repair], "\(results.hints)")
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.index.verify().isEmpty)
    }

    /// Values that SQLite takes for good, in every table, and in those behind the full-text tables.
    @Test(arguments: [
        "UPDATE document SET title = 'other' WHERE id = 1", "UPDATE document SET date = 5 WHERE id = 1",
        "UPDATE bundle SET content_hash = 'beef' WHERE id = 1", "UPDATE page SET text_id = 3 WHERE id = 1 << 20 | 1",
        "UPDATE document_place SET lengths = zeroblob(1024)", "UPDATE meta SET value = '1' WHERE key = 'next-row'",
        "DELETE FROM word_fts_data WHERE id > 10", "UPDATE document SET page_count = 99999999999 WHERE id = 1",
        "UPDATE run SET report = '{'",
    ])
    func damageToValuesIsFoundAndTheIndexMadeAgain(sql: String) async throws {
        let archive = try await archive()
        try archive.damage("index.sqlite", sql)
        let found = try archive.index.verify()
        #expect(found.first?.file.hasSuffix("index.sqlite") == true)
        #expect(!found.contains { !$0.isRepairable })
        _ = try? archive.find("heron")
        _ = try archive.index.status().lastRun
        let run = try await TestRun(archive.index.repair(options: .forTests))
        #expect(run.report.pages == 0, "what was read is not read again")
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("heron") == ["a.pdf"])
        #expect(try archive.find("reed").count == 2)
    }

    /// A bit in the name of a source would make all its texts those of another program. The name is in the index of the
    /// table, too.
    @Test(arguments: [("content", "content_hash"), ("source", "settings")], ["", "sqlite_autoindex_"])
    func damageToTheNameOfASourceOrContentIsRepaired(name: (String, String), of index: String) async throws {
        let (table, column) = name
        let archive = try await archive()
        let pages = archive.indexPath + "/pages.sqlite"
        func names() async throws -> [String] {
            try await DatabaseQueue(path: pages).read { db in
                try String.fetchAll(db, sql: "SELECT \(column) FROM \(table) ORDER BY id")
            }
        }
        let before = try await names()
        var file = try DatabaseFile(pages)
        try file.flipBit(in: #require(before.first), of: index.isEmpty ? table : index + table + "_1")
        try file.write(to: pages)
        let damage = try archive.index.verify()
        #expect(damage.map(\.isRepairable) == [true], "\(damage)")
        let run = try await TestRun(archive.index.repair(options: .forTests))
        #expect(run.report.pages == 0, "no page is read again")
        #expect(try await names() == before)
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    /// Only the recognised text of the page is lost, so only that is recognised again.
    @Test func aDamagedRowHasOnePageRecognizedAgain() async throws {
        let archive = try TestArchive()
        try archive.write(SampleArchive.bytes(of: "letters/1949-library-gift.pdf"), to: "scan.pdf")
        try await archive.update { $0.ocr = .auto }
        try archive.flipBit("pages.sqlite", "words", ofTable: "page_text", where: "words IS NOT NULL")
        let pages = try archive.index.pages(of: archive.index.document("scan.pdf"))
        #expect(!pages[0].text.isEmpty, "the text is shown")
        #expect(pages[0].words.isEmpty, "the text is shown")
        #expect(pages[0].damage != nil, "the text is shown")
        var options = IndexingOptions.forTests
        options.ocr = .auto
        let run = try await TestRun(archive.index.repair(options: options))
        #expect(run.report.recognized == 1)
        #expect(run.report.pages == 0)
        #expect(try archive.index.verify().isEmpty)
        #expect(try !archive.index.pages(of: archive.index.document("scan.pdf"))[0].words.isEmpty)
    }

    @Test func damageIsToldByCodesOfSQLiteAndNotByItsWords() async throws {
        let archive = try await archive()
        for message in ["SQL logic error", "no such table: page", "vtable constructor failed: page_fts"] {
            let error = DatabaseOpening.translated(
                DatabaseError(resultCode: .SQLITE_ERROR, message: message), archive.indexPath + "/index.sqlite")
            #expect(error.code == .failed, "\(message)")
            #expect(error.damagedFile == nil, "\(message)")
        }
        for code in [ResultCode.SQLITE_CORRUPT, .SQLITE_NOTADB] {
            let error = DatabaseOpening.translated(
                DatabaseError(resultCode: code, message: "whatever"), archive.indexPath + "/index.sqlite")
            #expect(error.damagedFile == archive.indexPath + "/index.sqlite")
        }
    }
}
