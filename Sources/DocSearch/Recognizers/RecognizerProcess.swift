internal import CSandbox
import ExtractionProtocol
import Foundation

/// A recogniser that runs, for one page after the other. It is no reader: it has the rights of the user who chose it, and what
/// it answers is read in a sandbox. Used from one thread at a time. It is killed, with all that it has started, when this
/// object is released.
final class RecognizerProcess {
    /// Name and version, for the source of its texts.
    private(set) var engine = ""
    private let settings: PageRecognizer
    private let process: pid_t
    /// Its standard input and output.
    private let channel: Int32
    /// As long as somebody has it, the program may run.
    private let lifeline: Int32
    private var errors: ErrorOutput
    private var received: [UInt8] = []
    private var lastID = 0

    static let protocolVersion = 1
    /// It may have to load libraries, but not its model yet.
    private static let startingTime = Duration.seconds(60)
    private static let longestLine = 4096

    /// The limit holds from the program's first moment, and for all that it starts. The shell stays, and ends the group when the
    /// lifeline is cut, however this process ends: a program that hangs would not notice that its standard input has ended.
    private static let start = """
        ulimit -v "$0" || exit
        exec 4<&0
        nice -n 19 "$@" <&4 3<&- 4<&- &
        exec 0<&3 4<&- >/dev/null 2>&1
        read -r line
        kill -KILL 0
        """

    private struct Greeting: Decodable {
        var `protocol`: Int
        var name: String
        var version: String
    }

    private struct Request: Encodable {
        var id: String
        var languages: [String]
        var dpi: Double
        var bytes: Int
    }

    private struct Answer: Decodable {
        var id: String
        var bytes: Int?
        var error: String?
    }

    init(_ settings: PageRecognizer, stop: StopFlag) throws {
        self.settings = settings
        guard let program = settings.command.first, program.hasPrefix("/") else {
            throw RecognizerFailure.unavailable(
                "The command of the recogniser \(settings.name) does not begin with an absolute path.")
        }
        var pairs = [[Int32]](repeating: [-1, -1], count: 3)
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let isMade = pairs.indices.allSatisfy { socketpair(AF_UNIX, kind, 0, &pairs[$0]) == 0 }
        defer { for pair in pairs where pair[1] >= 0 { close(pair[1]) } }
        do {
            guard isMade else { throw DocSearchError.system("Making sockets for", program) }
            guard access(program, X_OK) == 0 else { throw DocSearchError.system("Starting", program) }
            process = try PreparedReader.spawn(
                "/bin/sh", ["-c", Self.start, String(max(64, settings.megabytes) << 10)] + settings.command,
                descriptors: [pairs[0][1], pairs[0][1], pairs[1][1], pairs[2][1]], environment: Self.environment)
        } catch {
            for pair in pairs where pair[0] >= 0 { close(pair[0]) }
            throw RecognizerFailure.unavailable(
                "The recogniser \(settings.name) cannot be used. \(DocSearchError(wrapping: error).message)")
        }
        (channel, errors, lifeline) = (pairs[0][0], ErrorOutput(pairs[1][0]), pairs[2][0])
        _ = fcntl(channel, F_SETFL, O_NONBLOCK)
        do {
            let line = try exchange([], within: Self.startingTime, most: Self.longestLine, stop: stop, until: Self.line)
            guard let greeting = try? JSONDecoder().decode(Greeting.self, from: Data(line)) else {
                throw RecognizerFailure.page("its first line is not a greeting")
            }
            guard greeting.protocol == Self.protocolVersion else {
                throw RecognizerFailure.page("it speaks version \(greeting.protocol) of the protocol")
            }
            engine = try Self.word(greeting.name) + " " + Self.word(greeting.version)
        } catch RecognizerFailure.page(let reason) {
            throw RecognizerFailure.unavailable("The recogniser \(settings.name) cannot be used: \(reason).")
        }
    }

