import Foundation

/// One finished run of a program.
struct Measurement {
    var wall: Double
    /// User and system time of the process and of all that it waited for, in seconds.
    var processor: Double
    var exitCode: Int32
    /// Peak of the process alone, without its children; sampled, so it is at least this.
    var residentBytes: Int
    /// The part of `processor` that its children took.
    var childProcessor = 0.0
    /// Bytes handed to write(2) and its like, those of its children included.
    var writtenBytes = 0
}

/// Runs programs and measures them from outside, as their users see them.
enum MeasuredProcess {
    static func run(
        _ arguments: [String], environment: [String: String] = [:], sampling: Bool = false,
        output: String = "/dev/null"
    ) -> Measurement {
        RunningProcess(arguments, environment: environment, output: output)?.end(sampling: sampling)
            ?? Measurement(wall: 0, processor: 0, exitCode: -1, residentBytes: 0)
    }

    /// What a program writes to standard output; nothing when it cannot be started.
    static func output(_ arguments: [String]) -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return Data() }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    static func isInstalled(_ program: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
