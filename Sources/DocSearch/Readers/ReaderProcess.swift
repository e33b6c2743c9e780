internal import CSandbox
import ExtractionProtocol
import Foundation
import Synchronization

/// One reader: requests and open descriptors go in through one socket, frames come out of another. Used from one
/// thread. The process leads a group, so that any processes that it started die with it, and is killed when this object
/// is released.
final class ReaderProcess {
    private let prepared: PreparedReader
    private let number: UInt32
    private let requests: Int32
    private let frames: Int32
    private var received: [UInt8] = []
    private var consumed = 0
    private var errors: ErrorOutput
    private var isGone = false
    private let coder = FrameCoder()
    /// For the current request.
    private var bounds = FrameBounds(ExtractionLimits())
    private var stop: StopFlag?
    /// For a reader to read its input.
    var patience = Duration.seconds(60)

    private static let chunk = 1 << 16
    private static let largePayload = 1 << 20
    private static let largeFrames = Mutex(())

    init(_ prepared: PreparedReader, languages: [String] = []) throws {
        // Created for this reader alone: no other one has ever had an end of them.
        var pairs = [[Int32]](repeating: [-1, -1], count: 3)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard pairs.indices.allSatisfy({ socketpair(AF_UNIX, kind, 0, &pairs[$0]) == 0 }) else {
            let error = DocSearchError.system("Making sockets for", ExtractionProgram.name)
            for descriptor in pairs.joined() where descriptor >= 0 { close(descriptor) }
            throw error
        }
        self.prepared = prepared
        (requests, frames, errors) = (pairs[0][0], pairs[1][0], ErrorOutput(pairs[2][0]))
        let theirs = pairs.map { $0[1] }
        number = prepared.start(theirs, languages: languages)
        for descriptor in theirs { close(descriptor) }
        _ = fcntl(requests, F_SETFL, O_NONBLOCK)
    }

    deinit {
        kill()
        for descriptor in [requests, frames, errors.descriptor] { close(descriptor) }
    }

    var process: pid_t? { isGone ? nil : prepared.process(of: number) }

    /// The caller keeps `descriptor`.
    func send(_ request: ExtractionRequest, number: UInt32, descriptor: Int32) throws {
        let bytes = try coder.encode(request, number: number)
        bounds = FrameBounds(request.limits)
        try send(descriptor: descriptor)
        try send(bytes: bytes)
    }

    private func send(bytes: [UInt8]) throws {
        var sent = 0
        while sent < bytes.count {
            sent += try whenItReads {
                bytes.withUnsafeBytes { buffer in
                    Glibc.send(
                        requests, buffer.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
            }
        }
    }

    /// The caller keeps `descriptor`.
    func send(descriptor: Int32) throws { _ = try whenItReads { csandbox_send_descriptor(requests, descriptor) } }

    func sendNoDescriptor() throws { _ = try whenItReads { csandbox_send_no_descriptor(requests) } }

    /// Bytes after their length.
    func send(answer bytes: [UInt8]) throws {
        try send(bytes: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: bytes.count >> $0) } + bytes)
    }

    func send(_ answer: KnownAnswer) throws { try send(bytes: [answer.rawValue]) }

    /// A reader that does not read would otherwise block the coordinator for ever.
    private func whenItReads(_ send: () -> Int) throws -> Int {
        let deadline = ContinuousClock.now + patience
        while true {
            let count = send()
            if count > 0 { return count }
            // The system also limits descriptors in transit.
            guard count < 0, [EINTR, EAGAIN, ETOOMANYREFS].contains(errno) else { throw ending() }
            let isBlocked = errno != EINTR
            if stop?.isSet == true { throw Failure.stopped }
            guard ContinuousClock.now < deadline else { throw Failure.deaf(patience) }
            var polled = pollfd(fd: requests, events: Int16(POLLOUT), revents: 0)
            if isBlocked, poll(&polled, 1, 50) > 0, polled.revents & Int16(POLLOUT) != 0 { usleep(1000) }
        }
    }

    typealias Answer = (request: UInt32, frame: ExtractionFrame)

    func nextFrame(within limit: Duration, stop: StopFlag) throws -> Answer {
        let deadline = ContinuousClock.now + limit
        self.stop = stop
        while true {
            if stop.isSet { throw Failure.stopped }
            if let frame = try frameInBuffer() { return frame }
            let left = deadline - ContinuousClock.now
            guard left > .zero else { throw Failure.timeout(limit) }
            // Short waits, so that a request to stop is noticed at once.
            try fill(milliseconds: Int32(min(200, max(1, left / .milliseconds(1)))))
        }
    }

    func frameInBuffer() throws -> Answer? {
        let available = received.count - consumed
        guard available >= FrameHeader.byteCount else { return nil }
        do {
            let header = try FrameHeader(bytes: Array(received[consumed..<consumed + FrameHeader.byteCount]))
            try bounds.check(header)
            let length = FrameHeader.byteCount + header.payloadLength
            guard available >= length else {
                // Exact, because automatic growth would double it.
                if received.capacity < consumed + length + Self.chunk {
                    received.reserveCapacity(consumed + length + Self.chunk)
                }
                return nil
            }
            let payload = Data(received[consumed + FrameHeader.byteCount..<consumed + length])
            consumed += length
            if consumed == received.count {
                received.removeAll(keepingCapacity: received.capacity <= 1 << 20)
                consumed = 0
            }
            return (header.request, try decoded(header, payload))
        } catch let error as FrameError {
            throw Failure.rubbish(error.description)
        }
    }

    /// A large frame is decoded alone, across all readers.
    private func decoded(_ header: FrameHeader, _ payload: Data) throws -> ExtractionFrame {
        func frame() throws -> ExtractionFrame { try coder.frame(header: header, payload: payload, bounds: bounds) }
        return try payload.count > Self.largePayload ? Self.largeFrames.withLock { _ in try frame() } : frame()
    }

    private func fill(milliseconds: Int32) throws {
        var polled = [
            pollfd(fd: frames, events: Int16(POLLIN), revents: 0),
            // A closed descriptor would always be ready. A negative number is ignored.
            pollfd(fd: errors.isOpen ? errors.descriptor : -1, events: Int16(POLLIN), revents: 0),
        ]
        let ready = poll(&polled, 2, milliseconds)
        if ready < 0 && errno != EINTR {
            throw Failure.died("waiting for it failed: \(String(cString: strerror(errno)))")
        }
        guard ready > 0 else { return }
        if polled[1].revents != 0 { errors.drain() }
        guard polled[0].revents != 0 else { return }
        if consumed > 1 << 20 {
            received.removeFirst(consumed)
            consumed = 0
        }
        let count = withUnsafeTemporaryAllocation(byteCount: Self.chunk, alignment: 1) { buffer in
            let count = read(frames, buffer.baseAddress, buffer.count)
            received.append(contentsOf: buffer.prefix(max(0, count)))
            return count
        }
        if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN { throw ending() }
    }

    func kill() {
        guard !isGone else { return }
        signalEnd()
        isGone = true
        prepared.forget(number)
    }

    func end() { if !isGone { _ = ending() } }

    private func ending() -> Failure {
        errors.drain()
        signalEnd()
        isGone = true
        return prepared.failure(of: number, words: errors.lastLine)
    }

    /// The process is only reaped after it is forgotten here, so its number cannot belong to another process.
    private func signalEnd() {
        guard let process else { return }
        Glibc.kill(-process, SIGKILL)
        Glibc.kill(process, SIGKILL)
    }
}
