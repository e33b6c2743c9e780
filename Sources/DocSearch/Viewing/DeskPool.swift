import Foundation
import Synchronization

/// A few threads with a ``ReadingDesk`` each. A request goes to an idle desk with its document open, if there is one.
/// Threads are started on demand. `@unchecked Sendable`: all state is accessed with `condition` locked.
final class DeskPool: @unchecked Sendable {
    /// The work is called once: with a desk, or without one when it is no longer wanted.
    private struct Job: Sendable {
        let key: String
        let stop: StopFlag
        let work: @Sendable (ReadingDesk?) -> Void
    }

    private let options: ArchivePagesOptions
    private let condition = NSCondition()
    private var waiting: [Job] = []
    private var threads = 0
    private var lastDesk = 0
    private var program = ""
    /// Requests taken before the oldest waiting one.
    private var passedOver = 0
    private var idle: [Int: Set<String>] = [:]
    /// Set when everything ends, and then replaced.
    private var stop = StopFlag(after: nil)

    init(_ options: ArchivePagesOptions) { self.options = options }

    private var mostThreads: Int { max(1, options.readers ?? min(4, ProcessInfo.processInfo.activeProcessorCount)) }

    /// Waits without blocking the caller's thread. `key` identifies the document. With `goesOn` the work is completed
    /// even if its task is cancelled, for later requests.
    func run<Value: Sendable>(
        about key: String, goesOn: Bool = false, _ work: @escaping @Sendable (ReadingDesk, StopFlag) throws -> Value
    ) async throws -> Value {
        let program = try ExtractionProgram.locate(options.extractorPath)
        let stop = StopFlag(within: condition.withLock { self.stop })
        // The desk's work ends when its reader can be left; nothing has to wait for that.
        @Sendable func cancelled() {
            guard !goesOn else { return }
            stop.stop(.cancelled)
            dropStopped()
        }
        let refusal = "Too many pages are asked for at the same time. Try again in a moment."
        return try await Waiter.value(refusal: refusal, cancelled: cancelled) { waiter in
            let job = Job(key: key, stop: stop) { desk in
                waiter.end(
                    Result {
                        guard let desk, !stop.isSet else { throw CancellationError() }
                        return try work(desk, stop)
                    })
            }
            guard add(job, program) else { return false }
            // The task may have been cancelled before.
            if stop.isSet { dropStopped() }
            return true
        }
    }

    func close() {
        condition.withLock {
            stop.stop(.cancelled)
            stop = StopFlag(after: nil)
            condition.broadcast()
        }
        dropStopped()
    }

    private func add(_ job: Job, _ program: String) -> Bool {
        condition.withLock {
            guard waiting.count < options.mostWaiting else { return false }
            waiting.append(job)
            self.program = program
            if waiting.count > idle.count, threads < mostThreads { startThread() }
            guard threads > 0 else {
                waiting.removeLast()
                return false
            }
            condition.broadcast()
            return true
        }
    }

    private func dropStopped() {
        let dropped = condition.withLock {
            let dropped = waiting.filter(\.stop.isSet)
            waiting.removeAll { $0.stop.isSet }
            return dropped
        }
        for job in dropped { job.work(nil) }
    }

    private func startThread() {
        threads += 1
        lastDesk += 1
        let (number, program, stop, options) = (lastDesk, program, stop, options)
        let work = { @Sendable [self] in
            let desk = ReadingDesk(program: program, options, stop: stop)
            while let job = next(for: desk, number: number, stop: stop) { job.work(desk) }
            desk.closeAll()
        }
        // Without a new thread, requests wait for the existing ones, and are refused if there are none.
        do { try WorkThread.start(stackSize: 4 << 20, work) } catch { threads -= 1 }
    }

    private func next(for desk: ReadingDesk, number: Int, stop: StopFlag) -> Job? {
        condition.lock()
        defer { condition.unlock() }
        idle[number] = desk.keys
        defer { idle[number] = nil }
        while !stop.isSet {
            if let position = position(of: idle[number] ?? []) {
                passedOver = position == 0 ? 0 : passedOver + 1
                return waiting.remove(at: position)
            }
            // Wakes up regularly to close unused documents.
            guard !condition.wait(until: Date(timeIntervalSinceNow: 1)) else { continue }
            // Readers are waited for without the lock, so that requests are not blocked. New requests are found
            // afterwards.
            condition.unlock()
            desk.closeIdle()
            condition.lock()
            idle[number] = desk.keys
        }
        threads -= 1
        // Requests that arrived after the end.
        if !waiting.isEmpty { startThread() }
        return nil
    }

    /// Turning the pages of one document must not keep all others waiting.
    private static let mostPassedOver = 16

    private func position(of keys: Set<String>) -> Int? {
        if passedOver >= Self.mostPassedOver, !waiting.isEmpty { return 0 }
        return waiting.firstIndex { keys.contains($0.key) }
            ?? waiting.firstIndex { job in !idle.values.contains { $0.contains(job.key) } }
    }
}
