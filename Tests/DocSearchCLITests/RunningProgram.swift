import DocSearchTestSupport
import Foundation

/// A program that was started and may be waited for or sent signals. Killed when the object goes.
final class RunningProgram {
    let process: pid_t
    private let folder: TemporaryFolder
    private let output: String
    private let errors: String
    private var exitCode: Int32?

    init(folder: TemporaryFolder, process: pid_t, output: String, errors: String) {
        self.folder = folder
        self.process = process
        self.output = output
        self.errors = errors
    }

    deinit {
        guard exitCode == nil else { return }
        kill(process, SIGKILL)
        var status: Int32 = 0
        waitpid(process, &status, 0)
    }

    func send(_ signal: Int32) { kill(process, signal) }

    var errorText: String {
        String(decoding: FileManager.default.contents(atPath: errors) ?? Data(), as: UTF8.self)
    }

    /// Waits for the end. Throws ``ProgramError`` and kills the program when the time is up.
    func wait(_ timeout: Duration) throws -> Outcome {
        guard try until(timeout, { [self] in hasEnded }), let exitCode else {
            throw ProgramError(message: "The program did not end within \(timeout). It wrote: \(errorText)")
        }
        return Outcome(
            exitCode: exitCode, outputBytes: FileManager.default.contents(atPath: output) ?? Data(),
            errors: errorText)
    }

    var hasEnded: Bool {
        if exitCode != nil { return true }
        var status: Int32 = 0
        guard waitpid(process, &status, WNOHANG) == process else { return false }
        let signal = status & 0x7F
        exitCode = signal == 0 ? (status >> 8) & 0xFF : 128 + signal
        return true
    }

    var workers: [pid_t] { Self.children(of: process) }

    static func children(of process: pid_t) -> [pid_t] {
        let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return entries.compactMap { pid_t($0) }.filter { ProcessState($0)?.parent == process }
    }

    /// Looks every few milliseconds whether something is so. Returns false when the time is up.
    func until(_ timeout: Duration, _ isSo: () throws -> Bool) throws -> Bool { try Self.until(timeout, isSo) }

    static func until(_ timeout: Duration, _ isSo: () throws -> Bool) throws -> Bool {
        let deadline = ContinuousClock.now + timeout
        while !(try isSo()) {
            guard ContinuousClock.now < deadline else { return false }
            usleep(3000)
        }
        return true
    }
}

/// Of /proc/PID/stat what tests need; nil for a process that is gone.
struct ProcessState {
    var name: String
    var parent: pid_t
    var isDead: Bool

    init?(_ process: pid_t) {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/stat") else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let opening = text.firstIndex(of: "("), let closing = text.lastIndex(of: ")") else {
            return nil
        }
        let fields = text[text.index(after: closing)...].split(separator: " ")
        guard fields.count > 1, let parent = pid_t(fields[1]) else { return nil }
        name = String(text[text.index(after: opening)..<closing])
        self.parent = parent
        isDead = fields[0] == "Z" || fields[0] == "X"
    }

    /// Whether a docsearch-extract with this number lives. The system keeps the first 15 bytes of a name.
    static func isLivingWorker(_ process: pid_t) -> Bool {
        guard let state = ProcessState(process) else { return false }
        return state.name.hasPrefix("docsearch-extra") && !state.isDead
    }
}
