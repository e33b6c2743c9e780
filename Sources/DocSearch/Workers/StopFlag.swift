import Synchronization

/// Says that a run shall end, and why. Set from any thread, looked at between pieces of work and while waiting.
final class StopFlag: Sendable {
    enum Reason: Int, Sendable {
        case cancelled = 1
        case timeIsUp = 2
        case failed = 3
    }

    private let value = Atomic<Int>(0)
    private let deadline: ContinuousClock.Instant?
    private let outer: StopFlag?
    /// Whether the time of `outer` counts.
    private let heedsTime: Bool

    init(after duration: Duration?) {
        deadline = duration.map { ContinuousClock.now + $0 }
        outer = nil
        heedsTime = true
    }

    /// Set when `outer` is, and by itself: for one attempt at something that may be tried again, or that has less time.
    init(after duration: Duration? = nil, within outer: StopFlag) {
        deadline = duration.map { ContinuousClock.now + $0 }
        self.outer = outer
        heedsTime = true
    }

    /// The same, but not when the time of `outer` is up: for what must be known before anything is done.
    init(withoutTimeOf outer: StopFlag) {
        deadline = nil
        self.outer = outer
        heedsTime = false
    }

    func stop(_ reason: Reason) {
        _ = value.compareExchange(expected: 0, desired: reason.rawValue, ordering: .sequentiallyConsistent)
    }

    var reason: Reason? { reason(heedingTime: true) }

    private func reason(heedingTime: Bool) -> Reason? {
        if let reason = Reason(rawValue: value.load(ordering: .sequentiallyConsistent)) { return reason }
        if heedingTime, let deadline, ContinuousClock.now >= deadline { return .timeIsUp }
        return outer?.reason(heedingTime: heedingTime && heedsTime)
    }

    var isSet: Bool { reason != nil }
}
