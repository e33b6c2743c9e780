import DocSearchTestSupport
import Foundation
import Testing

@Suite("On an odd machine") struct OddMachineTests {
    @Test func withoutHomeTheAccountsFolderIsMeant() throws {
        var program = try Program()
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { program.environment[name] = nil }
        let outcome = try program.run(["status"])
        let home = try #require(getpwuid(getuid()).map { String(cString: $0.pointee.pw_dir) })
        let index = home + "/.local/share/docsearch"
        let exists = FileManager.default.fileExists(atPath: index + "/index.sqlite")
        #expect(outcome.exitCode == (exists ? 0 : 2), "\(outcome.errors)")
        #expect((outcome.output + outcome.errors).contains(index), "\(outcome.errors)")
        #expect(!outcome.errors.contains("\"/.local/share"), "\(outcome.errors)")
    }

    /// Of any room that programs get there is an answer, be it that it is too small.
    @Test(arguments: Array(stride(from: 60_000, through: 390_000, by: 30_000)))
    func littleMemoryHoldsNothingUp(kilobytes: Int) throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let outcome = try program.run(
            ["index", "--ocr", "never", "--jobs", "1", archive],
            launcher: ["/bin/sh", "-c", "ulimit -v \(kilobytes); exec \"$@\"", "sh"], timeout: .seconds(120))
        // Where not even its libraries can be loaded the system says so.
        #expect(outcome.errors.contains("memory (ulimit -v)") || outcome.exitCode == 127, "\(outcome.errors)")
        #expect([2, 127].contains(outcome.exitCode))
    }

    @Test func manyFailuresOfOneBundleAreOneLine() throws {
        let program = try Program()
        let entries = (10..<40).map { (name: "\($0).pdf", bytes: Array("%PDF-1.4\nno page\n".utf8)) }
        try program.folder.write(
            ZipWriter(entries.map { ZipWriter.Entry($0.name, $0.bytes) }).bytes, to: "archive/a.zip")
        try program.folder.write("%PDF-1.4\nno page\n".utf8, to: "archive/b.pdf")
        let outcome = try program.run(["index", "--ocr", "never", program.folder.path + "/archive"])
        #expect(outcome.exitCode == 3)
        #expect(outcome.errors.contains("(and 29 more in this file)"), "\(outcome.errors)")
        #expect(outcome.errors.split(separator: "\n").count { $0.hasPrefix("failed: ") } == 2, "\(outcome.errors)")
    }

    @Test func pathsNameTheirFoldersWhereThereAreSeveral() throws {
        let program = try Program()
        let folders = ["one", "two"].map { program.folder.path + "/" + $0 }
        for folder in ["one", "two"] {
            try program.folder.write("%PDF-1.4\nno page\n".utf8, to: "\(folder)/box/a.pdf")
            try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "\(folder)/box/b.pdf")
        }
        let outcome = try program.run(["index", "--ocr", "never"] + folders)
        for folder in folders {
            #expect(outcome.errors.contains("failed: \(folder)/box/a.pdf"), "\(outcome.errors)")
            #expect(try program.run(["status", "--failed"]).output.contains("\(folder)/box/a.pdf: "))
            #expect(try program.run(["show", "box/b.pdf"]).errors.contains("(\(folder)/box/b.pdf)"))
        }
        #expect(try program.run(["copies"]).output.contains("box/b.pdf in two"))
        #expect(try program.run(["find", "heron"]).output.contains("the same also as box/b.pdf in "))
        for folder in ["one", "two"] {
            try FileManager.default.removeItem(atPath: program.folder.path + "/\(folder)/box/b.pdf")
        }
        let next = try program.run(["index", "--ocr", "never", "--verbose"])
        for folder in folders { #expect(next.errors.contains("removed: \(folder)/box/b.pdf"), "\(next.errors)") }
    }

    @Test func whatARunLeavesOutCanBeListedAfterwards() throws {
        let program = try Program()
        let archive = program.folder.path + "/archive"
        try program.folder.write(ZipWriter([.init("table.csv", [1])]).bytes, to: "archive/empty.zip")
        try program.folder.write([1], to: "archive/list.csv")
        let misnamed = Array((archive + "/").utf8) + [0xE9, 0x2E, 0x70, 0x64, 0x66, 0]
        let descriptor = misnamed.withUnsafeBytes { bytes in
            open(bytes.bindMemory(to: CChar.self).baseAddress!, O_CREAT | O_WRONLY, 0o600)
        }
        try #require(descriptor >= 0)
        close(descriptor)
        let outcome = try program.run(["index", "--index", archive + "/index", "--ocr", "never", archive])
        #expect(outcome.errors.contains("1 bundle skipped: empty.zip"), "\(outcome.errors)")
        let list = try program.run(["status", "--index", archive + "/index", "--passed-over"]).output
            .split(separator: "\n").map(String.init)
        #expect(list.contains(archive + "/list.csv"), "\(list)")
        #expect(list.contains(archive + "/empty.zip (nothing to read in it)"), "\(list)")
        #expect(list.contains(archive + "/\\xE9.pdf (read under this name; its own is not UTF-8)"), "\(list)")
        #expect(list.contains(archive + "/index/pages.sqlite (a file of this index)"), "\(list)")
    }

    @Test(.enabled(if: Launcher.canBeAnother, Launcher.otherReason))
    func withoutHomeAndAccountTheIndexMustBeNamed() throws {
        var program = try Program()
        for name in ["HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] { program.environment[name] = nil }
        let outcome = try program.run(["status"], launcher: Launcher.another(group: 54_320))
        #expect(outcome.exitCode == 64)
        #expect(outcome.errors.contains("HOME is not set, and the account has no folder"), "\(outcome.errors)")
        #expect(outcome.errors.contains("--index PATH"), "\(outcome.errors)")
    }

    /// The 5th of May 1960, whatever is asked for the time.
    private static let clock = """
        #include <sys/syscall.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>
        int clock_gettime(clockid_t clock, struct timespec *now) {
            int status = syscall(SYS_clock_gettime, clock, now);
            if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) now->tv_sec = -304819200;
            return status;
        }
        int gettimeofday(struct timeval *now, void *zone) {
            now->tv_sec = -304819200;
            now->tv_usec = 0;
            return 0;
        }
        time_t time(time_t *now) {
            if (now) *now = -304819200;
            return -304819200;
        }
        """

    @Test(.enabled(if: access("/usr/bin/cc", X_OK) == 0, "an old clock needs a C compiler"))
    func aClockOfLongAgoStopsNothing() throws {
        var program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let source = try program.folder.write(Self.clock.utf8, to: "clock.c")
        let clock = program.folder.path + "/clock.so"
        let built = try program.run(
            [], launcher: ["/bin/sh", "-c", "exec cc -shared -fPIC -o \(clock) \(source)", "sh"])
        try #require(built.exitCode == 0, "\(built.errors)")
        program.environment["LD_PRELOAD"] = clock
        let commands = [
            ["index", "--ocr", "never", archive], ["find", "water board"], ["tag", "1", "+seen"], ["index"], ["status"],
            ["verify"],
        ]
        for command in commands {
            let outcome = try program.run(command)
            #expect(outcome.exitCode == 0, "\(command): \(outcome.errors)")
            if command == ["status"] { #expect(outcome.output.contains("1960-05-05"), "\(outcome.output)") }
        }
        #expect(try program.run(["find", "yesterday"]).errors.contains("date:1960-05-04"))
        program.environment["LD_PRELOAD"] = nil
        #expect(try program.run(["index"]).exitCode == 0)
    }
}
