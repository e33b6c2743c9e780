import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Damage to the files of an index")
struct RecoveryTests {
    /// How a file gets broken.
    enum Damage: String, CaseIterable {
        case rubbish, short, truncated, zeroedPages, overwrittenPages
        /// A table that the full-text tables need is gone.
        case missingTable

        func apply(to path: String, table: String) throws {
            if self == .missingTable {
                let queue = try DatabaseQueue(path: path)
                try queue.writeWithoutTransaction { db in
                    try db.execute(sql: "PRAGMA writable_schema = 1")
                    try db.execute(sql: "DELETE FROM sqlite_schema WHERE name = ?", arguments: [table])
                }
                return try queue.close()
            }
            for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            switch self {
            case .rubbish: bytes = Data(String(repeating: "rubbish ", count: 2000).utf8)
            case .short: bytes = Data("short".utf8)
            case .truncated: bytes = bytes.prefix(bytes.count / 2)
            // All but the first, which has the schema.
            case .zeroedPages: bytes.resetBytes(in: 4096..<bytes.count)
            case .overwrittenPages:
                for offset in 4096..<bytes.count { bytes[offset] = UInt8(truncatingIfNeeded: offset &* 31 + 7) }
            case .missingTable: break
            }
            try bytes.write(to: URL(fileURLWithPath: path))
        }
    }

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        for number in 1...12 {
            try archive.write(["a heron in reed bed \(number)", "page two of \(number)"], to: "\(number).pdf")
        }
        try await archive.update()
        return archive
    }

    private func files(_ archive: TestArchive) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: archive.indexPath).sorted()
    }

    @Test(arguments: Damage.allCases)
    func damageToTheIndexIsRepairedByARunThatMeetsIt(damage: Damage) async throws {
        let archive = try await archive()
        try damage.apply(to: archive.indexPath + "/index.sqlite", table: "page_fts_data")
        // Whatever is damaged, a run that writes everything meets it.
        let run = try await archive.update { $0.full = true }
        try #require(run.report.warnings.count == 1)
        #expect(run.report.warnings[0].message.contains("index.sqlite"))
        #expect(try archive.find("heron").count == 12)
        #expect(try archive.index.status().pages == 24)
        #expect(
            try archive.index.status().lastRun?.warnings == run.report.warnings, "the report that is kept says so too")
        #expect(try !files(archive).contains { $0.contains("damaged") }, "nothing in it is worth keeping")
        #expect(try archive.index.verify().isEmpty)
        #expect(try await archive.update().report.warnings.isEmpty, "once is enough")
    }

    @Test(arguments: Damage.allCases)
    func damageToFilesIsFoundByVerifyAndRepaired(damage: Damage) async throws {
        for (name, table) in [("index.sqlite", "page_fts_idx"), ("pages.sqlite", "source")] {
            let archive = try await archive()
            #expect(try archive.index.verify().isEmpty)
            try damage.apply(to: archive.indexPath + "/" + name, table: table)
            let found = try archive.index.verify()
            #expect(found.first?.file == archive.indexPath + "/" + name, "\(name)")
            #expect(!found.contains { !$0.isRepairable })
            let run = try await TestRun(archive.index.repair(options: .forTests))
            #expect(run.report.warnings.first?.message.contains(name) == true)
            #expect(try archive.index.verify().isEmpty, "\(name)")
            #expect(try archive.find("heron").count == 12, "\(name)")
        }
    }

    @Test func textsOfAnEarlierReleaseAreSaved() async throws {
        let archive = try await archive()
        let pages = try archive.database("pages.sqlite")
        let count = try await pages.write { db in
            try db.execute(sql: "ALTER TABLE page_text DROP COLUMN kept_at")
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM page_text") ?? 0
        }
        try pages.close()
        let saved = try PagesSalvage(damaged: archive.indexPath + "/pages.sqlite").copy(
            into: archive.folder.path + "/saved.sqlite")
        #expect(saved.read == count && count > 0)
    }

    @Test func damageToAFewPagesLosesFewTexts() async throws {
        let samples = try await SampleArchive.shared()
        let archive = try samples.copy()
        try await archive.update { $0.ocr = .auto }
        let pages = archive.indexPath + "/pages.sqlite"
        let origins = try await DatabaseQueue(path: pages).read { db in
            try String.fetchAll(
                db, sql: "SELECT origin FROM page_text JOIN source ON source.id = source_id ORDER BY page_text.id DESC")
        }
        // The last texts are those that were recognised.
        var file = try DatabaseFile(pages)
        let leaf = try #require(file.leaves.last { $0.owner == "page_text" })
        file.lose([leaf])
        try file.write(to: pages)
        let recognized = origins.prefix(leaf.rows).count { $0 == "ocr" }
        #expect(recognized > 0)
        #expect(recognized < origins.count { $0 == "ocr" })
        // What a repair left that was killed.
        try archive.folder.write(Array("half a file".utf8), to: "index/pages.sqlite.salvaged")
        var options = IndexingOptions.forTests
        options.ocr = .auto
        let run = try await TestRun(archive.index.repair(options: options))
        let warning = try #require(run.report.warnings.first).message
        #expect(warning.contains("; \(origins.count - leaf.rows) of about "), "\(warning)")
        #expect(run.report.recognized == recognized, "what was lost, and nothing else")
        let status = try archive.index.status()
        #expect(status.documents == samples.expected.documents.count)
        #expect((status.states["ocr"] ?? 0) > 0)
    }

    /// Power fails before a step of the repair; the run that follows has all texts that were saved.
    @Test(arguments: IndexRecovery.Step.allCases)
    func damageIsRepairedWhereverARepairWasKilled(step: IndexRecovery.Step) async throws {
        struct PowerFailure: Error {}
        let archive = try await archive()
        let pages = archive.indexPath + "/pages.sqlite"
        // The index of hashes is gone: all texts can still be read.
        try Damage.missingTable.apply(to: pages, table: "page_text_image")
        let damage = try #require(try archive.index.verify().first)
        #expect(damage.file == pages)
        let recovery = IndexRecovery(folder: IndexFolder(path: archive.indexPath)) { next in
            if next == step { throw PowerFailure() }
        }
        #expect(throws: PowerFailure.self) {
            try recovery.recover(from: DatabaseOpening.damaged(pages, "for the test"))
        }
        // The log of the damaged file must not be taken for one of the new file.
        if [.setLogAside, .setLogIndexAside].contains(step) {
            try Data("a log of another file".utf8).write(to: URL(fileURLWithPath: pages + "-wal"))
        }
        let run = try await TestRun(archive.index.repair(options: .forTests))
        #expect(run.report.pages == 0, "no text was lost: \(run.report)")
        #expect(run.report.warnings.count == 1)
        #expect(try archive.find("heron").count == 12)
        #expect(try archive.index.verify().isEmpty)
        #expect(try !files(archive).contains { $0.contains("salvag") })
        #expect(try await archive.update().report.warnings.isEmpty)
    }

    @Test func damageIsToldToWhoeverAsks() async throws {
        let archive = try await archive()
        try Damage.rubbish.apply(to: archive.indexPath + "/index.sqlite", table: "")
        let error = #expect(throws: DocSearchError.self) {
            try ArchiveIndex(at: archive.indexPath).search(SearchRequest("heron"))
        }
        #expect(error?.code == .damagedIndex)
        #expect(error?.remedy == .repair)
    }
}