    deinit {
        kill(-process, SIGKILL)
        kill(process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        for descriptor in [channel, errors.descriptor, lifeline] { close(descriptor) }
    }

    /// The hOCR, never empty. After an error other than the program's own word it must not be used again.
    func read(_ request: RecognizerRequest, stop: StopFlag) throws -> [UInt8] {
        lastID += 1
        let head = Request(
            id: String(lastID), languages: request.languages, dpi: request.resolution, bytes: request.png.count)
        let bytes = try [UInt8](JSONEncoder().encode(head)) + [UInt8(ascii: "\n")] + request.png
        let deadline = Duration.seconds(settings.seconds)
        let begun = ContinuousClock.now
        let line = try exchange(bytes, within: deadline, most: Self.longestLine, stop: stop, until: Self.line)
        guard let answer = try? JSONDecoder().decode(Answer.self, from: Data(line)) else {
            throw failure("its answer does not begin with a line of JSON")
        }
        guard answer.id == head.id else { throw failure("it answered about another page") }
        if let error = answer.error { throw RecognizerRefusal(reason: Self.clean(error)) }
        guard let count = answer.bytes, count > 0 else { throw failure("its answer has no length") }
        guard count <= RecognizePagesRequest.answerBytes else {
            throw failure("its answer has \(count) bytes; the limit is \(RecognizePagesRequest.answerBytes)")
        }
        let left = deadline - (ContinuousClock.now - begun)
        let text = try exchange([], within: left, most: count, stop: stop) { $0.count >= count ? count : nil }
        guard received.isEmpty else { throw failure("its answer is longer than it said") }
        return text
    }

    private static var environment: [String] {
        let own = ProcessInfo.processInfo.environment
        return ["PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR"].compactMap { name in
            own[name].map { "\(name)=\($0)" }
        }
    }

    private static func line(_ bytes: [UInt8]) -> Int? { bytes.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } }

    /// Sends all of `bytes`, and receives until `end` says how many of the received bytes are the answer, which it removes.
    private func exchange(
        _ bytes: [UInt8], within limit: Duration, most: Int, stop: StopFlag, until end: ([UInt8]) -> Int?
    ) throws -> [UInt8] {
        let deadline = ContinuousClock.now + limit
        var sent = 0
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if sent == bytes.count, let count = end(received) {
                defer { received.removeFirst(count) }
                return Array(received[..<count])
            }
            guard received.count <= most else { throw failure("it writes more than it may") }
            if stop.isSet { throw RecognizerFailure.stopped }
            guard ContinuousClock.now < deadline else {
                throw failure("it had no answer within \(limit.components.seconds) s")
            }
            let events = Int16(POLLIN) | (sent < bytes.count ? Int16(POLLOUT) : 0)
            var polled = [
                pollfd(fd: channel, events: events, revents: 0),
                pollfd(fd: errors.isOpen ? errors.descriptor : -1, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&polled, 2, 100)
            if polled[1].revents != 0 { errors.drain() }
            if polled[0].revents & Int16(POLLOUT) != 0 {
                let count = bytes.withUnsafeBytes {
                    send(channel, $0.baseAddress?.advanced(by: sent), bytes.count - sent, Int32(MSG_NOSIGNAL))
                }
                if count > 0 { sent += count }
            }
            guard polled[0].revents & ~Int16(POLLOUT) != 0 else { continue }
            let count = recv(channel, &buffer, buffer.count, 0)
            if count > 0 {
                received += buffer[..<count]
            } else if count == 0 || ![EAGAIN, EINTR].contains(errno) {
                throw failure("it has stopped")
            }
        }
    }

    private func failure(_ reason: String) -> RecognizerFailure {
        errors.drain()
        let words = Self.clean(errors.lastLine)
        return .page(words.isEmpty ? reason : "\(reason) (it wrote: \(words))")
    }

    /// Foreign text for a message.
    private static func clean(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(200).filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Part of the key of stored texts.
    private static func word(_ text: String) throws -> String {
        guard !text.isEmpty, text.utf8.count <= 100, !text.contains(","),
            text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { throw RecognizerFailure.page("its name and version must be short texts in ASCII, without commas") }
        return text
    }
}

/// A program's own word that it cannot read a page. It can read others.
struct RecognizerRefusal: Error {
    var reason: String
}
