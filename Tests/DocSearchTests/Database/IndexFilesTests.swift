import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite("The files of an index")
struct IndexFilesTests {
    @Test func theFilesOfAnIndexAreNotThereBeforeTheFirstRun() throws {
        let archive = try TestArchive()
        #expect(!archive.index.exists)
        for attempt: () throws -> Void in [
            { _ = try archive.index.search(SearchRequest("heron")) }, { _ = try archive.index.status() },
            { try archive.index.reset() }, { try archive.index.remove(DocumentReference("1")) },
            { _ = try archive.index.document("1") },
        ] {
            let error = #expect(throws: DocSearchError.self) { try attempt() }
            #expect(error?.code == .noIndex)
            #expect(error?.remedy == .indexFolder)
        }
        #expect(!FileManager.default.fileExists(atPath: archive.indexPath), "asking makes nothing")
    }

    @Test func anIndexIsWrittenByOneAndReadByMany() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        for name in ["b.zip", "bad.zip"] { try archive.write(Array(name.utf8), to: name) }
        let worker = try FakeWorker("sleep 3000")
        var options = IndexingOptions.forTests
        options.extractorPath = worker.path
        // On a busy machine it takes its time until all that is asked here is answered.
        options.openingTimeout = .seconds(3000)
        let second = ArchiveIndex(at: archive.indexPath)
        var wasRunning = false
        for try await event in archive.index.update([archive.root], options: options) {
            // The run hangs in this bundle until it is cancelled.
            guard case .started("bad.zip") = event else { continue }
            wasRunning = true
            for index in [archive.index, second] {
                #expect(try index.search(SearchRequest("heron")).total == 1)
                #expect(try index.status().roots == [archive.root])
                for attempt: () async throws -> Void in [
                    { _ = try await TestRun(index.update([archive.root], options: .forTests)) },
                    { try index.remove(DocumentReference("a.pdf")) }, { try index.reset() },
                ] {
                    let error = await #expect(throws: DocSearchError.self) { try await attempt() }
                    #expect(error?.code == .locked)
                    #expect(error?.message.contains("process \(getpid())") == true)
                }
            }
            break
        }
        #expect(wasRunning)
        let next = try await archive.updateWhenUnlocked()
        #expect(!next.report.isPartial)
        #expect(try processes(running: worker.path).isEmpty, "cancelling ends the worker")
    }

    /// A process that another thread starts at that moment has the lock's descriptor too, until its program begins.
    @Test func anIndexIsUnlockedThoughAnotherProcessHasTheLockFileOpen() async throws {
        let archive = try TestArchive()
        try archive.write(Array("bad.zip".utf8), to: "bad.zip")
        var options = IndexingOptions.forTests
        let worker = try FakeWorker("sleep 3000")
        options.extractorPath = worker.path
        // On a busy machine it takes its time until this test hears of the run.
        options.openingTimeout = .seconds(3000)
        var copies: [Int32] = []
        // The run hangs in this bundle until it is cancelled.
        for try await event in archive.index.update([archive.root], options: options) {
            guard case .started = event else { continue }
            for name in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
                guard let number = Int32(name),
                    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)"),
                    target.hasPrefix(archive.indexPath), target.hasSuffix("lock")
                else { continue }
                copies.append(dup(number))
            }
            break
        }
        defer { copies.forEach { close($0) } }
        #expect(!copies.isEmpty, "the lock file was open during the run")
        // Of the copies only: the run itself lets go of the lock when it has ended.
        _ = try await archive.updateWhenUnlocked()
    }

    @Test func theFilesOfAnIndexAreNeverWrittenTogether() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        let folder = IndexFolder(path: archive.indexPath)
        let stores = try IndexStores(writing: folder)
        defer { stores.close() }
        for attempt: () throws -> Void in [
            { try stores.pages.write { db in try db.execute(sql: "ATTACH ? AS other", arguments: [folder.index]) } },
            { try stores.index.write { db in try db.execute(sql: "ATTACH ? AS other", arguments: [folder.pages]) } },
        ] {
            let error = #expect(throws: DocSearchError.self) { try attempt() }
            #expect(error?.message.contains("too many attached databases") == true, "\(error?.message ?? "")")
        }
    }

    /// One frame is left in each: the header of the log, of the frame, and a page.
    @Test func theFilesOfAnIndexHaveShortLogsAfterARunThatWrote() async throws {
        let archive = try TestArchive()
        for number in 1...20 { try archive.write(["heron number \(number)"], to: "\(number).pdf") }
        try await archive.update()
        for (name, page) in [("user", 4096), ("pages", 8192), ("index", 4096)] {
            let log = try #require(FileStatus(path: archive.indexPath + "/\(name).sqlite-wal"))
            #expect(log.byteCount <= 32 + 24 + page, "\(name)")
        }
    }

    /// A reader that stays keeps a log from being begun anew, so it grows.
    @Test func theFilesOfAnIndexHaveShortLogsOnceReadersAreGone() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        let stores = try IndexStores(writing: IndexFolder(path: archive.indexPath))
        defer { stores.close() }
        let log = archive.indexPath + "/index.sqlite-wal"
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: archive.indexPath + "/index.sqlite", configuration: configuration)
        try await reader.writeWithoutTransaction { db in
            try db.execute(sql: "BEGIN")
            _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM document")
        }
        try stores.index.write { db in
            try db.execute(sql: "CREATE TABLE filler (bytes BLOB); INSERT INTO filler VALUES (zeroblob(50 << 20))")
        }
        try stores.shortenLogs()
        #expect(FileStatus(path: log)?.byteCount ?? 0 > 48 << 20, "as long as it reads")
        try await reader.writeWithoutTransaction { db in try db.execute(sql: "COMMIT") }
        try stores.shortenLogs()
        #expect(FileStatus(path: log)?.byteCount == 0)
        try stores.index.write { db in try db.execute(sql: "DROP TABLE filler") }
    }

    @Test func anIndexIsEmptyAfterAReset() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        let reader = ArchiveIndex(at: archive.indexPath)
        #expect(try reader.search(SearchRequest("heron")).total == 1)
        try archive.index.reset()
        #expect(!archive.index.exists)
        #expect(throws: DocSearchError.self) { try archive.index.search(SearchRequest("heron")) }
        let run = try await archive.update([])
        #expect(run.report.new == 1, "the folders are remembered")
        #expect(try archive.find("heron") == ["a.pdf"])
        try archive.write(["kestrel"], to: "b.pdf")
        try await archive.update()
        #expect(
            try reader.search(SearchRequest("kestrel")).total == 1,
            "a program that was reading sees the new index")
    }

    @Test func emptyFilesAreNoIndex() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try await archive.update()
        for suffix in ["", "-wal", "-shm"] { unlink(archive.indexPath + "/index.sqlite\(suffix)") }
        // What a run leaves that is killed in its first moment.
        try archive.folder.write([], to: "index/index.sqlite")
        let error = #expect(throws: DocSearchError.self) {
            try ArchiveIndex(at: archive.indexPath).search(SearchRequest("heron"))
        }
        #expect([.noIndex, .damagedIndex].contains(error?.code), "\(error?.message ?? "")")
        try await archive.update()
        #expect(try archive.find("heron") == ["a.pdf"])
    }

    @Test func anIndexIsMadeAgainWithoutThePagesFile() async throws {
        let archive = try TestArchive()
        try archive.write(["heron"], to: "a.pdf")
        try archive.write([TestDocument("b", pages: ["kestrel"], tags: ["birds"])], to: "b.zip")
        try await archive.update()
        for suffix in ["", "-wal", "-shm"] { unlink(archive.indexPath + "/pages.sqlite\(suffix)") }
        let run = try await archive.update()
        #expect(run.report.documents == 2)
        #expect(run.report.failed == 0)
        for query in ["heron", "kestrel", "tag:birds"] {
            #expect(try archive.index.search(SearchRequest(query)).total == 1)
        }
        #expect(
            try archive.index.search(SearchRequest("kestrel")).hits.first?.pages.first?.snippet == "kestrel")
    }
}
