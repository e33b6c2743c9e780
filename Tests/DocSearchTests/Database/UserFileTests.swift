import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("What people decided")
struct UserFileTests {
    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try await archive.update()
        return archive
    }

    private func user(_ archive: TestArchive) -> String { archive.indexPath + "/user.sqlite" }

    private func lose(_ archive: TestArchive) {
        for suffix in ["", "-wal", "-shm"] { unlink(user(archive) + suffix) }
    }

    private func backups(_ archive: TestArchive) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: archive.indexPath)
            .filter { $0.hasPrefix("user.sqlite.backup") }.sorted()
    }

    private func roots(_ file: String) throws -> [String] {
        let queue = try DatabaseQueue(path: file)
        defer { try? queue.close() }
        return try queue.read { db in try String.fetchAll(db, sql: "SELECT path FROM root ORDER BY path") }
    }

    /// Another folder with a PDF in it, outside of the archive.
    private func folder(_ name: String, of archive: TestArchive) throws -> String {
        try archive.folder.write(TestDocument("", pages: ["a \(name)"]).pdf, to: "\(name)/\(name).pdf")
        return archive.folder.path + "/" + name
    }

    // MARK: - Lost

    @Test func aLostUserFileIsRestored() async throws {
        let archive = try await archive()
        lose(archive)
        let run = try await archive.update([])
        let warning = try #require(run.report.warnings.first).message
        #expect(warning.contains("user.sqlite"), "\(warning)")
        #expect(warning.contains("restored"), "\(warning)")
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try archive.index.location(of: archive.index.document("a.pdf")) == archive.root + "/a.pdf")
        #expect(try await archive.update([]).report.warnings.isEmpty, "said once")
    }

    @Test func theUserFileIsRestoredFromTheNewestBackupThatIsWhole() async throws {
        let archive = try await archive()
        try await archive.update([folder("kestrel", of: archive)])
        let names = try backups(archive)
        #expect(names.count >= 2, "\(names)")
        try archive.folder.write("rubbish".utf8, to: "index/" + names[names.count - 1])
        lose(archive)
        #expect(try await archive.update([]).report.warnings.count >= 1)
        #expect(try archive.index.status().roots == [archive.root])
    }

    @Test func aLostUserFileWithoutABackupIsSaidWithARemedy() async throws {
        let archive = try await archive()
        lose(archive)
        for name in try backups(archive) { unlink(archive.indexPath + "/" + name) }
        for paths in [[], [archive.root]] {
            let error = await #expect(throws: DocSearchError.self) { try await archive.update(paths) }
            #expect(error?.item == user(archive))
            #expect(error?.remedy == .indexFolder, "\(error?.message ?? "")")
        }
        #expect(FileStatus(path: user(archive)) == nil, "no empty one is put in its place")
        #expect(try archive.find("heron") == ["a.pdf"], "searching goes on")
        // What the words advise.
        try FileManager.default.moveItem(
            atPath: archive.indexPath + "/index.sqlite", toPath: archive.indexPath + "/index.sqlite.old")
        #expect(try await archive.update().report.documents == 1)
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    @Test func aLostUserFileIsNotReplacedByOtherCommands() async throws {
        let archive = try await archive()
        lose(archive)
        let error = #expect(throws: DocSearchError.self) { try archive.index.remove(DocumentReference("a.pdf")) }
        #expect(error?.remedy == .repair, "\(error?.message ?? "")")
        #expect(FileStatus(path: user(archive)) == nil)
        #expect(try archive.index.verify().map(\.isRepairable) == [true])
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.index.verify().isEmpty)
        #expect(try archive.index.status().roots == [archive.root])
    }

    // MARK: - Damaged

    @Test func aDamagedUserFileIsSetAsideAndRestored() async throws {
        for isRepaired in [true, false] {
            let archive = try await archive()
            for suffix in ["-wal", "-shm"] { unlink(user(archive) + suffix) }
            try archive.folder.write("rubbish".utf8, to: "index/user.sqlite")
            #expect(try archive.index.verify().map(\.isRepairable) == [true])
            let run =
                isRepaired
                ? try await TestRun(archive.index.repair(options: .forTests)) : try await archive.update([])
            #expect(run.report.warnings.first?.message.contains("user.sqlite.damaged-1") == true)
            let aside = try Data(contentsOf: URL(fileURLWithPath: user(archive) + ".damaged-1"))
            #expect(String(decoding: aside, as: UTF8.self) == "rubbish", "nothing is deleted")
            #expect(try archive.index.status().roots == [archive.root])
            #expect(try archive.index.verify().isEmpty)
        }
    }

    @Test func aDamagedUserFileWithoutABackupIsLeftAlone() async throws {
        let archive = try await archive()
        for name in try backups(archive) { unlink(archive.indexPath + "/" + name) }
        for suffix in ["-wal", "-shm"] { unlink(user(archive) + suffix) }
        try archive.folder.write("rubbish".utf8, to: "index/user.sqlite")
        let error = await #expect(throws: DocSearchError.self) { try await archive.update([]) }
        #expect(error?.code == .damagedIndex)
        #expect(error?.remedy == .indexFolder, "\(error?.message ?? "")")
        #expect(try archive.index.verify().contains { $0.file == user(archive) && !$0.isRepairable })
        #expect(try String(contentsOfFile: user(archive), encoding: .utf8) == "rubbish")
    }

    // MARK: - Back-ups

    @Test func theUserFileIsBackedUpWithEachChangeAndNoMore() async throws {
        let archive = try await archive()
        #expect(try backups(archive).count == 1)
        try archive.write(["a plover"], to: "b.pdf")
        try await archive.update()
        #expect(try backups(archive).count == 1, "documents are nobody's decision")
        try await archive.update { $0.languages = ["deu"] }
        #expect(try backups(archive).count == 2)
        try archive.index.remove(DocumentReference(archive.root))
        let names = try backups(archive)
        #expect(names.count == 3)
        #expect(try roots(archive.indexPath + "/" + names[2]).isEmpty)
        #expect(try roots(archive.indexPath + "/" + names[0]) == [archive.root], "the older ones stay")
        #expect(names.allSatisfy { $0.contains("backup-20") }, "their names say when: \(names)")
    }

    @Test func theUserFileIsKeptInTheLastFewBackups() async throws {
        let archive = try await archive()
        for number in 1...10 { try await archive.update { $0.languages = number % 2 == 0 ? ["eng"] : ["deu"] } }
        #expect(try backups(archive).count == UserBackups.newest)
    }

    // MARK: - Ids

    private func rootIDs(_ archive: TestArchive) throws -> [String: Int64] {
        let roots = try UserStore(reading: IndexFolder(path: archive.indexPath)).roots()
        return Dictionary(uniqueKeysWithValues: roots.map { (PathText.name($0.path), $0.id) })
    }

    /// Also when nothing of the index tells any more which ids there were.
    @Test(arguments: [false, true])
    func theUserFileGivesNoIDTwice(afterReset: Bool) async throws {
        let archive = try await archive()
        let first = try #require(rootIDs(archive)["archive"])
        try archive.index.remove(DocumentReference(archive.root))
        if afterReset { try archive.index.reset() }
        try await archive.update([folder("kestrel", of: archive)])
        #expect(try #require(rootIDs(archive)["kestrel"]) > first)
    }

    @Test func theUserFileGivesNoIDThatTheIndexStillRefersTo() async throws {
        let archive = try await archive()
        let folders = try ["kestrel", "plover"].map { try folder($0, of: archive) }
        let older = try Data(
            contentsOf: URL(fileURLWithPath: archive.indexPath + "/" + #require(backups(archive).last)))
        try await archive.update([folders[0]])
        let lost = try #require(rootIDs(archive)["kestrel"])
        // Somebody puts back a copy from before.
        lose(archive)
        try older.write(to: URL(fileURLWithPath: user(archive)))
        let run = try await archive.update([folders[1]])
        #expect(try #require(rootIDs(archive)["plover"]) > lost)
        #expect(run.report.removed == 0)
        #expect(try archive.find("kestrel") == ["kestrel.pdf"], "nothing is taken for the new folder's own")
        let warning = try #require(run.report.warnings.first { $0.remedy == .indexFolder }).message
        #expect(warning.hasPrefix("1 bundle of the index is in folders"), "\(warning)")
        // Named again it keeps its documents.
        let id = try archive.index.document("kestrel.pdf").id
        let again = try await archive.update([folders[0]])
        #expect(again.report.warnings.isEmpty)
        #expect(again.report.moved == 1)
        #expect(try archive.index.document("kestrel.pdf").id == id)
    }

    // MARK: - Removal

    @Test func removingAFolderForgetsAllThatWasInIt() async throws {
        let archive = try await archive()
        let other = try folder("kestrel", of: archive)
        try await archive.update([other])
        #expect(try archive.index.remove(DocumentReference(archive.root)) == 1)
        #expect(try archive.index.status().roots == [other])
        #expect(try archive.find("heron").isEmpty)
        #expect(try archive.find("kestrel") == ["kestrel.pdf"])
    }

    @Test func aRemovalOfAFolderThatWasKilledIsFinished() async throws {
        let archive = try await archive()
        let other = try folder("kestrel", of: archive)
        try await archive.update([other])
        do {
            let user = try UserStore(writing: IndexFolder(path: archive.indexPath))
            try user.beginRemoval(roots: try user.roots().filter { $0.path == archive.root }.map(\.id))
            user.close()
        }
        #expect(try archive.index.status().roots == [other], "from here on it is decided")
        let run = try await archive.update([])
        #expect(run.report.warnings.isEmpty)
        #expect(try archive.find("heron").isEmpty)
        try await archive.update()
        #expect(try archive.find("heron") == ["a.pdf"], "it may be named again")
    }

    @Test func aFolderWhoseRemovalFailsIsKept() async throws {
        let archive = try await archive()
        let queue = try DatabaseQueue(path: archive.indexPath + "/index.sqlite")
        try await queue.write { db in
            try db.execute(
                sql: "CREATE TRIGGER refusal BEFORE DELETE ON bundle BEGIN SELECT raise(ABORT, 'no'); END")
        }
        try queue.close()
        #expect(throws: DocSearchError.self) { try archive.index.remove(DocumentReference(archive.root)) }
        #expect(try archive.index.status().roots == [archive.root])
        #expect(try archive.find("heron") == ["a.pdf"])
    }
}
