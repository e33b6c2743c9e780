import Foundation

/// One finished run of a program.
struct Measurement {
    var wall: Double
    /// User and system time of the process and of all that it waited for, in seconds.
    var processor: Double
    var exitCode: Int32
    /// Peak of the process alone, without its children; sampled, so it is at least this.
    var residentBytes: Int
}

/// Runs programs and measures them from outside, as their users see them.
enum MeasuredProcess {
    static func run(_ arguments: [String], environment: [String: String] = [:], sampling: Bool = false) -> Measurement {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let inherited = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        var variables: [UnsafeMutablePointer<CChar>?] = inherited.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        let start = ContinuousClock.now
        var process = pid_t()
        guard posix_spawnp(&process, arguments[0], &actions, nil, &words, &variables) == 0 else {
            return Measurement(wall: 0, processor: 0, exitCode: -1, residentBytes: 0)
        }
        var status: Int32 = 0
        var usage = rusage()
        var resident = 0
        if sampling {
            while wait4(process, &status, WNOHANG, &usage) == 0 {
                resident = max(resident, peakResidentBytes(of: process))
                usleep(20_000)
            }
        } else {
            while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        let processor = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        return Measurement(wall: wall, processor: processor, exitCode: code, residentBytes: resident)
    }

    /// What a program writes to standard output.
    static func output(_ arguments: [String]) -> Data {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return Data() }
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return data
    }

    private static func peakResidentBytes(of process: pid_t) -> Int {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else {
            // It ended between two looks.
            return 0
        }
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 }
            ?? 0
    }

    static func isInstalled(_ program: String) -> Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
