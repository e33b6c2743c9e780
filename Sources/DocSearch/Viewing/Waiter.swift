import Synchronization

/// Waits for the answer of another thread, or the end of its task.
final class Waiter<Value: Sendable>: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Value, any Error>)
        case ended
    }

    private let state = Mutex(State.new)

    /// Blocks no thread. Throws `CancellationError` as soon as the task is cancelled, after calling `cancelled`, and
    /// `busy` with `refusal` when `start` returns false.
    static func value(
        refusal: String, cancelled: @escaping @Sendable () -> Void = {}, start: (Waiter) -> Bool
    ) async throws -> Value {
        let waiter = Waiter()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiter.wait(continuation)
                if !start(waiter) { waiter.end(.failure(DocSearchError(.busy, refusal))) }
            }
        } onCancel: {
            cancelled()
            waiter.end(.failure(CancellationError()))
        }
    }

    var isWanted: Bool {
        state.withLock { state in
            if case .ended = state { false } else { true }
        }
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let isOver = state.withLock { state in
            guard case .new = state else { return true }
            state = .waiting(continuation)
            return false
        }
        if isOver { continuation.resume(throwing: CancellationError()) }
    }

    /// Later answers are ignored.
    func end(_ result: Result<Value, any Error>) {
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        if case .waiting(let continuation) = before { continuation.resume(with: result) }
    }
}
