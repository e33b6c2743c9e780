internal import CSandbox
import ExtractionProtocol
import Foundation

/// A running `docsearch-extract` from which readers are forked. It only receives orders to start a reader and to wait
/// for its end. Used from one thread. It is killed when this object is released, and its readers with it.
final class PreparedReader {
    let process: pid_t
    private let control: Int32
    private var errors: ErrorOutput
    private var stop: StopFlag
    private var ending: ProcessEnding?
    private var lastReader: UInt32 = 0
    /// Those of which it has reported, or that nobody asks for any more.
    private var readers: [UInt32: State] = [:]

    private enum State: Equatable {
        case started(pid_t)
        /// errno(3) of a failed fork.
        case refused(Int32)
        /// As in waitpid(2); nil when unknown.
        case ended(Int32?)
        case forgotten
    }

    /// The prepared process loads language data before it answers, and nothing untrusted.
    private let patience: Duration
    /// Once the run was asked to stop, or nobody needs the process any more.
    private static let lastPatience = Duration.seconds(1)
    private static let endingTime = Duration.seconds(5)

    init(program: String, arguments words: [String] = [], stop: StopFlag, patience: Duration = .seconds(30)) throws {
        (self.stop, self.patience) = (stop, patience)
        #if DEBUG
            origin = Self.origin(program, words)
        #endif
        // Close-on-exec from the start: a pipe inherited by another thread's process would never end.
        var orders: [Int32] = [-1, -1]
        var diagnostics: [Int32] = [-1, -1]
        var isStarted = false
        defer {
            let ours = isStarted ? [] : [orders[0], diagnostics[0]]
            for descriptor in [orders[1], diagnostics[1]] + ours where descriptor >= 0 { close(descriptor) }
        }
        let closing = Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | closing, 0, &orders) == 0,
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | closing, 0, &diagnostics) == 0
        else { throw DocSearchError.system("Making pipes for", program) }
        (control, errors) = (orders[0], ErrorOutput(diagnostics[0]))
        // Its standard output is not read, because readers have their own.
        process = try Self.spawn(program, words, descriptors: [orders[1], diagnostics[1], diagnostics[1]])
        isStarted = true
    }

    deinit {
        // Its killed readers end before it. If it does not report that soon, it is killed with them.
        let deadline = ContinuousClock.now + Self.lastPatience
        while readers.values.contains(.forgotten), receive(until: deadline) {}
        _ = end()
        close(control)
        close(errors.descriptor)
    }

    /// The process leads a group of its own.
    static func spawn(
        _ program: String, _ words: [String], descriptors: [Int32], environment: [String] = PreparedReader.environment
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (index, descriptor) in descriptors.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(index))
        }
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
        var environment: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) } + [nil]
        defer { environment.forEach { free($0) } }
        let status = posix_spawn(&pid, program, &actions, &attributes, &arguments, &environment)
        guard status == 0 else {
            throw DocSearchError(
                .environment, "\"\(program)\" could not be started: \(String(cString: strerror(status))).")
        }
        return pid
    }

    /// Libraries need these variables; readers get no others of the user's.
    static var environment: [String] {
        let names = ["LANG", "LC_ALL", "LC_CTYPE", "TESSDATA_PREFIX", "TMPDIR", "FONTCONFIG_PATH", "HOME"]
        let own = ProcessInfo.processInfo.environment
        return names.compactMap { name in own[name].map { "\(name)=\($0)" } } + [
            // One thread a process is the fastest use of all cores (tesseract issue 3109). OpenMP reads this before
            // a program's own code runs, so the reader cannot set it itself.
            "OMP_THREAD_LIMIT=1",
            // Page images and tesseract's matrices are large and short-lived. If the memory is kept, it need not be
            // mapped and cleared each time.
            "GLIBC_TUNABLES=glibc.malloc.mmap_threshold=268435456:glibc.malloc.trim_threshold=268435456",
            // Functions of libraries are looked up once, and not again by each reader.
            "LD_BIND_NOW=1",
        ]
    }

    /// `descriptors` are standard input, output and error, and stay the caller's. The result of the order shows when
    /// the reader is used.
    func start(_ descriptors: [Int32], languages: [String]) -> UInt32 {
        lastReader &+= 1
        let order = ReaderOrder.start(reader: lastReader, languages: languages)
        // The reader itself loads languages that do not fit into an order.
        let fits = order.text.utf8.count <= ReaderOrder.maximumBytes && !languages.contains { $0.contains(" ") }
        send(fits ? order : .start(reader: lastReader, languages: []), descriptors)
        return lastReader
    }

    /// Readers end with the prepared process, and their numbers may be reused then.
    func process(of reader: UInt32) -> pid_t? {
        guard isRunning else { return nil }
        while readers[reader] == nil, receive() {}
        guard ending == nil, case .started(let process) = readers[reader] else { return nil }
        return process
    }

    private var isRunning: Bool {
        guard ending == nil else { return false }
        var status: Int32 = 0
        let found = waitpid(process, &status, Int32(WNOHANG))
        // If the host ignores SIGCHLD, the system has reaped it (ECHILD).
        if found == 0 || found < 0 && errno == EINTR { return true }
        end(status: found == process ? status : nil)
        return false
    }

    func failure(of reader: UInt32, words: String) -> ReaderProcess.Failure {
        guard process(of: reader) != nil else {
            if case .refused(let number) = readers[reader] {
                return .died("it cannot be forked: \(String(cString: strerror(number)))")
            }
            return end().failure
        }
        send(.bury(reader: reader))
        while case .started = readers[reader], receive() {}
        guard case .ended(let status) = readers.removeValue(forKey: reader) else { return end().failure }
        return ProcessEnding(status: status, words: words).failure
    }

    /// Lets the prepared process reap a killed reader, without waiting for it here.
    func forget(_ reader: UInt32) {
        readers[reader] = .forgotten
        send(.bury(reader: reader))
    }

    /// For new readers, processor and disk (setpriority(2), ioprio_set(2): idle).
    func yieldProcessor() {
        // A failure only slows other programs down.
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t(process), 19)
        _ = csandbox_idle_input_output(process)
    }

    func end() -> ProcessEnding {
        if let ending { return ending }
        Glibc.kill(-process, SIGKILL)
        Glibc.kill(process, SIGKILL)
        // A process blocked in the kernel, by an unresponsive disk, ends when it is released.
        let deadline = ContinuousClock.now + Self.endingTime
        var status: Int32 = 0
        var found: pid_t = 0
        while true {
            found = waitpid(process, &status, Int32(WNOHANG))
            if found == process || found != 0 && errno != EINTR || ContinuousClock.now >= deadline { break }
            usleep(1000)
        }
        return end(status: found == process ? status : nil)
    }

    @discardableResult
    private func end(status: Int32?) -> ProcessEnding {
        errors.drain()
        let ending = ProcessEnding(status: status, words: errors.lastLine)
        self.ending = ending
        return ending
    }

    #if DEBUG
        /// The program, words and environment that its readers depend on.
        let origin: [String]

        static func origin(_ program: String, _ words: [String]) -> [String] { [program] + words + environment }

        /// For another run. False when it has ended.
        func serve(until stop: StopFlag) -> Bool {
            self.stop = stop
            errors.drain()
            errors = ErrorOutput(errors.descriptor)
            return isRunning
        }

        /// Waits for those that were killed. False if there are others.
        func awaitLastReaders() -> Bool {
            let deadline = ContinuousClock.now + Self.lastPatience
            while readers.values.contains(.forgotten), receive(until: deadline) {}
            return readers.isEmpty && isRunning
        }
    #endif

    private func send(_ order: ReaderOrder, _ descriptors: [Int32] = []) {
        errors.drain()
        var text = order.text
        // A dead process is noticed by its silence.
        _ = text.withUTF8 { csandbox_send_order(control, $0.baseAddress, $0.count, descriptors, descriptors.count) }
    }

    private func receive(until limit: ContinuousClock.Instant? = nil) -> Bool {
        guard ending == nil else { return false }
        var polled = pollfd(fd: control, events: Int16(POLLIN), revents: 0)
        var deadline = limit ?? .now + patience
        var ready: Int32 = 0
        while ready <= 0 {
            // Short waits, so that a request to stop is noticed at once.
            if stop.isSet { deadline = min(deadline, .now + Self.lastPatience) }
            let left = deadline - .now
            guard left > .zero else { break }
            ready = poll(&polled, 1, Int32(min(100, max(1, left / .milliseconds(1)))))
            if ready < 0, errno != EINTR { break }
        }
        var bytes = [UInt8](repeating: 0, count: ReaderOrder.maximumBytes)
        let count = ready > 0 ? recv(control, &bytes, bytes.count, 0) : 0
        guard count > 0, let report = ReaderReport(String(decoding: bytes[..<count], as: UTF8.self)) else {
            _ = end()
            return false
        }
        switch report {
        case .started(let reader, let process):
            if readers[reader] != .forgotten { readers[reader] = .started(process) }
        case .notStarted(let reader, let error):
            if readers[reader] != .forgotten { readers[reader] = .refused(error) }
        case .ended(let reader, let status): readers[reader] = readers[reader] == .forgotten ? nil : .ended(status)
        }
        return true
    }
}
