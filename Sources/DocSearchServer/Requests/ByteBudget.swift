import Synchronization

/// Bytes of memory that requests share.
package final class ByteBudget: Sendable {
    private let left: Mutex<Int>

    package init(_ bytes: Int) { left = Mutex(bytes) }

    /// Runs `body` with so many of them. Throws ``Problem/tooBusy`` when others have them.
    package func with<Value: Sendable>(_ bytes: Int, _ body: () async throws -> Value) async throws -> Value {
        let isGranted = left.withLock { left in
            guard left >= bytes else { return false }
            left -= bytes
            return true
        }
        guard isGranted else { throw Problem.tooBusy }
        defer { left.withLock { $0 += bytes } }
        return try await body()
    }
}
