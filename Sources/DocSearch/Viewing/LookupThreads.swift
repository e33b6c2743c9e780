import Foundation
import Synchronization

/// A few threads for what waits for the disk: those that tasks run on are as many as there are processors, and must not wait.
final class LookupThreads: Sendable {
    private let queues: [DispatchQueue]
    private let turn = Atomic(0)

    init(count: Int = 4) {
        queues = (0..<count).map { DispatchQueue(label: "lookups \($0)") }
    }

    /// Returns and throws what `body` does. Throws `CancellationError` instead of beginning for a task that is cancelled.
    func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try Task.checkCancellation()
        let number = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await withCheckedThrowingContinuation { continuation in
            queues[Int(UInt(bitPattern: number) % UInt(queues.count))].async {
                continuation.resume(with: Result { try body() })
            }
        }
    }
}
