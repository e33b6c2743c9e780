import Foundation

/// A program that was started and is measured until it ends.
struct RunningProcess {
    let process: pid_t
    private let start: ContinuousClock.Instant

    /// Standard output goes to a file and standard error is thrown away. Nil when the program cannot be started.
    init?(_ arguments: [String], environment: [String: String] = [:], output: String = "/dev/null") {
        guard let program = arguments.first else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        let inherited = ProcessInfo.processInfo.environment.merging(environment) { _, new in new }
        var variables: [UnsafeMutablePointer<CChar>?] = inherited.map { strdup("\($0)=\($1)") } + [nil]
        defer { (words + variables).forEach { free($0) } }
        start = ContinuousClock.now
        var process = pid_t()
        guard posix_spawnp(&process, program, &actions, nil, &words, &variables) == 0 else { return nil }
        self.process = process
    }

    /// Whether it has come to its end; ``end(sampling:)`` then returns at once.
    var hasEnded: Bool { wait(WNOHANG) }

    /// Waits for the end. With `sampling`, memory is looked at while it lasts.
    func end(sampling: Bool = false) -> Measurement {
        var resident = 0
        if sampling {
            var looks = 0
            // The end is looked for more often than the peak, which only grows: it is what is timed.
            while !wait(WNOHANG) {
                if looks % 10 == 0 { resident = max(resident, peakResidentBytes) }
                looks += 1
                usleep(2_000)
            }
        } else {
            while !wait(0) {}
        }
        let wall = (ContinuousClock.now - start) / .seconds(1)
        // The system keeps these until the process is taken away.
        let (children, written) = (processorOfChildren, writtenBytes)
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
        let processor = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
            $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
        }
        let code = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
        return Measurement(
            wall: wall, processor: processor, exitCode: code, residentBytes: resident, childProcessor: children,
            writtenBytes: written)
    }

    /// Waits without taking the ended process away, so that /proc can still be asked about it.
    private func wait(_ options: Int32) -> Bool {
        var information = siginfo_t()
        let status = waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | options)
        return status == 0 && information.si_signo != 0 || status != 0 && errno != EINTR
    }

    private var peakResidentBytes: Int {
        let line = lines("status").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: \.isWhitespace).dropFirst().first).flatMap { Int($0) }.map { $0 * 1024 }
            ?? 0
    }

    /// Of the children that it has waited for; in steps of a hundredth of a second.
    private var processorOfChildren: Double {
        // The second field is the program's name in brackets and may hold anything.
        let fields = lines("stat").first?.split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 14, let user = Double(fields[13]), let system = Double(fields[14]) else { return 0 }
        return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    private var writtenBytes: Int {
        lines("io").first { $0.hasPrefix("wchar:") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    }

    private func lines(_ name: String) -> [Substring] {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/\(name)", encoding: .utf8) else {
            // It is gone, or belongs to another user.
            return []
        }
        return text.split(separator: "\n")
    }
}
