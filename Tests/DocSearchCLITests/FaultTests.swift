import DocSearchTestSupport
import Foundation
import GRDB
import Testing

@testable import DocSearch

@Suite(.serialized) struct FaultTests {
    private static let words = ["heron", "kestrel", "plover", "curlew", "reed", "moor", "mast", "tide"]

    /// Documents of many words that do not compress to nothing.
    func archive(_ program: Program, documents: Int = 4, pages: Int = 30) throws -> String {
        var generator = SeededGenerator(seed: 3)
        for number in 1...documents {
            let texts = (1...pages).map { _ in
                (1...9).map { _ in
                    (1...8).map { _ in
                        "\(Self.words.randomElement(using: &generator) ?? "")\(Int.random(in: 0...9999, using: &generator))"
                    }.joined(separator: " ")
                }.joined(separator: "\n")
            }
            try program.folder.write(PDFWriter(texts: texts).bytes, to: "archive/\(number).pdf")
        }
        return program.folder.path + "/archive"
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason), arguments: ["400k", "600k", "800k"])
    func fullDiskLosesNothingAndIsNamed(size: String) throws {
        let program = try Program()
        let archive = try archive(program)
        try program.folder.write(SampleArchive.bytes("letters/1949-library-gift.pdf"), to: "archive/0.pdf")
        let disk = try Disk(at: program.folder.path + "/disk", size: size)
        let index = disk.path + "/index"
        let full = try program.run(["index", "--index", index, archive])
        #expect(full.exitCode == 2)
        #expect(full.errors.contains("full"), "\(full.errors)")
        #expect(full.errors.contains("Make room and run again"), "\(full.errors)")
        let kept = try IndexDump.recognizedCount(folder: index)
        try disk.remount("size=100m")
        let whole = try program.run(["index", "--index", index, "--progress", "json", archive])
        #expect(whole.exitCode == 0, "\(whole.errors)")
        let recognized = whole.errors.split(separator: "\n").count { $0.contains("\"event\":\"recognized\"") }
        #expect(recognized + kept == 1, "no page is recognised twice")
        let clean = program.folder.path + "/clean"
        #expect(try program.run(["index", "--index", clean, archive]).exitCode == 0)
        #expect(try IndexDump(folder: index).differences(from: IndexDump(folder: clean)) == [])
        #expect(try program.run(["verify", "--index", index]).exitCode == 0)
    }

    /// Not only a file that cannot grow: SQLite also needs memory that processes share, which is a file beside it.
    @Test(.enabled(if: Disk.isPossible, Disk.reason), arguments: [0, 4, 8, 12, 16, 24, 40, 64, 100])
    func diskThatIsFullFromTheBeginningIsNamed(kilobytes: Int) throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let disk = try Disk(at: program.folder.path + "/disk", size: "2m")
        let index = disk.path + "/index"
        try FileManager.default.createDirectory(atPath: index, withIntermediateDirectories: true)
        try disk.fill(leaving: kilobytes)
        let run = try program.run(["index", "--ocr", "never", "--index", index, archive])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains("full"), "\(run.errors)")
        #expect(run.errors.contains("Make room"), "\(run.errors)")
        try disk.makeRoom()
        let again = try program.run(["index", "--ocr", "never", "--index", index, archive])
        #expect(again.exitCode == 0, "\(again.errors)")
    }

    /// What processes share is not always copied along.
    @Test(.enabled(if: Disk.isPossible, Disk.reason), arguments: [true, false])
    func readOnlyDiskIsSearchedAndNotWritten(hasSharedMemory: Bool) throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let disk = try Disk(at: program.folder.path + "/disk", size: "20m")
        let index = disk.path + "/index"
        #expect(try program.run(["index", "--index", index, archive]).exitCode == 0)
        if !hasSharedMemory {
            for name in ["user", "pages", "index"] { unlink("\(index)/\(name).sqlite-shm") }
        }
        try disk.remount("ro")
        #expect(try program.run(["find", "--index", index, "water"]).output.contains("1931-council-minutes.pdf"))
        #expect(try program.run(["show", "--index", index, "1"]).exitCode == 0)
        #expect(try program.run(["status", "--index", index]).exitCode == 0)
        let run = try program.run(["index", "--index", index, archive])
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("Read-only file system"), "\(run.errors)")
        #expect(run.errors.contains(index))
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func archiveOnADiskThatIsNotMountedIsKept() throws {
        let program = try Program()
        let disk = try Disk(at: program.folder.path + "/disk", size: "20m")
        try SampleArchive.bytes("minutes/1931-council-minutes.pdf").write(
            to: URL(fileURLWithPath: disk.path + "/minutes.pdf"))
        #expect(try program.run(["index", disk.path]).exitCode == 0)
        try disk.unmount()
        let gone = try program.run(["index"])
        #expect(gone.exitCode == 3)
        #expect(gone.errors.contains("Nothing was removed. Is its disk mounted?"), "\(gone.errors)")
        #expect(try program.run(["find", "water"]).exitCode == 0)
    }

    @Test(.enabled(if: Launcher.canLoseRights, Launcher.reason))
    func rightsThatAreLostAreNamedAndWaitedFor() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf", "letters/1936-tramway-company.pdf")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 0)
        // A folder that nobody may look into, and a new file that nobody may open.
        chmod(archive + "/minutes", 0)
        defer { chmod(archive + "/minutes", 0o755) }
        let secret = try program.folder.write(
            PDFWriter(texts: ["a secret heron"]).bytes, to: "archive/letters/secret.pdf")
        chmod(secret, 0)
        let without = try program.run(["index", "--ocr", "never"], launcher: Launcher.withoutRights)
        #expect(without.exitCode == 3)
        #expect(without.errors.contains("archive/minutes\" failed: Permission denied"), "\(without.errors)")
        #expect(without.errors.contains("failed: letters/secret.pdf: Opening"), "\(without.errors)")
        #expect(!without.errors.contains("not found"), "it is not known: \(without.errors)")
        #expect(try program.run(["find", "water board"]).exitCode == 0, "what was read is kept")
        chmod(archive + "/minutes", 0o755)
        chmod(secret, 0o644)
        let again = try program.run(["index", "--ocr", "never"], launcher: Launcher.withoutRights)
        #expect(again.exitCode == 0, "nobody needs to say --retry-failed: \(again.errors)")
        #expect(try program.run(["find", "secret heron"]).exitCode == 0)
    }

    /// Texts that Yiana keeps in another folder than the document.
    @Test(.enabled(if: Launcher.canLoseRights, Launcher.reason))
    func textsThatCannotBeReachedAreKeptAndWaitedFor() throws {
        let program = try Program()
        let zip = ZipWriter([
            ZipWriter.Entry("content.pdf", Array(try SampleArchive.bytes("letters/1949-library-gift.pdf"))),
            ZipWriter.Entry("metadata.json", Array(#"{"id": "6F9A1B2C-0000-4000-8000-000000000001"}"#.utf8)),
        ])
        try program.folder.write(zip.bytes, to: "archive/deep/gift.yianazip")
        let texts = program.folder.path + "/archive/.ocr_results/deep"
        let brought = #"{"pages": [{"pageNumber": 1, "text": "the kestrel came back to the tower of the church"}]}"#
        try program.folder.write(brought.utf8, to: "archive/.ocr_results/deep/gift.json")
        let command = ["index", "--ocr", "never"]
        #expect(try program.run(command + [program.folder.path + "/archive"]).exitCode == 0)
        #expect(try program.run(["find", "kestrel"]).exitCode == 0)
        chmod(texts, 0)
        defer { chmod(texts, 0o755) }
        let sources = try program.run(["verify", "--sources"], launcher: Launcher.withoutRights)
        #expect(sources.exitCode == 3, "\(sources.errors)")
        #expect(sources.errors.contains("unreadable"), "\(sources.errors)")
        for _ in 1...2 {
            let without = try program.run(command, launcher: Launcher.withoutRights)
            #expect(without.exitCode == 3)
            #expect(without.errors.contains(".ocr_results/deep\" failed: Permission denied"), "\(without.errors)")
            #expect(try program.run(["find", "kestrel"]).exitCode == 0, "what was read is kept")
        }
        let failure = try program.run(["status", "--json"]).json()["failures"]?[0]
        #expect(failure?["path"]?.string == "deep/gift.yianazip")
        #expect(failure?["code"]?.string == "environment")
        chmod(texts, 0o755)
        let again = try program.run(command, launcher: Launcher.withoutRights)
        #expect(again.exitCode == 0, "\(again.errors)")
        #expect(try program.run(["find", "kestrel"]).exitCode == 0)
    }

    @Test(.enabled(if: Launcher.canLoseRights, Launcher.reason))
    func indexThatMayNotBeWrittenIsNamed() throws {
        let program = try Program.withMinutes()
        for name in ["", "/index.sqlite", "/pages.sqlite", "/user.sqlite", "/lock"] {
            chmod(program.index + name, 0o555)
        }
        defer { chmod(program.index, 0o755) }
        let run = try program.run(["index", "--full"], launcher: Launcher.withoutRights)
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("Permission denied"), "\(run.errors)")
        #expect(try program.run(["find", "water"], launcher: Launcher.withoutRights).exitCode == 0)
    }

    /// A clock that ran ahead wrote times that are in the future now.
    @Test func clockThatIsSetBackStopsNothing() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip")
        let ahead = Date(timeIntervalSince1970: 4_000_000_000)
        try FileManager.default.setAttributes(
            [.modificationDate: ahead], ofItemAtPath: archive + "/minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", "--ocr", "never", archive]).exitCode == 3)
        var configuration = Configuration()
        configuration.prepareDatabase(DatabaseOpening.prepare)
        let queue = try DatabaseQueue(path: program.index + "/index.sqlite", configuration: configuration)
        try queue.write { db in
            try db.execute(
                sql: """
                    UPDATE failure SET code = 'worker', first_seen = 4000000000, last_seen = 4000000000;
                    UPDATE run SET started = 4000000000, finished = 4000000001
                    """)
        }
        try queue.close()
        let next = try program.run(["index", "--ocr", "never", "--report", "report.json"])
        let report = try program.json("report.json")
        #expect(next.exitCode == 3)
        #expect(report["failed"]?.int == 1, "what failed in the future is tried again")
        #expect(report["unchanged"]?.int == 1, "a file from the future is not read every night")
        let status = try program.run(["status", "--json"]).json()
        #expect((status["last_run"]?["started"]?.int ?? 0) < 4_000_000_000, "the last run is the one that ended last")
        try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "archive/new.pdf")
        #expect(try program.run(["index", "--ocr", "never"]).exitCode == 3)
        #expect(try program.run(["find", "heron"]).exitCode == 0)
    }

    @Test func lockOfARunThatIsNoMoreMeansNothing() throws {
        let program = try Program.withMinutes()
        try Data("process 1 on elsewhere since 1999-12-31T23:59:59Z\n".utf8)
            .write(to: URL(fileURLWithPath: program.index + "/lock"))
        #expect(try program.run(["index"]).exitCode == 0)
    }
}

/// Starts a program with fewer rights than the test has.
enum Launcher {
    static let reason: Comment = "taking rights from root needs setpriv"

    /// Root may open anything; without these two capabilities file modes count.
    static let withoutRights =
        geteuid() == 0 ? ["/usr/bin/setpriv", "--bounding-set", "-dac_override,-dac_read_search"] : []

    static let canLoseRights = geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0

    static let otherReason: Comment = "being another user needs root, setpriv, and programs that all may start"

    /// Another user, in one group.
    static func another(group: gid_t) -> [String] {
        ["/usr/bin/setpriv", "--reuid", "54320", "--regid", "\(group)", "--clear-groups"]
    }

    static let canBeAnother: Bool = {
        guard geteuid() == 0, access("/usr/bin/setpriv", X_OK) == 0, let program = try? Program() else { return false }
        return (try? program.run(["--version"], launcher: another(group: 54_320)))?.exitCode == 0
    }()
}
