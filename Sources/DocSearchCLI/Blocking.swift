import DocSearch
import Foundation
import Synchronization

/// Runs asynchronous work from a command.
enum Blocking {
    /// Turns SIGINT, SIGTERM and SIGHUP into a request to stop, or ends the program at once where it `mayBeEnded`.
    static func wait<Value: Sendable>(mayBeEnded: Bool = false, _ body: @escaping @Sendable () async throws -> Value)
        throws -> Value
    {
        try MemoryLimit.require()
        try WorkThread.require(4)
        if !mayBeEnded { StopRequest.expect() }
        let done = DispatchSemaphore(value: 0)
        let result = Mutex<Result<Value, any Error>?>(nil)
        let task = Task {
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            result.withLock { $0 = outcome }
            done.signal()
        }
        // Under nohup, SIGHUP from a closing terminal must not end the program.
        let sources = [SIGINT, SIGTERM, SIGHUP].filter { $0 != SIGHUP || !isIgnored(SIGHUP) }.map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler {
                if mayBeEnded { _exit(128 + number) }
                StopRequest.make()
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { sources.forEach { $0.cancel() } }
        done.wait()
        guard let outcome = result.withLock({ $0 }) else {
            throw DocSearchError(.failed, "The work ended without a result.")
        }
        return try outcome.get()
    }

    private static func isIgnored(_ signal: CInt) -> Bool {
        var action = sigaction()
        guard sigaction(signal, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
}

enum StopRequest {
    private static let expected = Atomic(false)
    private static let made = Atomic(false)

    static var isExpected: Bool { expected.load(ordering: .relaxed) }
    static var isMade: Bool { made.load(ordering: .relaxed) }

    static func expect() { expected.store(true, ordering: .relaxed) }
    static func make() { made.store(true, ordering: .relaxed) }
}
