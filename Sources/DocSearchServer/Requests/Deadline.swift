/// All work of a request shares this time, waiting included.
package enum Deadline {
    /// Nil outside of a request.
    @TaskLocal package static var current: ContinuousClock.Instant?

    package struct Passed: Error {}

    static var left: Duration? { current.map { max(.zero, $0 - .now) } }

    package static func keep<Value: Sendable>(
        share: Double = 1, _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        guard let left else { return try await body() }
        let end = ContinuousClock.now + left * share
        return try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask {
                try await Task.sleep(until: end, clock: .continuous)
                throw Passed()
            }
            group.addTask { try await $current.withValue(end) { try await body() } }
            defer { group.cancelAll() }
            guard let value = try await group.next() else { throw Passed() }
            return value
        }
    }

    package static func within<Value: Sendable>(_ time: Duration, _ body: () async throws -> Value) async throws
        -> Value
    {
        try await $current.withValue(end(within: time)) { try await body() }
    }

    static func end(within time: Duration) -> ContinuousClock.Instant { min(current ?? .now + time, .now + time) }
}
