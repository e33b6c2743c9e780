internal import CSandbox
import ExtractionProtocol
import Foundation

/// One reader, forked from a ``PreparedReader`` for one request: the request and open descriptors go in over one socket,
/// frames come out of another.
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

    private let prepared: PreparedReader
    private let number: UInt32
    private let requests: Int32
    private let frames: Int32
    private let errors: Int32
    private var received: [UInt8] = []
    private var consumed = 0
    private var errorText: [UInt8] = []
    private var isGone = false
    private let coder = FrameCoder()

    /// Has a reader forked. With `languages` the engine for them is there from the start. Throws ``DocSearchError`` with
    /// code ``DocSearchError/Code/environment``.
    init(_ prepared: PreparedReader, languages: [String] = []) throws {
        // Made for this reader alone: no other one has ever had an end of them.
        var sockets: [Int32] = [-1, -1]
        var output: [Int32] = [-1, -1]
        var diagnostics: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &sockets) == 0, socketpair(AF_UNIX, kind, 0, &output) == 0,
            socketpair(AF_UNIX, kind, 0, &diagnostics) == 0
        else {
            let error = DocSearchError.system("Making sockets for", ExtractionProgram.name)
            for descriptor in sockets + output + diagnostics where descriptor >= 0 { close(descriptor) }
            throw error
        }
        self.prepared = prepared
        requests = sockets[0]
        frames = output[0]
        errors = diagnostics[0]
        let theirs = [sockets[1], output[1], diagnostics[1]]
        number = prepared.start(theirs, languages: languages)
        for descriptor in theirs { close(descriptor) }
        _ = fcntl(errors, F_SETFL, O_NONBLOCK)
    }

    deinit {
        kill()
        for descriptor in [requests, frames, errors] { close(descriptor) }
    }

    /// Its number in the system; nil when it could not be forked.
    var process: pid_t? { prepared.process(of: number) }

    /// Sends a request and, beside it, the bundle. The descriptor stays the caller's.
    func send(_ request: ExtractionRequest, number: UInt32, descriptor: Int32) throws {
        let bytes = try coder.encode(request, number: number)
        try send(descriptor: descriptor)
        try send(bytes: bytes)
    }

    private func send(bytes: [UInt8]) throws {
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

    /// Answers a ``NeedFrame`` for passwords.
    func send(passwords: [String]) throws {
        let bytes = [UInt8](try JSONEncoder().encode(passwords))
        try send(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes)
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

    func kill() {
        guard !isGone else { return }
        isGone = true
        signalEnd()
        prepared.forget(number)
    }

    /// Makes sure that the process is gone and says how it ended.
    private func ending() -> Failure {
        drainErrors()
        isGone = true
        signalEnd()
        return prepared.failure(of: number, words: ProcessEnding.lastLine(errorText))
    }

    /// Nobody waits for the process before it is forgotten, so the number is no other one's.
    private func signalEnd() {
        guard let process else { return }
        Glibc.kill(-process, SIGKILL)
        Glibc.kill(process, SIGKILL)
    }
}
