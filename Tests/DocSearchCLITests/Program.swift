import DocSearchTestSupport
import Foundation

/// One of the built programs, with an empty folder of its own for home and a clean environment.
struct Program {
    let folder: TemporaryFolder
    var environment: [String: String]
    private let executable: String

    init(_ name: String = "docsearch") throws {
        executable = try BuiltProgram.path(name)
        folder = try TemporaryFolder()
        environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": folder.path,
            "XDG_DATA_HOME": folder.path + "/data", "XDG_CONFIG_HOME": folder.path + "/config",
            "XDG_CACHE_HOME": folder.path + "/cache", "TMPDIR": folder.path, "LANG": "C.UTF-8",
            "OMP_THREAD_LIMIT": "1",
        ]
    }

    /// Where the index is when nothing else is said.
    var index: String { folder.path + "/data/docsearch" }

    /// Copies files of Samples/archive to a folder `archive`, and returns its path.
    func archive(_ samples: String...) throws -> String {
        for sample in samples {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: SampleArchive.path + "/" + sample))
            try folder.write(bytes, to: "archive/" + sample)
        }
        return folder.path + "/archive"
    }

    /// Indexes one PDF that needs no recognition, which takes a fraction of a second.
    func indexMinutes() throws {
        let outcome = try run(["index", "--ocr", "never", archive("minutes/1931-council-minutes.pdf")])
        guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
    }

    static func withMinutes() throws -> Program {
        let program = try Program()
        try program.indexMinutes()
        return program
    }

    /// A file below the program's folder.
    func json(_ name: String) throws -> JSON { try JSON(Data(contentsOf: folder.url.appendingPathComponent(name))) }

    /// Writes a shell script that can be executed, and returns its path. A process of its own writes it: what another test
    /// starts at this moment would inherit a file that this process has open for writing, and none such can be executed.
    func script(_ text: String, named name: String) throws -> String {
        let source = try folder.write("#!/bin/sh\n\(text)\n".utf8, to: name + ".sh")
        let path = folder.path + "/" + name
        let copying = ["/bin/sh", "-c", "cp \"$1\" \"$2\" && chmod 700 \"$2\"", "sh", source, path]
        let outcome = try run([], launcher: copying)
        guard outcome.exitCode == 0 else { throw ProgramError(message: outcome.errors) }
        return path
    }

    /// Only a program that hangs takes so long, whatever else the machine has to do.
    private static let longEnough = Duration.seconds(300)

    /// Runs the program to its end. Throws ``ProgramError`` when that takes longer than the timeout.
    /// `launcher` is a command that runs the command behind it.
    func run(
        _ arguments: [String], input: String? = nil, launcher: [String] = [], timeout: Duration = longEnough
    ) throws -> Outcome {
        try start(arguments.map { Array($0.utf8) }, input: input, launcher: launcher).wait(timeout)
    }

    /// Runs the program with arguments that need not be UTF-8.
    func run(bytes arguments: [[UInt8]]) throws -> Outcome {
        try start(arguments).wait(Self.longEnough)
    }

    /// `terminal` is the path of one for standard input and output.
    func start(_ arguments: [String], launcher: [String] = [], terminal: String? = nil) throws -> RunningProgram {
        try start(arguments.map { Array($0.utf8) }, launcher: launcher, terminal: terminal)
    }

    /// Output goes to files, so that no full pipe can hold the program up.
    private func start(
        _ arguments: [[UInt8]], input: String? = nil, launcher: [String] = [], terminal: String? = nil
    ) throws -> RunningProgram {
        let base = folder.path + "/run-" + UUID().uuidString
        if let input { try Data(input.utf8).write(to: URL(fileURLWithPath: base + ".in")) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let terminal {
            for number in Int32(0)...1 {
                posix_spawn_file_actions_addopen(&actions, number, terminal, O_RDWR | O_NOCTTY, 0)
            }
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, input == nil ? "/dev/null" : base + ".in", O_RDONLY, 0)
            posix_spawn_file_actions_addopen(&actions, 1, base + ".out", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        }
        posix_spawn_file_actions_addopen(&actions, 2, base + ".err", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // posix_spawn has no portable way to change the working folder; the shell becomes the program.
        let shell = ["/bin/sh", "-c", "cd \"$1\" && shift && exec \"$@\"", "sh", folder.path] + launcher + [executable]
        let words = shell.map { Array($0.utf8) } + arguments
        var argv = words.map { word in (word + [0]).withUnsafeBufferPointer { Self.copy($0) } } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + variables).forEach { free($0) } }
        var process = pid_t()
        let status = posix_spawn(&process, shell[0], &actions, nil, &argv, &variables)
        guard status == 0 else {
            throw ProgramError(
                message: "\(executable) could not be started: \(String(cString: strerror(status)))")
        }
        return RunningProgram(folder: folder, process: process, output: base + ".out", errors: base + ".err")
    }

    private static func copy(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<CChar>? {
        bytes.withMemoryRebound(to: CChar.self) { $0.baseAddress.flatMap { strdup($0) } }
    }
}

struct ProgramError: Error, CustomStringConvertible {
    var message: String
    var description: String { message }
}

struct Outcome {
    /// The exit code, or 128 and the signal's number as in a shell.
    var exitCode: Int32
    var outputBytes: Data
    var errors: String

    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    var lines: [String] { output.split(separator: "\n").map(String.init) }

    /// Standard output as one JSON value. Throws when it is not one.
    func json() throws -> JSON { try JSON(outputBytes) }

    /// Standard output as a JSON value a line.
    func jsonLines() throws -> [JSON] { try lines.map { try JSON(Data($0.utf8)) } }
}
