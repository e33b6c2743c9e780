import DocSearch
import DocSearchTestSupport
import Foundation
import GRDB
import Testing

/// A process that is killed while a file of the index is not in WAL mode yet, as when it is being made or written anew,
/// leaves a journal beside it. Readers cannot take the change back, as they may not write.
@Suite("A change that was left half done")
struct HalfDoneChangeTests {
    /// Leaves such a journal beside a file of the index, as a copy from within a transaction has it.
    private func leaveJournal(_ archive: TestArchive, _ name: String) throws {
        let file = archive.indexPath + "/" + name
        let copy = archive.folder.path + "/copy.sqlite"
        let other = try DatabaseQueue(path: file)
        try other.writeWithoutTransaction { db in
            _ = try db.checkpoint(.truncate)
            try db.execute(sql: "PRAGMA journal_mode = DELETE")
            try db.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN IMMEDIATE")
            try db.execute(
                sql: """
                    CREATE TABLE half_done AS
                    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
                    SELECT i, zeroblob(4000) AS room FROM n
                    """)
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: file + suffix, toPath: copy + suffix)
            }
            try db.execute(sql: "ROLLBACK")
        }
        try other.close()
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(file + suffix) }
        for suffix in ["", "-journal"] {
            try FileManager.default.moveItem(atPath: copy + suffix, toPath: file + suffix)
        }
    }

    @Test(arguments: ["index.sqlite", "pages.sqlite", "user.sqlite"])
    func aHalfDoneChangeIsTakenBackByTheNextRun(name: String) async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reed bed"], to: "a.pdf")
        try await archive.update()
        try leaveJournal(archive, name)
        let run = try await archive.update()
        #expect(run.failures.isEmpty, "\(run.report)")
        #expect(run.report.warnings.isEmpty, "\(run.report)")
        #expect(run.report.unchanged == 1)
        let index = ArchiveIndex(at: archive.indexPath)
        #expect(try index.search(SearchRequest("heron")).hits.count == 1)
        #expect(try index.verify().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: archive.indexPath + "/" + name + "-journal"))
    }

    @Test func aHalfDoneChangeIsToldToSearchesWithWhatToDo() async throws {
        let archive = try TestArchive()
        try archive.write(["a heron in the reed bed"], to: "a.pdf")
        try await archive.update()
        try leaveJournal(archive, "index.sqlite")
        let error = #expect(throws: DocSearchError.self) {
            try ArchiveIndex(at: archive.indexPath).search(SearchRequest("heron"))
        }
        #expect(error?.code == .noIndex)
        #expect(error?.remedy == .update)
    }
}
