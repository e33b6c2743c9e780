import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

@Suite("Files that a killed run leaves in the index folder")
struct LeftoverTests {
    private let archive: TestArchive
    private let old = Date(timeIntervalSinceNow: -90_000)

    init() throws {
        archive = try TestArchive()
        try archive.write(["a heron"], to: "a.pdf")
        try archive.index.folder.create()
    }

    private func leave(_ name: String, at date: Date) throws -> String {
        let path = try archive.folder.write("a copy".utf8, to: "index/" + name)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        return path
    }

    @Test func filesLeftByAKilledRunAreRemovedAfterADay() async throws {
        let path = try leave(".docsearch-\(UUID().uuidString)", at: old)
        try await archive.update()
        #expect(FileStatus(path: path) == nil)
    }

    @Test func filesThatMayStillBeWrittenAreNotRemovedAsLeftovers() async throws {
        let path = try leave(".docsearch-\(UUID().uuidString)", at: Date(timeIntervalSinceNow: -200))
        try await archive.update()
        #expect(FileStatus(path: path) != nil)
    }

    @Test(arguments: [
        ".docsearch-", ".docsearch-old", "docsearch-E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
        ".docsearch-e621e1f8-c36c-495a-93fc-0c247a3e6e5f", ".docsearch-E621E1F8-C36C-495A-93FC-0C247A3E6E5F.zip",
    ])
    func filesThatOthersHaveNamedAreNotRemovedAsLeftovers(name: String) async throws {
        let path = try leave(name, at: old)
        try await archive.update()
        #expect(FileStatus(path: path) != nil)
    }

    @Test func linksAndFoldersAreNotRemovedAsLeftovers() async throws {
        let target = try leave("target", at: old)
        let link = archive.indexPath + "/.docsearch-\(UUID().uuidString)"
        let folder = archive.indexPath + "/.docsearch-\(UUID().uuidString)"
        #expect(symlink(target, link) == 0)
        #expect(mkdir(folder, 0o700) == 0)
        var times = [timespec(tv_sec: 1, tv_nsec: 0), timespec(tv_sec: 1, tv_nsec: 0)]
        for path in [link, folder] { #expect(utimensat(AT_FDCWD, path, &times, AT_SYMLINK_NOFOLLOW) == 0) }
        try await archive.update()
        for path in [target, link, folder] { #expect(FileStatus(path: path) != nil) }
    }

    @Test(.enabled(if: geteuid() == 0, "giving files to others needs root"))
    func filesOfAnotherUserAreNotRemovedAsLeftovers() async throws {
        let path = try leave(".docsearch-\(UUID().uuidString)", at: old)
        #expect(chown(path, 54_320, 54_320) == 0)
        try await archive.update()
        #expect(FileStatus(path: path) != nil)
    }

    @Test func filesLeftByAKilledRunStayWhileAnotherRunHasTheLock() async throws {
        let path = try leave(".docsearch-\(UUID().uuidString)", at: old)
        let lock = try WriterLock(archive.index.folder)
        await #expect(throws: DocSearchError.self) { try await archive.update() }
        withExtendedLifetime(lock) {}
        #expect(FileStatus(path: path) != nil)
    }
}
