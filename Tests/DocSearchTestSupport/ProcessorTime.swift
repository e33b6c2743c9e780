import Foundation

/// How long this thread had the processor for `body`: unlike the time on the clock, it does not depend on what else the
/// machine does (clock_gettime(2), `CLOCK_THREAD_CPUTIME_ID`).
public func processorTime(_ body: () throws -> Void) throws -> Duration {
    let before = threadTime()
    try body()
    return threadTime() - before
}

private func threadTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
