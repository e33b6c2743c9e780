internal import CSandbox
import ExtractionProtocol
import Foundation

/// One running `docsearch-extract`: requests and open descriptors go in over one socket, frames come
/// out of another.
///
/// Used from one thread. The process leads its own process group, so that whatever it may have started dies with it,
/// and it is killed when this value goes away.
final class WorkerProcess {
    enum Failure: Error {
        /// The process ended; the text says how, for people.
        case died(String)
        /// The system ended it because it had used the processor for as long as it may.
        case exhausted
        /// No frame came in time.
        case timeout(Duration)
        /// What came was not a frame of this protocol.
        case rubbish(String)
        /// The run was asked to stop.
        case stopped
    }

    let process: pid_t
    private let requests: Int32
    private let frames: Int32
    private let errors: Int32
    private var received: [UInt8] = []
    private var consumed = 0
    private var errorText: [UInt8] = []
    private var isReaped = false
    private let coder = FrameCoder()

    /// Starts the program. Throws ``DocSearchError`` with code ``DocSearchError/Code/environment``.
    init(program: String, arguments words: [String] = []) throws {
        // Socket pairs, because they are closed on exec from the start: a pipe that another thread's worker inherited
        // would never end.
        var sockets: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        var diagnostics: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0,
            socketpair(AF_UNIX, kind, 0, &diagnostics) == 0
        else { throw DocSearchError.system("Making pipes for", program) }
        requests = sockets[0]
        frames = output[0]
        errors = diagnostics[0]
        defer { for descriptor in [sockets[1], output[1], diagnostics[1]] { close(descriptor) } }

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, sockets[1], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_adddup2(&actions, diagnostics[1], 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var noSignals = sigset_t()
        sigemptyset(&noSignals)
        posix_spawnattr_setsigmask(&attributes, &noSignals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK))
        var pid = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = ([program] + words).map { strdup($0) } + [nil]
        defer { arguments.forEach { free($0) } }
        var environment: [UnsafeMutablePointer<CChar>?] = WorkerEnvironment.variables().map { strdup($0) } + [nil]
        defer { environment.forEach { free($0) } }
        let status = posix_spawn(&pid, program, &actions, &attributes, &arguments, &environment)
        guard status == 0 else {
            for descriptor in [requests, frames, errors] { close(descriptor) }
            throw DocSearchError(
                .environment, "\"\(program)\" could not be started: \(String(cString: strerror(status))).")
        }
        process = pid
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
    }

    deinit {
        kill()
        for descriptor in [requests, frames, errors] { close(descriptor) }
    }

    /// Sends a request and, beside it, the bundle. The descriptor stays the caller's.
    func send(_ request: ExtractionRequest, number: UInt32, descriptor: Int32) throws {
        let bytes = try coder.encode(request, number: number)
        try send(descriptor: descriptor)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.send(
                    requests, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw ending() }
            sent += count
        }
    }

    /// Sends an open file; it stays the caller's.
    func send(descriptor: Int32) throws {
        guard csandbox_send_descriptor(requests, descriptor) == 1 else { throw ending() }
    }

    /// Says that a file cannot be had.
    func sendNoDescriptor() throws {
        guard csandbox_send_no_descriptor(requests) == 1 else { throw ending() }
    }

    /// Answers an ``ImageFrame``.
    func send(_ answer: KnownAnswer) throws {
        var byte = answer.rawValue
        guard Glibc.send(requests, &byte, 1, Int32(MSG_NOSIGNAL)) == 1 else { throw ending() }
    }

    /// Waits for the next frame. Throws ``Failure``.
    func nextFrame(within limit: Duration, stop: StopFlag) throws -> (request: UInt32, frame: ExtractionFrame) {
        let deadline = ContinuousClock.now + limit
        while true {
            if let frame = try frameInBuffer() { return frame }
            if stop.isSet { throw Failure.stopped }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw Failure.timeout(limit) }
            // Short waits, so that a request to stop is seen at once.
            try fill(milliseconds: Int32(min(200, max(1, left / .milliseconds(1)))))
        }
    }

    private func frameInBuffer() throws -> (UInt32, ExtractionFrame)? {
        let available = received.count - consumed
        guard available >= FrameHeader.byteCount else { return nil }
        do {
            let header = try FrameHeader(bytes: received[consumed..<consumed + FrameHeader.byteCount])
            let length = FrameHeader.byteCount + header.payloadLength
            guard available >= length else { return nil }
            let payload = Data(received[consumed + FrameHeader.byteCount..<consumed + length])
            consumed += length
            if consumed == received.count {
                received.removeAll(keepingCapacity: received.capacity <= 1 << 20)
                consumed = 0
            }
            return (header.request, try coder.frame(header: header, payload: payload))
        } catch let error as FrameError {
            throw Failure.rubbish(error.description)
        }
    }

    private func fill(milliseconds: Int32) throws {
        var polled = [
            pollfd(fd: frames, events: Int16(POLLIN), revents: 0),
            pollfd(fd: errors, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&polled, 2, milliseconds)
        if ready < 0 && errno != EINTR {
            throw Failure.died("waiting for it failed: \(String(cString: strerror(errno)))")
        }
        guard ready > 0 else { return }
        if polled[1].revents != 0 { drainErrors() }
        guard polled[0].revents != 0 else { return }
        if consumed > 1 << 20 {
            received.removeFirst(consumed)
            consumed = 0
        }
        let start = received.count
        let chunk = 1 << 16
        received.append(contentsOf: repeatElement(0, count: chunk))
        let count = received.withUnsafeMutableBytes { buffer in
            read(frames, buffer.baseAddress?.advanced(by: start), chunk)
        }
        received.removeLast(chunk - max(0, count))
        if count == 0 { throw ending() }
        if count < 0 && errno != EINTR && errno != EAGAIN { throw ending() }
    }

    /// Keeps the last 2 KiB of what the program wrote to standard error.
    private func drainErrors() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(errors, &buffer, buffer.count)
        guard count > 0 else { return }
        errorText = Array((errorText + buffer[..<count]).suffix(2048))
    }

    /// Lets other programs have the processor and the disk first (setpriority(2), ioprio_set(2): idle).
    func yieldProcessor() {
        // What the system refuses costs others some speed and nothing else.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), 19)
        _ = csandbox_idle_input_output(process)
    }

    func kill() {
        guard !isReaped else { return }
        Glibc.kill(-process, SIGKILL)
        Glibc.kill(process, SIGKILL)
        reap()
    }

    /// Resident bytes now; 0 when it cannot be told.
    var residentBytes: Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8) else {
            // The process has just ended, which the next read says.
            return 0
        }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * 4096 : 0
    }

    /// Makes sure that the process is gone and says how it ended.
    private func ending() -> Failure {
        drainErrors()
        Glibc.kill(-process, SIGKILL)
        let status = reap()
        let words =
            String(decoding: errorText, as: UTF8.self)
            .split(separator: "\n").last.map { ": " + $0 } ?? ""
        let signal = status & 0x7F
        if signal == SIGXCPU { return .exhausted }
        if signal == SIGKILL { return .died("it was killed\(words)") }
        if signal != 0 { return .died("it crashed (\(String(cString: strsignal(signal))))\(words)") }
        return .died("it ended with code \(status >> 8 & 0xFF)\(words)")
    }

    @discardableResult
    private func reap() -> Int32 {
        guard !isReaped else { return 0 }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        isReaped = true
        return status
    }
}
