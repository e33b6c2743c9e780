import Foundation
import Synchronization

/// A few threads for blocking disk access: tasks run on as many threads as there are processors, which must not block.
package final class DiskThreads: Sendable {
    private struct Job: Sendable {
        let isWanted: @Sendable () -> Bool
        let work: @Sendable () -> Void
    }

    private struct State {
        var free: [DispatchQueue]
        var waiting: [Job] = []
    }

    private let state: Mutex<State>
    private let mostWaiting: Int

    /// More than `mostWaiting` are refused.
    package init(count: Int = 4, mostWaiting: Int = 256) {
        // A serial queue always has a thread; see the server's IndexDesk.
        state = Mutex(State(free: (0..<count).map { DispatchQueue(label: "disk \($0)") }))
        self.mostWaiting = mostWaiting
    }

    /// Throws `CancellationError` as soon as the task is cancelled, even while `body` runs, and `busy` when too much is
    /// waiting.
    package func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await Waiter.value(refusal: "Too much is read at the same time. Try again in a moment.") { waiter in
            add(Job(isWanted: { waiter.isWanted }) { waiter.end(Result { try body() }) })
        }
    }

    private func add(_ job: Job) -> Bool {
        let (isTaken, queue) = state.withLock { state -> (Bool, DispatchQueue?) in
            if state.waiting.count >= mostWaiting { state.waiting.removeAll { !$0.isWanted() } }
            guard state.waiting.count < mostWaiting else { return (false, nil) }
            state.waiting.append(job)
            return (true, state.free.popLast())
        }
        if let queue {
            queue.async { while let job = self.next(for: queue) { if job.isWanted() { job.work() } } }
        }
        return isTaken
    }

    private func next(for queue: DispatchQueue) -> Job? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.free.append(queue)
                return nil
            }
            return state.waiting.removeFirst()
        }
    }
}
