import DocSearchTestSupport
import Foundation
import Testing

@Suite struct PlantedFileTests {
    private static let secret = "what must not be overwritten\n"

    private func victim(_ program: Program) throws -> String {
        try program.folder.write(Self.secret.utf8, to: "victim")
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func isLink(_ path: String) -> Bool {
        (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) != nil
    }

    @Test(arguments: [
        "lock", "last-look", "user.sqlite", "pages.sqlite", "index.sqlite", "index.sqlite-wal", "user.sqlite-shm",
    ])
    func linkInTheIndexIsNeitherFollowedNorReplaced(name: String) throws {
        let program = try Program.withMinutes()
        let victim = try victim(program)
        let before = try FileManager.default.attributesOfItem(atPath: victim)[.modificationDate] as? Date
        let path = program.index + "/" + name
        unlink(path)
        try link(path, to: victim)
        let run = try program.run(["index"])
        #expect(run.exitCode == 2)
        #expect(run.errors.contains(path), "\(run.errors)")
        #expect(run.errors.contains("symbolic link"), "\(run.errors)")
        #expect(try text(victim) == Self.secret)
        #expect(try FileManager.default.attributesOfItem(atPath: victim)[.modificationDate] as? Date == before)
        unlink(path)
        // Databases are another test's business.
        guard !name.contains("sqlite") else { return }
        #expect(try program.run(["index"]).exitCode == 0)
    }

    @Test func lockThatIsAnotherNameOfAFileLeavesItsTextAlone() throws {
        let program = try Program.withMinutes()
        let victim = try victim(program)
        unlink(program.index + "/lock")
        #expect(Foundation.link(victim, program.index + "/lock") == 0)
        #expect(try program.run(["index"]).exitCode == 0)
        #expect(try text(victim) == Self.secret)
    }

    @Test func lockThatIsAPipeIsRefusedAtOnce() throws {
        let program = try Program.withMinutes()
        unlink(program.index + "/lock")
        #expect(mkfifo(program.index + "/lock", 0o600) == 0)
        let run = try program.run(["index"], timeout: .seconds(60))
        #expect(run.exitCode == 2, "\(run.errors)")
        #expect(run.errors.contains("lock"), "\(run.errors)")
    }

    @Test(arguments: ["--report", "--metrics"])
    func temporaryNameOfAReportIsNotForeseen(option: String) throws {
        let program = try Program.withMinutes()
        let victim = try victim(program)
        try link(program.folder.path + "/out.new", to: victim)
        #expect(try program.run(["index", option, "out"]).exitCode == 0)
        #expect(try text(victim) == Self.secret)
        #expect(try text(program.folder.path + "/out").count > 10)
        #expect(isLink(program.folder.path + "/out.new"), "it is nothing of docsearch's")
        let left = try FileManager.default.contentsOfDirectory(atPath: program.folder.path)
        #expect(!left.contains { $0.hasPrefix(".docsearch") }, "nothing is left beside it")
    }

    @Test(arguments: ["--report", "--metrics"])
    func linkInTheReportsPlaceIsRefusedBeforeTheRun(option: String) throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        let victim = try victim(program)
        let path = program.folder.path + "/out"
        try link(path, to: victim)
        let run = try program.run(["index", "--ocr", "never", option, path, archive])
        #expect(run.exitCode == 64)
        #expect(run.errors.contains(path), "\(run.errors)")
        #expect(run.errors.contains("symbolic link"), "\(run.errors)")
        #expect(try text(victim) == Self.secret)
        #expect(isLink(path))
        #expect(!FileManager.default.fileExists(atPath: program.index), "no night is spent on it")
    }

    @Test func reportIsReplacedWhole() throws {
        let program = try Program.withMinutes()
        try program.folder.write("an older and much longer report\n".utf8, to: "out")
        #expect(try program.run(["index", "--report", "out"]).exitCode == 0)
        _ = try program.json("out")
    }
}

@Suite struct StandardDescriptorTests {
    private static let closed = ["/bin/sh", "-c", "exec \"$@\" 0<&- 1>&- 2>&-", "sh"]

    @Test(arguments: ["lines", "json", "bar"])
    func nothingIsWrittenIntoFilesInThePlaceOfClosedDescriptors(progress: String) throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf", "reports/1955-burial-register.zip")
        let arguments = ["index", "--verbose", "--ocr", "never", "--progress", progress, archive]
        let run = try program.run(arguments, launcher: Self.closed)
        #expect(run.exitCode == 3, "the damaged zip is still named by the exit code")
        let lock = try String(contentsOfFile: program.index + "/lock", encoding: .utf8)
        #expect(lock.split(separator: "\n").count == 1, "\(lock)")
        #expect(lock.hasPrefix("process "), "\(lock)")
        #expect(try program.run(["verify"]).exitCode == 0)
        #expect(try program.run(["find", "water"]).exitCode == 0)
    }

    /// Which file would take them otherwise, and what is written to it, is a matter of luck.
    @Test func closedDescriptorsAreTakenByTheNullDevice() throws {
        var program = try Program()
        let script = "for n in 0 1 2; do readlink /proc/$PPID/fd/$n; done > \"$0.open\"\nexit 1"
        let reader = try program.script(script, named: "reader")
        program.environment["DOCSEARCH_EXTRACT"] = reader
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        #expect(try program.run(["index", archive], launcher: Self.closed).exitCode == 2)
        let open = try String(contentsOfFile: reader + ".open", encoding: .utf8)
        #expect(open == "/dev/null\n/dev/null\n/dev/null\n", "\(open)")
    }

    /// An answer that goes nowhere is lost, whether its disk is full or nothing is open for it.
    @Test(arguments: ["1>&-", "1>/dev/full"])
    func answerThatCannotBeWrittenIsAnError(redirection: String) throws {
        let program = try Program.withMinutes()
        let launcher = ["/bin/sh", "-c", "exec \"$@\" \(redirection)", "sh"]
        for command in [
            ["find", "water"], ["find", "--json", "water"], ["show", "1"], ["status"], ["status", "--json"],
        ] {
            let run = try program.run(command, launcher: launcher)
            #expect(run.exitCode == 2, "\(command)")
            #expect(run.errors.contains("Writing failed"), "\(command): \(run.errors)")
        }
        #expect(try program.run(["find", "zzzqqq"], launcher: launcher).exitCode == 1, "there was nothing to write")
    }
}
