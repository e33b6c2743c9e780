import Foundation

/// How a process ended.
struct ProcessEnding {
    /// As waitpid(2) tells it; nil when that is not known.
    var status: Int32?
    /// The last line that it wrote to standard error; empty when there is none.
    var words: String

    var failure: WorkerProcess.Failure {
        let words = words.isEmpty ? "" : ": \(words)"
        guard let status else { return .died("the cause is unknown\(words)") }
        let signal = status & 0x7F
        if signal == SIGXCPU { return .exhausted }
        if signal == SIGKILL { return .killed("it was killed\(words)") }
        if signal != 0 { return .died("it crashed (\(String(cString: strsignal(signal))))\(words)") }
        return .died("it ended with code \(status >> 8 & 0xFF)\(words)")
    }

    /// The last line of what a program wrote to standard error.
    static func lastLine(_ text: [UInt8]) -> String {
        String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? ""
    }
}
