import Synchronization

package final class ByteBudget: Sendable {
    private let left: Mutex<Int>

    package init(_ bytes: Int) { left = Mutex(bytes) }

    package func with<Value: Sendable>(
        _ bytes: Int, read: () async throws -> [UInt8], work: ([UInt8]) async throws -> Value
    ) async throws -> Value {
        let isGranted = left.withLock { left in
            guard left >= bytes else { return false }
            left -= bytes
            return true
        }
        guard isGranted else { throw ProblemDetails.tooBusy }
        var taken = bytes
        defer { left.withLock { $0 += taken } }
        let body = try await read()
        left.withLock { $0 += taken - body.count }
        taken = body.count
        return try await work(body)
    }
}
