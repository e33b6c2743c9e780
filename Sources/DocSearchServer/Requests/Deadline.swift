/// Until when a request has to be answered. All that is asked for it shares this time, and waiting counts.
package enum Deadline {
    /// Nil outside of a request.
    @TaskLocal package static var current: ContinuousClock.Instant?

    /// There was no more time.
    package struct Passed: Error {}

    /// What is left; nil outside of a request.
    static var left: Duration? { current.map { max(.zero, $0 - .now) } }

    /// Runs `body`, and cancels it and throws ``Passed`` when the time, or a `share` of what is left of it, has passed.
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

    /// Runs `body` with so much time, or what is left where that is less.
    package static func within<Value: Sendable>(_ time: Duration, _ body: () async throws -> Value) async throws
        -> Value
    {
        try await $current.withValue(end(within: time)) { try await body() }
    }

    /// When so much time has passed, or what is left where that is less.
    static func end(within time: Duration) -> ContinuousClock.Instant { min(current ?? .now + time, .now + time) }
}
