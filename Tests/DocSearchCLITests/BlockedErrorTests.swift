import DocSearchTestSupport
import Foundation
import Testing

@Suite("A run whose messages nobody reads") struct BlockedErrorTests {
    /// A pipe for standard error that holds a page of text, and both of its ends.
    private struct Pipe: ~Copyable {
        let path: String
        private let descriptor: Int32

        init(_ program: Program) throws {
            path = program.folder.path + "/errors"
            guard mkfifo(path, 0o600) == 0 else { throw ProgramError(message: "no pipe could be made") }
            descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            // F_SETPIPE_SZ of fcntl(2).
            _ = fcntl(descriptor, 1031, 4096)
        }

        deinit { close(descriptor) }

        /// Whether a writer waits: nearly a page is in it, and nothing has come for a while.
        var isFull: Bool {
            let before = unread
            guard before > 3000 else { return false }
            usleep(500_000)
            return unread == before
        }

        private var unread: Int32 {
            var count: Int32 = 0
            return ioctl(descriptor, UInt(FIONREAD), &count) == 0 ? count : 0
        }
    }

    private func started(_ program: Program, _ pipe: borrowing Pipe, _ arguments: [String]) throws -> RunningProgram {
        for number in 1...300 { try program.folder.write(Array("rubbish".utf8), to: "archive/a letter \(number).zip") }
        let archive = program.folder.path + "/archive"
        return try program.start(
            ["index", "--ocr", "never", archive] + arguments,
            launcher: ["/bin/sh", "-c", "exec \"$@\" 2> '\(pipe.path)'", "sh"])
    }

    @Test(arguments: [["--progress", "json"], ["--verbose"]])
    func runWhoseMessagesNobodyReadsEndsOnSIGTERM(arguments: [String]) throws {
        let program = try Program()
        let pipe = try Pipe(program)
        let run = try started(program, pipe, arguments)
        #expect(try run.until(.seconds(120)) { pipe.isFull })
        run.send(SIGTERM)
        let outcome = try run.wait(.seconds(60))
        #expect(outcome.exitCode == 2 || outcome.exitCode == 3, "\(outcome.exitCode)")
    }

    @Test func runWhoseMessagesNobodyReadsGoesOn() throws {
        let program = try Program()
        let pipe = try Pipe(program)
        let run = try started(program, pipe, ["--progress", "json"])
        let isComplete = try run.until(.seconds(120)) {
            pipe.isFull && (try? program.run(["status", "--json"]).json()["failures"]?.elements.count) == 300
        }
        #expect(isComplete, "the run does not wait for a reader of its messages")
        run.send(SIGTERM)
        _ = try run.wait(.seconds(60))
    }
}
