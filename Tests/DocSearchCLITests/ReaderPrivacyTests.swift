import Foundation
import Testing

@Suite("A reader and other programs of its user") struct ReaderPrivacyTests {
    private static let user: gid_t = 54_320

    private func canLook(_ program: Program, _ process: pid_t) throws -> Bool {
        let look =
            Launcher.another(group: Self.user) + [
                "/bin/sh", "-c", "cat /proc/\(process)/environ > /dev/null 2>&1 && exec \"$@\"", "sh",
            ]
        return try program.run(["--version"], launcher: look).exitCode == 0
    }

    /// Its environment is shown to those who might also trace it.
    @Test(.enabled(if: Launcher.canBeAnother, Launcher.otherReason))
    func readerIsNotLookedIntoByOtherProgramsOfItsUser() throws {
        let program = try Program()
        let archive = try program.archive("letters/1931-water-board.zip", "letters/1936-tramway-company.pdf")
        chmod(program.folder.path, 0o777)
        let index = program.folder.path + "/index"
        try FileManager.default.createDirectory(atPath: index, withIntermediateDirectories: true)
        chown(index, Self.user, Self.user)
        let run = try program.start(
            ["index", "--index", index, "--jobs", "1", "--progress", "json", archive],
            launcher: Launcher.another(group: Self.user))
        // Once something was recognised, the process that readers are forked from has closed its doors.
        try #require(
            try run.until(.seconds(120)) { run.errorText.contains("\"event\":\"recognized\"") }, "\(run.errorText)")
        let prepared = try #require(run.workers.first)
        let readers = RunningProgram.children(of: prepared)
        for process in readers + [prepared, run.process] { kill(process, SIGSTOP) }
        defer { for process in readers + [prepared, run.process] { kill(process, SIGKILL) } }
        #expect(try canLook(program, run.process), "it would be let without the measure")
        #expect(try !canLook(program, prepared))
        for reader in readers where ProcessState.isLivingWorker(reader) { #expect(try !canLook(program, reader)) }
    }
}
