import DocSearchTestSupport
import Foundation
import Testing

@Suite struct WatchTests {
    private static func program() throws -> Program {
        let program = try Program()
        try program.folder.write(PDFWriter(texts: ["a heron"]).bytes, to: "archive/old.pdf")
        return program
    }

    @discardableResult
    private func writePDF(_ text: String, _ program: Program, to name: String) throws -> String {
        try program.folder.write(PDFWriter(texts: [text]).bytes, to: name)
    }

    private func end(_ run: RunningProgram, by signal: Int32 = SIGTERM) throws {
        run.send(signal)
        #expect(try run.wait(.seconds(60)).exitCode == 0)
    }

    private func watching(_ program: Program, _ arguments: [String] = []) throws -> RunningProgram {
        let run = try program.start(
            // Relative, as people type it.
            ["watch", "--ocr", "never", "--settle", "0.3s", "--verbose"] + arguments + ["archive"])
        try #require(
            try run.until(.seconds(30)) { run.errorText.contains("Watching") || run.errorText.contains("every") })
        return run
    }

    private func expectFound(_ program: Program, _ query: String, _ paths: [String]) throws {
        var found: [String]?
        let isSo = try RunningProgram.until(.seconds(30)) {
            let answer = try program.run(["find", "--json", query])
            guard answer.exitCode < 2 else { return false }
            found = try answer.json()["hits"]?.elements.compactMap { $0["path"]?.string }.sorted()
            return found == paths
        }
        #expect(isSo, "\(query): \(found ?? [])")
    }

    @Test func watchFollowsFilesThatAreWrittenMovedAndDeleted() throws {
        let program = try Self.program()
        let archive = program.folder.path + "/archive"
        let run = try watching(program)
        let time = #/20[0-9]{2}-[0-9]{2}-[0-9]{2}\ [0-9]{2}:[0-9]{2}:[0-9]{2}\ /#
        #expect(run.errorText.contains("Watching 1 folder.\n"), "\(run.errorText)")
        #expect(run.errorText.prefixMatch(of: time) != nil, "\(run.errorText)")
        try expectFound(program, "heron", ["old.pdf"])
        #expect(try run.until(.seconds(30)) { run.errorText.contains("1 bundle: 1 new.") }, "\(run.errorText)")
        try writePDF("another heron", program, to: "archive/new/deep/letter.pdf")
        try expectFound(program, "heron", ["new/deep/letter.pdf", "old.pdf"])
        let id = try program.run(["find", "--json", "another"]).json()["hits"]?[0]?["id"]
        try FileManager.default.moveItem(atPath: archive + "/new/deep", toPath: archive + "/kept")
        try expectFound(program, "heron", ["kept/letter.pdf", "old.pdf"])
        #expect(
            try program.run(["find", "--json", "another"]).json()["hits"]?[0]?["id"] == id, "it is the same document")
        try writePDF("a late plover", program, to: "archive/kept/later.pdf")
        try expectFound(program, "plover", ["kept/later.pdf"])
        try FileManager.default.removeItem(atPath: archive + "/old.pdf")
        try expectFound(program, "heron", ["kept/letter.pdf"])
        let isTold = try run.until(.seconds(30)) { run.errorText.contains(#/1 (bundle )?removed/#) }
        #expect(isTold && !run.errorText.contains("0 bundles: 1 removed"), "\(run.errorText)")
        try end(run)
    }

    /// Runs after the first one are for the parts that have changed, which have no languages of their own.
    @Test func watchFollowsAFolderWhoseLanguageIsAnotherSince() throws {
        let program = try Program()
        try writePDF("a heron", program, to: "archive/part/old.pdf")
        let run = try watching(program, ["--language", "deu"])
        try expectFound(program, "heron", ["part/old.pdf"])
        var outcome = try program.run(["index", "--ocr", "never", "--language", "eng", "archive"])
        // The watching run may still hold the lock.
        _ = try RunningProgram.until(.seconds(30)) {
            guard outcome.exitCode == 75 else { return true }
            outcome = try program.run(["index", "--ocr", "never", "--language", "eng", "archive"])
            return false
        }
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        try writePDF("a plover", program, to: "archive/part/new.pdf")
        try expectFound(program, "plover", ["part/new.pdf"])
        #expect(!run.hasEnded, "\(run.errorText)")
    }

    /// A copy takes a while: the file is there long before it is whole.
    @Test func watchReadsAFileWhenItsWriterIsDone() throws {
        let program = try Self.program()
        let run = try watching(program)
        try expectFound(program, "heron", ["old.pdf"])
        let bytes = PDFWriter(texts: ["a slow kestrel"]).bytes
        let descriptor = open(program.folder.path + "/archive/slow.pdf", O_WRONLY | O_CREAT, 0o600)
        for byte in stride(from: 0, to: bytes.count, by: 200) {
            _ = bytes[byte..<min(byte + 200, bytes.count)].withUnsafeBytes {
                write(descriptor, $0.baseAddress, $0.count)
            }
            usleep(150_000)
        }
        close(descriptor)
        try expectFound(program, "kestrel", ["slow.pdf"])
        #expect(!run.errorText.contains("failed"), "\(run.errorText)")
        try end(run, by: SIGINT)
    }

    /// As when a disk is taken away and comes back.
    @Test(arguments: [true, false])
    func watchFollowsAFolderThatWasAway(isNamed: Bool) throws {
        let program = try Self.program()
        let archive = program.folder.path + "/archive"
        if !isNamed { #expect(try program.run(["index", archive]).exitCode == 0) }
        let run = try program.start(
            ["watch", "--ocr", "never", "--settle", "0.3s", "--interval", "0.5s"] + (isNamed ? [archive] : []))
        #expect(try run.until(.seconds(30)) { run.errorText.contains("Watching 1 folder") }, "\(run.errorText)")
        try expectFound(program, "heron", ["old.pdf"])
        try FileManager.default.moveItem(atPath: archive, toPath: program.folder.path + "/elsewhere")
        #expect(try run.until(.seconds(30)) { run.errorText.contains(archive) }, "\(run.errorText)")
        try expectFound(program, "heron", ["old.pdf"])
        try writePDF("a plover", program, to: "archive/new.pdf")
        try expectFound(program, "plover", ["new.pdf"])
        try writePDF("a kestrel", program, to: "archive/late.pdf")
        try expectFound(program, "kestrel", ["late.pdf"])
        try end(run)
    }

    /// Where a file system gives the number of the old folder to the new one, only the system's word tells.
    @Test func watchFollowsAFolderThatIsMadeAgain() throws {
        let program = try Self.program()
        let archive = program.folder.path + "/archive"
        let run = try watching(program, ["--interval", "0.5s"])
        try expectFound(program, "heron", ["old.pdf"])
        try FileManager.default.removeItem(atPath: archive)
        for (word, name) in [("plover", "new.pdf"), ("kestrel", "late.pdf")] {
            try writePDF("a \(word)", program, to: "archive/" + name)
            try expectFound(program, word, [name])
        }
        try end(run)
    }

    @Test func watchFollowsTheOthersWhileOneFolderIsAway() throws {
        let program = try Program()
        let path = program.folder.path
        try writePDF("a heron", program, to: "archive/old.pdf")
        try writePDF("a plover", program, to: "other/there.pdf")
        let run = try watching(program, ["--interval", "0.5s", "other"])
        try expectFound(program, "plover", ["there.pdf"])
        try FileManager.default.moveItem(atPath: path + "/other", toPath: path + "/elsewhere")
        try writePDF("a kestrel", program, to: "archive/new.pdf")
        try expectFound(program, "kestrel", ["new.pdf"])
        try end(run)
    }

    /// The watched folder is the one below the disk.
    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func watchFollowsADiskThatIsMountedLater() throws {
        let program = try Self.program()
        let archive = program.folder.path + "/archive"
        let run = try watching(program, ["--interval", "0.5s"])
        try expectFound(program, "heron", ["old.pdf"])
        let disk = try Disk(at: archive, size: "4m")
        for (word, name) in [("plover", "new.pdf"), ("kestrel", "late.pdf")] {
            try writePDF("a \(word)", program, to: "archive/" + name)
            try expectFound(program, word, [name])
        }
        try end(run)
        withExtendedLifetime(disk) {}
    }

    @Test(.enabled(if: Disk.isPossible, Disk.reason))
    func watchGoesOnOnceThereIsRoomForTheIndex() throws {
        let program = try Program()
        let disk = try Disk(at: program.index, size: "4m")
        try writePDF("a heron", program, to: "archive/old.pdf")
        let run = try watching(program, ["--interval", "0.5s"])
        #expect(try run.until(.seconds(30)) { run.errorText.contains("1 bundle: 1 new.") }, "\(run.errorText)")
        try disk.fill(leaving: 0)
        try writePDF("a kestrel", program, to: "archive/new.pdf")
        #expect(try run.until(.seconds(30)) { run.errorText.contains("is full") }, "\(run.errorText)")
        try disk.makeRoom()
        try expectFound(program, "kestrel", ["new.pdf"])
        try end(run)
    }

    @Test func watchFollowsASingleFile() throws {
        let program = try Program()
        let file = try writePDF("a heron", program, to: "alone/letter.pdf")
        let run = try program.start(["watch", "--ocr", "never", "--settle", "0.3s", file])
        try expectFound(program, "heron", ["letter.pdf"])
        try writePDF("a kestrel", program, to: "alone/letter.pdf")
        try expectFound(program, "kestrel", ["letter.pdf"])
        try end(run)
    }

    @Test func watchWaitsForARunThatHoldsTheIndex() throws {
        let program = try Self.program()
        #expect(try program.run(["index", program.folder.path + "/archive"]).exitCode == 0)
        let descriptor = open(program.index + "/lock", O_RDWR | O_CLOEXEC)
        #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        try writePDF("a kestrel", program, to: "archive/new.pdf")
        let run = try watching(program, ["--interval", "0.5s"])
        #expect(try run.until(.seconds(60)) { run.errorText.contains("Another run is writing") })
        flock(descriptor, LOCK_UN)
        close(descriptor)
        try expectFound(program, "kestrel", ["new.pdf"])
        try end(run)
    }
}
