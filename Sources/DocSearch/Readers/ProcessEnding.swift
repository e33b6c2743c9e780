import Foundation

struct ProcessEnding {
    /// As in waitpid(2); nil when unknown.
    var status: Int32?
    /// The last line of standard error; empty without any.
    var words: String

    var failure: ReaderProcess.Failure {
        let words = words.isEmpty ? "" : ": \(words)"
        guard let status else { return .died("the cause is unknown\(words)") }
        let signal = status & 0x7F
        if signal == SIGXCPU { return .exhausted }
        if signal == SIGKILL { return .killed("it was killed\(words)") }
        if signal != 0 { return .died("it crashed (\(String(cString: strsignal(signal))))\(words)") }
        return .died("it ended with code \(status >> 8 & 0xFF)\(words)")
    }
}

/// The last 2 KiB of standard error.
struct ErrorOutput {
    /// Owned by the caller.
    let descriptor: Int32
    private(set) var isOpen = true
    private var text: [UInt8] = []

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    mutating func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(descriptor, &buffer, buffer.count)
        if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { isOpen = false }
        guard count > 0 else { return }
        text = Array((text + buffer[..<count]).suffix(2048))
    }

    var lastLine: String { String(decoding: text, as: UTF8.self).split(separator: "\n").last.map(String.init) ?? "" }
}
