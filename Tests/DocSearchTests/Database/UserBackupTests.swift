import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("Back-ups of what people decided")
struct UserBackupTests {
    private func archive() async throws -> TestArchive {
        let archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try await archive.update()
        return archive
    }

    private func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.contains(".backup") }.sorted()
    }

    /// Leaves only copies of these names, each with what is decided now in it.
    private func rename(_ archive: TestArchive, to new: [String]) throws {
        let copy = try archive.indexPath + "/" + #require(names(archive.indexPath).last)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
        for name in try names(archive.indexPath) { unlink(archive.indexPath + "/" + name) }
        for name in new { try bytes.write(to: URL(fileURLWithPath: archive.indexPath + "/" + name)) }
    }

    /// Names another folder, damages the file, and expects that both folders are remembered all the same.
    private func expectAnotherFolderIsRestored(_ archive: TestArchive) async throws {
        try archive.folder.write(TestDocument("", pages: ["a kestrel"]).pdf, to: "other/kestrel.pdf")
        let other = archive.folder.path + "/other"
        try await archive.update([other])
        for suffix in ["-wal", "-shm"] { unlink(archive.indexPath + "/user.sqlite" + suffix) }
        try archive.folder.write("rubbish".utf8, to: "index/user.sqlite")
        let run = try await archive.update([])
        #expect(run.report.warnings.count == 1, "\(run.report.warnings)")
        #expect(try archive.index.status().roots.sorted() == [archive.root, other])
    }

    // MARK: - Which is the newest

    @Test(arguments: [
        (1...7).map { "user.sqlite.backup-20310101T000001Z.\($0)" },
        ["user.sqlite.backup-20991231T000001Z.8", "user.sqlite.backup-20310101T000001Z.9"],
        ["user.sqlite.backup-20310101T000001Z.999999999999"],
    ])
    func theBackupThatIsRestoredIsTheLastOneMadeWhateverClocksSay(old: [String]) async throws {
        let archive = try await archive()
        try rename(archive, to: old)
        try await expectAnotherFolderIsRestored(archive)
        #expect(try names(archive.indexPath).count(where: { $0.contains(".backup-") }) <= 14)
    }

    @Test func backupsAreThinnedByTheirAge() async throws {
        let archive = try await archive()
        // Six of one day, and one of each day of three weeks before.
        let last = (1...6).map { "user.sqlite.backup-20310131T00000\($0)Z.\($0 + 30)" }
        let days = (10...30).map { "user.sqlite.backup-203101\($0)T120000Z.\($0)" }
        try rename(archive, to: days + last)
        try await archive.update { $0.languages = ["deu"] }
        let kept = try names(archive.indexPath).map { name in Int(name.split(separator: ".").last ?? "") ?? 0 }.sorted()
        // The newest four, of today and of the 31st; the last of five days more; and the last of each week before: of the
        // 25th, which is in the week of the 26th, and of the Sundays before.
        #expect(kept == [12, 19, 25, 26, 27, 28, 29, 30, 34, 35, 36, 37])
        try await archive.update { $0.languages = ["eng"] }
        #expect(try names(archive.indexPath).count == 12, "one comes, one goes")
    }

    @Test func backupsAreKeptWhateverTheClockSays() {
        let names = (1...12).map { "user.sqlite.backup-9999999\($0 % 10)T999999Z.\($0)" }.compactMap(
            UserBackupName.init)
        #expect(names.count == 12)
        let old = UserBackups.superfluous(names.sorted(by: >))
        #expect(old.count <= 8, "the newest four stay")
        #expect(!old.contains { name in names.suffix(4).contains(name) })
    }

    // MARK: - What is no back-up of docsearch

    @Test(arguments: [
        "old", "20310101T000000Z.old", "20310101T000000Z.08", "20310101T000000Z.-8", "20310101T000000Z-1", "20310101",
        "20310101T000000Z", "20310101T000000Z.0", "20310101T000000Z.99999999999999999999", "20310101T000000Z.8 ",
        "２0310101T000000Z.8",
    ])
    func aPersonsOwnCopyIsNoBackupAndLeftAlone(name: String) async throws {
        let archive = try await archive()
        let own = archive.indexPath + "/user.sqlite.backup-" + name
        let copy = try archive.indexPath + "/" + #require(names(archive.indexPath).last)
        try FileManager.default.copyItem(atPath: copy, toPath: own)
        try await archive.update()
        #expect(try names(archive.indexPath).count == 2, "it does not hide that there is a copy")
        try await expectAnotherFolderIsRestored(archive)
        for number in 1...9 { try await archive.update { $0.languages = number % 2 == 0 ? ["eng"] : ["deu"] } }
        #expect(FileStatus(path: own) != nil)
        #expect(try names(archive.indexPath).count == 5)
    }

    @Test func theNameOfAFolderAboveIsNoNameOfABackup() throws {
        let folder = try TemporaryFolder()
        let index = IndexFolder(path: folder.path + "/x.backup-1/index")
        try index.create()
        let store = try UserStore(writing: index)
        defer { store.close() }
        try Data("a person's own".utf8).write(to: URL(fileURLWithPath: index.user + ".backup"))
        for number in 1...9 {
            _ = try store.add(path: "/srv/\(number)", isFile: false, languages: [], above: 0)
            _ = try store.backUp()
        }
        #expect(try names(index.path).count == 5)
        #expect(FileStatus(path: index.user + ".backup") != nil)
    }

    // MARK: - An old one that stays

    @Test(.enabled(if: FixedFile.isPossible, FixedFile.reason))
    func anOldBackupThatCannotBeRemovedIsNamedAndANewOneMade() async throws {
        let archive = try await archive()
        try rename(archive, to: (1...7).map { "user.sqlite.backup-20260101T000000Z.\($0)" })
        let oldest = try FixedFile(archive.indexPath + "/user.sqlite.backup-20260101T000000Z.1")
        let run = try await archive.update { $0.languages = ["deu"] }
        let warning = try #require(run.report.warnings.first).message
        #expect(warning.contains(oldest.path), "\(warning)")
        #expect(warning.contains("back-up of user.sqlite was made"), "\(warning)")
        #expect(run.report.warnings.count == 1)
        #expect(try names(archive.indexPath).count == 5)
    }
}

/// A file that cannot be removed as long as the object is there: it is mounted on itself.
private final class FixedFile {
    static let reason: Comment = "mounting needs root, and a system that lets it"

    static let isPossible: Bool = {
        guard geteuid() == 0, let folder = try? TemporaryFolder(), (try? folder.write("".utf8, to: "probe")) != nil
        else { return false }
        return (try? FixedFile(folder.path + "/probe")) != nil
    }()

    let path: String

    init(_ path: String) throws {
        self.path = path
        guard mount(path, path, nil, UInt(MS_BIND), nil) == 0 else { throw DocSearchError.system("Mounting", path) }
    }

    deinit { umount2(path, Int32(MNT_DETACH)) }
}
