import Foundation
import Testing

@Suite("A quiet run") struct QuietTests {
    /// The system allows a process 16 sets of Landlock's rules, one in another. With all of them taken there is none left
    /// for the readers.
    private static let withoutLandlock = [
        "/usr/bin/python3", "-c",
        """
        import ctypes, os, struct, sys
        libc = ctypes.CDLL(None, use_errno=True)
        libc.prctl(38, 1, 0, 0, 0)
        for _ in range(16):
            ruleset = libc.syscall(444, struct.pack("Q", 1 << 11), 8, 0)
            if libc.syscall(446, ruleset, 0) != 0: sys.exit(99)
            os.close(ruleset)
        os.execv(sys.argv[1], sys.argv[1:])
        """,
    ]

    private static let isPossible: Bool = {
        guard let program = try? Program() else { return true }
        return (try? program.run(["--version"], launcher: withoutLandlock))?.exitCode == 0
    }()

    @Test(.enabled(if: isPossible, "needs Python and a kernel with Landlock"))
    func quietRunTellsOnceThatTheSandboxIsIncomplete() throws {
        let program = try Program()
        let archive = try program.archive("minutes/1931-council-minutes.pdf")
        func run(_ arguments: String...) throws -> String {
            let outcome = try program.run(
                ["index", "--quiet", "--ocr", "never"] + arguments, launcher: Self.withoutLandlock)
            #expect(outcome.exitCode == 0)
            return outcome.errors
        }
        let first = try run(archive)
        #expect(first.contains("warning: The sandbox of docsearch-extract is incomplete"), "\(first)")
        #expect(first.components(separatedBy: "incomplete").count == 2, "once a run")
        #expect(try run("--full").isEmpty, "the same every night would not be read")
        let status = try program.run(["status"]).lines.first { $0.hasPrefix("Sandbox:") }
        #expect(status?.contains("missing: landlock: ") == true)
        #expect(try program.run(["index", "--quiet", "--full", "--ocr", "never"]).errors.isEmpty)
        #expect(try run("--full").contains("incomplete"), "it was whole meanwhile")
    }
}
