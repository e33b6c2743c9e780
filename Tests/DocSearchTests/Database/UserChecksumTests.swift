import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

/// A bit that has flipped within a value of `user.sqlite`: SQLite takes it for what people decided.
@Suite("An altered decision")
struct UserChecksumTests {
    private static let changes = [
        "UPDATE root SET path = path || 'x'", "UPDATE root SET is_file = 1", "UPDATE root SET languages = 'eog'",
        "UPDATE root SET is_removed = 1", "UPDATE root SET id = 3", "DELETE FROM root",
        "UPDATE setting SET value = 'yer'", "UPDATE setting SET name = 'group-readabld'",
        "UPDATE checksum SET value = value + 1", "UPDATE checksum SET name = 'rooot' WHERE name = 'root'",
        "DELETE FROM checksum WHERE name = 'root'",
    ]

    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try await archive.update { $0.isGroupReadable = true }
        return archive
    }

    private func backups(_ archive: TestArchive) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: archive.indexPath)
            .filter { $0.hasPrefix("user.sqlite.backup") }.sorted()
    }

    private func user(_ archive: TestArchive) throws -> [String] {
        let queue = try archive.database("user.sqlite")
        defer { try? queue.close() }
        return try queue.read { db in
            try (Row.fetchAll(db, sql: "SELECT * FROM root") + Row.fetchAll(db, sql: "SELECT * FROM setting"))
                .map { "\($0)" }
        }
    }

    @Test(arguments: changes)
    func anAlteredDecisionIsFoundByVerifyAndUndoneByARun(sql: String) async throws {
        let archive = try await archive()
        let decided = try user(archive)
        try archive.damage("user.sqlite", sql)
        let found = try archive.index.verify()
        #expect(found.map(\.file) == [archive.indexPath + "/user.sqlite"])
        #expect(found.map(\.isRepairable) == [true])
        let run = try await archive.update([])
        try #require(run.report.warnings.count == 1)
        #expect(run.report.warnings[0].message.contains("restored from its back-up"))
        #expect(run.report.unchanged == 1)
        #expect(run.report.removed == 0)
        #expect(try user(archive) == decided)
        #expect(try await archive.update([]).report.warnings.isEmpty, "said once")
    }

    @Test func anAlteredDecisionIsUndoneByARepair() async throws {
        let archive = try await archive()
        let decided = try user(archive)
        try archive.damage("user.sqlite", "UPDATE root SET path = path || 'x'")
        _ = try await TestRun(archive.index.repair(options: .forTests))
        #expect(try archive.index.verify().isEmpty)
        #expect(try user(archive) == decided)
    }

    @Test func anAlteredDecisionIsNotBelievedByReadingCommands() async throws {
        let archive = try await archive()
        try archive.damage("user.sqlite", "UPDATE root SET path = '/somewhere/else'")
        let error = #expect(throws: DocSearchError.self) { try archive.index.status() }
        #expect(error?.remedy == .repair, "\(error?.message ?? "")")
        #expect(throws: DocSearchError.self) { try archive.index.document("a.pdf") }
        let results = try archive.index.search(SearchRequest("heron path:archive"))
        #expect(results.hints.map(\.remedy) == [.repair], "\(results.hints)")
        #expect(try archive.find("heron") == ["a.pdf"], "what needs no folder is answered")
    }

    @Test func anAlteredDecisionIsRefusedByChangesOfTheIndex() async throws {
        let archive = try await archive()
        try archive.damage("user.sqlite", "UPDATE root SET path = '/somewhere/else'")
        let error = #expect(throws: DocSearchError.self) { try archive.index.remove(DocumentReference("a.pdf")) }
        #expect(error?.remedy == .repair, "\(error?.message ?? "")")
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    @Test func anAlteredDecisionIsLeftAsItIsWithoutABackup() async throws {
        let archive = try await archive()
        for name in try backups(archive) { unlink(archive.indexPath + "/" + name) }
        try archive.damage("user.sqlite", "UPDATE root SET path = '/somewhere/else'")
        let altered = try user(archive)
        for paths in [[], [archive.root]] {
            let error = await #expect(throws: DocSearchError.self) { try await archive.update(paths) }
            #expect(error?.remedy == .indexFolder, "\(error?.message ?? "")")
        }
        #expect(try archive.index.verify().map(\.isRepairable) == [false])
        #expect(try user(archive) == altered)
        #expect(try backups(archive).isEmpty)
    }

    @Test func anAlteredDecisionIsNotRestoredFromAnAlteredBackup() async throws {
        let archive = try await archive()
        let decided = try user(archive)
        try await archive.update { $0.languages = ["deu"] }
        let names = try backups(archive)
        #expect(names.count >= 2)
        try archive.damage(#require(names.last), "UPDATE root SET path = '/somewhere/else'")
        try archive.damage("user.sqlite", "UPDATE root SET path = '/somewhere/else'")
        let run = try await archive.update([])
        #expect(run.report.warnings.first?.message.contains(names[names.count - 2]) == true, "\(run.report.warnings)")
        #expect(try user(archive) == decided)
    }

    /// The row where SQLite keeps the last id is a part of no table that has checksums.
    @Test(arguments: [
        "UPDATE sqlite_sequence SET seq = 0", "UPDATE sqlite_sequence SET name = 'rooo'", "DELETE FROM sqlite_sequence",
    ])
    func damageToTheLastIDLetsFoldersBeNamed(sql: String) async throws {
        // A folder without a bundle, so that the index does not know its id.
        let archive = try TestArchive()
        try await archive.update()
        try archive.damage("user.sqlite", sql)
        try archive.folder.write(TestDocument("", pages: ["a kestrel"]).pdf, to: "other/k.pdf")
        try await archive.update([archive.folder.path + "/other"])
        #expect(try archive.index.status().roots.count == 2)
        #expect(try archive.find("kestrel") == ["k.pdf"])
    }
}
