import DocSearchTestSupport
import Foundation
import Testing

@testable import DocSearch

/// File systems keep times that 64 bits of nanoseconds do not: of broken clocks, and from 2262 on.
@Suite struct OddTimeTests {
    @Test(arguments: [13_569_465_600, -20_000_000_000])
    func oddTimesKeepNoFileFromBeingRead(seconds: Int) async throws {
        let archive = try TestArchive()
        let file = try archive.write(["pears and quinces"], to: "letters/a.pdf")
        try setTime(of: file, seconds)
        try setTime(of: archive.root + "/letters", seconds)
        try await archive.update()
        #expect(try archive.find("quinces") == ["letters/a.pdf"])
        let second = try await archive.update()
        #expect(second.report.unchanged == 1)
    }

    @Test func oddTimesOfTheIndexDoNotKeepItsStatusFromBeingShown() async throws {
        let archive = try TestArchive()
        try await archive.read(["pears and quinces"], as: "a.pdf")
        for name in ["lock", "last-look"] where access(archive.indexPath + "/" + name, F_OK) == 0 {
            try setTime(of: archive.indexPath + "/" + name, 13_569_465_600)
        }
        #expect(try ArchiveIndex(at: archive.indexPath).status().documents == 1)
    }

    private func setTime(of path: String, _ seconds: Int) throws {
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
    }
}
