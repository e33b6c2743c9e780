import Synchronization

/// Requests the end of a run. Set from any thread, and checked between steps and while waiting.
final class StopFlag: Sendable {
    enum Reason: Int, Sendable { case cancelled = 1, timeIsUp, failed }

    private let value = Atomic<Int>(0)
    private let deadline: ContinuousClock.Instant?
    private let outer: StopFlag?
    private let heedsTime: Bool

    /// For one attempt at something that may be tried again, or that has less time than `outer`.
    init(after duration: Duration? = nil, within outer: StopFlag? = nil) {
        deadline = duration.map { ContinuousClock.now + $0 }
        self.outer = outer
        heedsTime = true
    }

    init(withoutTimeOf outer: StopFlag) { (deadline, self.outer, heedsTime) = (nil, outer, false) }

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
